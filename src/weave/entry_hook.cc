#include "weave/entry_hook.h"

#include <algorithm>

#include "weave/emitter.h"
#include "weave/limits.h"

namespace reprise::weave {
namespace {

using dex::Code;
using dex::Op;
using dex::Pool;

// The point, self and the array in a row; then the boxed arguments.
constexpr uint16_t kFixedRegisters = 3;

}  // namespace

uint16_t EntryScratch(const Pool& pool, const dex::MethodDef& method) {
  const Signature signature(pool, method.id);
  // Also an index and an object while parameters are repointed.
  return static_cast<uint16_t>(
      kFixedRegisters + std::max<size_t>(2, signature.parameters.size()));
}

std::vector<dex::Instruction> EntryCode(const Pool& pool,
                                        const RuntimeRefs& refs,
                                        dex::MethodDef* method,
                                        const EntryHook& hook, uint16_t call,
                                        uint16_t scratch, bool only_enter) {
  Code& code = *method->code;
  std::vector<dex::Instruction> made;
  Emitter out(pool, refs, &code, &made);
  const Signature signature(pool, method->id);
  const bool has_self = !method->IsStatic();
  const auto self = static_cast<uint16_t>(code.registers - code.ins);
  const std::vector<uint16_t> at =
      Rowed(pool, signature, uint32_t{self} + (has_self ? 1 : 0));
  const auto value = static_cast<uint16_t>(scratch + 1);
  const auto array = static_cast<uint16_t>(scratch + 2);
  const auto row = static_cast<uint16_t>(scratch + kFixedRegisters);
  const dex::Label body = out.NewLabel();

  out.UnlessOn(scratch, body);
  if (only_enter) {
    out.Number(array, 0);
  } else {
    out.Array(signature, at, row, array);
  }
  out.Number(scratch, hook.point);
  if (has_self && !signature.IsConstructor()) {
    out.Put(Make(Op::kMoveObject, {value, self}));
  } else {
    out.Number(value, 0);
  }
  out.Call(refs.enter, scratch, kFixedRegisters);
  out.Put(Make(Op::kMoveResultObject, {call}));
  const bool repoints =
      !only_enter &&
      std::any_of(hook.letters.begin(), hook.letters.end(), IsRepointed);
  if (!only_enter && (repoints || !signature.IsConstructor())) {
    out.IfZero(call, body);
  }
  if (!only_enter && !signature.IsConstructor()) {
    const dex::Label go = out.NewLabel();
    out.Call(refs.answered, call, 1);
    out.Put(Make(Op::kMoveResult, {value}));
    out.IfZero(value, go);
    out.Call(refs.answer, call, 1);
    if (!signature.ReturnsVoid()) {
      out.Put(Make(Op::kMoveResultObject, {value}));
      out.Unbox(signature.result, value, value);
    }
    out.Put(signature.Return(value));
    out.Place(go);
  }
  if (repoints) out.Repoint(signature, hook.letters, at, array, row);
  out.Place(body);
  return made;
}

Status AddEntryHook(const Pool& pool, const RuntimeRefs& refs,
                    dex::MethodDef* method, const EntryHook& hook) {
  Code& code = *method->code;
  RETURN_IF_ERROR(CheckParameters(pool, *method));
  const auto scratch = AddLocals(&code, EntryScratch(pool, *method));
  if (!scratch) return TooManyRegisters();
  const auto made =
      EntryCode(pool, refs, method, hook, *scratch, *scratch, false);
  code.instructions.insert(code.instructions.begin(), made.begin(), made.end());
  return {};
}

}  // namespace reprise::weave
