#include "weave/call_detour.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "weave/emitter.h"
#include "weave/limits.h"

namespace reprise::weave {
namespace {

using dex::Code;
using dex::Instruction;
using dex::Label;
using dex::Op;
using dex::Pool;

// The registers of a detour, from the first: the point and then the Call; self,
// the result or the exception; the array, or the upper half of a result; then a
// row that has room for boxed arguments and for copies of all of them.
constexpr uint32_t kFixedRegisters = 3;

bool IsStatic(Op op) {
  return op == Op::kInvokeStatic || op == Op::kInvokeStaticRange;
}

Op RangeForm(Op op) {
  const auto value = static_cast<uint8_t>(op);
  const auto first = static_cast<uint8_t>(Op::kInvokeVirtual);
  const auto range = static_cast<uint8_t>(Op::kInvokeVirtualRange);
  return value >= range ? op : static_cast<Op>(value - first + range);
}

// The invocation's registers one by one.
std::vector<uint16_t> Arguments(const Instruction& invoke) {
  std::vector<uint16_t> regs;
  for (uint16_t i = 0; i < invoke.count; ++i) {
    regs.push_back(dex::TakesRange(invoke.op)
                       ? static_cast<uint16_t>(invoke.regs[0] + i)
                       : invoke.regs[i]);
  }
  return regs;
}

class Detourer {
 public:
  Detourer(const Pool& pool, const RuntimeRefs& refs, Code* code,
           uint16_t first)
      : pool_(pool),
        refs_(refs),
        code_(*code),
        out_(pool, refs, code, &woven_),
        call_(first),
        value_(static_cast<uint16_t>(first + 1)),
        array_(static_cast<uint16_t>(first + 2)),
        row_(static_cast<uint16_t>(first + kFixedRegisters)) {}

  void Run(std::span<const CallDetour> detours) {
    const std::vector<Instruction> before = std::move(code_.instructions);
    woven_.reserve(before.size() + detours.size() * 40);
    uint32_t place = 0;
    size_t next = 0;
    for (size_t i = 0; i < before.size(); ++i) {
      const bool detoured = IsInvoke(before[i].op) && next < detours.size() &&
                            detours[next].place == place;
      if (IsInvoke(before[i].op)) ++place;
      if (!detoured) {
        out_.Put(before[i]);
        continue;
      }
      // The move-result is the next instruction that is no mark.
      size_t end = i + 1;
      while (end < before.size() && dex::IsMark(before[end].op)) ++end;
      const bool moved = end < before.size() &&
                         before[end].op >= Op::kMoveResult &&
                         before[end].op <= Op::kMoveResultObject;
      const std::optional<uint16_t> to =
          moved ? std::optional(before[end].regs[0]) : std::nullopt;
      const Label after = out_.NewLabel();
      Detour(before[i], detours[next], to, after);
      out_.Put(before[i]);
      for (; moved && i < end; ++i) out_.Put(before[i + 1]);
      out_.Place(after);
      ++next;
    }
    code_.instructions = std::move(woven_);
    code_.tries.insert(code_.tries.begin(), tries_.begin(), tries_.end());
  }

 private:
  void Detour(const Instruction& invoke, const CallDetour& detour,
              std::optional<uint16_t> to, Label after) {
    const Signature signature(pool_, invoke.method());
    const bool constructor = signature.IsConstructor();
    const std::vector<uint16_t> arguments = Arguments(invoke);
    const Label plain = out_.NewLabel();
    const Label result = to ? out_.NewLabel() : after;

    out_.UnlessOn(call_, plain);
    Enter(invoke, signature, arguments, detour.point);
    out_.IfZero(call_, plain);
    if (!constructor) {
      const Label go = out_.NewLabel();
      out_.Call(refs_.answered, call_, 1);
      out_.Put(Make(Op::kMoveResult, {value_}));
      out_.IfZero(value_, go);
      out_.Call(refs_.answer, call_, 1);
      Finish(signature, to);
      out_.Goto(result);
      out_.Place(go);
    }
    const dex::Try guarded = GuardedCall(invoke, signature, arguments, detour);
    Leave(signature, arguments);
    Finish(signature, to);
    out_.Goto(result);
    out_.Place(guarded.handlers[0].target);
    out_.Put(Make(Op::kMoveException, {value_}));
    out_.Call(refs_.fail, call_, 2);
    if (constructor) {
      out_.Put(Make(Op::kThrow, {value_}));
    } else {
      Finish(signature, to);
      if (!to) out_.Goto(after);
    }
    if (to) {
      out_.Place(result);
      out_.Unbox(signature.result, *to, value_);
      out_.Goto(after);
    }
    out_.Place(plain);
    tries_.push_back(guarded);
  }

