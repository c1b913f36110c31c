#include "dex/encode_code.h"

#include <algorithm>

#include "dex/cursor.h"
#include "dex/fit_registers.h"

namespace reprise::dex {
namespace {

// Of one method, in units: more than ART could hold in its signed offsets.
constexpr uint64_t kMaxUnits = 1 << 28;

}  // namespace

Status CodeEncoder::CheckSwitch(const Instruction& instruction) {
  if (instruction.ref >= code_->switches.size()) {
    return Fail(ErrorKind::kInvalidArgument, "a switch has no table {}",
                instruction.ref);
  }
  const auto& cases = code_->switches[instruction.ref].cases;
  if (cases.size() > UINT16_MAX) {
    return Fail(ErrorKind::kUnsupported,
                "a switch has {} cases; 65535 are possible", cases.size());
  }
  const bool packed = instruction.op == Op::kPackedSwitch;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].target >= code_->labels) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a switch goes to label {} of {}", cases[i].target,
                  code_->labels);
    }
    if (i == 0) continue;
    const int64_t gap = int64_t{cases[i].key} - cases[i - 1].key;
    const bool wraps =
        packed && cases[i - 1].key == INT32_MAX && cases[i].key == INT32_MIN;
    if ((packed ? gap != 1 : gap <= 0) && !wraps) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a {} has key {} after {}; keys ascend{}",
                  InfoOf(instruction.op).name, cases[i].key, cases[i - 1].key,
                  packed ? " by one" : "");
    }
  }
  return {};
}

// What only a faulty transformation or a damaged file gets wrong.
Status CodeEncoder::Check() {
  const Code& code = *code_;
  if (code.ins > code.registers) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} parameters need more than the {} registers", code.ins,
                code.registers);
  }
  label_address_.assign(code.labels, kNoId);
  std::vector<uint32_t>& seen = label_address_;
  const auto known = [&](Label label) { return label < code.labels; };
  for (const Instruction& instruction : code.instructions) {
    const OpInfo& info = InfoOf(instruction.op);
    const size_t regs = RegisterFields(instruction);
    if (regs > instruction.regs.size()) {
      return Fail(ErrorKind::kInvalidArgument, "{} takes at most 5 registers",
                  info.name);
    }
    uint32_t top = 0;
    for (size_t i = 0; i < regs; ++i) {
      top = std::max<uint32_t>(top, instruction.regs[i] + 1U);
    }
    if (TakesRange(instruction.op)) {
      top =
          instruction.count == 0 ? 0 : instruction.regs[0] + instruction.count;
    }
    if (top > code.registers) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} uses register {}, but there are {}", info.name, top - 1,
                  code.registers);
    }
    if (info.format == kFormatNone) {
      return Fail(ErrorKind::kInvalidArgument, "{:#04x} is no opcode",
                  static_cast<int>(instruction.op));
    }
    if (info.ref == kRefLabel && !known(instruction.label())) {
      return Fail(ErrorKind::kInvalidArgument, "{} names label {} of {}",
                  info.name, instruction.label(), code.labels);
    }
    if (instruction.op == Op::kLabel) {
      if (seen[instruction.label()] != kNoId) {
        return Fail(ErrorKind::kInvalidArgument, "label {} is in two places",
                    instruction.label());
      }
      seen[instruction.label()] = 0;
    }
    if (info.ref == kRefSwitch) RETURN_IF_ERROR(CheckSwitch(instruction));
    if (info.ref == kRefArray && instruction.ref >= code.arrays.size()) {
      return Fail(ErrorKind::kInvalidArgument, "fill-array-data has no data {}",
                  instruction.ref);
    }
  }
  for (const Try& entry : code.tries) {
    bool all_known = known(entry.start) && known(entry.end);
    for (const Handler& handler : entry.handlers) {
      all_known = all_known && known(handler.target);
    }
    if (!all_known) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a try names a label that is not one of {}", code.labels);
    }
  }
  if (std::find(seen.begin(), seen.end(), kNoId) != seen.end()) {
    return Fail(ErrorKind::kInvalidArgument, "label {} is nowhere",
                std::find(seen.begin(), seen.end(), kNoId) - seen.begin());
  }
  for (const ArrayData& data : code.arrays) {
    if (data.width == 0 || data.width > 8 ||
        (data.width & (data.width - 1)) != 0 ||
        data.bytes.size() % data.width != 0) {
      return Fail(ErrorKind::kInvalidArgument,
                  "array data has {} bytes in elements of {}",
                  data.bytes.size(), data.width);
    }
  }
  return {};
}

