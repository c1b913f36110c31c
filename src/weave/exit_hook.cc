#include "weave/exit_hook.h"

#include <utility>
#include <vector>

#include "weave/emitter.h"
#include "weave/limits.h"
#include "weave/monitors.h"

namespace reprise::weave {
namespace {

using dex::Code;
using dex::Instruction;
using dex::Label;
using dex::Op;
using dex::Pool;

bool IsReturn(Op op) {
  return op >= Op::kReturnVoid && op <= Op::kReturnObject;
}

// The Call, what goes to and comes from the runtime, and the result.
struct ExitRegisters {
  explicit ExitRegisters(uint16_t first)
      : call(first),
        value(static_cast<uint16_t>(first + 1)),
        result(static_cast<uint16_t>(first + 2)),
        self(static_cast<uint16_t>(first + 4)) {}
  static constexpr uint16_t kCount = 5;

  uint16_t call, value, result, self;
};

class ExitWeaver {
 public:
  ExitWeaver(const Pool& pool, const RuntimeRefs& refs, dex::MethodDef* method,
             ExitRegisters regs)
      : refs_(refs),
        code_(*method->code),
        signature_(pool, method->id),
        regs_(regs),
        out_(pool, refs, &code_, &woven_) {}

  void Run(const std::vector<Instruction>& entry) {
    const std::vector<bool> exposed = UnguardedMonitors(code_);
    const std::vector<Instruction> before = std::move(code_.instructions);
    woven_.reserve(before.size() + entry.size() + 32);
    out_.Number(regs_.call, 0);
    if (signature_.IsConstructor()) {
      // The method may use its register for something else later.
      out_.Put(Make(
          Op::kMoveObject,
          {regs_.self, static_cast<uint16_t>(code_.registers - code_.ins)}));
    }
    woven_.insert(woven_.end(), entry.begin(), entry.end());
    exit_ = out_.NewLabel();
    catch_ = out_.NewLabel();
    return_ = out_.NewLabel();
    Body(before, exposed);
    Catch();
    Exit();
    code_.instructions = std::move(woven_);
  }

 private:
  void Body(const std::vector<Instruction>& before,
            const std::vector<bool>& exposed) {
    Op last = Op::kNop;
    bool open = false;
    for (size_t i = 0; i < before.size(); ++i) {
      const bool wanted = exposed.empty() || !exposed[i];
      if (wanted != open) {
        Edge(wanted);
        open = wanted;
      }
      last = before[i].op;
      if (!IsReturn(last)) {
        out_.Put(before[i]);
        continue;
      }
      if (last != Op::kReturnVoid) {
        out_.Move(signature_.result_text, regs_.result, before[i].regs[0]);
      }
      out_.Goto(exit_);
    }
    if (open) Edge(false);
  }

  // Begins or ends a range whose exceptions are seen.
  void Edge(bool begin) {
    const Label label = out_.NewLabel();
    out_.Place(label);
    if (begin) {
      code_.tries.push_back({label, label, {{{}, catch_}}});
    } else {
      code_.tries.back().end = label;
    }
  }

  void Catch() {
    const Label rethrow = out_.NewLabel();
    out_.Place(catch_);
    out_.Put(Make(Op::kMoveException, {regs_.value}));
    out_.IfZero(regs_.call, rethrow);
    out_.Call(refs_.fail, regs_.call, 2);
    if (!signature_.IsConstructor()) {
      Unboxed();
      out_.Goto(return_);
    }
    out_.Place(rethrow);
    out_.Put(Make(Op::kThrow, {regs_.value}));
  }

  void Exit() {
    out_.Place(exit_);
    out_.IfZero(regs_.call, return_);
    if (signature_.IsConstructor()) {
      out_.Put(Make(Op::kMoveObject, {regs_.value, regs_.self}));
    } else if (signature_.ReturnsVoid()) {
      out_.Number(regs_.value, 0);
    } else {
      out_.BoxReturned(signature_.result_text, regs_.value, regs_.result);
    }
    out_.Call(refs_.leave, regs_.call, 2);
    Unboxed();
    out_.Place(return_);
    out_.Put(signature_.Return(regs_.result));
  }

  // After a call of the runtime: the result is what it gave.
  void Unboxed() {
    if (signature_.ReturnsVoid()) return;
    out_.Put(Make(Op::kMoveResultObject, {regs_.value}));
    out_.Unbox(signature_.result, regs_.result, regs_.value);
  }

  const RuntimeRefs& refs_;
  Code& code_;
  Signature signature_;
  ExitRegisters regs_;
  std::vector<Instruction> woven_;
  Emitter out_;
  Label exit_ = 0, catch_ = 0, return_ = 0;
};

}  // namespace

Status AddExitHook(const Pool& pool, const RuntimeRefs& refs,
                   dex::MethodDef* method, const ExitHook& hook) {
  Code& code = *method->code;
  RETURN_IF_ERROR(CheckParameters(pool, *method));
  RETURN_IF_ERROR(CheckHandlers(code, 0));
  const uint32_t count =
      uint32_t{ExitRegisters::kCount} + EntryScratch(pool, *method);
  const auto first = AddLocals(&code, static_cast<uint16_t>(count));
  if (!first) return TooManyRegisters();
  const ExitRegisters regs(*first);
  const EntryHook only{hook.point, {}};
  const auto entry = EntryCode(
      pool, refs, method, hook.entry != nullptr ? *hook.entry : only, regs.call,
      static_cast<uint16_t>(*first + ExitRegisters::kCount),
      hook.entry == nullptr);
  ExitWeaver(pool, refs, method, regs).Run(entry);
  return {};
}

}  // namespace reprise::weave
