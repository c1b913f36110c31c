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

compare::Screenful ListWithButton() {
  ViewForest forest;
  ViewTree& window = *forest.add_windows();
  const auto add = [&](const char* name, uint32_t flags, int top, int bottom) {
    ViewNode& node = *window.add_nodes();
    node.set_class_name(name);
    node.set_flags(flags | ViewNode::FLAG_SHOWN);
    node.mutable_bounds()->set_top(top);
    node.mutable_bounds()->set_right(1080);
    node.mutable_bounds()->set_bottom(bottom);
    return &node;
  };
  constexpr uint32_t kOn = ViewNode::FLAG_ENABLED;
  add("List", kOn, 0, 2400);
  *window.mutable_bounds() = window.nodes(0).bounds();
  for (int i = 0; i < 9; ++i) {
    add("Row", kOn, 100 * i, 100 * (i + 1))->set_row(i);
  }
  add("Button", kOn | ViewNode::FLAG_CLICKABLE, 2300, 2400);
  add("Off", ViewNode::FLAG_CLICKABLE, 1000, 1100);
  return compare::Screenful(std::move(forest));
}

TEST(MonkeyUser, AimsAtAKindOfWidgetFirst) {
  const compare::Screenful screen = ListWithButton();
  const auto kinds = TappableKinds(screen);
  ASSERT_EQ(kinds.size(), 2);  // by name: the button, the rows
  EXPECT_EQ(kinds[0].size(), 1);
  EXPECT_EQ(kinds[1].size(), 9);
  MonkeyUser monkey({.steps = 1000, .seed = 1, .display = {1080, 2400}});
  int on_button = 0;
  while (!monkey.finished()) {
    const auto done = monkey.Act({.screen = &screen}, 0);
    if (done.motions.size() != 2) continue;
    on_button += done.motions[0].message.samples(0).coords(0).y() >= 2300;
  }
  // Of about 750 taps and presses two fifths; blindly they were one in 24.
  EXPECT_GT(on_button, 250);
  EXPECT_LT(on_button, 400);
}

TEST(MonkeyUser, DoesNotLeaveTheFirstScreenByBack) {
  const compare::Screenful screen = ListWithButton();
  MonkeyUser monkey({.steps = 300, .seed = 1, .display = {1080, 2400}});
  while (!monkey.finished()) {
    EXPECT_TRUE(
        monkey.Act({.screen = &screen, .first_screen = true}, 0).keys.empty());
  }
}

}  // namespace
}  // namespace reprise::session
