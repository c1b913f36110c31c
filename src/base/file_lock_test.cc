#include "base/file_lock.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace reprise {
namespace {

TEST(FileLock, IsOneAtATime) {
  const std::string path = ::testing::TempDir() + "file_lock_test";
  std::ofstream(path) << "x";
  auto first = FileLock::Take(path);
  ASSERT_TRUE(first);
  EXPECT_NE(*first, nullptr);
  const auto second = FileLock::Take(path);
  ASSERT_TRUE(second);
  EXPECT_EQ(*second, nullptr);
  first->reset();
  const auto third = FileLock::Take(path);
  ASSERT_TRUE(third);
  EXPECT_NE(*third, nullptr);
  std::filesystem::remove(path);
  EXPECT_EQ(FileLock::Take(path).error().kind, ErrorKind::kNotFound);
}

}  // namespace
}  // namespace reprise
