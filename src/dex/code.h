// A method's code in the form that transformations work on: references are
// ids of a Pool, targets are labels, payloads hang on their instruction, and
// lines and locals stand between the instructions they are about.
//
// A transformation inserts, removes and changes instructions and need not care
// how they are encoded. The encoder (encode_code.h) picks wider forms
// where an index, a distance or a register does not fit, so any register up to
// 65,535 may stand anywhere. An opcode is a lower bound: const-string becomes
// const-string/jumbo where it must, never the other way round.
//
// Invariants
// 1. Every label that is used is less than `labels` and has one kLabel mark.
// 2. Parameters are in the last `ins` registers, wide values in two in a row.
// 3. `tries` may overlap: what an earlier one does not catch, the next one
//    may, as in a class file's exception table.
// The encoder checks them; code that breaks them is an error, not a crash.
//
// Threads: plain values.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "dex/ids.h"
#include "dex/opcode.h"

namespace reprise::dex {

using Label = uint32_t;

struct Instruction {
  Op op = Op::kNop;
  uint8_t count = 0;               // of registers: 35c, 45cc, 3rc, 4rcc
  std::array<uint16_t, 5> regs{};  // vA, vB, vC; a list; a row's first
  uint32_t ref = 0;                // what InfoOf(op).ref says
  // The number of a const or /lit, const/high16 and the like already
  // shifted; the ProtoId of invoke-polymorphic; the line of a kLine mark.
  int64_t literal = 0;

  StringId string() const { return {ref}; }
  TypeId type() const { return {ref}; }
  FieldId field() const { return {ref}; }
  MethodId method() const { return {ref}; }
  ProtoId proto() const {
    return {op == Op::kConstMethodType ? ref : static_cast<uint32_t>(literal)};
  }
  HandleId handle() const { return {ref}; }
  CallSiteId call_site() const { return {ref}; }
  Label label() const { return ref; }

  // Of a kStartLocal mark, whose name is string() and whose register regs[0];
  // each may be missing.
  TypeId local_type() const { return {static_cast<uint32_t>(literal)}; }
  StringId local_signature() const {
    return {static_cast<uint32_t>(static_cast<uint64_t>(literal) >> 32)};
  }

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

// An instruction with these registers; for those that take a list, all of it.
Instruction Make(Op op, std::initializer_list<uint16_t> regs = {},
                 uint32_t ref = 0, int64_t literal = 0);
// One that takes a row of registers.
Instruction MakeRange(Op op, uint16_t first, uint8_t count, uint32_t ref);
Instruction MakeLocal(uint16_t reg, StringId name, TypeId type,
                      StringId signature);

// Of packed-switch and sparse-switch, keys ascending; packed: without gaps.
struct SwitchTable {
  struct Case {
    int32_t key = 0;
    Label target = 0;
    friend bool operator==(const Case&, const Case&) = default;
  };
  std::vector<Case> cases;
  friend bool operator==(const SwitchTable&, const SwitchTable&) = default;
};

// Of fill-array-data.
struct ArrayData {
  uint16_t width = 4;          // bytes of an element: 1, 2, 4 or 8
  std::vector<uint8_t> bytes;  // little-endian elements
  friend bool operator==(const ArrayData&, const ArrayData&) = default;
};

struct Handler {
  TypeId type;  // none: catches all, and is the last one
  Label target = 0;
  friend bool operator==(const Handler&, const Handler&) = default;
};

struct Try {
  Label start = 0;  // the first instruction inside
  Label end = 0;    // the first one after it
  std::vector<Handler> handlers;
};

struct DebugInfo {
  std::vector<StringId> parameter_names;  // each may be missing
};

struct Code {
  uint16_t registers = 0;
  uint16_t ins = 0;
  uint16_t outs = 0;  // at least; the encoder raises it to what calls need
  Label labels = 0;
  std::vector<Instruction> instructions;
  std::vector<Try> tries;
  std::vector<SwitchTable> switches;
  std::vector<ArrayData> arrays;
  std::optional<DebugInfo> debug;  // without it, marks of lines are not kept

  Label NewLabel() { return labels++; }
};

// How many of `regs` hold a register.
inline size_t RegisterFields(const Instruction& instruction) {
  const OpInfo& info = InfoOf(instruction.op);
  if (info.format == kFormatMark) {
    return instruction.op >= Op::kStartLocal &&
           instruction.op <= Op::kRestartLocal;
  }
  if (TakesList(instruction.op)) return instruction.count;
  if (TakesRange(instruction.op)) return instruction.count > 0;
  return info.registers.size();
}

// Adds `by` to every register of the instruction that is `from` or more.
void ShiftRegisters(Instruction* instruction, uint16_t from, uint16_t by);

// Makes room for `count` more local variables and returns the first of them;
// those that were there, and the parameters, may move up. Nothing when that
// were more than 65,535 registers.
std::optional<uint16_t> AddLocals(Code* code, uint16_t count);

}  // namespace reprise::dex