  void Enter(const Instruction& invoke, const Signature& signature,
             const std::vector<uint16_t>& arguments, uint32_t point) {
    const bool has_self = !IsStatic(invoke.op);
    std::vector<uint16_t> at;
    size_t word = has_self ? 1 : 0;
    for (const dex::TypeId type : signature.parameters) {
      at.push_back(arguments[word]);
      word += static_cast<size_t>(dex::RegistersOf(pool_.Descriptor(type)));
    }
    out_.Array(signature, at, row_, array_);
    out_.Number(call_, point);
    if (has_self && !signature.IsConstructor()) {
      out_.Put(Make(Op::kMoveObject, {value_, arguments[0]}));
    } else {
      out_.Number(value_, 0);
    }
    out_.Call(refs_.enter, call_, kFixedRegisters);
    out_.Put(Make(Op::kMoveResultObject, {call_}));
  }

  // The call with the arguments that it is to have.
  dex::Try GuardedCall(const Instruction& invoke, const Signature& signature,
                       const std::vector<uint16_t>& arguments,
                       const CallDetour& detour) {
    Instruction call = invoke;
    if (std::any_of(detour.letters.begin(), detour.letters.end(),
                    IsRepointed)) {
      uint16_t to = row_;
      size_t word = 0;
      if (!IsStatic(invoke.op)) {
        out_.Put(Make(Op::kMoveObject, {to++, arguments[word++]}));
      }
      const std::vector<uint16_t> at = Rowed(pool_, signature, to);
      for (size_t i = 0; i < at.size(); ++i) {
        const std::string_view type = pool_.Descriptor(signature.parameters[i]);
        const bool replaced =
            i < detour.letters.size() && IsRepointed(detour.letters[i]);
        if (!replaced) out_.Move(type, at[i], arguments[word]);
        word += static_cast<size_t>(dex::RegistersOf(type));
      }
      const auto index = static_cast<uint16_t>(row_ + arguments.size());
      out_.Repoint(signature, detour.letters, at, array_, index);
      call = MakeRange(RangeForm(invoke.op), row_,
                       static_cast<uint8_t>(arguments.size()), invoke.ref);
    }
    const dex::Try guarded{
        out_.NewLabel(), out_.NewLabel(), {{{}, out_.NewLabel()}}};
    out_.Place(guarded.start);
    out_.Put(call);
    // The move-result must be next, and is harmless inside.
    if (!signature.ReturnsVoid()) {
      out_.MoveResult(signature.result_text, value_);
    }
    out_.Place(guarded.end);
    return guarded;
  }

  void Leave(const Signature& signature,
             const std::vector<uint16_t>& arguments) {
    if (signature.IsConstructor()) {
      out_.Put(Make(Op::kMoveObject, {value_, arguments[0]}));
    } else if (signature.ReturnsVoid()) {
      out_.Number(value_, 0);
    } else {
      out_.Box(signature.result_text, value_, value_);
    }
    out_.Call(refs_.leave, call_, 2);
  }

  // What the runtime gave, when somebody wants it.
  void Finish(const Signature& signature, std::optional<uint16_t> to) {
    if (to && !signature.ReturnsVoid()) {
      out_.Put(Make(Op::kMoveResultObject, {value_}));
    }
  }

  const Pool& pool_;
  const RuntimeRefs& refs_;
  Code& code_;
  std::vector<Instruction> woven_;
  Emitter out_;
  uint16_t call_, value_, array_, row_;
  std::vector<dex::Try> tries_;
};

}  // namespace

bool IsInvoke(Op op) {
  return (op >= Op::kInvokeVirtual && op <= Op::kInvokeInterface) ||
         (op >= Op::kInvokeVirtualRange && op <= Op::kInvokeInterfaceRange);
}

Status DetourCalls(const Pool& pool, const RuntimeRefs& refs,
                   dex::MethodDef* method,
                   std::span<const CallDetour> detours) {
  Code& code = *method->code;
  RETURN_IF_ERROR(CheckHandlers(code, detours.size()));
  // The row holds boxed parameters, or all words, an index and an object.
  uint32_t row = 0;
  uint32_t place = 0;
  size_t next = 0;
  for (const Instruction& instruction : code.instructions) {
    if (!IsInvoke(instruction.op)) continue;
    if (next < detours.size() && detours[next].place == place++) {
      RETURN_IF_ERROR(CheckArguments(pool, instruction));
      row = std::max<uint32_t>(row, instruction.count + 2);
      ++next;
    }
  }
  if (next < detours.size()) {
    return Fail(ErrorKind::kInvalidArgument,
                "the plan has a call {} and the method only {}",
                detours[next].place, place);
  }
  const auto first =
      AddLocals(&code, static_cast<uint16_t>(kFixedRegisters + row));
  if (!first) return TooManyRegisters();
  Detourer(pool, refs, &code, *first).Run(detours);
  return {};
}

}  // namespace reprise::weave
