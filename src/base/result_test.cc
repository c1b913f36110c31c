#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace reprise {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) {
    return Fail(ErrorKind::kInvalidArgument, "{} is odd; give an even number",
                value);
  }
  return value / 2;
}

Result<int> Quarter(int value) {
  ASSIGN_OR_RETURN(const int half, Half(value));
  int quarter = -1;
  ASSIGN_OR_RETURN(quarter, Half(half));
  return quarter;
}

Status BothEven(int a, int b) {
  RETURN_IF_ERROR(Half(a));
  RETURN_IF_ERROR(Half(b));
  return {};
}

Result<std::unique_ptr<int>> Boxed(int value) {
  ASSIGN_OR_RETURN(auto box,
                   Result<std::unique_ptr<int>>(std::make_unique<int>(value)));
  return box;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = Half(8);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(*result, 4);
}

TEST(Result, HoldsKindAndMessage) {
  const Result<int> result = Half(7);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(result.error().message, "7 is odd; give an even number");
}

TEST(Result, AssignOrReturnPassesTheFirstErrorOn) {
  EXPECT_EQ(Quarter(12).value(), 3);
  EXPECT_EQ(Quarter(7).error().message, "7 is odd; give an even number");
  EXPECT_EQ(Quarter(6).error().message, "3 is odd; give an even number");
}

TEST(Result, ReturnIfErrorStopsAtTheFirstError) {
  EXPECT_TRUE(BothEven(2, 4).has_value());
  EXPECT_EQ(BothEven(1, 3).error().message, "1 is odd; give an even number");
  EXPECT_EQ(BothEven(2, 3).error().message, "3 is odd; give an even number");
}

TEST(Result, MovesWhatCannotBeCopied) { EXPECT_EQ(**Boxed(5), 5); }

TEST(Result, IsMadeFromWhatMapGives) {
  const auto doubled = [](int value) { return value * 2; };
  const Result<int> result = Half(8).map(doubled);
  EXPECT_EQ(result.value(), 8);
  const Result<int> failed = Half(7).map(doubled);
  EXPECT_EQ(failed.error().message, "7 is odd; give an even number");
}

TEST(Result, FailTakesAWholeError) {
  const Status status = Fail(Error{ErrorKind::kDevice, "gone"});
  EXPECT_EQ(status.error().kind, ErrorKind::kDevice);
  EXPECT_EQ(status.error().message, "gone");
}

}  // namespace
}  // namespace reprise
