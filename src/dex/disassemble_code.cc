#include "dex/disassemble_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "dex/disassembler.h"
#include "dex/text_names.h"

namespace reprise::dex {
namespace {

constexpr std::string_view kIndent = "    ";

class CodePrinter {
 public:
  CodePrinter(const Pool& pool, const MethodDef& method, std::string* out)
      : pool_(pool), method_(method), code_(*method.code), out_(*out) {}

  void Print();

 private:
  void Sizes();
  void Mark(const Instruction& mark);
  void Operands(const Instruction& instruction);
  void Reference(const Instruction& instruction);
  void Switch(const SwitchTable& table);
  void Array(const ArrayData& data);
  void CallSite(CallSiteId id);
  void Tries();
  void Register(uint32_t reg) {
    const uint32_t locals = code_.registers - code_.ins;
    if (reg >= locals) {
      Put("p{}", reg - locals);
    } else {
      Put("v{}", reg);
    }
  }
  void PutLabel(Label label) {
    if (label < numbers_.size() && numbers_[label] != kNoId) {
      Put(":L{}", numbers_[label]);
    } else {
      out_ += ":none";
    }
  }
  template <typename... Args>
  void Put(fmt::format_string<Args...> format, Args&&... args) {
    AppendFormat(&out_, format, std::forward<Args>(args)...);
  }

