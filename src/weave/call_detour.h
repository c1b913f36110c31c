// Weaves hooks around calls: the runtime may answer instead of the call, give
// it other arguments, see and replace its result or its exception. Any call of
// a method: virtual, interface, static, direct, super, constructors.
//
// Contract
// 1. With Hooks.on false the call is made as it was; nothing else happens but
//    reading that field.
// 2. The hook stands where the call stands: the app's tries around the call
//    are around the hook, and what the runtime throws reaches their handlers.
// 3. The app's registers change as the call would have changed them, and not
//    before anything of the hook can still throw.
// 4. A constructor is always called, and gets no `self` before: the object is
//    not initialised. Afterwards it is the result.
// 5. Repointed parameters are copies; the caller's variables keep their value.
//
// Before (parameters "x"):
//
//   invoke-virtual {v1, v2}, LA;->f(I)J
//   move-result-wide v3
//
// After:
//
//   sget-boolean v6, Hooks.on
//   if-eqz v6, :plain
//   invoke-static/range {v2 .. v2}, Integer.valueOf
//   move-result-object v9
//   filled-new-array/range {v9 .. v9}, [Object
//   move-result-object v8
//   const/16 v6, POINT
//   move-object v7, v1
//   invoke-static/range {v6 .. v8}, Hooks.enter
//   move-result-object v6
//   if-eqz v6, :plain
//   invoke-static/range {v6 .. v6}, Hooks.answered
//   move-result v7
//   if-eqz v7, :go
//   invoke-static/range {v6 .. v6}, Hooks.answer
//   move-result-object v7
//   goto :result
// :go
//   (v9, v10 = v1, v2 and v10 = args[0])        only if something is repointed
// :try
//   invoke-virtual/range {v9 .. v10}, LA;->f(I)J
// :end
//   move-result-wide v7
//   invoke-static/range {v7 .. v8}, Long.valueOf
//   move-result-object v7
//   invoke-static/range {v6 .. v7}, Hooks.leave
//   move-result-object v7
//   goto :result
// :catch
//   move-exception v7
//   invoke-static/range {v6 .. v7}, Hooks.fail
//   move-result-object v7
// :result
//   (v3 = unboxed v7)
//   goto :after
// :plain
//   invoke-virtual {v1, v2}, LA;->f(I)J
//   move-result-wide v3
// :after
//   .catchall {:try .. :end} :catch               before the app's tries
//
// Threads: one at a time, together with the Pool.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {

struct CallDetour {
  uint32_t place = 0;  // the call: how many invocations are before it
  uint32_t point = 0;
  std::string_view letters;  // a plan's PARAMETERS
};

// Whether it is an invocation of a method by its name, as places count them.
bool IsInvoke(dex::Op op);

// Detours in the order of their places. An error of kind kUnsupported, with
// the method as it was, when the format has no room for it.
Status DetourCalls(const dex::Pool& pool, const RuntimeRefs& refs,
                   dex::MethodDef* method, std::span<const CallDetour> detours);

}  // namespace reprise::weave
