#include "tape/json_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tape/json_text.h"

namespace reprise::tape {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string ErrorOf(std::string_view text) {
  JsonLine line;
  Status status = line.Parse(text);
  return status ? "" : status.error().message;
}

TEST(JsonLine, KeepsOrderAndNumbers) {
  JsonLine line;
  ASSERT_TRUE(line.Parse(
      R"( {"b":[1,-2,1.50,"x",null,true], "a":{"c":18446744073709551615}} )"));
  const JsonValue* b = line.First(line.root());
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->key, "b");
  std::string list;
  for (const JsonValue* v = line.First(*b); v != nullptr; v = line.Next(*v)) {
    list += DescribeJson(*v) + " ";
  }
  EXPECT_EQ(list, "1 -2 1.50 \"x\" null true ");
  const JsonValue* a = line.Next(*b);
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a, line.Find(line.root(), "a"));
  EXPECT_EQ(JsonInteger<uint64_t>(*line.Find(*a, "c")), UINT64_MAX);
  EXPECT_EQ(JsonInteger<int64_t>(*line.Find(*a, "c")), std::nullopt);
  EXPECT_EQ(line.Next(*a), nullptr);
  EXPECT_EQ(line.Find(line.root(), "c"), nullptr);
}

TEST(JsonLine, CanBeUsedAgain) {
  JsonLine line;
  ASSERT_TRUE(line.Parse(R"({"key":"a long string that is kept"})"));
  ASSERT_FALSE(line.Parse("{"));
  ASSERT_TRUE(line.Parse(R"(["z"])"));
  EXPECT_EQ(line.First(line.root())->text, "z");
}

TEST(JsonLine, SaysWhereItIsWrong) {
  EXPECT_THAT(ErrorOf(R"({"a":1,})"),
              AllOf(StartsWith("column 8: "), HasSubstr("expected string")));
  EXPECT_THAT(ErrorOf(R"({"a" 1})"), StartsWith("column 6: "));
  EXPECT_THAT(ErrorOf("{} {}"), StartsWith("column 4: "));
  EXPECT_THAT(ErrorOf(""), StartsWith("column 1: "));
  EXPECT_THAT(ErrorOf("[nul]"), StartsWith("column 5: "));
  EXPECT_THAT(ErrorOf("[\"\xff\"]"), HasSubstr("UTF-8"));
  EXPECT_THAT(ErrorOf(R"(["\ud800"])"), HasSubstr("surrogate"));
  EXPECT_THAT(ErrorOf("[1e999]"), HasSubstr("1e999"));
  // The whole of a long token is not repeated.
  EXPECT_LT(ErrorOf("[\"" + std::string(100000, 'x')).size(), 300u);
  EXPECT_THAT(ErrorOf("[\"" + std::string(100000, 'x')), EndsWith("..."));
}

TEST(JsonLine, RefusesKeysThatAreTwice) {
  EXPECT_EQ(ErrorOf(R"({"a":1,"b":2,"a":3})"), "the key \"a\" is there twice");
  EXPECT_EQ(ErrorOf(R"([{"a":{"x":1,"x":1}}])"),
            "the key \"x\" is there twice");
  EXPECT_EQ(ErrorOf(R"({"\u0061":1,"a":2})"), "the key \"a\" is there twice");
  std::string many = "{";
  for (int i = 0; i < 50; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  EXPECT_EQ(ErrorOf(many + "\"k51\":0}"), "");
  EXPECT_EQ(ErrorOf(many + "\"k17\":0}"), "the key \"k17\" is there twice");
}

TEST(JsonLine, LimitsDepthAndValues) {
  auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(ErrorOf(nested(kMaxJsonDepth)), "");
  EXPECT_EQ(ErrorOf(nested(kMaxJsonDepth + 1)), "nested deeper than 256");
  EXPECT_EQ(ErrorOf(nested(1000000)), "nested deeper than 256");
  JsonLine small(4);
  EXPECT_TRUE(small.Parse("[0,[0]]"));
  Status many = small.Parse("[0,[0],0]");
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().message, "more than 4 values on one line");
}

TEST(JsonInteger, TakesStringsOfDigits) {
  JsonLine line;
  ASSERT_TRUE(line.Parse(R"(["65535","65536","-1"," 1","1.0","",1.0,-0])"));
  std::vector<std::optional<uint16_t>> numbers;
  for (const JsonValue* v = line.First(line.root()); v != nullptr;
       v = line.Next(*v)) {
    numbers.push_back(JsonInteger<uint16_t>(*v));
  }
  EXPECT_THAT(numbers, ::testing::ElementsAre(65535, std::nullopt, std::nullopt,
                                              std::nullopt, std::nullopt,
                                              std::nullopt, std::nullopt, 0));
}

TEST(JsonText, WritesBytesThatAreNoText) {
  std::string out;
  AppendJsonBytes(&out, "\xc3\xa4");
  AppendJsonBytes(&out, "\xc3(");
  EXPECT_EQ(out, "\"\xc3\xa4\"{\"hex\":\"c328\"}");
}

TEST(JsonText, FindsWholeCharacters) {
  EXPECT_EQ(WholeUtf8Prefix(""), 0u);
  EXPECT_EQ(WholeUtf8Prefix("abc"), 3u);
  EXPECT_EQ(WholeUtf8Prefix("a\xc3\xa4"), 3u);
  EXPECT_EQ(WholeUtf8Prefix("a\xc3"), 1u);
  EXPECT_EQ(WholeUtf8Prefix("a\xf0\x9f\x98"), 1u);
  EXPECT_EQ(WholeUtf8Prefix("a\xf0\x9f\x98\x80"), 5u);
  EXPECT_EQ(WholeUtf8Prefix("\x80\x80\x80\x80"), 4u);  // no text at all
}

}  // namespace
}  // namespace reprise::tape
