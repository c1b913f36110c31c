// Which number everything has in the dex file that is being written: what its
// classes use of the Pool is collected, then sorted as the format demands.
//
// The Collector can also tell whether one more class still fits under the
// limits of a dex file, which is how classes are split among files.
//
// Threads: one at a time; the Pool must not change meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

// How many a dex file may have. Instructions have 16 bits for an index, and
// 0xffff is no type and no prototype to ART. Tests use smaller ones.
struct Limits {
  uint32_t types = 65535;
  uint32_t protos = 65535;
  uint32_t fields = 65536;
  uint32_t methods = 65536;
};

// By kind: the ids in the order of the file, and each id's place in it.
template <typename Tag>
struct IndexOf {
  std::vector<uint32_t> ids;
  std::vector<uint32_t> index;  // by id; kNoId: not in the file

  uint32_t operator[](Id<Tag> id) const { return index[id.value]; }
};

struct Indices {
  IndexOf<StringTag> strings;
  IndexOf<TypeTag> types;
  IndexOf<ProtoTag> protos;
  IndexOf<FieldTag> fields;
  IndexOf<MethodTag> methods;
  IndexOf<HandleTag> handles;
  IndexOf<CallSiteTag> call_sites;
};

class Collector {
 public:
  Collector(const Pool& pool, const Limits& limits);

  // Adds what the class uses; false, and nothing added, when that does not fit
  // any more. An error when the class refers to what is not in the Pool.
  Result<bool> Add(const ClassDef& added);

  // Forgets all that was added.
  void Clear();

  // Numbers all that was added. The Collector is of no more use then.
  Indices Finish();

 private:
  struct Set {
    std::vector<uint32_t> ids;
    std::vector<uint8_t> has;  // by id

    // Whether it was not there.
    bool Insert(uint32_t id) {
      if (has[id] != 0) return false;
      has[id] = 1;
      ids.push_back(id);
      return true;
    }
    void Shrink(size_t size);
  };

  void Class(const ClassDef& added);
  void Members(const ClassDef& added);
  void String(StringId id);
  void Type(TypeId id);
  void Proto(ProtoId id);
  void Field(FieldId id);
  void Method(MethodId id);
  void Handle(HandleId id);
  void CallSite(CallSiteId id);
  void OfValue(const Value& value, int depth);
  void OfAnnotations(const Annotations& annotations);
  void OfCode(const Code& code);
  void OfMark(const Instruction& mark);
  bool Fits() const;
  bool Known(uint32_t id, size_t size) {
    if (id >= size) unknown_ = true;
    return id < size;
  }

  const Pool& pool_;
  Limits limits_;
  bool unknown_ = false;
  bool too_deep_ = false;
  std::array<Set, 7> sets_;  // in the order of Indices
};

}  // namespace reprise::dex
