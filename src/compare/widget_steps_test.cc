#include "compare/widget_steps.h"

#include <gtest/gtest.h>

#include <vector>

#include "compare/widgets_testing.h"

namespace reprise::compare {
namespace {

class Steps : public testing::Test {
 protected:
  StateEvent State(StateEvent::Kind kind, uint64_t id,
                   ViewForest forest = TwoRows()) {
    StateEvent state;
    state.set_id(id);
    state.set_kind(kind);
    state.set_has_windows(true);
    state.mutable_activity()->set_component("com.a/.NoteEditor");
    *state.mutable_windows() = forest.windows();
    return state;
  }

  GestureEvent Touch(GestureEvent::Kind kind, int64_t start, float x, float y,
                     float end_y) {
    GestureEvent gesture;
    gesture.set_id(7);
    gesture.set_kind(kind);
    gesture.set_start_ns(start);
    gesture.set_end_ns(start + 10);
    auto* const finger = gesture.add_fingers();
    finger->set_start_x(x);
    finger->set_start_y(y);
    finger->set_end_x(x);
    finger->set_end_y(end_y);
    return gesture;
  }

  std::vector<WidgetEvent> steps_;
  WidgetSteps watch_{
      [this](int64_t, WidgetEvent step) { steps_.push_back(std::move(step)); }};
};

TEST_F(Steps, ATapGoesToAWidgetInWords) {
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 100);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850));
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].words(), "tap 'Save' in NoteEditor");
  EXPECT_EQ(steps_[0].gesture_ref(), 7);
  EXPECT_EQ(steps_[0].state_ref(), 3);
  EXPECT_FLOAT_EQ(steps_[0].down(0).x(), 0.5F);
  EXPECT_FLOAT_EQ(steps_[0].down(0).y(), 0.5F);
}

TEST_F(Steps, ARowIsCalledByItsText) {
  ViewForest forest = TwoRows();
  ViewTree* const tree = forest.mutable_windows(0);
  AddView(tree, 1, "LinearLayout", MakeRect(0, 300, 1000, 500))->set_row(2);
  AddView(tree, 5, "LinearLayout", MakeRect(0, 300, 900, 500));
  AddView(tree, 6, "TextView", MakeRect(0, 300, 100, 350))->set_text("Third");
  AddView(tree, 6, "TextView", MakeRect(0, 350, 100, 400))->set_text("more");
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3, forest), 100);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 800, 450, 450));
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].words(), "tap 'Third' in NoteEditor");
  EXPECT_EQ(steps_[0].target().text(), "");  // not part of its identity
}

TEST_F(Steps, OneOfEqualWidgetsIsNamedByItsRow) {
  ViewForest forest = TwoRows();
  ViewTree* const tree = forest.mutable_windows(0);
  for (int i = 0; i < 2; ++i) {
    const int top = 300 + 100 * i;
    const auto row = static_cast<uint32_t>(tree->nodes_size());
    AddView(tree, 1, "LinearLayout", MakeRect(0, top, 1000, top + 100))
        ->set_row(i + 2);
    AddView(tree, row, "TextView", MakeRect(0, top, 500, top + 100))
        ->set_text(i == 0 ? "Buy bread" : "Buy milk");
    AddView(tree, row, "Button", MakeRect(500, top, 900, top + 100))
        ->set_text("Move");
    AddView(tree, row, "Image", MakeRect(900, top, 1000, top + 100));
  }
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3, forest), 100);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 600, 450, 450));
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].words(), "tap 'Move' of row 4 'Buy milk' in NoteEditor");
  EXPECT_EQ(steps_[0].target().text(), "Move");
  // What is there once needs no row, and what a row is called by is enough.
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 4, forest), 200);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 200, 100, 450, 450));
  EXPECT_EQ(steps_.back().words(), "tap 'Buy milk' in NoteEditor");
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 5, forest), 300);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 300, 950, 450, 450));
  EXPECT_EQ(steps_.back().words(), "tap 'Buy milk' in NoteEditor");
}

TEST_F(Steps, TheStateMayComeAfterTheGesture) {
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850));
  EXPECT_TRUE(steps_.empty());
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 100);
  EXPECT_EQ(steps_.size(), 1);
}

TEST_F(Steps, AStateOfAnEarlierGestureIsNotTaken) {
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 50);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850));
  EXPECT_TRUE(steps_.empty());
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 4), 101);
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].state_ref(), 4);
}

