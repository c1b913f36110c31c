// Weaves a program of testbeds/apps by the catalogue, as `reprise instrument`
// does with an APK, and makes it load the runtime first:
//
//   weave_app DEX CLASS OUT_DEX OUT_PLAN
#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "dex/reader.h"
#include "dex/writer.h"
#include "weave/catalogue.h"
#include "weave/plan.h"
#include "weave/start_stub.h"

namespace reprise {
namespace {

constexpr uint64_t kMaxDex = uint64_t{1} << 30;

Status Weave(char** words) {
  FileSystem& files = RealFileSystem();
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(files, words[1], kMaxDex));
  dex::Pool pool;
  ASSIGN_OR_RETURN(dex::DexFile file, dex::ReadDex(bytes, &pool));
  weave::ClassPointers classes;
  for (dex::ClassDef& entry : file.classes) classes.push_back(&entry);
  const weave::Plan plan =
      weave::MakePlan(weave::Catalogue(), classes, {}, &pool);
  weave::ApplyPlan(plan, classes, &pool);
  // A program without an APK has no Application; its first class does.
  weave::AddStartStub(classes, "", words[2], &pool);
  ASSIGN_OR_RETURN(const std::string woven,
                   dex::WriteDex(pool, dex::PointersTo(file.classes),
                                 {.version = file.version, .limits = {}}));
  RETURN_IF_ERROR(WriteWholeFile(files, words[3], woven));
  return WriteWholeFile(files, words[4], weave::PlanText(plan, pool));
}

}  // namespace
}  // namespace reprise

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "weave_app DEX CLASS OUT_DEX OUT_PLAN\n");
    return 1;
  }
  const reprise::Status status = reprise::Weave(argv);
  if (status) return 0;
  fmt::print(stderr, "weave_app: {}\n", status.error().message);
  return 5;
}
