// Any bytes as what a worker of a minimisation answers, what a minimisation
// asks, and as a journal.
//
// What must hold: no crash; what was understood is understood the same after
// it was written again; the good part of a journal reads as itself.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "minimize/journal.h"
#include "minimize/oracle_message.h"

namespace {

using namespace reprise;
using namespace reprise::minimize;

constexpr uint32_t kUnits = 1000;

std::string_view Chomp(std::string_view line) {
  CHECK(line.ends_with('\n'));
  line.remove_suffix(1);
  CHECK(line.find('\n') == std::string_view::npos);
  return line;
}

void ReadJournal(std::string_view bytes) {
  MemoryFileSystem files;
  files.Put("j", std::string(bytes));
  const auto contents = Journal::Read(files, "j");
  if (!contents) return;
  CHECK(bytes.starts_with(contents->good));
  files.Put("j", contents->good);
  const auto again = Journal::Read(files, "j");
  CHECK(again.has_value());
  CHECK(again->problem.empty());
  CHECK(again->header == contents->header);
  CHECK_EQ(again->runs.size(), contents->runs.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                               size - 1);
  switch (data[0] % 4) {
    case 0:
      if (auto answer = ParseAnswer(bytes)) {
        const auto again = ParseAnswer(Chomp(ToLine(*answer)));
        CHECK(again.has_value());
        CHECK_EQ(again->id, answer->id);
        CHECK(again->what == answer->what);
      }
      break;
    case 1:
      if (auto request = ParseRequest(bytes, kUnits)) {
        CHECK(*ParseRequest(Chomp(ToLine(*request)), kUnits) == *request);
      }
      break;
    case 2:
      if (auto hello = ParseHello(bytes)) {
        CHECK(*ParseHello(Chomp(ToLine(*hello))) == *hello);
      }
      break;
    default:
      ReadJournal(bytes);
  }
  return 0;
}