TEST_F(Steps, AScrollEndsAtTheLastWidgetVisible) {
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 100);
  watch_.Take(Touch(GestureEvent::KIND_FLING, 100, 50, 250, 120));
  EXPECT_TRUE(steps_.empty());
  ViewForest after = TwoRows();
  after.mutable_windows(0)->mutable_nodes(3)->set_text("Last");
  watch_.Take(State(StateEvent::KIND_FINAL, 5, after), 900);
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].action(), WidgetEvent::ACTION_SCROLL);
  EXPECT_EQ(steps_[0].direction(), WidgetEvent::DIRECTION_UP);
  EXPECT_EQ(steps_[0].scrolled().class_name(), "ListView");
  EXPECT_EQ(steps_[0].last_visible().text(), "Last");
  EXPECT_EQ(steps_[0].words(), "fling up in a ListView in NoteEditor");
}

TEST_F(Steps, AKeyIsPressed) {
  GestureEvent gesture;
  gesture.set_kind(GestureEvent::KIND_KEY);
  gesture.set_start_ns(100);
  gesture.set_end_ns(110);
  gesture.add_key_codes(158);  // KEY_BACK
  watch_.Take(gesture);
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 100);
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].words(), "press BACK in NoteEditor");
}

TEST_F(Steps, ATapThatIsKnownLaterThanAKeyGoesToItsOwnScreen) {
  // A tap is held back until it can be no double tap; a key is not.
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 100);
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 4, ViewForest()), 200);
  GestureEvent key;
  key.set_kind(GestureEvent::KIND_KEY);
  key.set_start_ns(200);
  key.set_end_ns(210);
  key.add_key_codes(158);
  watch_.Take(key);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850));
  ASSERT_EQ(steps_.size(), 2);
  EXPECT_EQ(steps_[0].state_ref(), 4);
  EXPECT_EQ(steps_[1].state_ref(), 3);
  EXPECT_EQ(steps_[1].words(), "tap 'Save' in NoteEditor");
}

TEST_F(Steps, KeysOfOneTimeHaveTheirOwnScreens) {
  for (const uint64_t id : {3, 4, 5}) {
    watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, id), 100);
    GestureEvent key;
    key.set_kind(GestureEvent::KIND_KEY);
    key.set_start_ns(100);
    key.set_end_ns(100);
    key.add_key_codes(30);
    watch_.Take(key);
    ASSERT_FALSE(steps_.empty());
    EXPECT_EQ(steps_.back().state_ref(), id);
  }
}

TEST_F(Steps, TextsOfOneTimeHaveTheirOwnScreensOnAClockThatGoesOn) {
  // A tool's texts have the time of its command, each state its own.
  for (const uint64_t id : {3, 5, 7}) {
    watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, id),
                100 + static_cast<int64_t>(id));
    TextEvent text;
    text.set_id(id + 1);
    text.set_kind(TextEvent::KIND_COMMIT);
    text.set_text("x");
    watch_.Take(text, 100);
    ASSERT_FALSE(steps_.empty());
    EXPECT_EQ(steps_.back().state_ref(), id);
    EXPECT_EQ(steps_.back().words(), "type 'x' in NoteEditor");
  }
}

// On a real clock a look takes a while.
TEST_F(Steps, ALookBelongsToTheGestureThatWasGivenAfterIt) {
  // Longer than until the next gesture is due, which is given later than that.
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 3), 150);
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 20), 160);
  GestureEvent first = Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850);
  first.add_touch_refs(4);
  GestureEvent second = Touch(GestureEvent::KIND_TAP, 140, 500, 850, 850);
  second.add_touch_refs(21);
  watch_.Take(first);
  watch_.Take(second);
  // Given when the look was over.
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 30), 300);
  GestureEvent third = Touch(GestureEvent::KIND_TAP, 320, 500, 850, 850);
  third.add_touch_refs(31);
  watch_.Take(third);
  watch_.Take(State(StateEvent::KIND_BEFORE_GESTURE, 40), 400);
  ASSERT_EQ(steps_.size(), 3);
  EXPECT_EQ(steps_[0].state_ref(), 3);
  EXPECT_EQ(steps_[1].state_ref(), 20);
  EXPECT_EQ(steps_[2].state_ref(), 30);
}

TEST_F(Steps, TreesAreNamedByTheirDigest) {
  StateEvent state;
  state.set_kind(StateEvent::KIND_ACTIVITY_ENTERED);
  state.set_has_windows(true);
  state.mutable_windows_blob()->set_sha256("digest");
  state.mutable_windows_blob()->set_data(TwoRows().SerializeAsString());
  watch_.Take(state, 100);
  state.mutable_windows_blob()->clear_data();
  state.set_kind(StateEvent::KIND_BEFORE_GESTURE);
  watch_.Take(state, 100);
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850));
  ASSERT_EQ(steps_.size(), 1);
  EXPECT_EQ(steps_[0].target().text(), "Save");
}

TEST_F(Steps, WithoutAnyStateThereAreNone) {
  watch_.Take(Touch(GestureEvent::KIND_TAP, 100, 500, 850, 850));
  watch_.Finish();
  EXPECT_TRUE(steps_.empty());
}

}  // namespace
}  // namespace reprise::compare
