// Code items of a dex file that is being read, with their tries and debug
// information.
//
// Threads: one at a time. A CodeReader is used for many methods, because its
// scratch memory is worth keeping.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "dex/code.h"
#include "dex/cursor.h"
#include "dex/id_tables.h"

namespace reprise::dex {

class CodeReader {
 public:
  explicit CodeReader(IdTables* tables) : tables_(*tables) {}

  // False when the file is bad, which the tables then know.
  bool Read(uint32_t offset, Code* out);

 private:
  // What begins at a unit of the code.
  enum Begins : uint8_t { kNothing, kInstruction, kPayload };
  // A mark of the debug information, for the address it is about.
  struct Mark {
    uint32_t address;
    Instruction mark;
  };

  // In read_code.cc: finding instructions, targets and tries, then decoding.
  bool Walk();
  bool PayloadUnits(uint32_t pc, uint64_t* units) const;
  bool FindTargets();
  bool ReadSwitch(uint32_t pc, uint32_t payload);
  bool ReadArray(uint32_t pc, uint32_t payload);
  bool ReadTries(Cursor at, uint16_t count);
  bool ReadHandlers(Cursor at, std::vector<Handler>* out);
  bool Emit();
  bool LabelAt(uint32_t pc, int64_t target, Label* label);
  bool LabelAtOrAfter(uint64_t address, Label* label);
  Label NewLabelAt(size_t address);
  // In decode_instruction.cc.
  bool Decode(uint32_t pc, Instruction* out);
  bool Resolve(RefKind kind, uint32_t index, uint32_t* ref);
  // In read_debug.cc.
  bool ReadDebug(uint32_t offset);

  uint32_t U32At(size_t unit) const {
    return units_[unit] | static_cast<uint32_t>(units_[unit + 1]) << 16;
  }
  int32_t BranchOffset(uint32_t pc) const;
  bool BadAt(uint32_t pc, const char* what);

  IdTables& tables_;
  uint32_t offset_ = 0;
  Code* code_ = nullptr;
  std::vector<uint16_t> units_;
  std::vector<Begins> begins_;    // one more than units_
  std::vector<uint32_t> labels_;  // at each unit and the end; kNoId: none
  std::vector<uint32_t> jumps_;   // where instructions with targets are
  std::vector<Mark> marks_;
  uint32_t instructions_ = 0;
  uint32_t next_switch_ = 0;
  uint32_t next_array_ = 0;
};

}  // namespace reprise::dex
