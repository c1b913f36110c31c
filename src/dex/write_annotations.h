// The annotations of all classes, as four sections of the file that is being
// written, each thing once: items, sets, lists of sets, directories.
//
// Threads: any; a function without state.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dex/file_format.h"
#include "dex/indices.h"
#include "dex/writer.h"

namespace reprise::dex {

// Is told what was written, for the map of the file.
using SectionSink =
    std::function<void(MapType type, size_t count, size_t offset)>;

struct AnnotationOffsets {
  std::vector<uint32_t> directories;  // by class; 0: none
};

AnnotationOffsets WriteAnnotations(const Indices& indices,
                                   const ClassList& classes, std::string* out,
                                   const SectionSink& section);

}  // namespace reprise::dex
