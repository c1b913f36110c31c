#include "dex/code.h"

#include <algorithm>

#include "base/check.h"

namespace reprise::dex {

Instruction Make(Op op, std::initializer_list<uint16_t> regs, uint32_t ref,
                 int64_t literal) {
  Instruction made{.op = op, .ref = ref, .literal = literal};
  CHECK(regs.size() <= made.regs.size());
  std::copy(regs.begin(), regs.end(), made.regs.begin());
  if (TakesList(op)) made.count = static_cast<uint8_t>(regs.size());
  return made;
}

Instruction MakeRange(Op op, uint16_t first, uint8_t count, uint32_t ref) {
  return {.op = op, .count = count, .regs = {first}, .ref = ref};
}

Instruction MakeLocal(uint16_t reg, StringId name, TypeId type,
                      StringId signature) {
  const uint64_t packed = uint64_t{signature.value} << 32 | type.value;
  return {.op = Op::kStartLocal,
          .regs = {reg},
          .ref = name.value,
          .literal = static_cast<int64_t>(packed)};
}

void ShiftRegisters(Instruction* instruction, uint16_t from, uint16_t by) {
  const size_t used = RegisterFields(*instruction);
  for (size_t i = 0; i < used; ++i) {
    uint16_t& reg = instruction->regs[i];
    if (reg >= from) reg = static_cast<uint16_t>(reg + by);
  }
}

std::optional<uint16_t> AddLocals(Code* code, uint16_t count) {
  if (code->registers + count > UINT16_MAX || code->ins > code->registers) {
    return std::nullopt;
  }
  // Directly before the parameters, so that locals keep their low numbers;
  // but a row of registers that reaches into the parameters must stay one.
  auto first = static_cast<uint16_t>(code->registers - code->ins);
  const bool row_across =
      std::any_of(code->instructions.begin(), code->instructions.end(),
                  [&](const Instruction& i) {
                    return TakesRange(i.op) && i.regs[0] < first &&
                           i.regs[0] + i.count > first;
                  });
  if (row_across) first = 0;
  for (Instruction& instruction : code->instructions) {
    ShiftRegisters(&instruction, first, count);
  }
  code->registers = static_cast<uint16_t>(code->registers + count);
  return first;
}

}  // namespace reprise::dex