  const Pool& pool_;
  const MethodDef& method_;
  const Code& code_;
  std::string& out_;
  std::vector<uint32_t> numbers_;  // of labels, in the order of the code
};

void CodePrinter::Sizes() {
  Put("    .registers {}\n", code_.registers);
  if (code_.ins != InsOf(pool_, method_)) Put("    .ins {}\n", code_.ins);
  uint16_t outs = 0;
  for (const Instruction& instruction : code_.instructions) {
    const RefKind ref = InfoOf(instruction.op).ref;
    if (ref == kRefMethod || ref == kRefCallSite) {
      outs = std::max<uint16_t>(outs, instruction.count);
    }
  }
  if (code_.outs > outs) Put("    .outs {}\n", code_.outs);
  if (!code_.debug) return;
  out_ += "    .params";
  for (size_t i = 0; i < code_.debug->parameter_names.size(); ++i) {
    out_ += i == 0 ? " " : ", ";
    AppendString(pool_, code_.debug->parameter_names[i], &out_);
  }
  out_.push_back('\n');
}

void CodePrinter::Mark(const Instruction& mark) {
  if (mark.op == Op::kLabel) {
    out_ += "  ";
    PutLabel(mark.label());
    out_.push_back('\n');
    return;
  }
  if (!code_.debug) return;
  out_ += kIndent;
  out_ += InfoOf(mark.op).name;
  switch (mark.op) {
    case Op::kLine:
      Put(" {}", static_cast<uint32_t>(mark.literal));
      break;
    case Op::kStartLocal:
      out_.push_back(' ');
      Register(mark.regs[0]);
      out_ += ", ";
      AppendString(pool_, mark.string(), &out_);
      out_ += ", ";
      AppendType(pool_, mark.local_type(), &out_);
      if (mark.local_signature().valid()) {
        out_ += ", ";
        AppendString(pool_, mark.local_signature(), &out_);
      }
      break;
    case Op::kEndLocal:
    case Op::kRestartLocal:
      out_.push_back(' ');
      Register(mark.regs[0]);
      break;
    case Op::kSetFile:
      out_.push_back(' ');
      AppendString(pool_, mark.string(), &out_);
      break;
    default:
      break;
  }
  out_.push_back('\n');
}

void CodePrinter::CallSite(CallSiteId id) {
  Put("call_site_{} {{", id.value);
  const auto& values = pool_.Get(id);
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out_ += ", ";
    AppendValue(pool_, values[i], &out_);
  }
  out_.push_back('}');
}

void CodePrinter::Switch(const SwitchTable& table) {
  out_.push_back('{');
  for (const auto& entry : table.cases) {
    Put("\n        {} -> ", entry.key);
    PutLabel(entry.target);
  }
  out_ += table.cases.empty() ? "}" : "\n    }";
}

void CodePrinter::Array(const ArrayData& data) {
  Put("{} {{", data.width);
  // Eight in a line.
  const size_t step = data.width == 0 ? 1 : data.width;
  for (size_t i = 0; i + step <= data.bytes.size(); i += step) {
    uint64_t value = 0;
    std::memcpy(&value, &data.bytes[i], std::min<size_t>(step, 8));
    Put("{}{:#x}",
        i == 0              ? ""
        : i / step % 8 == 0 ? ",\n        "
                            : ", ",
        value);
  }
  out_.push_back('}');
}

void CodePrinter::Reference(const Instruction& instruction) {
  switch (InfoOf(instruction.op).ref) {
    case kRefString:
      return AppendString(pool_, instruction.string(), &out_);
    case kRefType:
      return AppendType(pool_, instruction.type(), &out_);
    case kRefField:
      return AppendField(pool_, instruction.field(), &out_);
    case kRefMethod:
      return AppendMethod(pool_, instruction.method(), &out_);
    case kRefProto:
      return AppendProto(pool_, instruction.proto(), &out_);
    case kRefHandle:
      return AppendHandle(pool_, instruction.handle(), &out_);
    case kRefCallSite:
      return CallSite(instruction.call_site());
    case kRefLabel:
      return PutLabel(instruction.label());
    case kRefSwitch:
      if (instruction.ref >= code_.switches.size()) break;
      return Switch(code_.switches[instruction.ref]);
    case kRefArray:
      if (instruction.ref >= code_.arrays.size()) break;
      return Array(code_.arrays[instruction.ref]);
    case kRefNone:
      break;
  }
  out_ += "none";
}

bool HasLiteral(Format format) {
  return format == kFormat11n || format == kFormat21s || format == kFormat21h ||
         format == kFormat22b || format == kFormat22s || format == kFormat31i ||
         format == kFormat51l;
}

void CodePrinter::Operands(const Instruction& instruction) {
  const OpInfo& info = InfoOf(instruction.op);
  std::string_view between = " ";
  const auto next = [&] {
    out_ += between;
    between = ", ";
  };
  if (TakesList(instruction.op)) {
    next();
    out_.push_back('{');
    for (size_t i = 0; i < std::min<size_t>(instruction.count, 5); ++i) {
      if (i > 0) out_ += ", ";
      Register(instruction.regs[i]);
    }
    out_.push_back('}');
  } else if (TakesRange(instruction.op)) {
    next();
    out_.push_back('{');
    if (instruction.count > 0) {
      Register(instruction.regs[0]);
      out_ += " .. ";
      Register(instruction.regs[0] + instruction.count - 1U);
    }
    out_.push_back('}');
  } else {
    for (size_t i = 0; i < info.registers.size(); ++i) {
      next();
      Register(instruction.regs[i]);
    }
  }
  if (HasLiteral(info.format)) {
    next();
    Put("{}", instruction.literal);
  }
  if (info.ref != kRefNone) {
    next();
    Reference(instruction);
  }
  if (info.units == 4) {
    next();
    AppendProto(pool_, instruction.proto(), &out_);
  }
}

void CodePrinter::Tries() {
  for (const Try& entry : code_.tries) {
    for (const Handler& handler : entry.handlers) {
      if (handler.type.valid()) {
        out_ += "    .catch ";
        AppendType(pool_, handler.type, &out_);
      } else {
        out_ += "    .catchall";
      }
      out_ += " {";
      PutLabel(entry.start);
      out_ += " .. ";
      PutLabel(entry.end);
      out_ += "} ";
      PutLabel(handler.target);
      out_.push_back('\n');
    }
  }
}

void CodePrinter::Print() {
  numbers_.assign(code_.labels, kNoId);
  uint32_t number = 0;
  for (const Instruction& instruction : code_.instructions) {
    if (instruction.op == Op::kLabel && instruction.label() < numbers_.size()) {
      numbers_[instruction.label()] = number++;
    }
  }
  Sizes();
  for (const Instruction& instruction : code_.instructions) {
    if (IsMark(instruction.op)) {
      Mark(instruction);
      continue;
    }
    out_ += kIndent;
    out_ += InfoOf(instruction.op).name;
    Operands(instruction);
    out_.push_back('\n');
  }
  Tries();
}

}  // namespace

void DisassembleCode(const Pool& pool, const MethodDef& method,
                     std::string* out) {
  CodePrinter(pool, method, out).Print();
}

}  // namespace reprise::dex
