#include "dex/assemble_code.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "dex/disassembler.h"

namespace reprise::dex {
namespace {

// What a literal of the format is in bits, before the encoder widens it.
std::pair<int64_t, int64_t> LiteralRange(Format format, Op op) {
  const auto range = [](int bits) {
    return std::pair<int64_t, int64_t>(-(int64_t{1} << (bits - 1)),
                                       (int64_t{1} << (bits - 1)) - 1);
  };
  switch (format) {
    case kFormat11n:
      return range(4);
    case kFormat22b:
      return range(8);
    case kFormat21s:
    case kFormat22s:
      return range(16);
    case kFormat31i:
      return range(32);
    case kFormat21h:
      if (op == Op::kConstHigh16) return range(32);
      [[fallthrough]];
    case kFormat51l:
      return {INT64_MIN, INT64_MAX};
    default:
      return {1, 0};  // none
  }
}

}  // namespace

Code& CodeAssembler::TheCode() {
  if (!method_.code) {
    scanner_.Bad("a method's code begins with .registers");
    method_.code.emplace();
  }
  return *method_.code;
}

void CodeAssembler::Registers() {
  if (method_.code) scanner_.Bad(".registers is there twice");
  Code& code = method_.code.emplace();
  code.registers = static_cast<uint16_t>(scanner_.Integer(0, UINT16_MAX));
  const uint32_t ins = InsOf(pool_, method_);
  // Odd files say otherwise, which .ins is for.
  code.ins = static_cast<uint16_t>(std::min<uint32_t>(ins, code.registers));
  if (ins > code.registers) too_few_registers_ = true;
}

void CodeAssembler::Mark(const Instruction& mark) {
  Code& code = TheCode();
  if (!code.debug) code.debug.emplace();
  code.instructions.push_back(mark);
}

dex::Label CodeAssembler::LabelName(bool placed) {
  scanner_.Expect(":");
  const std::string name(scanner_.Word());
  Code& code = TheCode();
  if (!scanner_.ok()) return 0;
  auto [place, is_new] = labels_.try_emplace(name, Place{0, false});
  if (is_new) place->second.label = code.NewLabel();
  if (placed) {
    if (place->second.placed) {
      scanner_.Bad("label :{} is there twice", EscapeForTerminal(name));
    }
    place->second.placed = true;
  }
  return place->second.label;
}

void CodeAssembler::Label() {
  const dex::Label label = LabelName(true);
  TheCode().instructions.push_back(Make(Op::kLabel, {}, label));
}

void CodeAssembler::Finish() {
  if (!scanner_.ok()) return;
  if (too_few_registers_) {
    scanner_.Bad("{} registers are too few for parameters in {}",
                 method_.code->registers, InsOf(pool_, method_));
  }
  for (const auto& [name, place] : labels_) {
    if (!place.placed) {
      scanner_.Bad("label :{} is used, but nowhere in the method ending here",
                   EscapeForTerminal(name));
    }
  }
}

uint16_t CodeAssembler::Register() {
  const std::string_view word = scanner_.PeekWord();
  const char kind = word.empty() ? '\0' : word[0];
  if (kind != 'v' && kind != 'p') {
    scanner_.Bad("expected a register such as v0 or p0, not '{}'",
                 EscapeForTerminal(word));
    return 0;
  }
  const Code& code = TheCode();
  scanner_.Accept(word.substr(0, 1));
  const int64_t locals = code.registers - code.ins;
  return static_cast<uint16_t>(
      kind == 'v' ? scanner_.Integer(0, code.registers - 1)
                  : locals + scanner_.Integer(0, code.ins - 1));
}

void CodeAssembler::Params() {
  Code& code = TheCode();
  if (!code.debug) code.debug.emplace();
  auto& names = code.debug->parameter_names;
  while (scanner_.ok() && !scanner_.AtEndOfLine()) {
    if (!names.empty()) scanner_.Expect(",");
    names.push_back(scanner_.OptionalString());
  }
}

void CodeAssembler::Local() {
  const uint16_t reg = Register();
  scanner_.Expect(",");
  const StringId name = scanner_.OptionalString();
  scanner_.Expect(",");
  const TypeId type = scanner_.OptionalType();
  StringId signature;
  if (scanner_.Accept(",")) signature = scanner_.String();
  Mark(MakeLocal(reg, name, type, signature));
}

void CodeAssembler::Catch(bool all) {
  Handler handler;
  if (!all) handler.type = scanner_.Type();
  scanner_.OpenBrace();
  Try range;
  range.start = LabelName(false);
  scanner_.Expect("..");
  range.end = LabelName(false);
  scanner_.ExpectCloseBrace();
  handler.target = LabelName(false);
  auto& tries = TheCode().tries;
  // Handlers of the same range, one after the other, are those of one try.
  if (tries.empty() || tries.back().start != range.start ||
      tries.back().end != range.end ||
      !tries.back().handlers.back().type.valid()) {
    tries.push_back(std::move(range));
  }
  tries.back().handlers.push_back(handler);
}

bool CodeAssembler::Directive(std::string_view word) {
  if (word == ".registers") {
    Registers();
  } else if (word == ".ins") {
    Code& code = TheCode();
    code.ins = static_cast<uint16_t>(scanner_.Integer(0, code.registers));
    too_few_registers_ = false;
  } else if (word == ".outs") {
    TheCode().outs = static_cast<uint16_t>(scanner_.Integer(0, UINT16_MAX));
  } else if (word == ".params") {
    Params();
  } else if (word == ".line") {
    Mark(Make(Op::kLine, {}, 0, scanner_.Integer(0, UINT32_MAX)));
  } else if (word == ".local") {
    Local();
  } else if (word == ".end" || word == ".restart") {
    scanner_.Expect("local");
    Mark(
        Make(word == ".end" ? Op::kEndLocal : Op::kRestartLocal, {Register()}));
  } else if (word == ".prologue") {
    Mark(Make(Op::kPrologueEnd));
  } else if (word == ".epilogue") {
    Mark(Make(Op::kEpilogueBegin));
  } else if (word == ".file") {
    Mark(Make(Op::kSetFile, {}, scanner_.OptionalString().value));
  } else if (word == ".catch" || word == ".catchall") {
    Catch(word == ".catchall");
  } else {
    return false;
  }
  return true;
}

void CodeAssembler::Line(std::string_view word) {
  if (!scanner_.ok()) return;
  if (!word.empty() && word[0] == '.') {
    if (!Directive(word)) {
      scanner_.Bad("'{}' is not known in a method", EscapeForTerminal(word));
    }
    return;
  }
  const std::optional<Op> op = OpByName(word);
  if (!op) {
    scanner_.Bad("'{}' is no instruction", EscapeForTerminal(word));
    return;
  }
  Instruct(*op);
}

void CodeAssembler::List(Instruction* instruction) {
  scanner_.OpenBrace();
  while (scanner_.ok() && !scanner_.AcceptCloseBrace()) {
    if (instruction->count > 0) scanner_.Expect(",");
    if (instruction->count == 5) {
      scanner_.Bad("five registers at most; more take /range");
      return;
    }
    instruction->regs[instruction->count++] = Register();
  }
}

void CodeAssembler::Range(Instruction* instruction) {
  scanner_.OpenBrace();
  if (scanner_.AcceptCloseBrace()) return;
  instruction->regs[0] = Register();
  scanner_.Expect("..");
  const int count = Register() - instruction->regs[0] + 1;
  scanner_.ExpectCloseBrace();
  if (count < 1 || count > UINT8_MAX) {
    scanner_.Bad("a row of registers goes upwards and has 255 at most");
    return;
  }
  instruction->count = static_cast<uint8_t>(count);
}

void CodeAssembler::Switch(Instruction* instruction) {
  SwitchTable table;
  scanner_.OpenBrace();
  while (scanner_.ok() && !scanner_.AcceptCloseBrace()) {
    SwitchTable::Case entry;
    entry.key = static_cast<int32_t>(scanner_.Integer(INT32_MIN, INT32_MAX));
    scanner_.Expect("->");
    entry.target = LabelName(false);
    table.cases.push_back(entry);
  }
  auto& switches = TheCode().switches;
  instruction->ref = static_cast<uint32_t>(switches.size());
  switches.push_back(std::move(table));
}

void CodeAssembler::Array(Instruction* instruction) {
  ArrayData data;
  data.width = static_cast<uint16_t>(scanner_.Integer(1, 8));
  if ((data.width & (data.width - 1)) != 0) {
    scanner_.Bad("elements have 1, 2, 4 or 8 bytes, not {}", data.width);
  }
  scanner_.OpenBrace();
  while (scanner_.ok() && !scanner_.AcceptCloseBrace()) {
    if (!data.bytes.empty()) scanner_.Expect(",");
    const uint64_t value = scanner_.Bits(data.width * 8);
    for (int i = 0; i < data.width; ++i) {
      data.bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
  }
  auto& arrays = TheCode().arrays;
  instruction->ref = static_cast<uint32_t>(arrays.size());
  arrays.push_back(std::move(data));
}

void CodeAssembler::CallSite(Instruction* instruction) {
  const std::string name(scanner_.Word());
  const Value values = scanner_.ReadValue();
  if (values.kind != ValueKind::kArray) {
    scanner_.Bad("a call site is a name and its values in braces");
    return;
  }
  std::vector<Value> arguments;
  for (const Element& element : values.elements) {
    arguments.push_back(element.value);
  }
  const auto found = call_sites_.find(name);
  if (found == call_sites_.end()) {
    const CallSiteId id = pool_.AddCallSite(std::move(arguments));
    call_sites_.emplace(name, id);
    instruction->ref = id.value;
  } else if (pool_.Get(found->second) == arguments) {
    instruction->ref = found->second.value;
  } else {
    scanner_.Bad("'{}' had other values before", EscapeForTerminal(name));
  }
}

void CodeAssembler::Reference(Instruction* instruction) {
  switch (InfoOf(instruction->op).ref) {
    case kRefString:
      instruction->ref = scanner_.String().value;
      return;
    case kRefType:
      instruction->ref = scanner_.Type().value;
      return;
    case kRefField:
      instruction->ref = scanner_.Field().value;
      return;
    case kRefMethod:
      instruction->ref = scanner_.Method().value;
      return;
    case kRefProto:
      instruction->ref = scanner_.Proto().value;
      return;
    case kRefHandle:
      instruction->ref = scanner_.Handle().value;
      return;
    case kRefCallSite:
      return CallSite(instruction);
    case kRefLabel:
      instruction->ref = LabelName(false);
      return;
    case kRefSwitch:
      return Switch(instruction);
    case kRefArray:
      return Array(instruction);
    case kRefNone:
      return;
  }
}

void CodeAssembler::Operands(Instruction* instruction) {
  const OpInfo& info = InfoOf(instruction->op);
  bool first = true;
  const auto next = [&] {
    if (!first) scanner_.Expect(",");
    first = false;
  };
  if (TakesList(instruction->op)) {
    next();
    List(instruction);
  } else if (TakesRange(instruction->op)) {
    next();
    Range(instruction);
  } else {
    for (size_t i = 0; i < info.registers.size() && scanner_.ok(); ++i) {
      next();
      instruction->regs[i] = Register();
    }
  }
  const auto [least, most] = LiteralRange(info.format, instruction->op);
  if (least <= most && scanner_.ok()) {
    next();
    instruction->literal = scanner_.Integer(least, most);
  }
  if (info.ref != kRefNone && scanner_.ok()) {
    next();
    Reference(instruction);
  }
  if (info.units == 4 && scanner_.ok()) {
    next();
    instruction->literal = scanner_.Proto().value;
  }
}

void CodeAssembler::Instruct(Op op) {
  Instruction instruction = Make(op);
  TheCode();
  Operands(&instruction);
  if (scanner_.ok()) TheCode().instructions.push_back(instruction);
}

}  // namespace reprise::dex
