// A recording whose disk runs full, at any byte: the error is told, the tape
// opens and holds everything that was written before.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "base/clock.h"
#include "base/faulty_file_system.h"
#include "base/memory_file_system.h"
#include "base/subprocess.h"
#include "crash_testing.h"
#include "tape/recorder.h"
#include "temporary_folder.h"

namespace reprise::tape {
namespace {

constexpr uint64_t kSmallMessages = 40;
constexpr uint64_t kPerChunk = 9;

struct Written {
  uint64_t messages = 0;  // in chunks whose closing succeeded
  Status status;
};

// A small recording, up to the first refusal.
Written WriteSmallTape(FileSystem& files, const std::string& path) {
  Written written;
  auto writer = TapeWriter::Create(files, path);
  if (!writer) {
    written.status = Fail(writer.error());
    return written;
  }
  Status& status = written.status;
  status = AddCrashChannels(**writer);
  if (status) {
    status = (*writer)->AddAttachment({1, 2, "a", "text/plain"}, "attachment");
  }
  for (uint64_t number = 0; status && number < kSmallMessages;) {
    for (uint64_t i = 0; status && i < kPerChunk; i++, number++) {
      const std::string data = CrashData(number);
      status = (*writer)->Write(CrashMessage(number, data));
    }
    if (status) status = (*writer)->CloseChunk();
    if (status) written.messages = number;
  }
  if (status) status = (*writer)->Finish();
  return written;
}

TEST(FullDisk, AtEveryByteOfASmallRecordingKeepsEveryClosedChunk) {
  uint64_t room = 0;
  for (;; room++) {
    SCOPED_TRACE(fmt::format("full after {} bytes", room));
    MemoryFileSystem memory;
    FaultyFileSystem disk(memory);
    disk.FillAfter(room);
    const Written written = WriteSmallTape(disk, "tape");
    if (written.status) break;
    EXPECT_EQ(written.status.error().kind, ErrorKind::kIo);
    EXPECT_NE(written.status.error().message.find("tape"), std::string::npos);
    if (memory.Get("tape")->empty()) continue;
    const auto found = OpenAndRecover(memory, "tape");
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->complete);
    EXPECT_FALSE(found->problems.empty());
    ASSERT_EQ(found->numbers.size(), written.messages);
    for (size_t n = 0; n < found->numbers.size(); n++) {
      ASSERT_EQ(found->numbers[n], static_cast<int64_t>(n));
    }
    if (HasFailure()) return;
  }
  Tried("the disk full at every byte of a small one", room,
        "every closed chunk");
}

TEST(FullDisk, UnderARecorderIsToldAndTheTapeOpens) {
  const uint64_t step = Full() ? 1 : 23;
  uint64_t count = 0;
  bool refused = true;
  for (uint64_t room = 0; refused; room += step, count++) {
    SCOPED_TRACE(fmt::format("full after {} bytes", room));
    MemoryFileSystem memory;
    FaultyFileSystem disk(memory);
    disk.FillAfter(room);
    VirtualClock clock;
    RecorderOptions options;
    options.clock = &clock;
    options.background = false;
    auto recorder = TapeRecorder::Create(disk, "tape", options);
    if (!recorder) {
      EXPECT_EQ(recorder.error().kind, ErrorKind::kIo);
      continue;
    }
    uint64_t fed = 0;
    if (const auto channel = (*recorder)->ChannelFor("/log")) {
      const FeedPtr feed = (*recorder)->NewFeed();
      for (int chunk = 0; chunk < 5; chunk++) {
        for (int i = 0; i < 7; i++, fed += 2) {
          const uint64_t now = clock.Monotonic();
          feed->Write(*channel, now, now, CrashData(fed));
        }
        clock.Advance(kMaxDelayNs);
        (*recorder)->Pump();
      }
    }
    const Status finished = (*recorder)->Finish();
    refused = !finished;
    recorder->reset();
    const auto found = OpenAndRecover(memory, "tape", Source::kRecorder);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->complete, !refused);
    EXPECT_EQ(found->problems.empty(), !refused);
    for (size_t n = 0; n < found->numbers.size(); n++) {
      ASSERT_EQ(found->numbers[n], static_cast<int64_t>(2 * n));
    }
    if (!refused) {
      EXPECT_EQ(found->numbers.size(), fed / 2);
    }
    if (HasFailure()) return;
  }
  Tried("the disk full under a recorder, at every so many bytes", count,
        "what was written before, and the error");
}

