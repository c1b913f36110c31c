#include "crash_testing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/memory_file_system.h"
#include "tape/copy.h"
#include "tape/recover.h"

namespace reprise::tape {
namespace {

struct Row {
  std::string what;
  uint64_t count;
  std::string result;
};

std::vector<Row>& Rows() {
  static std::vector<Row> rows;
  return rows;
}

uint64_t Seed() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("REPRISE_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10)
                           : uint64_t{std::random_device()()};
  }();
  return seed;
}

// Prints the table when all tests have run; tools/prove puts it in the docs.
class PrintTable : public ::testing::Environment {
 public:
  void SetUp() override {
    std::printf("REPRISE_SEED=%llu\n", static_cast<unsigned long long>(Seed()));
  }
  void TearDown() override {
    std::printf("\n| what was done to a tape | times | what was left |\n");
    std::printf("|---|---|---|\n");
    for (const Row& row : Rows()) {
      std::printf("| %s | %llu | %s |\n", row.what.c_str(),
                  static_cast<unsigned long long>(row.count),
                  row.result.c_str());
    }
  }
};

const ::testing::Environment* const kTable =
    ::testing::AddGlobalTestEnvironment(new PrintTable);

}  // namespace

bool Full() {
  const char* full = std::getenv("REPRISE_FULL");
  return full != nullptr && std::string_view(full) == "1";
}

std::mt19937_64& Random() {
  static std::mt19937_64 random(Seed());
  return random;
}

uint64_t RandomBelow(uint64_t limit) {
  return std::uniform_int_distribution<uint64_t>(0, limit - 1)(Random());
}

Found ReadAll(TapeReader& tape, Source source) {
  Found found;
  MessageCursor cursor = tape.Messages(InFileOrder());
  while (const Message* message = cursor.Next()) {
    found.messages++;
    found.last_time = std::max(found.last_time, message->log_time);
    const bool ours = source == Source::kWriter ||
                      tape.channels().at(message->channel_id).topic == "/log";
    if (!ours) continue;
    const int64_t number = source == Source::kWriter
                               ? NumberOf(*message)
                               : NumberOfData(message->data);
    EXPECT_GE(number, 0) << "a message that was never written";
    found.numbers.push_back(number);
  }
  EXPECT_TRUE(cursor.status()) << cursor.status().error().message;
  found.complete = tape.complete();
  found.problems = tape.Problems();
  return found;
}

std::optional<Found> OpenAndRecover(FileSystem& files, const std::string& path,
                                    Source source) {
  const std::string recovered = path + ".recovered";
  auto tape = TapeReader::Open(files, path);
  const auto report = Recover(files, path, recovered);
  EXPECT_EQ(tape.has_value(), report.has_value());
  if (!tape) {
    EXPECT_NE(tape.error().message, "");
    return std::nullopt;
  }
  Found found = ReadAll(**tape, source);
  if (!report) {
    ADD_FAILURE() << report.error().message;
    return found;
  }
  EXPECT_EQ(report->messages, found.messages);
  if (!found.problems.empty()) {
    EXPECT_FALSE(report->losses.empty()) << found.problems[0];
  }
  auto whole = TapeReader::Open(files, recovered, {.verify = true});
  if (!whole) {
    ADD_FAILURE() << whole.error().message;
    return found;
  }
  const Found again = ReadAll(**whole, source);
  EXPECT_TRUE(again.complete);
  EXPECT_EQ(again.problems, std::vector<std::string>());
  EXPECT_EQ(again.numbers, found.numbers);
  EXPECT_TRUE(files.Remove(recovered));
  return found;
}

Layout MakeTape(uint64_t messages, uint64_t per_chunk, Compression compression,
                bool finished) {
  MemoryFileSystem files;
  WriterOptions options;
  options.compression = compression;
  auto writer = TapeWriter::Create(files, "tape", options);
  EXPECT_TRUE(writer);
  Layout layout;
  layout.header_end = (*writer)->file_size();
  EXPECT_TRUE((*writer)->AddMetadata({"reprise", {{"verb", "record"}}}));
  EXPECT_TRUE(AddCrashChannels(**writer));
  const auto attach = [&](const std::string& name, const std::string& data) {
    const uint64_t offset = (*writer)->file_size();
    EXPECT_TRUE((*writer)->AddAttachment({1, 2, name, "text/plain"}, data));
    layout.attachments.push_back({offset, (*writer)->file_size(), {}});
  };
  attach("first", "the first attachment");
  for (uint64_t number = 0; number < messages;) {
    Layout::Piece chunk{(*writer)->file_size(), 0, {}};
    for (uint64_t i = 0; i < per_chunk && number < messages; i++, number++) {
      const std::string data = CrashData(number);
      EXPECT_TRUE((*writer)->Write(CrashMessage(number, data)));
      chunk.numbers.push_back(static_cast<int64_t>(number));
    }
    EXPECT_TRUE((*writer)->CloseChunk());
    layout.chunks.push_back(chunk);
  }
  attach("second", "the second one");
  if (finished) {
    EXPECT_TRUE((*writer)->Finish());
  }
  layout.bytes = *files.Get("tape");
  // A chunk is whole before the message indexes behind it are.
  for (Layout::Piece& chunk : layout.chunks) {
    uint64_t length = 0;
    std::memcpy(&length, layout.bytes.data() + chunk.offset + 1, 8);
    chunk.end = chunk.offset + kRecordPrefix + length;
  }
  return layout;
}

void Tried(const std::string& what, uint64_t count, const std::string& result) {
  Rows().push_back({what, count, result});
}

}  // namespace reprise::tape
