// Any bytes as a tape, read as a run and compared with itself.
//
// What must hold: no crash, no allocation beyond the limits.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "compare/tape_diff.h"
#include "tape/reader.h"

using reprise::MemoryFileSystem;
using reprise::compare::Diff;
using reprise::compare::RunView;
using reprise::tape::TapeReader;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  MemoryFileSystem files;
  files.Put("in", std::string(reinterpret_cast<const char*>(data), size));
  const auto tape = TapeReader::Open(files, "in");
  if (!tape) return 0;
  const auto run = RunView::Read(**tape);
  if (!run) return 0;
  const auto same = Diff(*run, *run);
  CHECK(same.divergences.size() <= reprise::compare::kMaxDivergences);
  return 0;
}
