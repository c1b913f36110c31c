#include "session/monkey_user.h"

#include <gtest/gtest.h>

namespace reprise::session {
namespace {

MonkeyOptions Options(uint64_t seed) {
  return {.steps = 200, .seed = seed, .display = {1080, 2400}};
}

std::string Text(const input::Recording& recording) {
  std::string text;
  for (const auto& motion : recording.motions) {
    text += motion.message.SerializeAsString();
  }
  for (const auto& key : recording.keys) {
    text += key.message.SerializeAsString();
  }
  return text;
}

TEST(MonkeyUser, DoesTheSameForTheSameSeed) {
  EXPECT_TRUE(Text(PlayMonkey(Options(5))) == Text(PlayMonkey(Options(5))));
  EXPECT_FALSE(Text(PlayMonkey(Options(5))) == Text(PlayMonkey(Options(6))));
}

TEST(MonkeyUser, StaysOnTheDisplayAndInTheOrderOfTime) {
  const input::Recording recording = PlayMonkey(Options(1));
  int64_t last = 0;
  size_t downs = 0;
  for (const auto& motion : recording.motions) {
    EXPECT_GE(motion.time_ns, last);
    last = motion.time_ns;
    const auto& at = motion.message.samples(0).coords(0);
    EXPECT_GE(at.x(), 0);
    EXPECT_LT(at.x(), 1080);
    EXPECT_GE(at.y(), 0);
    EXPECT_LT(at.y(), 2400);
    downs += motion.message.action() == 0 ? 1 : 0;
  }
  // Each step is a touch or a key.
  EXPECT_EQ(downs + recording.keys.size() / 2, 200);
  EXPECT_FALSE(recording.keys.empty());
}

}  // namespace
}  // namespace reprise::session
