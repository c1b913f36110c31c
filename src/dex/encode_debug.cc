#include "dex/cursor.h"
#include "dex/encode_code.h"
#include "dex/file_format.h"

namespace reprise::dex {
namespace {

// Writes the byte code of debug information, keeping its state.
class DebugWriter {
 public:
  DebugWriter(uint32_t line, std::string* out) : out_(*out), line_(line) {}

  void Begin(DebugOp op, uint32_t address) {
    if (address != address_) {
      PutU8(&out_, kDebugAdvancePc);
      PutUleb(&out_, address - address_);
      address_ = address;
    }
    PutU8(&out_, op);
  }

  void Line(uint32_t line, uint32_t address) {
    // As 32 bits that may wrap around, as readers count them.
    const auto by = static_cast<int32_t>(line - line_);
    int rest = by;
    if (by < kDebugLineBase || by >= kDebugLineBase + kDebugLineRange) {
      PutU8(&out_, kDebugAdvanceLine);
      PutSleb(&out_, by);
      rest = 0;
    }
    uint64_t units = address - address_;
    uint64_t special = Special(rest, units);
    if (special > UINT8_MAX) {
      PutU8(&out_, kDebugAdvancePc);
      PutUleb(&out_, static_cast<uint32_t>(units));
      special = Special(rest, 0);
    }
    PutU8(&out_, static_cast<uint8_t>(special));
    line_ = line;
    address_ = address;
  }

 private:
  static uint64_t Special(int line, uint64_t units) {
    return static_cast<uint64_t>(line - kDebugLineBase) +
           units * kDebugLineRange + kDebugFirstSpecial;
  }

  std::string& out_;
  uint32_t address_ = 0;
  uint32_t line_;
};

}  // namespace

void CodeEncoder::EncodeDebug(std::string* out) {
  const auto& instructions = code_->instructions;
  uint32_t first_line = 0;
  for (const Instruction& instruction : instructions) {
    if (instruction.op == Op::kLine) {
      first_line = static_cast<uint32_t>(instruction.literal);
      break;
    }
  }
  const auto string = [&](StringId id) {
    PutUlebP1(out, id.valid() ? indices_.strings[id] : kNoIndex);
  };
  PutUleb(out, first_line);
  PutUleb(out, static_cast<uint32_t>(code_->debug->parameter_names.size()));
  for (const StringId name : code_->debug->parameter_names) string(name);
  DebugWriter writer(first_line, out);
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& mark = instructions[i];
    const uint32_t address = addresses_[i];
    switch (mark.op) {
      case Op::kLine:
        writer.Line(static_cast<uint32_t>(mark.literal), address);
        break;
      case Op::kStartLocal: {
        const bool extended = mark.local_signature().valid();
        writer.Begin(extended ? kDebugStartLocalExtended : kDebugStartLocal,
                     address);
        PutUleb(out, mark.regs[0]);
        string(mark.string());
        PutUlebP1(out, mark.local_type().valid()
                           ? indices_.types[mark.local_type()]
                           : kNoIndex);
        if (extended) string(mark.local_signature());
        break;
      }
      case Op::kEndLocal:
        writer.Begin(kDebugEndLocal, address);
        PutUleb(out, mark.regs[0]);
        break;
      case Op::kRestartLocal:
        writer.Begin(kDebugRestartLocal, address);
        PutUleb(out, mark.regs[0]);
        break;
      case Op::kPrologueEnd:
        writer.Begin(kDebugPrologueEnd, address);
        break;
      case Op::kEpilogueBegin:
        writer.Begin(kDebugEpilogueBegin, address);
        break;
      case Op::kSetFile:
        writer.Begin(kDebugSetFile, address);
        string(mark.string());
        break;
      default:
        break;
    }
  }
  PutU8(out, kDebugEnd);
}

}  // namespace reprise::dex
