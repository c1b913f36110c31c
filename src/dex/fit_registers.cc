#include "dex/fit_registers.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dex/register_kinds.h"

namespace reprise::dex {
namespace {

struct Most {
  uint16_t first;
  uint16_t others;
};

// The highest registers that a format has bits for.
Most MostOf(Format format) {
  switch (format) {
    case kFormat12x:
    case kFormat11n:
    case kFormat22t:
    case kFormat22s:
    case kFormat22c:
    case kFormat35c:
    case kFormat45cc:
      return {15, 15};
    case kFormat22x:
      return {255, UINT16_MAX};
    case kFormat32x:
    case kFormat3rc:
    case kFormat4rcc:
    case kFormatMark:
      return {UINT16_MAX, UINT16_MAX};
    default:
      return {255, 255};
  }
}

template <typename T>
bool Holds(int64_t value) {
  return value >= std::numeric_limits<T>::min() &&
         value <= std::numeric_limits<T>::max();
}

bool LiteralFits(const Instruction& instruction) {
  const int64_t value = instruction.literal;
  switch (InfoOf(instruction.op).format) {
    case kFormat11n:
      return value >= -8 && value <= 7;
    case kFormat21s:
    case kFormat22s:
      return Holds<int16_t>(value);
    case kFormat22b:
      return Holds<int8_t>(value);
    case kFormat31i:
      return Holds<int32_t>(value);
    case kFormat21h:
      return instruction.op == Op::kConstHigh16
                 ? (value & 0xffff) == 0 && Holds<int32_t>(value)
                 : (value & 0xffffffffffff) == 0;
    default:
      return true;
  }
}

bool IsRow(const Instruction& instruction) {
  for (int i = 1; i < instruction.count; ++i) {
    if (instruction.regs[i] != instruction.regs[0] + i) return false;
  }
  return true;
}

// The next form that takes more registers or bigger numbers, if there is one.
bool Widen(Instruction* instruction) {
  const auto code = static_cast<uint8_t>(instruction->op);
  const Format format = InfoOf(instruction->op).format;
  const auto become = [&](Op op) {
    instruction->op = op;
    return true;
  };
  if (code >= 0x01 && code <= 0x09 && format != kFormat32x) {
    return become(static_cast<Op>(code + 1));
  }
  if (code >= 0xb0 && code <= 0xcf) {  // /2addr
    instruction->regs = {instruction->regs[0], instruction->regs[0],
                         instruction->regs[1]};
    return become(static_cast<Op>(code - 0x20));
  }
  if (code >= 0xd0 && code <= 0xd7 && Holds<int8_t>(instruction->literal)) {
    return become(static_cast<Op>(code + 8));  // /lit16 to /lit8
  }
  switch (instruction->op) {
    case Op::kConst4:
      return become(Op::kConst16);
    case Op::kConst16:
    case Op::kConstHigh16:
      return become(Op::kConst);
    case Op::kConstWide16:
      return become(Op::kConstWide32);
    case Op::kConstWide32:
    case Op::kConstWideHigh16:
      return become(Op::kConstWide);
    case Op::kFilledNewArray:
      return IsRow(*instruction) && become(Op::kFilledNewArrayRange);
    case Op::kInvokePolymorphic:
      return IsRow(*instruction) && become(Op::kInvokePolymorphicRange);
    case Op::kInvokeCustom:
      return IsRow(*instruction) && become(Op::kInvokeCustomRange);
    default:
      // invoke-virtual to invoke-interface
      return code >= 0x6e && code <= 0x72 && IsRow(*instruction) &&
             become(static_cast<Op>(code + 6));
  }
}

Instruction Move(char kind, uint16_t to, uint16_t from) {
  const Op op = kind == 'o'   ? Op::kMoveObjectFrom16
                : kind == 'w' ? Op::kMoveWideFrom16
                              : Op::kMoveFrom16;
  if (to <= 255) return Make(op, {to, from});
  return Make(static_cast<Op>(static_cast<uint8_t>(op) + 1), {to, from});
}

class Fitter {
 public:
  Fitter(const Pool& pool, const MethodDef& method)
      : pool_(pool), method_(method) {}

  Result<Code> Run();

 private:
  Status Lower(size_t index);
  Status LowerList(Instruction instruction);
  Status LowerOperands(Instruction instruction, size_t index);
  // Found out when an instruction needs it, which is rare.
  Result<bool> ComparesReferencesAt(size_t index);
  Status LowerAll();
  uint16_t Take(char kind) {
    const uint16_t reg = used_;
    used_ = static_cast<uint16_t>(used_ + (kind == 'w' ? 2 : 1));
    most_ = std::max(most_, used_);
    return reg;
  }
  void Put(const Instruction& instruction) { out_.push_back(instruction); }

