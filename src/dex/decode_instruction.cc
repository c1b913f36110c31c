#include "dex/read_code.h"

namespace reprise::dex {

bool CodeReader::Resolve(RefKind kind, uint32_t index, uint32_t* ref) {
  switch (kind) {
    case kRefString:
      *ref = tables_.String(index).value;
      break;
    case kRefType:
      *ref = tables_.Type(index).value;
      break;
    case kRefField:
      *ref = tables_.Field(index).value;
      break;
    case kRefMethod:
      *ref = tables_.Method(index).value;
      break;
    case kRefProto:
      *ref = tables_.Proto(index).value;
      break;
    case kRefCallSite:
      *ref = tables_.CallSite(index).value;
      break;
    case kRefHandle:
      *ref = tables_.Handle(index).value;
      break;
    default:
      return true;
  }
  return *ref != kNoId;
}

bool CodeReader::Decode(uint32_t pc, Instruction* out) {
  const uint16_t* unit = &units_[pc];
  const uint16_t first = unit[0];
  out->op = static_cast<Op>(first & 0xff);
  const OpInfo& info = InfoOf(out->op);
  const auto a4 = static_cast<uint16_t>((first >> 8) & 0xf);
  const auto b4 = static_cast<uint16_t>(first >> 12);
  const auto a8 = static_cast<uint16_t>(first >> 8);
  auto& regs = out->regs;
  switch (info.format) {
    case kFormat10x:
      return true;
    case kFormat12x:
      regs = {a4, b4};
      return true;
    case kFormat11n:
      regs = {a4};
      out->literal = static_cast<int16_t>(first) >> 12;
      return true;
    case kFormat11x:
      regs = {a8};
      return true;
    case kFormat22x:
      regs = {a8, unit[1]};
      return true;
    case kFormat32x:
      regs = {unit[1], unit[2]};
      return true;
    case kFormat21s:
      regs = {a8};
      out->literal = static_cast<int16_t>(unit[1]);
      return true;
    case kFormat21h: {
      regs = {a8};
      const int shift = out->op == Op::kConstHigh16 ? 16 : 48;
      out->literal = int64_t{static_cast<int16_t>(unit[1])} * (1LL << shift);
      return true;
    }
    case kFormat31i:
      regs = {a8};
      out->literal = static_cast<int32_t>(U32At(pc + 1));
      return true;
    case kFormat51l:
      regs = {a8};
      out->literal =
          static_cast<int64_t>(uint64_t{U32At(pc + 3)} << 32 | U32At(pc + 1));
      return true;
    case kFormat23x:
      regs = {a8, static_cast<uint16_t>(unit[1] & 0xff),
              static_cast<uint16_t>(unit[1] >> 8)};
      return true;
    case kFormat22b:
      regs = {a8, static_cast<uint16_t>(unit[1] & 0xff)};
      out->literal = static_cast<int8_t>(unit[1] >> 8);
      return true;
    case kFormat22s:
      regs = {a4, b4};
      out->literal = static_cast<int16_t>(unit[1]);
      return true;
    case kFormat10t:
    case kFormat20t:
    case kFormat30t:
    case kFormat21t:
    case kFormat22t: {
      if (info.format == kFormat21t) regs = {a8};
      if (info.format == kFormat22t) regs = {a4, b4};
      out->ref = labels_[static_cast<size_t>(int64_t{pc} + BranchOffset(pc))];
      return true;
    }
    case kFormat31t:
      regs = {a8};
      out->ref = info.ref == kRefSwitch ? next_switch_++ : next_array_++;
      return true;
    case kFormat21c:
      regs = {a8};
      return Resolve(info.ref, unit[1], &out->ref);
    case kFormat22c:
      regs = {a4, b4};
      return Resolve(info.ref, unit[1], &out->ref);
    case kFormat31c:
      regs = {a8};
      return Resolve(info.ref, U32At(pc + 1), &out->ref);
    case kFormat35c:
    case kFormat45cc:
      out->count = static_cast<uint8_t>(b4);
      if (b4 > 5) return BadAt(pc, "names more than five registers");
      for (int i = 0; i < 4 && i < b4; ++i) {
        regs[i] = (unit[2] >> (4 * i)) & 0xf;
      }
      if (b4 == 5) regs[4] = a4;
      break;
    case kFormat3rc:
    case kFormat4rcc:
      out->count = static_cast<uint8_t>(a8);
      // An empty row is anywhere.
      if (a8 > 0) regs[0] = unit[2];
      break;
    default:
      return BadAt(pc, "has an unknown instruction");
  }
  if (info.format == kFormat45cc || info.format == kFormat4rcc) {
    const ProtoId proto = tables_.Proto(unit[3]);
    if (!proto.valid()) return false;
    out->literal = proto.value;
  }
  return Resolve(info.ref, unit[1], &out->ref);
}

}  // namespace reprise::dex
