#include "adb/device.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

TEST(Properties, ReadsGetprop) {
  EXPECT_EQ(ParseProperties("[ro.build.version.sdk]: [34]\n"
                            "[empty]: []\n"
                            "nonsense\n"
                            "[two]: [first\nsecond]\r\n"
                            "[last]: [x]"),
            (std::map<std::string, std::string>{{"ro.build.version.sdk", "34"},
                                                {"empty", ""},
                                                {"two", "first\nsecond"},
                                                {"last", "x"}}));
  EXPECT_TRUE(ParseProperties("").empty());
  EXPECT_TRUE(ParseProperties("[cut]: [off").empty());
}

TEST(Forwards, ReadsThoseOfOneDevice) {
  const std::string text = "a tcp:1 tcp:2\nb tcp:3 localabstract:x\nnonsense\n";
  EXPECT_EQ(ParseForwards(text, "b"),
            (std::vector<Forward>{{"tcp:3", "localabstract:x"}}));
  EXPECT_EQ(ParseForwards(text, "").size(), 2U);
}

}  // namespace
}  // namespace reprise::adb
