// Weaves a hook before a method's body: the runtime sees the arguments, may
// replace them, and may answer instead of the body.
//
// Contract
// 1. With Hooks.on false the body runs as it was.
// 2. The hook is before everything else, outside of all tries and loops.
// 3. Parameters marked v or x have the values of the array afterwards.
// 4. A constructor's body always runs, and its hook gets no `self`: the object
//    is not initialised yet. A static initialiser is a static method.
//
// Before (letters "v"):
//
//   .method public f(I)I
//     .registers 2
//     return p1
//
// After:
//
//   .method public f(I)I
//     .registers 7
//     sget-boolean v0, Hooks.on
//     if-eqz v0, :body
//     invoke-static/range {p1 .. p1}, Integer.valueOf
//     move-result-object v3
//     filled-new-array/range {v3 .. v3}, [Object
//     move-result-object v2
//     const/16 v0, POINT
//     move-object v1, p0
//     invoke-static/range {v0 .. v2}, Hooks.enter
//     move-result-object v0
//     if-eqz v0, :body
//     invoke-static/range {v0 .. v0}, Hooks.answered
//     move-result v1
//     if-eqz v1, :go
//     invoke-static/range {v0 .. v0}, Hooks.answer
//     move-result-object v1
//     (v1 = unboxed v1)
//     return v1
//   :go
//     (p1 = unboxed args[0])
//   :body
//     return p1
//
// Threads: one at a time, together with the Pool.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {

struct EntryHook {
  uint32_t point = 0;
  std::string_view letters;  // a plan's PARAMETERS
};

// The method has code. An error of kind kUnsupported, with the method as it
// was, when the format has no room for it.
Status AddEntryHook(const dex::Pool& pool, const RuntimeRefs& refs,
                    dex::MethodDef* method, const EntryHook& hook);

// What AddEntryHook() puts before the body, for the exit hook, which needs the
// Call: leaves it, or null, in `call`. With `only_enter` the arguments
// are not passed and nothing is answered.
std::vector<dex::Instruction> EntryCode(const dex::Pool& pool,
                                        const RuntimeRefs& refs,
                                        dex::MethodDef* method,
                                        const EntryHook& hook, uint16_t call,
                                        uint16_t scratch, bool only_enter);
// How many registers `scratch` must begin.
uint16_t EntryScratch(const dex::Pool& pool, const dex::MethodDef& method);

}  // namespace reprise::weave
