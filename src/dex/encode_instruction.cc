#include "base/check.h"
#include "dex/encode_code.h"
#include "dex/file_format.h"

namespace reprise::dex {

uint32_t CodeEncoder::IndexOfRef(const Instruction& instruction) const {
  switch (InfoOf(instruction.op).ref) {
    case kRefString:
      return indices_.strings[instruction.string()];
    case kRefType:
      return indices_.types[instruction.type()];
    case kRefField:
      return indices_.fields[instruction.field()];
    case kRefMethod:
      return indices_.methods[instruction.method()];
    case kRefProto:
      return indices_.protos[instruction.proto()];
    case kRefCallSite:
      return indices_.call_sites[instruction.call_site()];
    case kRefHandle:
      return indices_.handles[instruction.handle()];
    default:
      return 0;
  }
}

void CodeEncoder::EmitPlain(const Instruction& instruction, uint32_t pc) {
  const OpInfo& info = InfoOf(instruction.op);
  const auto op = static_cast<uint32_t>(instruction.op);
  const auto& regs = instruction.regs;
  const auto literal = static_cast<uint64_t>(instruction.literal);
  // The first unit, with 8 bits, or twice 4, beside the opcode.
  const auto wide = [&](uint32_t a) { Unit(op | (a & 0xff) << 8); };
  const auto two = [&](uint32_t a, uint32_t b) {
    Unit(op | (a & 0xf) << 8 | (b & 0xf) << 12);
  };
  const auto distance = [&] { return AddressOf(instruction.label()) - pc; };
  switch (info.format) {
    case kFormat10x:
      return Unit(op);
    case kFormat12x:
      return two(regs[0], regs[1]);
    case kFormat11n:
      return two(regs[0], static_cast<uint32_t>(literal));
    case kFormat11x:
      return wide(regs[0]);
    case kFormat10t:
      return wide(distance());
    case kFormat20t:
      Unit(op);
      return Unit(distance());
    case kFormat30t:
      Unit(op);
      return Unit32(distance());
    case kFormat22x:
      wide(regs[0]);
      return Unit(regs[1]);
    case kFormat32x:
      Unit(op);
      Unit(regs[0]);
      return Unit(regs[1]);
    case kFormat21t:
      wide(regs[0]);
      return Unit(distance());
    case kFormat22t:
      two(regs[0], regs[1]);
      return Unit(distance());
    case kFormat21s:
      wide(regs[0]);
      return Unit(static_cast<uint32_t>(literal));
    case kFormat21h:
      wide(regs[0]);
      return Unit(static_cast<uint32_t>(
          literal >> (instruction.op == Op::kConstHigh16 ? 16 : 48)));
    case kFormat21c:
      wide(regs[0]);
      return Unit(IndexOfRef(instruction));
    case kFormat23x:
      wide(regs[0]);
      return Unit((regs[1] & 0xffU) | regs[2] << 8);
    case kFormat22b:
      wide(regs[0]);
      return Unit(static_cast<uint32_t>((regs[1] & 0xff) | literal << 8));
    case kFormat22s:
      two(regs[0], regs[1]);
      return Unit(static_cast<uint32_t>(literal));
    case kFormat22c:
      two(regs[0], regs[1]);
      return Unit(IndexOfRef(instruction));
    case kFormat31i:
      wide(regs[0]);
      return Unit32(static_cast<uint32_t>(literal));
    case kFormat31t:
      wide(regs[0]);
      return Unit32(payload_address_[next_payload_++] - pc);
    case kFormat31c:
      wide(regs[0]);
      return Unit32(IndexOfRef(instruction));
    case kFormat51l:
      wide(regs[0]);
      Unit32(static_cast<uint32_t>(literal));
      return Unit32(static_cast<uint32_t>(literal >> 32));
    case kFormat35c:
    case kFormat45cc:
      two(regs[4], instruction.count);
      Unit(IndexOfRef(instruction));
      Unit(static_cast<uint32_t>(regs[0] | regs[1] << 4 | regs[2] << 8 |
                                 regs[3] << 12));
      break;
    case kFormat3rc:
    case kFormat4rcc:
      wide(instruction.count);
      Unit(IndexOfRef(instruction));
      Unit(regs[0]);
      break;
    case kFormatMark:
    case kFormatNone:
      return;
  }
  if (info.units == 4) Unit(indices_.protos[instruction.proto()]);
}

void CodeEncoder::Emit(size_t index) {
  const Instruction& instruction = code_->instructions[index];
  const uint32_t pc = addresses_[index];
  Instruction changed = instruction;
  switch (forms_[index]) {
    case kAsIs:
      return EmitPlain(instruction, pc);
    case kJumbo:
      changed.op = Op::kConstStringJumbo;
      return EmitPlain(changed, pc);
    case kGoto16:
      changed.op = Op::kGoto16;
      return EmitPlain(changed, pc);
    case kGoto32:
      changed.op = Op::kGoto32;
      return EmitPlain(changed, pc);
    case kFarIf:
      // The opposite if jumps over a goto/32.
      changed.op = Inverted(instruction.op);
      EmitPlain(changed, pc);
      units_.back() = 5;
      changed.op = Op::kGoto32;
      return EmitPlain(changed, pc + 2);
  }
}

void CodeEncoder::EmitAll() {
  units_.clear();
  next_payload_ = 0;
  for (size_t i = 0; i < code_->instructions.size(); ++i) Emit(i);
  CHECK_EQ(units_.size(), addresses_.back());
  EmitPayloads();
}

void CodeEncoder::EmitPayloads() {
  const auto& instructions = code_->instructions;
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& instruction = instructions[i];
    const OpInfo& info = InfoOf(instruction.op);
    if (info.format != kFormat31t) continue;
    if (units_.size() % 2 == 1) Unit(0);
    if (info.ref == kRefArray) {
      const ArrayData& data = code_->arrays[instruction.ref];
      Unit(kArrayPayload);
      Unit(data.width);
      Unit32(static_cast<uint32_t>(data.bytes.size() / data.width));
      for (size_t at = 0; at < data.bytes.size(); at += 2) {
        const uint32_t high =
            at + 1 < data.bytes.size() ? data.bytes[at + 1] : 0;
        Unit(data.bytes[at] | high << 8);
      }
      continue;
    }
    const auto& cases = code_->switches[instruction.ref].cases;
    const bool packed = instruction.op == Op::kPackedSwitch;
    Unit(packed ? kPackedSwitchPayload : kSparseSwitchPayload);
    Unit(static_cast<uint32_t>(cases.size()));
    if (packed) {
      Unit32(static_cast<uint32_t>(cases.empty() ? 0 : cases[0].key));
    } else {
      for (const auto& entry : cases) Unit32(static_cast<uint32_t>(entry.key));
    }
    for (const auto& entry : cases) {
      Unit32(AddressOf(entry.target) - addresses_[i]);
    }
  }
}

}  // namespace reprise::dex
