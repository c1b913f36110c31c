#include "app/agent/options.h"

#include <gtest/gtest.h>

namespace reprise::agent {
namespace {

TEST(Options, ReadsThemInAnyOrder) {
  const auto options = ParseOptions("log=/l,runtime=/r.jar,plan=/a=b");
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->plan, "/a=b");
  EXPECT_EQ(options->runtime, "/r.jar");
  EXPECT_EQ(options->log, "/l");
}

TEST(Options, RefusesUnknownOnes) {
  const auto options = ParseOptions("plan=/p,runtim=/r");
  ASSERT_FALSE(options);
  EXPECT_EQ(options.error().message,
            "'runtim=/r' is no option of the agent; accepted: "
            "plan=FILE,runtime=JAR[,log=FILE]");
  EXPECT_FALSE(ParseOptions("plan"));
}

TEST(Options, NeedsPlanAndRuntime) {
  for (const char* text : {"", "plan=/p", "runtime=/r", "plan=,runtime=/r"}) {
    const auto options = ParseOptions(text);
    ASSERT_FALSE(options) << text;
    EXPECT_EQ(options.error().message,
              "the agent needs a plan and a runtime: "
              "plan=FILE,runtime=JAR[,log=FILE]");
  }
}

}  // namespace
}  // namespace reprise::agent
