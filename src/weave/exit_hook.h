// Weaves a hook after a method's body: the runtime sees how it ended and may
// give another result, throw, or give a result instead of an exception. With
// an entry hook before it (around) both are about the same Call.
//
// Contract
// 1. With Hooks.on false when the method began nothing happens at its end.
// 2. The hook is outside of all the method's tries: what the runtime throws
//    leaves the method.
// 3. A constructor's exception is always thrown again.
// 4. An exception while a monitor is held that no handler of the method would
//    release is not seen: ART's verifier allows no handler there.
//
// Before:
//
//   .method static f()I
//     .registers 1
//     invoke-static {}, LA;->g()I
//     move-result v0
//     return v0
//
// After (without an entry hook):
//
//   .method static f()I
//     .registers 9
//     const/4 v1, 0
//     (v1 = Hooks.on ? Hooks.enter(POINT, self, null) : null)
//   :body
//     invoke-static {}, LA;->g()I
//     move-result v0
//     move v3, v0
//     goto :exit
//   :end
//   :catch
//     move-exception v2
//     if-eqz v1, :throw
//     invoke-static/range {v1 .. v2}, Hooks.fail
//     move-result-object v2
//     (v3 = unboxed v2)
//     goto :return
//   :throw
//     throw v2
//   :exit
//     if-eqz v1, :return
//     invoke-static/range {v3 .. v3}, Integer.valueOf
//     move-result-object v2
//     invoke-static/range {v1 .. v2}, Hooks.leave
//     move-result-object v2
//     (v3 = unboxed v2)
//   :return
//     return v3
//     .catchall {:body .. :end} :catch             after the method's tries
//
// Threads: one at a time, together with the Pool.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/entry_hook.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {

struct ExitHook {
  uint32_t point = 0;
  const EntryHook* entry = nullptr;  // around
};

// The method has code. An error of kind kUnsupported, with the method as it
// was, when the format has no room for it.
Status AddExitHook(const dex::Pool& pool, const RuntimeRefs& refs,
                   dex::MethodDef* method, const ExitHook& hook);

}  // namespace reprise::weave
