#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/faulty_file_system.h"
#include "base/memory_file_system.h"

namespace reprise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RealFiles : public testing::Test {
 protected:
  RealFiles() {
    std::string name = testing::TempDir() + "/reprise_file_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~RealFiles() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const {
    return folder_ + "/" + name;
  }
  static std::string Read(File& file, uint64_t offset, size_t size) {
    std::string bytes(size, '?');
    bytes.resize(file.ReadAt(offset, bytes.data(), size).value());
    return bytes;
  }

  std::string folder_;
  FileSystem& files_ = RealFileSystem();
};

TEST_F(RealFiles, AppendsAndReadsAnywhere) {
  auto file = files_.Create(Path("a")).value();
  ASSERT_TRUE(file->Append("hello ").has_value());
  ASSERT_TRUE(file->Append("world").has_value());
  ASSERT_TRUE(file->Sync().has_value());
  EXPECT_EQ(file->Size().value(), 11u);
  EXPECT_EQ(Read(*file, 4, 4), "o wo");
  EXPECT_EQ(Read(*file, 8, 100), "rld");
  EXPECT_EQ(Read(*file, 11, 1), "");
  EXPECT_EQ(Read(*file, 1000, 1), "");
}

TEST_F(RealFiles, AppendsAfterWhatTruncateLeft) {
  auto file = files_.Create(Path("a")).value();
  ASSERT_TRUE(file->Append("hello").has_value());
  ASSERT_TRUE(file->Truncate(2).has_value());
  ASSERT_TRUE(file->Append("y").has_value());
  EXPECT_EQ(Read(*file, 0, 10), "hey");
}

TEST_F(RealFiles, CreateReplacesWhatWasThere) {
  ASSERT_TRUE(WriteWholeFile(files_, Path("a"), "old and long").has_value());
  auto file = files_.Create(Path("a")).value();
  EXPECT_EQ(file->Size().value(), 0u);
}

TEST_F(RealFiles, AReaderSeesWhatIsAppendedLater) {
  auto writer = files_.Create(Path("a")).value();
  auto reader = files_.OpenForReading(Path("a")).value();
  EXPECT_EQ(Read(*reader, 0, 10), "");
  ASSERT_TRUE(writer->Append("late").has_value());
  EXPECT_EQ(Read(*reader, 0, 10), "late");
}

TEST_F(RealFiles, NamesAMissingFile) {
  const auto file = files_.OpenForReading(Path("none"));
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(file.error().message,
            Path("none") + ": cannot open: No such file or directory");
}

TEST_F(RealFiles, APathThroughAFileIsAMissingFile) {
  ASSERT_TRUE(WriteWholeFile(files_, Path("a"), "x").has_value());
  const auto file = files_.OpenForReading(Path("a/b"));
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, ErrorKind::kNotFound);
}

TEST_F(RealFiles, RefusesAFolder) {
  const auto file = files_.OpenForReading(folder_);
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, ErrorKind::kCorruption);
  EXPECT_EQ(file.error().message, folder_ + " is a directory, not a file");
}

TEST_F(RealFiles, RefusesAPipeWithoutWaitingForAWriter) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  const auto file = files_.OpenForReading(Path("pipe"));
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, ErrorKind::kUnsupported);
  EXPECT_THAT(file.error().message, HasSubstr("is not a regular file"));
}

TEST_F(RealFiles, CreatingInAMissingFolderIsTheSystemRefusing) {
  const auto file = files_.Create(Path("none/a"));
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, ErrorKind::kIo);
  EXPECT_EQ(file.error().message,
            Path("none/a") + ": cannot create: No such file or directory");
}

TEST_F(RealFiles, SaysThatTheDiskIsFull) {
  auto file = files_.Create("/dev/full").value();
  const Status status = file->Append("x");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::kIo);
  EXPECT_EQ(status.error().message,
            "/dev/full: cannot write: No space left on device");
}

TEST_F(RealFiles, RefusesToWriteWhatWasOpenedForReading) {
  ASSERT_TRUE(WriteWholeFile(files_, Path("a"), "x").has_value());
  auto file = files_.OpenForReading(Path("a")).value();
  EXPECT_EQ(file->Append("y").error().kind, ErrorKind::kIo);
  EXPECT_EQ(file->Truncate(0).error().kind, ErrorKind::kIo);
  EXPECT_EQ(Read(*file, 0, 10), "x");
}

TEST_F(RealFiles, RenamesAndRemoves) {
  ASSERT_TRUE(WriteWholeFile(files_, Path("a"), "new").has_value());
  ASSERT_TRUE(WriteWholeFile(files_, Path("b"), "old").has_value());
  ASSERT_TRUE(files_.Rename(Path("a"), Path("b")).has_value());
  EXPECT_EQ(ReadWholeFile(files_, Path("b"), 10).value(), "new");
  EXPECT_EQ(files_.Rename(Path("a"), Path("c")).error().message,
            Path("a") + ": cannot rename to " + Path("c") +
                ": No such file or directory");
  ASSERT_TRUE(files_.Remove(Path("b")).has_value());
  EXPECT_EQ(files_.Remove(Path("b")).error().kind, ErrorKind::kNotFound);
}

TEST_F(RealFiles, WholeFilesHaveALimit) {
  ASSERT_TRUE(WriteWholeFile(files_, Path("a"), "12345").has_value());
  EXPECT_EQ(ReadWholeFile(files_, Path("a"), 5).value(), "12345");
  const auto refused = ReadWholeFile(files_, Path("a"), 4);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind, ErrorKind::kUnsupported);
  EXPECT_EQ(refused.error().message,
            Path("a") + " has 5 bytes; at most 4 are accepted here");
}

// Whatever step fails, the old file stays and no half of the new one does.
TEST(WriteWholeFile, LeavesTheOldFileWhenAnyStepFails) {
  for (const FileCall call : {FileCall::kCreate, FileCall::kAppend,
                              FileCall::kSync, FileCall::kRename}) {
    MemoryFileSystem memory;
    memory.Put("a", "old");
    FaultyFileSystem disk(memory);
    disk.Inject({.call = call, .torn = 2});
    const Status status = WriteWholeFile(disk, "a", "brand new");
    ASSERT_FALSE(status.has_value()) << FileCallName(call);
    EXPECT_EQ(status.error().kind, ErrorKind::kIo);
    EXPECT_EQ(memory.Get("a").value(), "old") << FileCallName(call);
    EXPECT_THAT(memory.Paths(), ElementsAre("a")) << FileCallName(call);
  }
}

TEST(FreePartName, IsOneThatNothingHas) {
  MemoryFileSystem files;
  EXPECT_EQ(FreePartName(files, "a"), "a.part");
  files.Put("a.part", "left behind");
  EXPECT_EQ(FreePartName(files, "a"), "a.1.part");
  files.Put("a.1.part", "");
  EXPECT_EQ(FreePartName(files, "a"), "a.2.part");
}

TEST(WriteWholeFile, IsOnTheDiskBeforeItTakesTheName) {
  MemoryFileSystem memory;
  FaultyFileSystem disk(memory);
  ASSERT_TRUE(WriteWholeFile(disk, "a", "new").has_value());
  EXPECT_THAT(disk.CallLines(),
              ElementsAre("OpenForReading a.part failed", "Create a.part",
                          "Append a.part 3", "Sync a.part", "Rename a.part"));
  EXPECT_EQ(memory.Get("a").value(), "new");
}

}  // namespace
}  // namespace reprise
