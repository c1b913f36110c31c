#include "cli/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>

namespace reprise::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Result<ExitCode> Nothing(const Arguments&, Console&) { return ExitCode::kDone; }

const Verb kVerb = {
    .name = "play",
    .summary = "play a tape",
    .description = "Plays it.",
    .positionals = {{.name = "IN", .help = "tapes", .repeats = true},
                    {.name = "OUT", .help = "a tape"}},
    .options = {{.name = "topic",
                 .letter = 't',
                 .value = "GLOB",
                 .help = "only these",
                 .repeats = true},
                {.name = "order",
                 .value = "ORDER",
                 .help = "in this order",
                 .words = {"file", "time"},
                 .fallback = "time"},
                {.name = "follow", .letter = 'f', .help = "wait for more"},
                {.name = "shift", .value = "DURATION", .help = "by"}},
    .examples = {},
    .run = Nothing,
};

Result<Arguments> ParseWords(std::vector<std::string> words) {
  return Parse(kVerb, words);
}

std::string ErrorOf(std::vector<std::string> words) {
  const Result<Arguments> result = ParseWords(std::move(words));
  if (result) return "no error";
  EXPECT_EQ(result.error().kind, ErrorKind::kInvalidArgument);
  return result.error().message;
}

TEST(Parse, TakesOptionsInEveryForm) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{
           {"--topic", "/a", "-q", "--follow", "x", "y"},
           {"--topic=/a", "-fq", "x", "y"},
           {"-t", "/a", "-q", "-f", "x", "y"},
           {"-t/a", "x", "y", "-qf"},
           {"-t=/a", "x", "y", "-qf"},
           {"x", "-qft/a", "--", "y"},
           {"x", "-qft", "/a", "y"}}) {
    const Result<Arguments> arguments = ParseWords(words);
    ASSERT_TRUE(arguments) << arguments.error().message;
    EXPECT_THAT(arguments->Values("topic"), ElementsAre("/a"));
    EXPECT_TRUE(arguments->Has("follow"));
    EXPECT_TRUE(arguments->Has("quiet"));
    EXPECT_FALSE(arguments->Has("json"));
    EXPECT_THAT(arguments->Values("IN"), ElementsAre("x"));
    EXPECT_EQ(arguments->Value("OUT"), "y");
  }
}

TEST(Parse, KeepsEveryValueOfARepeatedOption) {
  const Result<Arguments> arguments =
      ParseWords({"-t", "/a", "x", "--topic=/b", "y", "--topic", ""});
  ASSERT_TRUE(arguments);
  EXPECT_THAT(arguments->Values("topic"), ElementsAre("/a", "/b", ""));
}

TEST(Parse, FallsBackToTheDefault) {
  const Result<Arguments> arguments = ParseWords({"x", "y"});
  ASSERT_TRUE(arguments);
  EXPECT_FALSE(arguments->Has("order"));
  EXPECT_EQ(arguments->Value("order"), "time");
  EXPECT_EQ(arguments->Value("shift"), "");
  EXPECT_THAT(arguments->Values("topic"), IsEmpty());
}

TEST(Parse, LeavesOneWordForThePositionalAfterARepeatingOne) {
  const Result<Arguments> arguments = ParseWords({"a", "b", "c", "-"});
  ASSERT_TRUE(arguments);
  EXPECT_THAT(arguments->Values("IN"), ElementsAre("a", "b", "c"));
  EXPECT_EQ(arguments->Value("OUT"), "-");
}

TEST(Parse, TakesDashedWordsAfterTwoDashes) {
  const Result<Arguments> arguments = ParseWords({"--", "--topic", "-q"});
  ASSERT_TRUE(arguments);
  EXPECT_THAT(arguments->Values("IN"), ElementsAre("--topic"));
  EXPECT_EQ(arguments->Value("OUT"), "-q");
}

TEST(Parse, TakesNegativeNumbersAsValues) {
  const Result<Arguments> arguments = ParseWords({"--shift", "-2s", "x", "y"});
  ASSERT_TRUE(arguments) << arguments.error().message;
  EXPECT_EQ(arguments->Value("shift"), "-2s");
}

