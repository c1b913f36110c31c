#include "base/glob.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace reprise {
namespace {

bool Matches(std::string_view pattern, std::string_view topic) {
  return Glob::Parse(pattern).value().Matches(topic);
}

TEST(Glob, WithoutWildcardsMatchesOnlyItself) {
  EXPECT_TRUE(Matches("/input/touch", "/input/touch"));
  EXPECT_FALSE(Matches("/input/touch", "/input/touch/x"));
  EXPECT_FALSE(Matches("/input/touch", "/input/touc"));
  EXPECT_FALSE(Matches("/input/touch", "/Input/touch"));
  EXPECT_FALSE(Matches("/input/touch", "input/touch"));
  EXPECT_FALSE(Matches("/input", ""));
}

TEST(Glob, AStarStaysWithinASegment) {
  EXPECT_TRUE(Matches("/sensor/*", "/sensor/light"));
  EXPECT_TRUE(Matches("/sensor/*", "/sensor/"));
  EXPECT_FALSE(Matches("/sensor/*", "/sensor"));
  EXPECT_FALSE(Matches("/sensor/*", "/sensor/a/b"));
  EXPECT_TRUE(Matches("/*/touch", "/input/touch"));
  EXPECT_FALSE(Matches("/*/touch", "/a/b/touch"));
  EXPECT_TRUE(Matches("/s*r/acc*", "/sensor/accelerometer"));
  EXPECT_TRUE(Matches("/*a*b*", "/xxaxxbxx"));
  EXPECT_FALSE(Matches("/*a*b*", "/xxbxxaxx"));
  EXPECT_FALSE(Matches("*", "/net"));
}

TEST(Glob, TwoStarsCrossSegments) {
  EXPECT_TRUE(Matches("**", "/input/touch"));
  EXPECT_TRUE(Matches("**", ""));
  EXPECT_TRUE(Matches("/input/**", "/input/touch"));
  EXPECT_TRUE(Matches("/input/**", "/input/evdev/event3"));
  EXPECT_FALSE(Matches("/input/**", "/input"));
  EXPECT_FALSE(Matches("/input/**", "/inputs/touch"));
  EXPECT_TRUE(Matches("/input**", "/input"));
  EXPECT_TRUE(Matches("**touch", "/input/touch"));
  EXPECT_TRUE(Matches("***", "/a/b"));
}

TEST(Glob, TwoStarsAsASegmentStandForAnyNumberOfSegments) {
  EXPECT_TRUE(Matches("/**/touch", "/touch"));
  EXPECT_TRUE(Matches("/**/touch", "/input/touch"));
  EXPECT_TRUE(Matches("/**/touch", "/a/b/touch"));
  EXPECT_FALSE(Matches("/**/touch", "/untouch"));
  EXPECT_FALSE(Matches("/**/touch", "/a/untouch"));
  EXPECT_TRUE(Matches("**/touch", "touch"));
  EXPECT_TRUE(Matches("**/touch", "/input/touch"));
  EXPECT_TRUE(Matches("/**/a/**/b", "/a/b"));
  EXPECT_TRUE(Matches("/**/a/**/b", "/x/a/y/a/b"));
}

TEST(Glob, EverythingElseIsLiteral) {
  EXPECT_TRUE(Matches("/a?b[c]\\", "/a?b[c]\\"));
  EXPECT_FALSE(Matches("/a?b", "/axb"));
  EXPECT_FALSE(Matches("/a.b", "/axb"));
}

TEST(Glob, RefusesAnEmptyOrOverlongPattern) {
  EXPECT_EQ(Glob::Parse("").error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(Glob::Parse("").error().message, testing::HasSubstr("/input/**"));
  EXPECT_TRUE(Glob::Parse(std::string(1024, '*')).has_value());
  EXPECT_EQ(Glob::Parse(std::string(1025, 'a')).error().message,
            "the topic pattern \"" + std::string(40, 'a') +
                "...\" has 1025 bytes; at most 1024 are accepted");
}

TEST(Glob, KeepsItsPattern) {
  EXPECT_EQ(Glob::Parse("/a/*").value().pattern(), "/a/*");
}

// Exponential matchers would not come back from this one.
TEST(Glob, IsNotFooledIntoTryingEverything) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a**a";
  EXPECT_FALSE(Matches(pattern + "b", std::string(5'000, 'a')));
}

// The definition, tried out in all ways: slow and obviously right.
bool Reference(std::string_view pattern, std::string_view topic,
               bool segment_begins = true) {
  if (pattern.empty()) return topic.empty();
  if (segment_begins && pattern.starts_with("**/")) {
    const std::string_view rest = pattern.substr(3);
    if (Reference(rest, topic, true)) return true;
    for (size_t i = 0; i < topic.size(); ++i) {
      if (topic[i] == '/' && Reference(rest, topic.substr(i + 1), true)) {
        return true;
      }
    }
    return false;
  }
  if (pattern[0] == '*') {
    const bool wide = pattern.starts_with("**");
    const std::string_view rest = pattern.substr(wide ? 2 : 1);
    for (size_t i = 0; i <= topic.size(); ++i) {
      if (Reference(rest, topic.substr(i), false)) return true;
      if (i < topic.size() && topic[i] == '/' && !wide) return false;
    }
    return false;
  }
  return !topic.empty() && topic[0] == pattern[0] &&
         Reference(pattern.substr(1), topic.substr(1), pattern[0] == '/');
}

TEST(Glob, AgreesWithTheDefinitionOnRandomPatterns) {
  std::mt19937 random(7);
  const auto pick = [&](std::string_view alphabet, size_t most) {
    std::string text;
    for (size_t n = random() % (most + 1); n > 0; --n) {
      text += alphabet[random() % alphabet.size()];
    }
    return text;
  };
  int matched = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string pattern = pick("ab//***", 9);
    if (pattern.empty() || pattern.find("***") != pattern.npos) continue;
    const std::string topic = pick("ab/", 9);
    const bool expected = Reference(pattern, topic);
    ASSERT_EQ(Matches(pattern, topic), expected) << pattern << " " << topic;
    matched += expected;
  }
  // Both answers must have been tried.
  EXPECT_GT(matched, 1'000);
}

}  // namespace
}  // namespace reprise
