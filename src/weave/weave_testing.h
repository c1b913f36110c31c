// Methods as text before and after a transformation, for tests.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/writer.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {

// Short names for what woven code is full of.
inline std::string Abbreviated(std::string text) {
  const std::pair<std::string, std::string> names[] = {
      {"Lio/reprise/runtime/Hooks;->on:Z", "ON"},
      {"Lio/reprise/runtime/Hooks;->enter(ILjava/lang/Object;"
       "[Ljava/lang/Object;)Lio/reprise/runtime/Call;",
       "ENTER"},
      {"Lio/reprise/runtime/Hooks;->answered(Lio/reprise/runtime/Call;)Z",
       "ANSWERED"},
      {"Lio/reprise/runtime/Hooks;->answer(Lio/reprise/runtime/Call;)"
       "Ljava/lang/Object;",
       "ANSWER"},
      {"Lio/reprise/runtime/Hooks;->leave(Lio/reprise/runtime/Call;"
       "Ljava/lang/Object;)Ljava/lang/Object;",
       "LEAVE"},
      {"Lio/reprise/runtime/Hooks;->fail(Lio/reprise/runtime/Call;"
       "Ljava/lang/Throwable;)Ljava/lang/Object;",
       "FAIL"},
      {"Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;", "BOX_I"},
      {"Ljava/lang/Integer;->intValue()I", "UNBOX_I"},
      {"Ljava/lang/Long;->valueOf(J)Ljava/lang/Long;", "BOX_J"},
      {"Ljava/lang/Long;->longValue()J", "UNBOX_J"},
      {"Ljava/lang/Object;", "OBJECT"},
      {"Ljava/lang/String;", "STRING"}};
  for (const auto& [from, to] : names) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

using Transformation = std::function<Status(
    const dex::Pool&, const RuntimeRefs&, dex::MethodDef*)>;

// The lines between .method and .end method of a class LA; after the
// transformation; or an error, also when what is made cannot be written.
inline std::string Transformed(const std::string& method,
                               const Transformation& transformation) {
  dex::Pool pool;
  const RuntimeRefs refs(&pool);
  auto file = dex::Assemble(".class public LA;\n.super Ljava/lang/Object;\n" +
                                method + "\n.end method\n",
                            &pool);
  if (!file) return file.error().message;
  dex::MethodDef& woven = file->classes[0].methods[0];
  const Status status = transformation(pool, refs, &woven);
  if (!status) return status.error().message;
  const std::string text = dex::DisassembleMethod(pool, woven);
  const auto written = dex::WriteDex(pool, dex::PointersTo(file->classes), {});
  if (!written) return written.error().message;
  const size_t begin = text.find('\n') + 1;
  return Abbreviated(text.substr(begin, text.find(".end method") - begin));
}

}  // namespace reprise::weave