  const Pool& pool_;
  const MethodDef& method_;
  std::optional<std::vector<bool>> compares_references_;
  std::vector<Instruction> out_;
  uint16_t scratch_ = 0;  // registers added at v0
  uint16_t used_ = 0;     // of them by the instruction
  uint16_t most_ = 0;
};

Status Fitter::LowerList(Instruction instruction) {
  const std::string kinds = ArgumentKinds(pool_, instruction);
  const auto words = static_cast<size_t>(
      std::count(kinds.begin(), kinds.end(), 'w') + int64_t(kinds.size()));
  if (words != instruction.count) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} passes {} registers, but what it calls takes {}",
                InfoOf(instruction.op).name, instruction.count, words);
  }
  size_t at = 0;
  for (const char kind : kinds) {
    const size_t size = kind == 'w' ? 2 : 1;
    const uint16_t reg = instruction.regs[at];
    if (reg + size - 1 > 15) {
      const uint16_t copy = Take(kind);
      Put(Move(kind, copy, reg));
      for (size_t i = 0; i < size; ++i) {
        instruction.regs[at + i] = static_cast<uint16_t>(copy + i);
      }
    }
    at += size;
  }
  Put(instruction);
  return {};
}

Result<bool> Fitter::ComparesReferencesAt(size_t index) {
  if (!compares_references_) {
    ASSIGN_OR_RETURN(compares_references_, ComparesReferences(pool_, method_));
  }
  return (*compares_references_)[index];
}

Status Fitter::LowerOperands(Instruction instruction, size_t index) {
  const OpInfo& info = InfoOf(instruction.op);
  const Most most = MostOf(info.format);
  std::vector<Instruction> after;
  for (size_t i = 0; i < info.registers.size(); ++i) {
    const uint16_t reg = instruction.regs[i];
    if (reg <= (i == 0 ? most.first : most.others)) continue;
    char operand = info.registers[i];
    bool read = operand >= 'a';
    bool written = !read;
    if (operand == 'a') {
      ASSIGN_OR_RETURN(const bool references, ComparesReferencesAt(index));
      operand = references ? 'o' : 'i';
    }
    if (operand >= 'X' && operand <= 'Z') {
      read = true;
      operand = operand == 'X' ? 'i' : operand == 'Y' ? 'w' : 'o';
    }
    const char kind = static_cast<char>(operand | 0x20);
    const uint16_t copy = Take(kind);
    if (read) Put(Move(kind, copy, reg));
    // The verifier counts a lock by register: it must find it in this one, too.
    if (written || instruction.op == Op::kMonitorEnter) {
      after.push_back(Move(kind, reg, copy));
    }
    instruction.regs[i] = copy;
  }
  Put(instruction);
  out_.insert(out_.end(), after.begin(), after.end());
  return {};
}

Status Fitter::Lower(size_t index) {
  Instruction instruction = method_.code->instructions[index];
  ShiftRegisters(&instruction, 0, scratch_);
  const Instruction given = instruction;
  while (!Fits(instruction)) {
    if (!Widen(&instruction)) break;
  }
  if (Fits(instruction)) {
    Put(instruction);
    return {};
  }
  // No form does; the first one with the number will, on other registers.
  instruction = given;
  while (!LiteralFits(instruction)) {
    if (!Widen(&instruction)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} cannot hold the number {}; load it with const first",
                  InfoOf(given.op).name, given.literal);
    }
  }
  used_ = 0;
  if (TakesList(instruction.op)) return LowerList(instruction);
  return LowerOperands(instruction, index);
}

Status Fitter::LowerAll() {
  out_.clear();
  for (size_t i = 0; i < method_.code->instructions.size(); ++i) {
    RETURN_IF_ERROR(Lower(i));
  }
  return {};
}

Result<Code> Fitter::Run() {
  const Code& code = *method_.code;
  while (true) {
    RETURN_IF_ERROR(LowerAll());
    if (most_ <= scratch_) break;
    // With more added, more of the others may not fit any more.
    scratch_ = most_;
    if (code.registers + scratch_ > UINT16_MAX) {
      return Fail(ErrorKind::kUnsupported,
                  "there is no room for {} more registers beside {}", scratch_,
                  code.registers);
    }
  }
  Code fitted = code;
  fitted.instructions = std::move(out_);
  fitted.registers = static_cast<uint16_t>(code.registers + scratch_);
  return fitted;
}

}  // namespace

bool Fits(const Instruction& instruction) {
  const OpInfo& info = InfoOf(instruction.op);
  const Most most = MostOf(info.format);
  if (most.first != UINT16_MAX) {
    const size_t used = RegisterFields(instruction);
    for (size_t i = 0; i < used; ++i) {
      if (instruction.regs[i] > (i == 0 ? most.first : most.others)) {
        return false;
      }
    }
  }
  return LiteralFits(instruction);
}

Result<Code> FitRegisters(const Pool& pool, const MethodDef& method) {
  return Fitter(pool, method).Run();
}

}  // namespace reprise::dex
