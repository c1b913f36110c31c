#include "cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace reprise::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Result<ExitCode> Nothing(const Arguments&, Console&) { return ExitCode::kDone; }

const Verb kVerb = {
    .name = "play",
    .summary = "play a tape",
    .description =
        "Plays one tape after the other.\n\nAnd a long second "
        "paragraph that has to be broken into lines.",
    .positionals = {{.name = "TAPE", .help = "tapes", .repeats = true}},
    .options = {{.name = "topic",
                 .letter = 't',
                 .value = "GLOB",
                 .help = "only what matches",
                 .repeats = true},
                {.name = "order",
                 .value = "ORDER",
                 .help = "in the order of",
                 .words = {"file", "time"},
                 .fallback = "time"},
                {.name = "secret", .help = "not told", .hidden = true}},
    .examples = {{"reprise play a.mcap", "play it"}},
    .run = Nothing,
};

TEST(VerbHelp, IsMadeFromTheTable) {
  const std::string help = VerbHelp(kVerb, 60);
  EXPECT_THAT(help, StartsWith(R"(reprise play - play a tape

Usage: reprise play [OPTION...] TAPE...

Plays one tape after the other.

And a long second paragraph that has to be broken into
lines.

Arguments:
  TAPE  tapes

Options:
  -t, --topic GLOB   only what matches (may be repeated)
      --order ORDER  in the order of: file or time (default
                     time)
      --json         one JSON object per line on stdout
  -q, --quiet        no report, no warnings, no progress
  -h, --help         tell this

Examples:
  reprise play a.mcap
      play it

Environment:
)"));
  EXPECT_THAT(help, HasSubstr("\nExit codes:\n    0  done"));
  EXPECT_THAT(help, HasSubstr("\n  130  interrupted"));
  EXPECT_THAT(help, Not(HasSubstr("secret")));
}

// A command line or a long word cannot be broken; the tables have none that
// is wider than the usual terminal.
TEST(Help, FitsIntoTheTerminal) {
  std::vector<std::string> texts = {ToolHelp(Verbs(), 80)};
  for (const Verb* verb : Verbs()) texts.push_back(VerbHelp(*verb, 80));
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), 80u) << line;
      EXPECT_THAT(line, Not(::testing::EndsWith(" ")));
    }
  }
}

TEST(ToolHelp, ListsEveryVerb) {
  const std::string help = ToolHelp(Verbs(), 80);
  for (const Verb* verb : Verbs()) {
    EXPECT_THAT(help, HasSubstr(fmt::format("\n  {}", verb->name)));
    EXPECT_THAT(help, HasSubstr(std::string(verb->summary)));
  }
}

TEST(Tables, AreWellFormed) {
  for (const Verb* verb : Verbs()) {
    SCOPED_TRACE(verb->name);
    EXPECT_FALSE(verb->summary.ends_with('.'));
    EXPECT_TRUE(verb->description.ends_with('.'));
    std::string letters;
    std::vector<std::string_view> names;
    for (const Option& option : AllOptions(*verb)) {
      SCOPED_TRACE(option.name);
      EXPECT_FALSE(option.help.empty());
      EXPECT_FALSE(option.help.ends_with('.'));
      EXPECT_THAT(names, Not(::testing::Contains(option.name)));
      names.push_back(option.name);
      if (option.letter != 0) {
        EXPECT_THAT(letters, Not(HasSubstr(std::string(1, option.letter))));
        letters += option.letter;
      }
      if (!option.words.empty() && !option.fallback.empty()) {
        EXPECT_THAT(option.words, ::testing::Contains(option.fallback));
      }
    }
  }
}

}  // namespace
}  // namespace reprise::cli
