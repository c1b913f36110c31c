#include "base/check.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace reprise {
namespace {

struct Unprintable {
  int value;
  bool operator==(const Unprintable&) const = default;
};

TEST(CheckDeathTest, NamesPlaceAndConditionAndEndsWithTheCodeOfABug) {
  EXPECT_EXIT(CHECK(1 + 1 == 3), testing::ExitedWithCode(7),
              "^reprise: this is a bug in Reprise, please report it: "
              ".*check_test\\.cc:[0-9]+: CHECK failed: 1 \\+ 1 == 3\n$");
}

TEST(CheckDeathTest, ShowsBothOperands) {
  const int chunk = 4;
  EXPECT_EXIT(CHECK_EQ(chunk, 5), testing::ExitedWithCode(7),
              "CHECK failed: chunk == 5 \\(4 against 5\\)");
  EXPECT_EXIT(CHECK_NE(chunk, 4), testing::ExitedWithCode(7),
              "chunk != 4 \\(4 against 4\\)");
  EXPECT_EXIT(CHECK_LT(chunk, 4), testing::ExitedWithCode(7), "chunk < 4");
  EXPECT_EXIT(CHECK_LE(chunk, 3), testing::ExitedWithCode(7), "chunk <= 3");
  EXPECT_EXIT(CHECK_GT(chunk, 4), testing::ExitedWithCode(7), "chunk > 4");
  EXPECT_EXIT(CHECK_GE(chunk, 5), testing::ExitedWithCode(7), "chunk >= 5");
}

TEST(CheckDeathTest, TakesOperandsThatCannotBePrinted) {
  EXPECT_EXIT(CHECK_EQ(Unprintable{1}, Unprintable{2}),
              testing::ExitedWithCode(7),
              "\\(\\(unprintable\\) against \\(unprintable\\)\\)");
}

TEST(CheckDeathTest, CallsTheHandlerFirst) {
  EXPECT_EXIT(
      {
        SetCheckFailureHandler([](std::string_view message) {
          fmt::print(stderr, "handler got {}\n", message);
          _Exit(42);
        });
        CHECK(false);
      },
      testing::ExitedWithCode(42),
      "^handler got .*check_test\\.cc:[0-9]+: CHECK failed: false\n$");
}

TEST(CheckDeathTest, EndsTheProcessEvenWhenTheHandlerReturns) {
  EXPECT_EXIT(
      {
        SetCheckFailureHandler([](std::string_view) {});
        CHECK(false);
      },
      testing::ExitedWithCode(7), "CHECK failed: false");
}

TEST(Check, EvaluatesOperandsOnce) {
  int calls = 0;
  const auto next = [&] { return ++calls; };
  CHECK(next() == 1);
  CHECK_EQ(next(), 2);
  CHECK_LT(2, next());
  EXPECT_EQ(calls, 3);
}

TEST(Check, IsOneStatement) {
  // Would not compile, or take the wrong else, if it were not.
  bool otherwise = false;
  if (false)
    CHECK_EQ(1, 1);
  else
    otherwise = true;
  EXPECT_TRUE(otherwise);
}

}  // namespace
}  // namespace reprise
