#include "minimize/oracle_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::minimize {
namespace {

using testing::HasSubstr;
using What = OracleAnswer::What;

TEST(OracleMessage, LinesAreAsDocumented) {
  EXPECT_EQ(ToLine(OracleHello{5, "/tmp/a \"b\".mcap"}),
            R"({"reprise_oracle":1,"units":5,"tape":"/tmp/a \"b\".mcap"})"
            "\n");
  EXPECT_EQ(ToLine(OracleRequest{7, {0, 3, 4}}),
            "{\"id\":7,\"units\":[0,3,4]}\n");
  EXPECT_EQ(ToLine(OracleRequest{8, {}}), "{\"id\":8,\"units\":[]}\n");
  EXPECT_EQ(ToLine(OracleAnswer{7, What::kPass, ""}),
            "{\"id\":7,\"verdict\":\"pass\"}\n");
  EXPECT_EQ(ToLine(OracleAnswer{7, What::kError, "no\ndevice"}),
            R"({"id":7,"verdict":"error","message":"no\\ndevice"})"
            "\n");
}

TEST(OracleMessage, ReadsWhatTheOtherEndMayWrite) {
  const auto answer = ParseAnswer(
      R"( { "verdict" : "error", "id": 7, "message": "x", "more": [1] } )");
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(*answer, (OracleAnswer{7, What::kError, "x"}));
  EXPECT_EQ(ParseAnswer(R"({"id":1,"verdict":"fail"})")->what, What::kFail);
  EXPECT_EQ(*ParseRequest(R"({"id":7,"units":[0,3,4]})", 5),
            (OracleRequest{7, {0, 3, 4}}));
  EXPECT_EQ(*ParseHello(R"({"reprise_oracle":1,"units":5,"tape":"t"})"),
            (OracleHello{5, "t"}));
}

TEST(OracleMessage, RefusesNonsenseWithItsReason) {
  const auto why = [](std::string_view line) {
    const auto answer = ParseAnswer(line);
    return answer ? "accepted" : answer.error().message;
  };
  EXPECT_THAT(why(""), HasSubstr("not JSON"));
  EXPECT_THAT(why("pass"), HasSubstr("not JSON"));
  EXPECT_THAT(why("[1]"), HasSubstr("no JSON object"));
  EXPECT_THAT(why("\xff"), HasSubstr("not UTF-8"));
  EXPECT_THAT(why(R"({"verdict":"pass"})"), HasSubstr("without \"id\""));
  EXPECT_THAT(why(R"({"id":-1,"verdict":"pass"})"), HasSubstr("\"id\""));
  EXPECT_THAT(why(R"({"id":1})"), HasSubstr("missing"));
  EXPECT_THAT(why(R"({"id":1,"verdict":"PASS"})"), HasSubstr("PASS"));
  EXPECT_THAT(why(R"({"id":1,"verdict":1})"), HasSubstr("\"pass\""));
  std::string many = R"({"id":1,"verdict":"pass","x":[)";
  for (int i = 0; i < 1000; i++) many += "1,";
  EXPECT_NE(why(many + "1]}"), "accepted");
}

TEST(OracleMessage, RefusesUnitsThatAreNotThere) {
  for (const char* units : {"[5]", "[1,1]", "[2,1]", "[-1]", "[\"x\"]", "3"}) {
    EXPECT_FALSE(
        ParseRequest(fmt::format(R"({{"id":1,"units":{}}})", units), 5))
        << units;
  }
  EXPECT_FALSE(ParseHello(R"({"reprise_oracle":2,"units":5})"));
  EXPECT_FALSE(ParseHello(R"({"reprise_oracle":1,"units":2000000})"));
}

}  // namespace
}  // namespace reprise::minimize
