#include "base/unsynced_file_system.h"

#include <gtest/gtest.h>

#include "base/faulty_file_system.h"
#include "base/memory_file_system.h"

namespace reprise {
namespace {

TEST(UnsyncedFileSystem, DoesAllButSync) {
  MemoryFileSystem memory;
  FaultyFileSystem disk(memory);
  UnsyncedFileSystem files(disk);
  ASSERT_TRUE(WriteWholeFile(files, "a", "hello"));
  EXPECT_EQ(*ReadWholeFile(files, "a", 100), "hello");
  EXPECT_EQ(disk.Count(FileCall::kSync), 0);
  EXPECT_EQ(disk.Count(FileCall::kAppend), 1);
  auto file = files.Create("b");
  ASSERT_TRUE(file.has_value());
  ASSERT_TRUE((*file)->Append("abc"));
  ASSERT_TRUE((*file)->Truncate(1));
  EXPECT_EQ(*(*file)->Size(), 1);
  ASSERT_TRUE(files.Rename("b", "c"));
  ASSERT_TRUE(files.Remove("c"));
  EXPECT_EQ(memory.Paths(), std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace reprise
