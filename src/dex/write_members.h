// Everything below the classes in the file that is being written: static
// values, call sites, debug information, code, class data.
//
// Threads: any; functions without state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "dex/indices.h"
#include "dex/pool.h"
#include "dex/write_annotations.h"
#include "dex/writer.h"

namespace reprise::dex {

// A class's members in the order of class data.
struct SortedMembers {
  SortedMembers(const Indices& indices, const ClassDef& entry);

  std::vector<const FieldDef*> fields;    // static ones first
  std::vector<const MethodDef*> methods;  // direct ones first
  size_t statics = 0;
  size_t directs = 0;
};

struct MemberOffsets {
  std::vector<uint32_t> class_data;     // by class; 0: no members
  std::vector<uint32_t> static_values;  // by class; 0: none
  std::vector<uint32_t> call_sites;     // by index
};

Result<MemberOffsets> WriteMembers(const Pool& pool, const Indices& indices,
                                   const ClassList& classes, std::string* out,
                                   const SectionSink& section);

}  // namespace reprise::dex
