// Weaves a program of the ground ahead, and makes plans for the agent:
//
//   weave_tool plan SPEC DEX          prints the plan
//   weave_tool weave SPEC DEX OUT     a dex file that is woven by it
//
// Points are numbered from 0, as in an APK.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "dex/reader.h"
#include "dex/text_names.h"
#include "dex/writer.h"
#include "weave/plan.h"

namespace {

using namespace reprise;

constexpr uint64_t kMaxDex = uint64_t{1} << 30;

Status Run(const std::string& spec_file, const std::string& dex_file,
           const std::string& out) {
  FileSystem& files = RealFileSystem();
  ASSIGN_OR_RETURN(const std::string text,
                   ReadWholeFile(files, spec_file, weave::kMaxSpecBytes));
  weave::Spec spec;
  RETURN_IF_ERROR(weave::ParseSpec(text, spec_file, &spec));
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(files, dex_file, kMaxDex));
  dex::Pool pool;
  ASSIGN_OR_RETURN(dex::DexFile file, dex::ReadDex(bytes, &pool));
  weave::ClassPointers classes;
  for (dex::ClassDef& entry : file.classes) classes.push_back(&entry);
  const weave::Plan plan = weave::MakePlan(spec, classes, {}, &pool);
  if (out.empty()) {
    fmt::print("{}", weave::PlanText(plan, pool));
    return {};
  }
  const weave::ApplyReport report = weave::ApplyPlan(plan, classes, &pool);
  for (const weave::Skipped& skipped : report.skipped) {
    std::string name;
    dex::AppendMethod(pool, skipped.method, &name);
    fmt::print(stderr, "left as it was: {}: {}\n", name, skipped.reason);
  }
  ASSIGN_OR_RETURN(const std::string woven,
                   dex::WriteDex(pool, dex::PointersTo(file.classes),
                                 {.version = file.version, .limits = {}}));
  return WriteWholeFile(files, out, woven);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view verb = argc > 1 ? argv[1] : "";
  if (!(verb == "plan" && argc == 4) && !(verb == "weave" && argc == 5)) {
    fmt::print(stderr,
               "weave_tool plan SPEC DEX\n"
               "weave_tool weave SPEC DEX OUT\n");
    return 1;
  }
  const Status status = Run(argv[2], argv[3], verb == "weave" ? argv[4] : "");
  if (!status) {
    fmt::print(stderr, "weave_tool: {}\n", status.error().message);
    return 5;
  }
  return 0;
}
