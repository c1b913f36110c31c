// The instruction set, as one table: what the reader, the encoder, the text
// form and every transformation need to know of an opcode.
//
// Besides the instructions of DEX there are marks (Format kFormatMark): they
// take no room in the code and say where a label, a line or a local is.
//
// Threads: any; constants.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reprise::dex {

enum class Op : uint8_t {
#define OP(value, constant, name, format, ref, flags, regs) constant = value,
#include "dex/opcodes.inc"
#undef OP
};

// Names as in Dalvik's documents: units, registers, kind of the rest.
enum Format : uint8_t {
  kFormatNone,  // no such opcode
  kFormat10x,
  kFormat12x,
  kFormat11n,
  kFormat11x,
  kFormat10t,
  kFormat20t,
  kFormat22x,
  kFormat21t,
  kFormat21s,
  kFormat21h,
  kFormat21c,
  kFormat23x,
  kFormat22b,
  kFormat22t,
  kFormat22s,
  kFormat22c,
  kFormat30t,
  kFormat32x,
  kFormat31i,
  kFormat31t,
  kFormat31c,
  kFormat35c,
  kFormat3rc,
  kFormat45cc,
  kFormat4rcc,
  kFormat51l,
  kFormatMark,
};

// What Instruction::ref is.
enum RefKind : uint8_t {
  kRefNone,
  kRefString,
  kRefType,
  kRefField,
  kRefMethod,
  kRefProto,
  kRefCallSite,
  kRefHandle,
  kRefLabel,
  kRefSwitch,  // index into Code::switches
  kRefArray,   // index into Code::arrays
};

enum OpFlags : uint8_t {
  kThrows = 1,  // may throw, so that handlers see the state before it
  kEnds = 2,    // never goes on to the next instruction
};

struct OpInfo {
  std::string_view name;       // empty: no such opcode
  std::string_view registers;  // see opcodes.inc; empty for 35c and the like
  Format format = kFormatNone;
  RefKind ref = kRefNone;
  uint8_t flags = 0;
  uint8_t units = 0;  // of 16 bits
};

namespace opcode_internal {
struct Table {
  OpInfo ops[256];
};
extern const Table kTable;
}  // namespace opcode_internal

inline const OpInfo& InfoOf(Op op) {
  return opcode_internal::kTable.ops[static_cast<uint8_t>(op)];
}
std::optional<Op> OpByName(std::string_view name);

inline bool IsMark(Op op) { return InfoOf(op).format == kFormatMark; }
inline bool CanThrow(Op op) { return (InfoOf(op).flags & kThrows) != 0; }
inline bool EndsBlock(Op op) { return (InfoOf(op).flags & kEnds) != 0; }
// Takes a list of registers (regs[0] to regs[count - 1]).
inline bool TakesList(Op op) {
  return InfoOf(op).format == kFormat35c || InfoOf(op).format == kFormat45cc;
}
// Takes a row of registers (count of them from regs[0] on).
inline bool TakesRange(Op op) {
  return InfoOf(op).format == kFormat3rc || InfoOf(op).format == kFormat4rcc;
}
inline bool IsIf(Op op) {
  return InfoOf(op).format == kFormat22t || InfoOf(op).format == kFormat21t;
}
inline bool IsGoto(Op op) { return op >= Op::kGoto && op <= Op::kGoto32; }
// The if that jumps when the other does not.
inline Op Inverted(Op op) {
  return static_cast<Op>(((static_cast<uint8_t>(op) - 0x32) ^ 1) + 0x32);
}

}  // namespace reprise::dex
