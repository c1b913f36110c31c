#include "formats/shell_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<ShellCommand> Parse(std::string_view line) {
  auto commands = ParseShellLine(line);
  EXPECT_TRUE(commands.has_value()) << line;
  return commands.value_or(std::vector<ShellCommand>());
}

std::string ErrorOf(std::string_view line) {
  auto commands = ParseShellLine(line);
  return commands ? "" : commands.error().message;
}

TEST(ShellWords, SplitsCommandsAndWords) {
  EXPECT_THAT(Parse(" a  b;c && d & e"),
              ElementsAre(ElementsAre("a", "b"), ElementsAre("c"),
                          ElementsAre("d"), ElementsAre("e")));
  EXPECT_THAT(Parse("# input tap 1 2"), IsEmpty());
  EXPECT_THAT(Parse("a b#c # d"), ElementsAre(ElementsAre("a", "b#c")));
}

TEST(ShellWords, TakesQuotesAndBackslashes) {
  EXPECT_THAT(
      Parse(R"(a 'b c' "d \" \x" e\ f '' g"h"'i')"),
      ElementsAre(ElementsAre("a", "b c", "d \" \\x", "e f", "", "ghi")));
}

TEST(ShellWords, DropsRedirections) {
  EXPECT_THAT(Parse("a b >/dev/null 2>&1 c"),
              ElementsAre(ElementsAre("a", "b", "c")));
  EXPECT_THAT(Parse("a > x b"), ElementsAre(ElementsAre("a", "b")));
}

TEST(ShellWords, RefusesWhatNeedsAShell) {
  EXPECT_THAT(ErrorOf("a $x"), HasSubstr("'$' needs a shell"));
  EXPECT_THAT(ErrorOf("a \"$x\""), HasSubstr("'$' needs a shell"));
  EXPECT_THAT(ErrorOf("a | b"), HasSubstr("'|' needs a shell"));
  EXPECT_THAT(ErrorOf("for i in 1 2"), HasSubstr("\"for\" needs a shell"));
  EXPECT_THAT(ErrorOf("a 'b"), HasSubstr("is not closed"));
  EXPECT_THAT(ErrorOf("a \\"), HasSubstr("goes on in the next line"));
}

TEST(ShellWords, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(QuoteForShell("a%sb"), "a%sb");
  EXPECT_EQ(QuoteForShell("it's $5"), "'it'\\''s $5'");
  EXPECT_EQ(QuoteForShell(""), "''");
}

}  // namespace
}  // namespace reprise::formats