// Runs the victim until the system refuses to let its file grow.
void CheckRefused(const std::vector<std::string>& argv, const std::string& path,
                  Source source) {
  SubprocessOptions options;
  options.argv = argv;
  const auto result = RunSubprocess(options);
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->exit_code, 6) << result->Describe() << ": " << result->err;
  EXPECT_NE(result->err.find(".mcap"), std::string::npos) << result->err;
  uint64_t told = 0;
  if (const size_t whole = result->out.size() / 8; whole > 0) {
    std::memcpy(&told, result->out.data() + (whole - 1) * 8, 8);
  }
  if (std::filesystem::is_empty(path)) {
    EXPECT_EQ(told, 0u);
    return;
  }
  const auto found = OpenAndRecover(RealFileSystem(), path, source);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->messages, told);
  EXPECT_FALSE(found->complete);
  EXPECT_FALSE(found->problems.empty());
}

// An hour, which no victim lives to see.
constexpr char kForeverMs[] = "3600000";

TEST(FullDisk, AsTheSystemRefusesToLetAFileGrow) {
  const TemporaryFolder folder;
  const uint64_t count = Full() ? 100 : 10;
  for (uint64_t i = 0; i < count && !HasFailure(); i++) {
    const bool recorder = i % 2 == 1;
    const std::string limit = std::to_string(RandomBelow(60'000));
    SCOPED_TRACE(limit + " bytes");
    const std::string path = folder.path(fmt::format("{}.mcap", i));
    CheckRefused({CRASH_WRITER, recorder ? "recorder" : "writer", path,
                  kForeverMs, limit},
                 path, recorder ? Source::kRecorder : Source::kWriter);
  }
  Tried("its file refused to grow by the system (RLIMIT_FSIZE)", count,
        "every closed chunk, and the error");
}

TEST(FullDisk, OnARealSmallFileSystem) {
  const TemporaryFolder folder;
  const std::string mount = folder.path("mount");
  const std::string copy = folder.path("copy.mcap");
  std::filesystem::create_directory(mount);
  SubprocessOptions try_to_mount;
  try_to_mount.argv = {"unshare", "-Urm", "mount", "-t",
                       "tmpfs",   "none", mount};
  const auto possible = RunSubprocess(try_to_mount);
  if (!possible || !possible->Succeeded()) {
    GTEST_SKIP() << "file systems cannot be mounted here";
  }
  const uint64_t count = Full() ? 20 : 2;
  for (uint64_t i = 0; i < count && !HasFailure(); i++) {
    const uint64_t pages = 5 + RandomBelow(60);
    SCOPED_TRACE(fmt::format("{} KiB", 4 * pages));
    const std::string script = fmt::format(
        "mount -t tmpfs -o size={}k none '{}' || exit 1\n"
        "'{}' writer '{}/full.mcap' {}; code=$?\n"
        "cp '{}/full.mcap' '{}'; exit $code",
        4 * pages, mount, CRASH_WRITER, mount, kForeverMs, mount, copy);
    CheckRefused({"unshare", "-Urm", "sh", "-c", script}, copy,
                 Source::kWriter);
  }
  Tried("a small file system filled up (tmpfs)", count,
        "every closed chunk, and the error");
}

TEST(FullDisk, IsToldInASentence) {
  const Written written = WriteSmallTape(RealFileSystem(), "/dev/full");
  ASSERT_FALSE(written.status);
  EXPECT_EQ(written.status.error().kind, ErrorKind::kIo);
  EXPECT_EQ(written.status.error().message,
            "/dev/full: cannot write: No space left on device");
}

}  // namespace
}  // namespace reprise::tape
