#include "base/exit_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace reprise {
namespace {

// Scripts depend on these numbers: a change here breaks them.
TEST(ExitCode, ListsEveryCodeInOrder) {
  std::vector<int> codes;
  for (const ExitCodeText& text : ExitCodes()) {
    codes.push_back(static_cast<int>(text.code));
    EXPECT_FALSE(text.meaning.empty());
  }
  EXPECT_THAT(codes, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 130));
}

TEST(ExitCode, FollowsFromTheKindOfAnError) {
  EXPECT_EQ(ExitCodeFor(ErrorKind::kInvalidArgument), ExitCode::kUsage);
  EXPECT_EQ(ExitCodeFor(ErrorKind::kNotFound), ExitCode::kBadInput);
  EXPECT_EQ(ExitCodeFor(ErrorKind::kCorruption), ExitCode::kBadInput);
  EXPECT_EQ(ExitCodeFor(ErrorKind::kUnsupported), ExitCode::kBadInput);
  EXPECT_EQ(ExitCodeFor(ErrorKind::kDevice), ExitCode::kNoDevice);
  EXPECT_EQ(ExitCodeFor(ErrorKind::kIo), ExitCode::kSystem);
  EXPECT_EQ(ExitCodeFor(ErrorKind::kCancelled), ExitCode::kInterrupted);
}

}  // namespace
}  // namespace reprise
