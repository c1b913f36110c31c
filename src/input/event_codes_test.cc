#include "input/event_codes.h"

#include <gtest/gtest.h>
#include <linux/input.h>

namespace reprise::input {
namespace {

TEST(EventCodes, HaveTheNamesThatTheKernelsToolsPrint) {
  EXPECT_EQ(TypeName(EV_ABS), "EV_ABS");
  EXPECT_EQ(TypeName(0x1e), "");
  EXPECT_EQ(CodeName(EV_ABS, 0x35), "ABS_MT_POSITION_X");
  EXPECT_EQ(CodeName(EV_KEY, 0x14a), "BTN_TOUCH");
  EXPECT_EQ(CodeName(EV_KEY, 113), "KEY_MUTE");
  EXPECT_EQ(CodeName(EV_KEY, 0x130), "BTN_SOUTH");
  EXPECT_EQ(CodeName(EV_KEY, 0x110), "BTN_LEFT");
  EXPECT_EQ(CodeName(EV_SYN, 2), "SYN_MT_REPORT");
  EXPECT_EQ(CodeName(EV_SYN, 4), "");  // of vendors
  EXPECT_EQ(CodeName(EV_SW, 0), "SW_LID");
  EXPECT_EQ(CodeName(EV_KEY, KEY_MAX), "");
  EXPECT_EQ(CodeName(EV_KEY, 100'000), "");
  EXPECT_EQ(CodeName(99, 0), "");
  EXPECT_EQ(PropertyName(1), "INPUT_PROP_DIRECT");
}

TEST(EventCodes, AreFoundByAnyOfTheirNames) {
  EXPECT_EQ(TypeByName("EV_SW"), EV_SW);
  EXPECT_EQ(CodeByName(EV_KEY, "BTN_A"), 0x130);
  EXPECT_EQ(CodeByName(EV_KEY, "BTN_SOUTH"), 0x130);
  EXPECT_EQ(CodeByName(EV_KEY, "KEY_MIN_INTERESTING"), 113);
  EXPECT_EQ(CodeByName(EV_ABS, "ABS_X"), 0);
  EXPECT_EQ(CodeByName(EV_ABS, "KEY_A"), std::nullopt);
  EXPECT_EQ(CodeByName(77, "KEY_A"), std::nullopt);
  EXPECT_EQ(TypeByName(""), std::nullopt);
  EXPECT_EQ(PropertyByName("INPUT_PROP_POINTER"), 0);
}

TEST(EventCodes, HaveBounds) {
  EXPECT_EQ(MaxCodeOf(EV_KEY), 0x2ffU);
  EXPECT_EQ(MaxCodeOf(EV_ABS), 0x3fU);
  EXPECT_EQ(MaxCodeOf(EV_PWR), 0U);
}

TEST(EventCodes, AllReadBackAsTheirNumber) {
  for (uint32_t type = 0; type <= EV_MAX; type++) {
    for (uint32_t code = 0; code <= MaxCodeOf(type); code++) {
      const std::string_view name = CodeName(type, code);
      if (name.empty()) continue;
      EXPECT_EQ(CodeByName(type, name), code) << name;
    }
  }
}

}  // namespace
}  // namespace reprise::input
