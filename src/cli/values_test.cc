#include "cli/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace reprise::cli {
namespace {

TEST(ParseTapeTime, TakesBothKinds) {
  EXPECT_EQ(*ParseTapeTime("1.5s"), (TapeTime{1'500'000'000, true}));
  EXPECT_EQ(*ParseTapeTime("@123456789ns"), (TapeTime{123'456'789, false}));
  EXPECT_EQ(*ParseTapeTime("0"), (TapeTime{0, true}));
  for (const char* text : {"", "@", "5", "-1s", "@@1s", "1x"}) {
    EXPECT_FALSE(ParseTapeTime(text)) << text;
  }
}

TEST(TapeTime, NeverWrapsAround) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ((TapeTime{10, true}).On(5), 15u);
  EXPECT_EQ((TapeTime{10, false}).On(5), 10u);
  EXPECT_EQ((TapeTime{10, true}).On(kMax - 10), kMax);
  EXPECT_EQ((TapeTime{10, true}).On(kMax - 9), kMax);
}

TEST(ParseTapeRange, TakesOpenEnds) {
  Result<TapeRange> range = ParseTapeRange("2s..5.5s");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->from, (TapeTime{2'000'000'000, true}));
  EXPECT_EQ(range->to, (TapeTime{5'500'000'000, true}));
  range = ParseTapeRange("..@1us");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->from, std::nullopt);
  EXPECT_EQ(range->to, (TapeTime{1000, false}));
  range = ParseTapeRange("1s..");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->to, std::nullopt);
  for (const char* text : {"", "1s", "1s-2s", "1..2", "1s...2s"}) {
    EXPECT_FALSE(ParseTapeRange(text)) << text;
  }
}

TEST(ParseSize, TakesUnits) {
  EXPECT_EQ(*ParseSize("65536"), 65536u);
  EXPECT_EQ(*ParseSize("512B"), 512u);
  EXPECT_EQ(*ParseSize("64KiB"), 65536u);
  EXPECT_EQ(*ParseSize("1MiB"), 1048576u);
  EXPECT_EQ(*ParseSize("3GiB"), 3221225472u);
  for (const char* text : {"", "KiB", "-1", "1.5MiB", "1MB", "1 MiB",
                           "99999999999GiB", "18446744073709551616"}) {
    const Result<uint64_t> size = ParseSize(text);
    ASSERT_FALSE(size) << text;
    EXPECT_EQ(size.error().kind, ErrorKind::kInvalidArgument);
  }
}

}  // namespace
}  // namespace reprise::cli