void CodeEncoder::FirstWidths() {
  const auto& instructions = code_->instructions;
  widths_.resize(instructions.size());
  forms_.assign(instructions.size(), kAsIs);
  addresses_.resize(instructions.size() + 1);
  branches_.clear();
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& instruction = instructions[i];
    const OpInfo& info = InfoOf(instruction.op);
    widths_[i] = info.units;
    if (instruction.op == Op::kConstString &&
        indices_.strings[instruction.string()] > UINT16_MAX) {
      forms_[i] = kJumbo;
      widths_[i] = 3;
    } else if (info.ref == kRefLabel && info.units > 0) {
      branches_.push_back(static_cast<uint32_t>(i));
    }
  }
}

void CodeEncoder::PlaceAll() {
  uint32_t pc = 0;
  const auto& instructions = code_->instructions;
  for (size_t i = 0; i < instructions.size(); ++i) {
    addresses_[i] = pc;
    if (instructions[i].op == Op::kLabel) {
      label_address_[instructions[i].label()] = pc;
    }
    pc += widths_[i];
  }
  addresses_[instructions.size()] = pc;
}

// Whether any had to become wider, so that all have to be placed again.
bool CodeEncoder::WidenBranches() {
  bool widened = false;
  for (const uint32_t i : branches_) {
    const Instruction& instruction = code_->instructions[i];
    const int64_t distance =
        int64_t{AddressOf(instruction.label())} - addresses_[i];
    const bool in_16 = distance >= INT16_MIN && distance <= INT16_MAX;
    Form form = forms_[i];
    uint8_t width = widths_[i];
    if (IsGoto(instruction.op)) {
      // Only goto/32 may go to itself.
      if (width < 3 && (!in_16 || distance == 0)) {
        form = kGoto32;
        width = 3;
      } else if (width < 2 && (distance < INT8_MIN || distance > INT8_MAX)) {
        form = kGoto16;
        width = 2;
      }
    } else if (width == 2 && (!in_16 || distance == 0)) {
      form = kFarIf;
      width = 5;
    }
    if (width != widths_[i]) {
      forms_[i] = form;
      widths_[i] = width;
      widened = true;
    }
  }
  return widened;
}

// Each instruction has a table of its own, though two may share its content:
// targets are relative to the instruction.
void CodeEncoder::PlacePayloads() {
  payload_address_.clear();
  uint64_t pc = addresses_.back();
  for (const Instruction& instruction : code_->instructions) {
    const OpInfo& info = InfoOf(instruction.op);
    if (info.format != kFormat31t) continue;
    pc += pc % 2;
    payload_address_.push_back(static_cast<uint32_t>(pc));
    if (info.ref == kRefArray) {
      pc += 4 + (code_->arrays[instruction.ref].bytes.size() + 1) / 2;
    } else {
      const size_t cases = code_->switches[instruction.ref].cases.size();
      pc += instruction.op == Op::kPackedSwitch ? 4 + cases * 2 : 2 + cases * 4;
    }
  }
}

Status CodeEncoder::Layout() {
  uint64_t most = 0;
  for (const Instruction& instruction : code_->instructions) {
    most += 5;
    const RefKind ref = InfoOf(instruction.op).ref;
    if (ref == kRefSwitch) {
      most += 5 + code_->switches[instruction.ref].cases.size() * 4;
    } else if (ref == kRefArray) {
      most += 6 + code_->arrays[instruction.ref].bytes.size();
    }
  }
  if (most > kMaxUnits) {
    return Fail(ErrorKind::kUnsupported, "the code is too long");
  }
  FirstWidths();
  do {
    PlaceAll();
  } while (WidenBranches());
  PlacePayloads();
  return {};
}

uint16_t CodeEncoder::Outs() const {
  uint16_t outs = code_->outs;
  for (const Instruction& instruction : code_->instructions) {
    const RefKind ref = InfoOf(instruction.op).ref;
    if (ref == kRefMethod || ref == kRefCallSite) {
      outs = std::max<uint16_t>(outs, instruction.count);
    }
  }
  return outs;
}

Status CodeEncoder::Encode(const MethodDef& method, std::string* out,
                           std::string* debug) {
  code_ = &*method.code;
  RETURN_IF_ERROR(Check());
  Code fitted;
  if (!std::all_of(code_->instructions.begin(), code_->instructions.end(),
                   Fits)) {
    ASSIGN_OR_RETURN(fitted, FitRegisters(pool_, method));
    code_ = &fitted;
  }
  RETURN_IF_ERROR(Layout());
  EmitAll();
  const size_t start = out->size();
  PutU16(out, code_->registers);
  PutU16(out, code_->ins);
  PutU16(out, Outs());
  PutU16(out, 0);
  PutU32(out, 0);
  PutU32(out, static_cast<uint32_t>(units_.size()));
  out->append(reinterpret_cast<const char*>(units_.data()),
              units_.size() * sizeof(units_[0]));
  uint16_t tries = 0;
  RETURN_IF_ERROR(EncodeTries(out, &tries));
  out->replace(start + 6, 2, reinterpret_cast<const char*>(&tries), 2);
  debug->clear();
  if (code_->debug) EncodeDebug(debug);
  return {};
}

}  // namespace reprise::dex
