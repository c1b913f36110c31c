// Any classes with hooks on every method and every call. The first byte says
// which hooks, and whether the rest is a dex file, its checksums not looked at,
// or the assembler's text.
//
// What must hold: no crash; what could be written before can be written with
// its hooks, is read again, and is then written as the same bytes; a class in
// which nothing was woven is as it was.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/reader.h"
#include "dex/writer.h"
#include "weave/plan.h"

namespace {

using namespace reprise;

constexpr std::string_view kEverything =
    "class ** { [upcall] * *(..); [upcall] new(..); [upcall] static(); }\n"
    "class ** { [downcall] * *(..); [downcall] new(..); }\n";

// The choices that the first byte has.
constexpr uint8_t kTransformation = 3;  // 0: as the plan says
constexpr uint8_t kRepoint = 4;
constexpr uint8_t kText = 8;

Result<dex::DexFile> Read(uint8_t choice, std::string_view rest,
                          dex::Pool* pool) {
  if (choice & kText) return dex::Assemble(rest, pool);
  return dex::ReadDex(rest, pool,
                      {.verify_checksum = false, .verify_signature = false});
}

weave::Plan PlanFor(uint8_t choice, const weave::ClassPointers& classes,
                    dex::Pool* pool) {
  weave::Spec spec;
  CHECK(weave::ParseSpec(kEverything, "everything", &spec));
  weave::Plan plan = weave::MakePlan(spec, classes, {}, pool);
  if (choice & kRepoint) {
    for (weave::Point& point : plan.points) {
      point.letters.assign(point.letters.size(), 'x');
    }
  }
  if (const int kind = choice & kTransformation) {
    for (weave::Hook& hook : plan.hooks) {
      if (hook.transformation == weave::Transformation::kCall) continue;
      hook.transformation = static_cast<weave::Transformation>(kind);
    }
  }
  return plan;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  dex::Pool pool;
  auto file =
      Read(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1}, &pool);
  if (!file || !dex::WriteDex(pool, dex::PointersTo(file->classes),
                              {file->version, {}})) {
    return 0;
  }
  weave::ClassPointers classes;
  std::vector<std::string> before;
  for (dex::ClassDef& entry : file->classes) {
    classes.push_back(&entry);
    before.push_back(dex::DisassembleClass(pool, entry));
  }
  const weave::Plan plan = PlanFor(data[0], classes, &pool);
  const weave::ApplyReport report = weave::ApplyPlan(plan, classes, &pool);
  CHECK(report.changed.size() == classes.size());
  for (size_t i = 0; i < classes.size(); ++i) {
    if (!report.changed[i]) {
      CHECK(dex::DisassembleClass(pool, *classes[i]) == before[i]);
    }
  }

  const auto written = dex::WriteDexFiles(pool, dex::PointersTo(file->classes),
                                          {file->version, {}});
  CHECK(written);
  for (const std::string& bytes : *written) {
    dex::Pool again_pool;
    const auto again = dex::ReadDex(bytes, &again_pool);
    CHECK(again);
    const auto rewritten = dex::WriteDex(
        again_pool, dex::PointersTo(again->classes), {again->version, {}});
    CHECK(rewritten);
    CHECK(*rewritten == bytes);
  }
  return 0;
}
