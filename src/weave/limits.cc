#include "weave/limits.h"

#include "weave/emitter.h"

namespace reprise::weave {
namespace {

// Bytes: a type and an address as LEB128, and the count before them.
constexpr size_t kHandlerBytes = 3 + 5;
constexpr size_t kCatchAllBytes = 1 + 5;

}  // namespace

Status CheckHandlers(const dex::Code& code, size_t more) {
  // One for the body's end, which every range of the method may get.
  size_t bytes = (more + 1) * kCatchAllBytes;
  for (const dex::Try& entry : code.tries) {
    bytes += entry.handlers.size() * kHandlerBytes + kCatchAllBytes;
  }
  // Each try is cut in two by what is woven into it.
  const size_t ranges = 2 * (code.tries.size() + more) + 1;
  if (bytes > UINT16_MAX || ranges > UINT16_MAX) {
    return Fail(ErrorKind::kUnsupported,
                "{} tries and {} hooks need more handlers than 16 bits can "
                "number",
                code.tries.size(), more);
  }
  return {};
}

Status CheckArguments(const dex::Pool& pool, const dex::Instruction& invoke) {
  const Signature signature(pool, invoke.method());
  const bool is_static = invoke.op == dex::Op::kInvokeStatic ||
                         invoke.op == dex::Op::kInvokeStaticRange;
  const uint32_t words = signature.words + (is_static ? 0 : 1);
  if (invoke.count != words) {
    return Fail(ErrorKind::kUnsupported,
                "a call of {} passes {} registers and not {}", signature.name,
                invoke.count, words);
  }
  return {};
}

Status CheckParameters(const dex::Pool& pool, const dex::MethodDef& method) {
  const Signature signature(pool, method.id);
  const uint32_t words = signature.words + (method.IsStatic() ? 0 : 1);
  if (method.code->ins != words || method.code->registers < words) {
    return Fail(ErrorKind::kUnsupported,
                "the code has {} registers for parameters and not {}",
                method.code->ins, words);
  }
  return {};
}

tl::unexpected<Error> TooManyRegisters() {
  return Fail(ErrorKind::kUnsupported,
              "the method would need more than 65535 registers");
}

}  // namespace reprise::weave
