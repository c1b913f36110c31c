// Reading, writing and printing the dex file that REPRISE_DEX names, in bytes
// of that file a second. Without it: a small one that is made here.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "base/check.h"
#include "base/file.h"
#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/reader.h"
#include "dex/writer.h"

namespace {

using namespace reprise;
using namespace reprise::dex;

constexpr uint64_t kMaxInput = 1 << 30;

const std::string& Input() {
  static const auto* const input = [] {
    if (const char* path = std::getenv("REPRISE_DEX")) {
      auto bytes = ReadWholeFile(RealFileSystem(), path, kMaxInput);
      CHECK(bytes);
      return new std::string(*std::move(bytes));
    }
    std::string text;
    for (int i = 0; i < 2000; ++i) {
      text += fmt::format(
          ".class LA{};\n.method static a(I)I\n.registers 2\n"
          "const-string v0, \"text {}\"\n"
          "invoke-static {{p0}}, LA{};->a(I)I\nreturn p0\n.end method\n",
          i, i, i / 2);
    }
    Pool pool;
    const auto file = Assemble(text, &pool);
    CHECK(file);
    return new std::string(
        WriteDex(pool, PointersTo(file->classes), {}).value());
  }();
  return *input;
}

void Count(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(Input().size()));
}

void Read(benchmark::State& state) {
  for (auto _ : state) {
    Pool pool;
    auto file = ReadDex(Input(), &pool);
    CHECK(file);
    benchmark::DoNotOptimize(file);
  }
  Count(state);
}
BENCHMARK(Read)->Unit(benchmark::kMillisecond);

void Write(benchmark::State& state) {
  Pool pool;
  const auto file = ReadDex(Input(), &pool);
  CHECK(file);
  const ClassList classes = PointersTo(file->classes);
  for (auto _ : state) {
    auto bytes = WriteDex(pool, classes, {file->version, {}});
    CHECK(bytes);
    benchmark::DoNotOptimize(bytes);
  }
  Count(state);
}
BENCHMARK(Write)->Unit(benchmark::kMillisecond);

void Print(benchmark::State& state) {
  Pool pool;
  const auto file = ReadDex(Input(), &pool);
  CHECK(file);
  for (auto _ : state) {
    auto text = Disassemble(pool, *file);
    benchmark::DoNotOptimize(text);
  }
  Count(state);
}
BENCHMARK(Print)->Unit(benchmark::kMillisecond);

}  // namespace
