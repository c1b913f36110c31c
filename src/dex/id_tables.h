// The tables of a dex file that is being read: turns its indices into ids of
// the Pool, each when it is first asked for. Also keeps the first error of
// the reading, so that parsers need not pass results through every call.
//
// After a failure ids are invalid (kNoId) and ok() is false; parsers look at it
// before they use what they got. Threads: one at a time.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "dex/cursor.h"
#include "dex/pool.h"

namespace reprise::dex {

class IdTables {
 public:
  IdTables(std::string_view bytes, Pool* pool, uint64_t work)
      : bytes_(bytes), pool_(pool), work_(work) {}

  // Finds the tables by the header and the map, which are checked.
  bool Open();

  StringId String(uint32_t index);
  TypeId Type(uint32_t index);
  ProtoId Proto(uint32_t index);
  FieldId Field(uint32_t index);
  MethodId Method(uint32_t index);
  HandleId Handle(uint32_t index);
  CallSiteId CallSite(uint32_t index);
  // kNoIndex is no string or type.
  StringId OptionalString(uint32_t index);
  TypeId OptionalType(uint32_t index);
  // A type_list; offset 0 is an empty one.
  bool TypeList(uint32_t offset, std::vector<TypeId>* out);

  // Takes from what may still be done; false, and failed, when it is used up.
  bool Charge(uint64_t work);

  // Keeps the first error; false, to be returned.
  template <typename... Args>
  bool Bad(fmt::format_string<Args...> format, Args&&... args) {
    if (!error_) {
      error_ = Error{ErrorKind::kCorruption,
                     fmt::format(format, std::forward<Args>(args)...)};
    }
    return false;
  }
  bool ok() const { return !error_; }
  const std::optional<Error>& error() const { return error_; }

  Cursor At(size_t offset) const { return {bytes_, offset}; }
  std::string_view bytes() const { return bytes_; }
  Pool& pool() { return *pool_; }
  uint32_t classes() const { return tables_[kClasses].count; }
  uint32_t class_offset(uint32_t index) const {
    return tables_[kClasses].offset + index * 32;
  }
  uint32_t hidden_api_offset() const { return hidden_api_; }

 private:
  enum Which {
    kStrings,
    kTypes,
    kProtos,
    kFields,
    kMethods,
    kClasses,
    kCallSites,
    kHandles,
    kTables
  };
  struct Table {
    uint32_t count = 0;
    uint32_t offset = 0;
    std::vector<uint32_t> ids;  // by index, kNoId: not asked for yet
  };

  bool SetTable(Which which, uint32_t count, uint32_t offset);
  bool ReadMap();
  // The cached id, or null when the index is out of range.
  uint32_t* Slot(Which which, uint32_t index);
  Cursor Row(Which which, uint32_t index) const;

  std::string_view bytes_;
  Pool* pool_;
  uint64_t work_;
  std::array<Table, kTables> tables_;
  uint32_t hidden_api_ = 0;
  std::optional<Error> error_;
};

}  // namespace reprise::dex
