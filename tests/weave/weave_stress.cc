// Hooks on every method and every call of an APK:
//
//   weave_stress APK OUT [around|entry|exit|call|all|repoint]
//
// all, the default, is around and call; repoint is all, with every argument of
// every call replaced. OUT is an APK that has, in a last dex file, a runtime
// that is off and says so: Hooks.on is false until somebody sets it, and then
// nothing is answered and everything goes on as it was.
//
// Prints one line: hooks, methods left out, bytes of dex before and after, and
// milliseconds. What was left out and why goes to stderr.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "apk/apk.h"
#include "apk/rewrite.h"
#include "base/file.h"
#include "base/result.h"
#include "dex/assembler.h"
#include "dex/reader.h"
#include "dex/text_names.h"
#include "dex/writer.h"
#include "weave/plan.h"

namespace {

using namespace reprise;

constexpr std::string_view kEverything =
    "class ** { [upcall] * *(..); [upcall] new(..); [upcall] static(); }\n"
    "class ** { [downcall] * *(..); [downcall] new(..); }\n";

// What docs/architecture/weave.md asks of a runtime, doing nothing.
constexpr std::string_view kRuntime = R"(
.class public final Lio/reprise/runtime/Call;
.super Ljava/lang/Object;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method

.class public final Lio/reprise/runtime/Hooks;
.super Ljava/lang/Object;
.field public static on:Z
.method public static enter(ILjava/lang/Object;[Ljava/lang/Object;)Lio/reprise/runtime/Call;
    .registers 4
    new-instance v0, Lio/reprise/runtime/Call;
    invoke-direct {v0}, Lio/reprise/runtime/Call;-><init>()V
    return-object v0
.end method
.method public static answered(Lio/reprise/runtime/Call;)Z
    .registers 2
    const/4 v0, 0
    return v0
.end method
.method public static answer(Lio/reprise/runtime/Call;)Ljava/lang/Object;
    .registers 2
    const/4 v0, 0
    return-object v0
.end method
.method public static leave(Lio/reprise/runtime/Call;Ljava/lang/Object;)Ljava/lang/Object;
    .registers 2
    return-object p1
.end method
.method public static fail(Lio/reprise/runtime/Call;Ljava/lang/Throwable;)Ljava/lang/Object;
    .registers 2
    throw p1
.end method
)";

using Clock = std::chrono::steady_clock;

struct Figures {
  weave::ApplyReport report;
  std::vector<weave::Skipped> unplanned;
  size_t before = 0, after = 0;
};

void Choose(std::string_view mode, weave::Plan* plan) {
  using weave::Transformation;
  if (mode == "repoint") {
    for (weave::Point& point : plan->points) {
      point.letters.assign(point.letters.size(), 'x');
    }
  }
  if (mode == "all" || mode == "repoint") return;
  std::erase_if(plan->hooks, [&](const weave::Hook& hook) {
    return (hook.transformation == Transformation::kCall) != (mode == "call");
  });
  for (weave::Hook& hook : plan->hooks) {
    if (mode == "entry") hook.transformation = Transformation::kEntry;
    if (mode == "exit") hook.transformation = Transformation::kExit;
  }
}

Result<apk::ApkEdits> Weave(const apk::Apk& apk, std::string_view mode,
                            dex::Pool* pool, Figures* figures) {
  std::vector<dex::DexFile> files;
  weave::ClassPointers classes;
  for (const std::string& name : apk.DexNames()) {
    ASSIGN_OR_RETURN(const std::string bytes, apk.zip().Read(name));
    figures->before += bytes.size();
    ASSIGN_OR_RETURN(dex::DexFile file, dex::ReadDex(bytes, pool));
    files.push_back(std::move(file));
  }
  for (dex::DexFile& file : files) {
    for (dex::ClassDef& entry : file.classes) classes.push_back(&entry);
  }
  weave::Spec spec;
  RETURN_IF_ERROR(weave::ParseSpec(kEverything, "everything", &spec));
  weave::Plan plan = weave::MakePlan(spec, classes, {}, pool);
  figures->unplanned = plan.skipped;
  Choose(mode, &plan);
  figures->report = weave::ApplyPlan(plan, classes, pool);
  ASSIGN_OR_RETURN(dex::DexFile runtime, dex::Assemble(kRuntime, pool));
  files.push_back(std::move(runtime));

  apk::ApkEdits edits;
  size_t number = 0;
  for (const dex::DexFile& file : files) {
    ASSIGN_OR_RETURN(auto written,
                     dex::WriteDexFiles(*pool, dex::PointersTo(file.classes),
                                        {file.version, {}}));
    for (std::string& bytes : written) {
      figures->after += bytes.size();
      ++number;
      edits.put[number == 1 ? "classes.dex"
                            : fmt::format("classes{}.dex", number)] =
          std::move(bytes);
    }
  }
  return edits;
}

Status Run(const std::string& in, const std::string& out,
           std::string_view mode) {
  FileSystem& files = RealFileSystem();
  const auto start = Clock::now();
  ASSIGN_OR_RETURN(const auto apk, apk::Apk::Open(files, in));
  dex::Pool pool;
  Figures figures;
  ASSIGN_OR_RETURN(const apk::ApkEdits edits,
                   Weave(*apk, mode, &pool, &figures));
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      Clock::now() - start);
  for (const auto& [name, bytes] : edits.put) {
    dex::Pool again;
    const auto read = dex::ReadDex(bytes, &again);
    if (!read) return Fail(read.error());
  }
  std::vector<weave::Skipped> skipped = figures.unplanned;
  skipped.insert(skipped.end(), figures.report.skipped.begin(),
                 figures.report.skipped.end());
  for (const weave::Skipped& entry : skipped) {
    std::string name;
    dex::AppendMethod(pool, entry.method, &name);
    fmt::print(stderr, "{}: {}\n", name, entry.reason);
  }
  ASSIGN_OR_RETURN(const apk::SigningKey key, apk::SigningKey::Generate());
  RETURN_IF_ERROR(apk::RewriteApk(files, in, edits, key, out));
  fmt::print("hooks {} left {} before {} after {} ms {}\n",
             figures.report.hooks, skipped.size(), figures.before,
             figures.after, took.count());
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 3 ? argv[3] : "all";
  const bool known = mode == "around" || mode == "entry" || mode == "exit" ||
                     mode == "call" || mode == "all" || mode == "repoint";
  if (argc < 3 || !known) {
    fmt::print(stderr,
               "weave_stress APK OUT [around|entry|exit|call|all|repoint]\n");
    return 1;
  }
  const Status status = Run(argv[1], argv[2], mode);
  if (!status) {
    fmt::print(stderr, "weave_stress: {}\n", status.error().message);
    return 5;
  }
  return 0;
}
