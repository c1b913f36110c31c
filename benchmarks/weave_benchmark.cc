// Weaving the app whose dex files REPRISE_DEXES names (separated by colons):
// reading, planning by the catalogue, weaving, writing. Without it: one that is
// made here.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "dex/assembler.h"
#include "dex/reader.h"
#include "dex/writer.h"
#include "weave/catalogue.h"
#include "weave/plan.h"

namespace {

using namespace reprise;

constexpr uint64_t kMaxInput = 1 << 30;

std::string MadeDex() {
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    text += fmt::format(
        ".class LA{};\n.method static a()J\n.registers 2\n"
        "invoke-static {{}}, Ljava/lang/System;->nanoTime()J\n"
        "move-result-wide v0\nreturn-wide v0\n.end method\n",
        i);
  }
  dex::Pool pool;
  const auto file = dex::Assemble(text, &pool);
  CHECK(file);
  return dex::WriteDex(pool, dex::PointersTo(file->classes), {}).value();
}

const std::vector<std::string>& Inputs() {
  static const auto* const inputs = [] {
    auto* made = new std::vector<std::string>;
    const char* paths = std::getenv("REPRISE_DEXES");
    if (paths == nullptr) {
      made->push_back(MadeDex());
      return made;
    }
    std::istringstream list(paths);
    for (std::string path; std::getline(list, path, ':');) {
      auto bytes = ReadWholeFile(RealFileSystem(), path, kMaxInput);
      CHECK(bytes);
      made->push_back(*std::move(bytes));
    }
    return made;
  }();
  return *inputs;
}

void Weave(benchmark::State& state, const weave::Spec& spec) {
  size_t hooks = 0;
  for (auto _ : state) {
    dex::Pool pool;
    std::vector<dex::DexFile> files;
    weave::ClassPointers classes;
    for (const std::string& bytes : Inputs()) {
      files.push_back(dex::ReadDex(bytes, &pool).value());
    }
    for (dex::DexFile& file : files) {
      for (dex::ClassDef& entry : file.classes) classes.push_back(&entry);
    }
    const weave::Plan plan = weave::MakePlan(spec, classes, {}, &pool);
    hooks = weave::ApplyPlan(plan, classes, &pool).hooks;
    for (const dex::DexFile& file : files) {
      auto written = dex::WriteDexFiles(pool, dex::PointersTo(file.classes),
                                        {file.version, {}});
      CHECK(written);
      benchmark::DoNotOptimize(written);
    }
  }
  state.counters["hooks"] = static_cast<double>(hooks);
}

void ByCatalogue(benchmark::State& state) { Weave(state, weave::Catalogue()); }
BENCHMARK(ByCatalogue)->Unit(benchmark::kMillisecond);

void Everything(benchmark::State& state) {
  weave::Spec spec;
  CHECK(
      weave::ParseSpec("class ** { [upcall] * *(..); }"
                       "class ** { [downcall] * *(..); }",
                       "all", &spec));
  Weave(state, spec);
}
BENCHMARK(Everything)->Unit(benchmark::kMillisecond);

}  // namespace