TEST(Parse, WithHelpNothingHasToBeThere) {
  const Result<Arguments> arguments = ParseWords({"--help"});
  ASSERT_TRUE(arguments);
  EXPECT_TRUE(arguments->Has("help"));
}

TEST(Parse, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf({"--topc", "/a", "x", "y"}),
            "unknown option --topc; did you mean --topic? See reprise play "
            "--help");
  EXPECT_EQ(ErrorOf({"--zzzzzz", "x", "y"}),
            "unknown option --zzzzzz. See reprise play --help");
  EXPECT_EQ(ErrorOf({"-x", "x", "y"}),
            "unknown option -x. See reprise play --help");
  EXPECT_EQ(ErrorOf({"--follow=1", "x", "y"}),
            "--follow takes no value. See reprise play --help");
  EXPECT_EQ(ErrorOf({"x", "y", "--topic"}),
            "--topic needs a value: --topic GLOB. See reprise play --help");
  EXPECT_EQ(ErrorOf({"-t", "--json", "x", "y"}),
            "-t needs a value: -t GLOB. See reprise play --help");
  EXPECT_EQ(ErrorOf({"--shift", "1s", "--shift=2s", "x", "y"}),
            "--shift is given twice. See reprise play --help");
  EXPECT_EQ(ErrorOf({"--order", "fiel", "x", "y"}),
            "--order is file or time, not 'fiel'; did you mean file? See "
            "reprise play --help");
  EXPECT_EQ(ErrorOf({}), "IN is missing. See reprise play --help");
  EXPECT_EQ(ErrorOf({"x"}), "OUT is missing. See reprise play --help");
}

TEST(Parse, RefusesWhatIsTooMuch) {
  Verb verb = kVerb;
  verb.positionals = {{.name = "TAPE", .help = "a tape"}};
  const std::vector<std::string> words = {"a", "b"};
  const Result<Arguments> result = Parse(verb, words);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "unexpected argument 'b'. See reprise play --help");
}

TEST(Parse, WantsARequiredOption) {
  Verb verb = kVerb;
  verb.options.push_back({.name = "output",
                          .letter = 'o',
                          .value = "OUT",
                          .help = "to",
                          .required = true});
  const std::vector<std::string> words = {"a", "b"};
  const Result<Arguments> result = Parse(verb, words);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "--output OUT is missing. See reprise play --help");
}

// Every example of every verb is a command line that parses.
TEST(Parse, AcceptsTheExamplesInTheTables) {
  for (const Verb* verb : Verbs()) {
    EXPECT_FALSE(verb->examples.empty()) << verb->name;
    for (const Example& example : verb->examples) {
      std::string command(example.command);
      if (command.starts_with("source <(")) {
        command = command.substr(9, command.size() - 10);
      }
      std::vector<std::string> words;
      std::istringstream stream(command.substr(0, command.find(" | ")));
      for (std::string word; stream >> std::quoted(word, '\'');) {
        words.push_back(word);
      }
      ASSERT_GE(words.size(), 2u) << example.command;
      EXPECT_EQ(words[0], "reprise") << example.command;
      EXPECT_EQ(words[1], verb->name) << example.command;
      const Result<Arguments> result =
          Parse(*verb, std::span(words).subspan(2));
      EXPECT_TRUE(result) << example.command << ": "
                          << (result ? "" : result.error().message);
    }
  }
}

TEST(FindVerb, NamesTheNearest) {
  EXPECT_EQ(FindVerb(Verbs(), "shwo").error().message,
            "unknown verb shwo; did you mean show? See reprise --help");
  EXPECT_EQ(FindVerb(Verbs(), "qqqqqq").error().message,
            "unknown verb qqqqqq. See reprise --help");
  EXPECT_EQ(FindVerb(Verbs(), "--vresion").error().message,
            "unknown option --vresion. See reprise --help");
  EXPECT_EQ((*FindVerb(Verbs(), "info"))->name, "info");
}

TEST(OneOf, JoinsWords) {
  const std::vector<std::string_view> words = {"a", "b", "c"};
  EXPECT_EQ(OneOf(std::span(words).first(1)), "a");
  EXPECT_EQ(OneOf(std::span(words).first(2)), "a or b");
  EXPECT_EQ(OneOf(words), "a, b or c");
}

}  // namespace
}  // namespace reprise::cli
