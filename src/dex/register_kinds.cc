#include "dex/register_kinds.h"

#include <algorithm>
#include <string>

namespace reprise::dex {
namespace {

// A value of two registers is a number in both.
class Tracker {
 public:
  Tracker(const Pool& pool, const MethodDef& method)
      : pool_(pool), method_(method), code_(*method.code) {}

  std::vector<bool> Run();

 private:
  using State = std::vector<bool>;  // by register: holds a reference

  void EnterMethod();
  void Pass();
  void Mark(const Instruction& mark);
  void Step(size_t index);
  void Write(const Instruction& instruction);
  void Flow(Label target);

  const Pool& pool_;
  const MethodDef& method_;
  const Code& code_;
  State now_;
  bool reached_ = true;
  bool changed_ = false;
  std::vector<State> at_label_;   // empty: not reached yet
  std::vector<uint32_t> active_;  // tries around the instruction
  std::vector<bool> result_;
};

void Tracker::EnterMethod() {
  now_.assign(code_.registers, false);
  reached_ = true;
  active_.clear();
  size_t reg = code_.registers - code_.ins;
  const auto put = [&](char kind) {
    if (kind == 'o' && reg < now_.size()) now_[reg] = true;
    reg += kind == 'w' ? 2 : 1;
  };
  if (!method_.IsStatic()) put('o');
  const MethodRef ref = pool_.Get(method_.id);
  for (const TypeId type : pool_.Get(ref.proto).parameters) {
    put(KindOf(pool_.Descriptor(type)));
  }
}

void Tracker::Flow(Label target) {
  if (target >= at_label_.size()) return;
  State& state = at_label_[target];
  if (state.empty()) {
    state = now_;
    changed_ = true;
    return;
  }
  for (size_t i = 0; i < now_.size(); ++i) {
    if (now_[i] && !state[i]) {
      state[i] = true;
      changed_ = true;
    }
  }
}

void Tracker::Mark(const Instruction& mark) {
  const Label label = mark.label();
  if (label >= at_label_.size()) return;
  if (reached_) Flow(label);
  if (!at_label_[label].empty()) {
    now_ = at_label_[label];
    reached_ = true;
  }
  for (uint32_t i = 0; i < code_.tries.size(); ++i) {
    if (code_.tries[i].end == label) std::erase(active_, i);
    if (code_.tries[i].start == label) active_.push_back(i);
  }
}

void Tracker::Write(const Instruction& instruction) {
  const auto set = [&](size_t reg, bool reference) {
    if (reg < now_.size()) now_[reg] = reference;
  };
  const std::string_view operands = InfoOf(instruction.op).registers;
  for (size_t i = 0; i < operands.size(); ++i) {
    const uint16_t reg = instruction.regs[i];
    switch (operands[i]) {
      case 'I':
      case 'X':
        set(reg, false);
        break;
      case 'W':
      case 'Y':
        set(reg, false);
        set(size_t{reg} + 1, false);
        break;
      case 'O':
      case 'Z':
        set(reg, true);
        break;
      default:
        break;
    }
  }
}

void Tracker::Step(size_t index) {
  const Instruction& instruction = code_.instructions[index];
  const OpInfo& info = InfoOf(instruction.op);
  for (const uint32_t i : active_) {
    for (const Handler& handler : code_.tries[i].handlers) {
      Flow(handler.target);
    }
  }
  if (info.registers.find('a') != std::string_view::npos) {
    for (size_t i = 0; i < info.registers.size(); ++i) {
      const uint16_t reg = instruction.regs[i];
      if (reg < now_.size() && now_[reg]) result_[index] = true;
    }
  }
  Write(instruction);
  if (info.ref == kRefLabel) Flow(instruction.label());
  if (info.ref == kRefSwitch && instruction.ref < code_.switches.size()) {
    for (const auto& entry : code_.switches[instruction.ref].cases) {
      Flow(entry.target);
    }
  }
  if (EndsBlock(instruction.op)) reached_ = false;
}

void Tracker::Pass() {
  EnterMethod();
  for (size_t i = 0; i < code_.instructions.size(); ++i) {
    const Instruction& instruction = code_.instructions[i];
    if (instruction.op == Op::kLabel) {
      Mark(instruction);
    } else if (reached_ && !IsMark(instruction.op)) {
      Step(i);
    }
  }
}

std::vector<bool> Tracker::Run() {
  at_label_.resize(code_.labels);
  do {
    changed_ = false;
    result_.assign(code_.instructions.size(), false);
    Pass();
  } while (changed_);
  return result_;
}

}  // namespace

Result<std::vector<bool>> ComparesReferences(const Pool& pool,
                                             const MethodDef& method) {
  const Code& code = *method.code;
  if (uint64_t{code.registers} * code.labels > kMaxRegisterStates ||
      uint64_t{code.labels} * code.tries.size() > kMaxRegisterStates ||
      code.ins > code.registers) {
    return Fail(ErrorKind::kUnsupported,
                "a method with {} registers, {} labels and {} tries is too "
                "big to be given more registers",
                code.registers, code.labels, code.tries.size());
  }
  return Tracker(pool, method).Run();
}

char KindOf(std::string_view descriptor) {
  if (descriptor.empty() || descriptor[0] == 'L' || descriptor[0] == '[') {
    return 'o';
  }
  return RegistersOf(descriptor) == 2 ? 'w' : 'i';
}

std::string ArgumentKinds(const Pool& pool, const Instruction& instruction) {
  std::string kinds;
  const auto add = [&](ProtoId proto) {
    if (proto.value >= pool.protos()) return;
    for (const TypeId type : pool.Get(proto).parameters) {
      kinds += KindOf(pool.Descriptor(type));
    }
  };
  switch (InfoOf(instruction.op).ref) {
    case kRefMethod:
      if (instruction.op != Op::kInvokeStatic &&
          instruction.op != Op::kInvokeStaticRange) {
        kinds += 'o';
      }
      add(InfoOf(instruction.op).units == 4
              ? instruction.proto()
              : pool.Get(instruction.method()).proto);
      break;
    case kRefCallSite: {
      // The bootstrap method's handle, the name, then the type of the call.
      const auto& values = pool.Get(instruction.call_site());
      if (values.size() > 2 && values[2].kind == ValueKind::kMethodType) {
        add({values[2].id()});
      }
      break;
    }
    case kRefType: {
      const std::string_view array = pool.Descriptor(instruction.type());
      kinds.assign(instruction.count,
                   KindOf(array.substr(array.empty() ? 0 : 1)));
      break;
    }
    default:
      break;
  }
  return kinds;
}

}  // namespace reprise::dex
