#include "formats/script_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::formats {
namespace {

using testing::ElementsAre;

TEST(ScriptLines, GivesTrimmedLinesAndCountsThem) {
  ScriptLines lines(" a \r\n\nb", {});
  ASSERT_TRUE(*lines.Next());
  EXPECT_EQ(lines.line(), "a");
  ASSERT_TRUE(*lines.Next());
  EXPECT_EQ(lines.line(), "");
  ASSERT_TRUE(*lines.Next());
  EXPECT_EQ(lines.line(), "b");
  const tl::unexpected<Error> error = lines.Fail("no {}", 7);
  EXPECT_EQ(error.value().message, "line 3: no 7");
  EXPECT_FALSE(*lines.Next());
}

TEST(ScriptLines, RefusesTooManyEvents) {
  input::Recording recording;
  recording.keys.resize(kMaxScriptEvents);
  const ScriptLines lines("", {});
  EXPECT_TRUE(lines.CheckSize(recording));
  recording.texts.emplace_back();
  EXPECT_FALSE(lines.CheckSize(recording));
}

TEST(ScriptLines, ParsesOnlyFiniteNumbers) {
  EXPECT_EQ(ParseReal("+1.5E1"), 15);
  EXPECT_EQ(ParseReal("-0.5"), -0.5);
  for (const char* bad : {"", "nan", "inf", "1x", "1e999", "+-1", "0x10"}) {
    EXPECT_EQ(ParseReal(bad), std::nullopt) << bad;
    EXPECT_EQ(ParseInteger(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(ParseInteger("-12"), -12);
  EXPECT_EQ(ParseInteger("9223372036854775808"), std::nullopt);
}

TEST(ScriptLines, Splits) {
  EXPECT_THAT(SplitAt("a, b,,c", ','), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(SplitWords("  a\tb  c "), ElementsAre("a", "b", "c"));
}

TEST(ScriptLines, QuotesForeignTextHarmlessly) {
  EXPECT_EQ(Quote("a\x1b"), "\"a\\x1b\"");
  EXPECT_EQ(Quote(std::string(61, 'a')), "\"" + std::string(60, 'a') + "...\"");
}

}  // namespace
}  // namespace reprise::formats
