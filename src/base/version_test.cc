#include "base/version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/file.h"

namespace reprise {
namespace {

TEST(Version, IsThatOfTheProject) {
  // Tests run in the root of the source tree.
  const auto project =
      ReadWholeFile(RealFileSystem(), "CMakeLists.txt", 1 << 20);
  ASSERT_TRUE(project.has_value()) << project.error().message;
  EXPECT_THAT(*project, testing::HasSubstr("project(reprise VERSION " +
                                           std::string(kVersion) + " "));
}

}  // namespace
}  // namespace reprise
