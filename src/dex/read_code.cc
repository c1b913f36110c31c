#include "dex/read_code.h"

#include <algorithm>
#include <cstring>

#include "dex/file_format.h"

namespace reprise::dex {
namespace {

constexpr size_t kCodeHeaderSize = 16;
constexpr size_t kTrySize = 8;

}  // namespace

bool CodeReader::BadAt(uint32_t pc, const char* what) {
  return tables_.Bad("the code at {:#x} {} at its unit {:#x}", offset_, what,
                     pc);
}

bool CodeReader::Read(uint32_t offset, Code* out) {
  offset_ = offset;
  code_ = out;
  Cursor at = tables_.At(offset);
  out->registers = at.U16();
  out->ins = at.U16();
  out->outs = at.U16();
  const uint16_t tries = at.U16();
  const uint32_t debug = at.U32();
  const uint32_t units = at.U32();
  if (!at.ok() || units > at.remaining() / 2) {
    return tables_.Bad("the code at {:#x} is not inside the file", offset);
  }
  if (out->ins > out->registers) {
    return tables_.Bad("the code at {:#x} has {} registers for {} parameters",
                       offset, out->registers, out->ins);
  }
  if (!tables_.Charge(units)) return false;
  units_.resize(units);
  if (units > 0) {
    std::memcpy(units_.data(), tables_.bytes().data() + at.position(),
                units * size_t{2});
  }
  begins_.assign(units + size_t{1}, kNothing);
  labels_.assign(units + size_t{1}, kNoId);
  jumps_.clear();
  marks_.clear();
  if (!Walk() || !FindTargets()) return false;
  if (tries > 0) {
    const size_t after = offset + kCodeHeaderSize + (units + units % 2) * 2UL;
    if (!ReadTries(tables_.At(after), tries)) return false;
  }
  return (debug == 0 || ReadDebug(debug)) && Emit();
}

bool CodeReader::PayloadUnits(uint32_t pc, uint64_t* units) const {
  const size_t left = units_.size() - pc;
  if (left < 4) return false;
  switch (units_[pc]) {
    case kPackedSwitchPayload:
      *units = 4 + uint64_t{units_[pc + 1]} * 2;
      break;
    case kSparseSwitchPayload:
      *units = 2 + uint64_t{units_[pc + 1]} * 4;
      break;
    default:
      *units = 4 + (uint64_t{units_[pc + 1]} * U32At(pc + 2) + 1) / 2;
  }
  return *units <= left;
}

bool CodeReader::Walk() {
  instructions_ = 0;
  const auto size = static_cast<uint32_t>(units_.size());
  for (uint32_t pc = 0; pc < size;) {
    const uint16_t unit = units_[pc];
    const OpInfo& info = InfoOf(static_cast<Op>(unit & 0xff));
    if (unit == kPackedSwitchPayload || unit == kSparseSwitchPayload ||
        unit == kArrayPayload) {
      uint64_t units = 0;
      // Two units are a sparse switch without cases.
      if (unit == kSparseSwitchPayload && size - pc >= 2 &&
          units_[pc + 1] == 0) {
        units = 2;
      } else if (!PayloadUnits(pc, &units)) {
        return BadAt(pc, "has a cut off table");
      }
      begins_[pc] = kPayload;
      pc += static_cast<uint32_t>(units);
      continue;
    }
    if (info.units == 0) return BadAt(pc, "has an unknown instruction");
    if (info.units > size - pc) return BadAt(pc, "is cut off");
    begins_[pc] = kInstruction;
    if (info.ref >= kRefLabel) jumps_.push_back(pc);
    ++instructions_;
    pc += info.units;
  }
  return true;
}

Label CodeReader::NewLabelAt(size_t address) {
  uint32_t& label = labels_[address];
  if (label == kNoId) label = code_->NewLabel();
  return label;
}

bool CodeReader::LabelAt(uint32_t pc, int64_t target, Label* label) {
  if (target < 0 || target >= static_cast<int64_t>(units_.size()) ||
      begins_[static_cast<size_t>(target)] != kInstruction) {
    return BadAt(pc, "jumps to where no instruction begins");
  }
  *label = NewLabelAt(static_cast<size_t>(target));
  return true;
}

// Where a range may end: at the next instruction, or at the end.
bool CodeReader::LabelAtOrAfter(uint64_t address, Label* label) {
  uint64_t at = address;
  while (at < units_.size() && begins_[at] != kInstruction) ++at;
  if (!tables_.Charge(at - address)) return false;
  *label = NewLabelAt(at);
  return true;
}

int32_t CodeReader::BranchOffset(uint32_t pc) const {
  switch (InfoOf(static_cast<Op>(units_[pc] & 0xff)).format) {
    case kFormat10t:
      return static_cast<int8_t>(units_[pc] >> 8);
    case kFormat30t:
    case kFormat31t:
      return static_cast<int32_t>(U32At(pc + 1));
    default:
      return static_cast<int16_t>(units_[pc + 1]);
  }
}

bool CodeReader::FindTargets() {
  next_switch_ = 0;
  next_array_ = 0;
  for (const uint32_t pc : jumps_) {
    const RefKind kind = InfoOf(static_cast<Op>(units_[pc] & 0xff)).ref;
    const int64_t target = int64_t{pc} + BranchOffset(pc);
    if (kind == kRefLabel) {
      Label label = 0;
      if (!LabelAt(pc, target, &label)) return false;
      continue;
    }
    if (target < 0 || target >= static_cast<int64_t>(units_.size()) ||
        begins_[static_cast<size_t>(target)] != kPayload) {
      return BadAt(pc, "refers to a table where none is");
    }
    const auto payload = static_cast<uint32_t>(target);
    if (!(kind == kRefSwitch ? ReadSwitch(pc, payload)
                             : ReadArray(pc, payload))) {
      return false;
    }
  }
  return true;
}

bool CodeReader::ReadSwitch(uint32_t pc, uint32_t payload) {
  const bool packed =
      (units_[pc] & 0xff) == static_cast<int>(Op::kPackedSwitch);
  if (units_[payload] !=
      (packed ? kPackedSwitchPayload : kSparseSwitchPayload)) {
    return BadAt(pc, "refers to a table of another kind");
  }
  const uint16_t count = units_[payload + 1];
  if (!tables_.Charge(count)) return false;
  SwitchTable& table = code_->switches.emplace_back();
  table.cases.resize(count);
  const size_t keys = payload + 2;
  const size_t targets = packed ? keys + 2 : keys + size_t{count} * 2;
  for (uint16_t i = 0; i < count; ++i) {
    SwitchTable::Case& entry = table.cases[i];
    // Keys of a packed switch may wrap around, as ART lets them.
    entry.key = static_cast<int32_t>(packed ? U32At(keys) + i
                                            : U32At(keys + size_t{i} * 2));
    const auto offset = static_cast<int32_t>(U32At(targets + size_t{i} * 2));
    if (!LabelAt(pc, int64_t{pc} + offset, &entry.target)) return false;
  }
  return true;
}

bool CodeReader::ReadArray(uint32_t pc, uint32_t payload) {
  if (units_[payload] != kArrayPayload) {
    return BadAt(pc, "refers to a table of another kind");
  }
  ArrayData& data = code_->arrays.emplace_back();
  data.width = units_[payload + 1];
  if (data.width != 1 && data.width != 2 && data.width != 4 &&
      data.width != 8) {
    return BadAt(payload, "has an array of elements of no known width");
  }
  const uint64_t size = uint64_t{data.width} * U32At(payload + 2);
  if (!tables_.Charge(size)) return false;
  data.bytes.resize(size);
  if (size > 0) std::memcpy(data.bytes.data(), &units_[payload + 4], size);
  return true;
}

bool CodeReader::ReadTries(Cursor at, uint16_t count) {
  if (at.remaining() < count * kTrySize) {
    return tables_.Bad("the tries of the code at {:#x} are cut off", offset_);
  }
  const size_t handlers = at.position() + count * kTrySize;
  code_->tries.resize(count);
  for (Try& entry : code_->tries) {
    const uint32_t start = at.U32();
    const uint64_t end = uint64_t{start} + at.U16();
    if (end > units_.size()) {
      return BadAt(start, "has a try that goes beyond it");
    }
    if (!LabelAt(start, start, &entry.start) ||
        !LabelAtOrAfter(end, &entry.end) ||
        !ReadHandlers(tables_.At(handlers + at.U16()), &entry.handlers)) {
      return false;
    }
  }
  return true;
}

bool CodeReader::ReadHandlers(Cursor at, std::vector<Handler>* out) {
  const int32_t size = at.Sleb();
  // Not std::abs, which INT32_MIN is too much for.
  const int64_t typed = size < 0 ? -int64_t{size} : size;
  if (!at.ok() || typed > static_cast<int64_t>(at.remaining() / 2)) {
    return tables_.Bad("the handlers of the code at {:#x} are cut off",
                       offset_);
  }
  if (!tables_.Charge(static_cast<uint64_t>(typed) + 1)) return false;
  const auto add = [&](TypeId type, uint32_t address) {
    Handler& handler = out->emplace_back();
    handler.type = type;
    return LabelAt(address, address, &handler.target);
  };
  for (int64_t i = 0; i < typed; ++i) {
    const TypeId type = tables_.Type(at.Uleb());
    if (!type.valid() || !add(type, at.Uleb())) return false;
  }
  return size > 0 || add(TypeId(), at.Uleb());
}

bool CodeReader::Emit() {
  const auto size = static_cast<uint32_t>(units_.size());
  std::vector<Instruction>& out = code_->instructions;
  out.reserve(instructions_ + code_->labels + marks_.size());
  auto mark = marks_.begin();
  const auto put_marks = [&](uint32_t until) {
    for (; mark != marks_.end() && mark->address <= until; ++mark) {
      out.push_back(mark->mark);
    }
  };
  const auto put_label = [&](uint32_t pc) {
    if (labels_[pc] != kNoId) out.push_back(Make(Op::kLabel, {}, labels_[pc]));
  };
  for (uint32_t pc = 0; pc < size; ++pc) {
    if (begins_[pc] != kInstruction) continue;
    // A nop that only aligns a table goes with it.
    if (units_[pc] == 0 && pc % 2 == 1 && labels_[pc] == kNoId &&
        begins_[pc + 1] == kPayload) {
      continue;
    }
    put_label(pc);
    put_marks(pc);
    if (!Decode(pc, &out.emplace_back())) return false;
  }
  put_label(size);
  put_marks(size);
  return true;
}

}  // namespace reprise::dex
