#include "base/memory_file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise {
namespace {

using testing::ElementsAre;

std::string Read(File& file, uint64_t offset, size_t size) {
  std::string bytes(size, '?');
  bytes.resize(file.ReadAt(offset, bytes.data(), size).value());
  return bytes;
}

TEST(MemoryFileSystem, AppendsAndReadsAnywhere) {
  MemoryFileSystem files;
  auto file = files.Create("a").value();
  ASSERT_TRUE(file->Append("hello ").has_value());
  ASSERT_TRUE(file->Append("world").has_value());
  EXPECT_EQ(file->Size().value(), 11u);
  EXPECT_EQ(Read(*file, 4, 4), "o wo");
  EXPECT_EQ(Read(*file, 8, 100), "rld");
  EXPECT_EQ(Read(*file, 11, 1), "");
  EXPECT_EQ(Read(*file, ~uint64_t{0}, 1), "");
  ASSERT_TRUE(file->Truncate(4).has_value());
  ASSERT_TRUE(file->Append("!").has_value());
  EXPECT_EQ(files.Get("a").value(), "hell!");
}

TEST(MemoryFileSystem, AReaderSeesWhatIsAppendedLater) {
  MemoryFileSystem files;
  auto writer = files.Create("a").value();
  auto reader = files.OpenForReading("a").value();
  ASSERT_TRUE(writer->Append("late").has_value());
  EXPECT_EQ(Read(*reader, 0, 10), "late");
}

TEST(MemoryFileSystem, WordsAMissingFileAsTheRealOneDoes) {
  MemoryFileSystem files;
  const auto memory = files.OpenForReading("/nowhere/x").error();
  const auto real = RealFileSystem().OpenForReading("/nowhere/x").error();
  EXPECT_EQ(memory.kind, real.kind);
  EXPECT_EQ(memory.message, real.message);
  EXPECT_EQ(files.Remove("/nowhere/x").error().message,
            RealFileSystem().Remove("/nowhere/x").error().message);
  EXPECT_EQ(files.Rename("/nowhere/x", "y").error().message,
            RealFileSystem().Rename("/nowhere/x", "y").error().message);
  EXPECT_EQ(files.Get("x").error().kind, ErrorKind::kNotFound);
}

TEST(MemoryFileSystem, RefusesToWriteWhatWasOpenedForReading) {
  MemoryFileSystem files;
  files.Put("a", "x");
  auto file = files.OpenForReading("a").value();
  EXPECT_EQ(file->Append("y").error().kind, ErrorKind::kIo);
  EXPECT_EQ(file->Truncate(0).error().kind, ErrorKind::kIo);
  EXPECT_EQ(files.Get("a").value(), "x");
}

TEST(MemoryFileSystem, RefusesAnAbsurdSize) {
  MemoryFileSystem files;
  auto file = files.Create("a").value();
  EXPECT_EQ(file->Truncate(~uint64_t{0}).error().kind, ErrorKind::kIo);
}

TEST(MemoryFileSystem, RenamingReplacesTheNameNotTheOpenFile) {
  MemoryFileSystem files;
  files.Put("a", "new");
  files.Put("b", "old");
  auto open = files.OpenForReading("b").value();
  ASSERT_TRUE(files.Rename("a", "b").has_value());
  EXPECT_THAT(files.Paths(), ElementsAre("b"));
  EXPECT_EQ(files.Get("b").value(), "new");
  EXPECT_EQ(Read(*open, 0, 10), "old");
}

TEST(MemoryFileSystem, RenamingToItselfKeepsTheFile) {
  MemoryFileSystem files;
  files.Put("a", "x");
  ASSERT_TRUE(files.Rename("a", "a").has_value());
  EXPECT_EQ(files.Get("a").value(), "x");
}

TEST(MemoryFileSystem, AnOpenFileOutlivesItsName) {
  MemoryFileSystem files;
  files.Put("a", "still here");
  auto open = files.OpenForReading("a").value();
  ASSERT_TRUE(files.Remove("a").has_value());
  EXPECT_THAT(files.Paths(), ElementsAre());
  EXPECT_EQ(Read(*open, 0, 100), "still here");
}

TEST(MemoryFileSystem, CreateEmptiesWhatOthersHaveOpen) {
  MemoryFileSystem files;
  files.Put("a", "old");
  auto open = files.OpenForReading("a").value();
  auto file = files.Create("a").value();
  EXPECT_EQ(open->Size().value(), 0u);
}

TEST(MemoryFileSystem, APowerCutLeavesWhatWasSynced) {
  MemoryFileSystem files;
  files.Put("put", "whole");
  auto file = files.Create("a").value();
  ASSERT_TRUE(file->Append("safe").has_value());
  ASSERT_TRUE(file->Sync().has_value());
  ASSERT_TRUE(file->Append(" lost").has_value());
  auto cut = files.Create("cut").value();
  ASSERT_TRUE(cut->Append("abcdef").has_value());
  ASSERT_TRUE(cut->Sync().has_value());
  ASSERT_TRUE(cut->Truncate(2).has_value());
  ASSERT_TRUE(cut->Append("xyz").has_value());
  files.LoseWhatWasNotSynced();
  EXPECT_EQ(files.Get("put").value(), "whole");
  EXPECT_EQ(files.Get("a").value(), "safe");
  EXPECT_EQ(files.Get("cut").value(), "ab");
}

}  // namespace
}  // namespace reprise
