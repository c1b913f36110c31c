#include "base/faulty_file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/memory_file_system.h"

namespace reprise {
namespace {

using testing::ElementsAre;

class FaultyFiles : public testing::Test {
 protected:
  static std::string Read(File& file, size_t size) {
    std::string bytes(size, '?');
    bytes.resize(file.ReadAt(0, bytes.data(), size).value());
    return bytes;
  }

  MemoryFileSystem memory_;
  FaultyFileSystem disk_{memory_};
};

TEST_F(FaultyFiles, PassesEverythingOnUntilToldOtherwise) {
  auto file = disk_.Create("a").value();
  EXPECT_TRUE(file->Append("hello").has_value());
  EXPECT_TRUE(file->Truncate(4).has_value());
  EXPECT_TRUE(file->Sync().has_value());
  EXPECT_EQ(file->Size().value(), 4u);
  EXPECT_TRUE(disk_.Rename("a", "b").has_value());
  EXPECT_EQ(Read(*disk_.OpenForReading("b").value(), 9), "hell");
  EXPECT_TRUE(disk_.Remove("b").has_value());
  EXPECT_THAT(memory_.Paths(), ElementsAre());
  EXPECT_THAT(
      disk_.CallLines(),
      ElementsAre("Create a", "Append a 5", "Truncate a 4", "Sync a", "Size a",
                  "Rename a", "OpenForReading b", "ReadAt b 9", "Remove b"));
}

TEST_F(FaultyFiles, FailsTheNthCall) {
  auto file = disk_.Create("a").value();
  disk_.Inject({.call = FileCall::kAppend, .nth = 2});
  EXPECT_TRUE(file->Append("1").has_value());
  const Status failed = file->Append("2");
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().kind, ErrorKind::kIo);
  EXPECT_EQ(failed.error().message, "a: injected failure of Append");
  EXPECT_TRUE(file->Append("3").has_value());
  EXPECT_EQ(memory_.Get("a").value(), "13");
  EXPECT_THAT(
      disk_.CallLines(),
      ElementsAre("Create a", "Append a 1", "Append a 1 failed", "Append a 1"));
}

TEST_F(FaultyFiles, CountsEachFaultFromWhenItWasInjected) {
  auto file = disk_.Create("a").value();
  EXPECT_TRUE(file->Sync().has_value());
  disk_.Inject({.call = FileCall::kSync, .nth = 1});
  disk_.Inject({.call = FileCall::kSync, .nth = 3});
  EXPECT_FALSE(file->Sync().has_value());
  EXPECT_TRUE(file->Sync().has_value());
  EXPECT_FALSE(file->Sync().has_value());
  EXPECT_TRUE(file->Sync().has_value());
}

TEST_F(FaultyFiles, FailsSeveralTimesOrForever) {
  auto file = disk_.Create("a").value();
  disk_.Inject({.call = FileCall::kSync, .times = 2});
  EXPECT_FALSE(file->Sync().has_value());
  EXPECT_FALSE(file->Sync().has_value());
  EXPECT_TRUE(file->Sync().has_value());
  disk_.Inject({.call = FileCall::kSync, .times = FileFault::kForever});
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(file->Sync().has_value());
  disk_.Heal();
  EXPECT_TRUE(file->Sync().has_value());
}

TEST_F(FaultyFiles, CanFailEveryCallWithAnyKind) {
  memory_.Put("a", "x");
  auto file = disk_.Create("b").value();
  char byte;
  for (const FileCall call :
       {FileCall::kOpenForReading, FileCall::kCreate, FileCall::kRename,
        FileCall::kRemove, FileCall::kReadAt, FileCall::kAppend,
        FileCall::kTruncate, FileCall::kSync, FileCall::kSize}) {
    disk_.Inject({.call = call, .kind = ErrorKind::kCorruption});
  }
  const auto kind = [](const auto& result) { return result.error().kind; };
  EXPECT_EQ(kind(disk_.OpenForReading("a")), ErrorKind::kCorruption);
  EXPECT_EQ(kind(disk_.Create("c")), ErrorKind::kCorruption);
  EXPECT_EQ(kind(disk_.Rename("a", "c")), ErrorKind::kCorruption);
  EXPECT_EQ(kind(disk_.Remove("a")), ErrorKind::kCorruption);
  EXPECT_EQ(kind(file->ReadAt(0, &byte, 1)), ErrorKind::kCorruption);
  EXPECT_EQ(kind(file->Append("x")), ErrorKind::kCorruption);
  EXPECT_EQ(kind(file->Truncate(1)), ErrorKind::kCorruption);
  EXPECT_EQ(kind(file->Sync()), ErrorKind::kCorruption);
  EXPECT_EQ(kind(file->Size()), ErrorKind::kCorruption);
  // None of them was carried out.
  EXPECT_THAT(memory_.Paths(), ElementsAre("a", "b"));
  EXPECT_EQ(memory_.Get("b").value(), "");
}

TEST_F(FaultyFiles, TearsAWrite) {
  auto file = disk_.Create("a").value();
  disk_.Inject({.call = FileCall::kAppend, .torn = 3});
  EXPECT_FALSE(file->Append("hello").has_value());
  EXPECT_EQ(memory_.Get("a").value(), "hel");
  disk_.Inject({.call = FileCall::kAppend, .torn = 100});
  EXPECT_FALSE(file->Append("lo").has_value());
  EXPECT_EQ(memory_.Get("a").value(), "hello");
}

TEST_F(FaultyFiles, RunsFullInTheMiddleOfAWrite) {
  auto a = disk_.Create("a").value();
  auto b = disk_.Create("b").value();
  disk_.FillAfter(8);
  EXPECT_TRUE(a->Append("12345").has_value());
  const Status full = b->Append("abcde");
  ASSERT_FALSE(full.has_value());
  EXPECT_EQ(full.error().kind, ErrorKind::kIo);
  EXPECT_EQ(full.error().message,
            "b: cannot write: No space left on device (injected)");
  EXPECT_EQ(memory_.Get("b").value(), "abc");
  EXPECT_FALSE(a->Append("6").has_value());
  EXPECT_TRUE(a->Append("").has_value());
  // Cutting the torn write off makes room for a smaller one.
  EXPECT_TRUE(b->Truncate(0).has_value());
  EXPECT_TRUE(a->Append("678").has_value());
  EXPECT_FALSE(a->Append("9").has_value());
  disk_.Heal();
  EXPECT_TRUE(a->Append("9").has_value());
  EXPECT_EQ(memory_.Get("a").value(), "123456789");
}

TEST_F(FaultyFiles, ExactlyFillingTheDiskIsNoFailure) {
  auto file = disk_.Create("a").value();
  disk_.FillAfter(3);
  EXPECT_TRUE(file->Append("123").has_value());
  EXPECT_FALSE(file->Append("4").has_value());
}

TEST_F(FaultyFiles, ShortensReads) {
  memory_.Put("a", "0123456789");
  auto file = disk_.OpenForReading("a").value();
  disk_.ShortenReads(4);
  EXPECT_EQ(Read(*file, 10), "0123");
  EXPECT_EQ(Read(*file, 2), "01");
  EXPECT_EQ(ReadWholeFile(disk_, "a", 100).value(), "0123");
}

TEST_F(FaultyFiles, CountsCalls) {
  auto file = disk_.Create("a").value();
  EXPECT_TRUE(file->Append("x").has_value());
  EXPECT_TRUE(file->Append("yz").has_value());
  EXPECT_EQ(disk_.Count(FileCall::kAppend), 2u);
  EXPECT_EQ(disk_.Count(FileCall::kSync), 0u);
  ASSERT_EQ(disk_.Calls().size(), 3u);
  EXPECT_EQ(disk_.Calls()[2].path, "a");
  EXPECT_EQ(disk_.Calls()[2].size, 2u);
  EXPECT_FALSE(disk_.Calls()[2].failed);
}

TEST_F(FaultyFiles, RecordsFailuresOfTheFileSystemBelow) {
  EXPECT_FALSE(disk_.OpenForReading("none").has_value());
  EXPECT_THAT(disk_.CallLines(), ElementsAre("OpenForReading none failed"));
}

}  // namespace
}  // namespace reprise
