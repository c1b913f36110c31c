#include "session/step_player.h"

#include <gtest/gtest.h>
#include <linux/input.h>

#include "compare/run_testing.h"
#include "compare/tape_of_run.h"
#include "input/pointer_events.h"

namespace reprise::session {
namespace {

using compare::testing::kSecond;
using compare::testing::MadeLook;
using compare::testing::MadeRun;
using compare::testing::TapeOfRun;
using compare::testing::TreeOf;

constexpr input::DisplaySize kDisplay{1080, 2400};

// A phone that shows, from each time on, one of these screens.
class FakeStage : public StepStage {
 public:
  void Show(int64_t from_ns, MadeLook look) {
    shows_[from_ns] = std::move(look);
  }
  // A screen that comes when something was touched.
  void ShowAfter(size_t frames, MadeLook look) {
    after_[frames] = std::move(look);
  }

  Result<AgentReply::Looked> Look(int64_t due_ns, bool) override {
    now_ = std::max(now_, due_ns);
    AgentReply::Looked looked;
    looked.set_now_ns(now_);
    const MadeLook& look = Now();
    StateEvent& state = *looked.mutable_state();
    state.set_has_windows(true);
    state.set_settled(true);
    *state.add_windows() = TreeOf(look);
    state.mutable_activity()->set_component(look.activity);
    return looked;
  }
  Status Play(const std::vector<Due>& frames) override {
    for (const Due& due : frames) {
      now_ = std::max(now_, due.due_ns);
      played.push_back(due);
    }
    return {};
  }
  Status Mark(const RepriseEvent& event) override {
    marks.push_back(event);
    return {};
  }
  std::string TakeCrash() override { return std::exchange(crash, {}); }

  std::vector<Due> played;
  std::vector<RepriseEvent> marks;
  std::string crash;

 private:
  const MadeLook& Now() const {
    const auto after = after_.upper_bound(played.size());
    if (after != after_.begin()) return std::prev(after)->second;
    return std::prev(shows_.upper_bound(now_))->second;
  }

  int64_t now_ = 0;
  std::map<int64_t, MadeLook> shows_;
  std::map<size_t, MadeLook> after_;
};

// Taps on the first view of each screen, a second apart.
class StepPlayerTest : public ::testing::Test {
 protected:
  StepPlayerTest() {
    made_.looks = {{.views = {{"ok", "OK", 100}}},
                   {.views = {{"next", "Next", 500}}},
                   {.views = {{"done", "Done", 500}}}};
    made_.steps = {"tap 'OK'", "tap 'Next'"};
    displays_.recorded = displays_.now = kDisplay;
  }

  StepOutcome Run() {
    run_ = TapeOfRun(made_).Read();
    plan_.recording.devices = {input::VirtualTouchscreen(kDisplay)};
    for (size_t i = 0; i < made_.steps.size(); ++i) {
      const auto& view = made_.looks[i].views.front();
      const auto screen = diff().ScreenBefore(i + 1);
      ReplayStep step{.moment = i + 1,
                      .first = 2 * i,
                      .end = 2 * i + 2,
                      .gesture = {},
                      .widget = {}};
      step.gesture.set_kind(GestureEvent::KIND_TAP);
      step.gesture.add_fingers()->set_start_x(100);
      step.gesture.mutable_fingers(0)->set_start_y(
          static_cast<float>(view.top + 50));
      const auto at = screen->At(100, static_cast<float>(view.top + 50));
      step.widget.set_action(WidgetEvent::ACTION_TOUCH);
      *step.widget.mutable_target() = screen->Identity(*at);
      *step.widget.mutable_bounds() = screen->node(*at).bounds();
      steps_.push_back(step);
      const input::PixelPoint natural =
          input::TurnBack({100, static_cast<float>(view.top + 50)}, turned_,
                          displays_.recorded);
      for (const int32_t id : {int32_t{7}, int32_t{-1}}) {
        input::Frame frame;
        frame.id = 1000 + i;
        frame.events = {
            {EV_ABS, ABS_MT_TRACKING_ID, id},
            {EV_ABS, ABS_MT_POSITION_X, static_cast<int32_t>(natural.x)},
            {EV_ABS, ABS_MT_POSITION_Y, static_cast<int32_t>(natural.y)},
            {EV_SYN, SYN_REPORT, 0}};
        plan_.recording.frames.push_back(frame);
      }
    }
    for (size_t i = 0; i < plan_.recording.frames.size(); ++i) {
      plan_.steps.push_back(
          {static_cast<int64_t>(i / 2) * (soon_ ? kSecond / 5 : kSecond) +
               static_cast<int64_t>(i % 2) * 1'000'000,
           &plan_.recording.frames[i]});
    }
    auto outcome =
        StepPlayer(plan_, steps_, options_, displays_, diff(), stage_).Run();
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : StepOutcome();
  }

  compare::LiveDiff diff() { return {run_, displays_.same}; }

  // The place that the frame of this number says.
  std::pair<int32_t, int32_t> PlaceOf(size_t frame) const {
    std::pair<int32_t, int32_t> at;
    for (const input::Event& event : stage_.played[frame].frame.events) {
      if (event.code == ABS_MT_POSITION_X) at.first = event.value;
      if (event.code == ABS_MT_POSITION_Y) at.second = event.value;
    }
    return at;
  }

  MadeRun made_;
  compare::RunView run_;
  ReplayPlan plan_;
  std::vector<ReplayStep> steps_;
  StepOptions options_;
  StepDisplays displays_;
  FakeStage stage_;
  uint32_t turned_ = 0;  // the display that was recorded
  bool soon_ = false;    // the second tap follows the first
};

TEST_F(StepPlayerTest, PlaysAsRecordedWhatShowsTheSame) {
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, made_.looks[1]);
  const StepOutcome outcome = Run();
  EXPECT_TRUE(outcome.divergences.empty());
  EXPECT_EQ(outcome.steps, 2U);
  ASSERT_EQ(stage_.played.size(), 4U);
  EXPECT_EQ(stage_.played[2].due_ns, kSecond);
  EXPECT_EQ(PlaceOf(2), std::pair(100, 550));
}

TEST_F(StepPlayerTest, EndsAtTheFirstDivergence) {
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, {.activity = "com.a/.Other", .views = {}});
  const StepOutcome outcome = Run();
  EXPECT_TRUE(outcome.stopped);
  ASSERT_EQ(outcome.divergences.size(), 1U);
  EXPECT_EQ(outcome.divergences[0].kind,
            RepriseEvent::Divergence::CLASS_SCREEN);
  EXPECT_EQ(outcome.divergences[0].step, 1U);
  EXPECT_EQ(stage_.played.size(), 2U);
}

TEST_F(StepPlayerTest, WhatComesLateIsAMatterOfTiming) {
  stage_.Show(0, made_.looks[0]);
  stage_.Show(3 * kSecond, made_.looks[1]);
  const StepOutcome outcome = Run();
  ASSERT_EQ(outcome.divergences.size(), 1U);
  EXPECT_EQ(outcome.divergences[0].kind,
            RepriseEvent::Divergence::CLASS_TIMING);
  EXPECT_NE(outcome.divergences[0].sentence.find("comes 2s later"),
            std::string::npos)
      << outcome.divergences[0].sentence;
}

TEST_F(StepPlayerTest, AdaptiveWaitsForIt) {
  options_.adaptive = true;
  stage_.Show(0, made_.looks[0]);
  stage_.Show(3 * kSecond, made_.looks[1]);
  const StepOutcome outcome = Run();
  EXPECT_TRUE(outcome.divergences.empty());
  ASSERT_EQ(stage_.played.size(), 4U);
  EXPECT_GE(stage_.played[2].due_ns, 3 * kSecond);
  EXPECT_EQ(stage_.marks.at(0).kind(), RepriseEvent::KIND_WAIT_ENDED);
}

TEST_F(StepPlayerTest, AdaptiveDoesNotWaitForAPause) {
  options_.adaptive = true;
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, made_.looks[1]);
  EXPECT_TRUE(Run().divergences.empty());
  ASSERT_EQ(stage_.played.size(), 4U);
  EXPECT_LT(stage_.played[2].due_ns, kSecond);
}

TEST_F(StepPlayerTest, AWidgetIsFoundElsewhere) {
  options_.level = Level::kWidget;
  displays_.same = false;
  stage_.Show(0, {.views = {{"other", "Other", 100}, {"ok", "OK", 700}}});
  stage_.ShowAfter(2, made_.looks[1]);
  const StepOutcome outcome = Run();
  EXPECT_TRUE(outcome.divergences.empty());
  EXPECT_EQ(PlaceOf(0), std::pair(100, 750));
  EXPECT_EQ(stage_.marks.at(0).kind(), RepriseEvent::KIND_GESTURE_RETARGETED);
}

TEST_F(StepPlayerTest, AMissingWidgetIsToldAtItsStep) {
  options_.level = Level::kWidget;
  displays_.same = false;
  options_.keep_going = true;
  stage_.Show(0, {.views = {{"cancel", "Cancel", 100}}});
  const StepOutcome outcome = Run();
  ASSERT_EQ(outcome.divergences.size(), 2U);
  EXPECT_EQ(compare::Sentence(outcome.divergences[0]),
            "at step 1 (tap 'OK'): 'OK' is missing; the nearest are 'Cancel', "
            "a FrameLayout");
  EXPECT_EQ(outcome.steps, 0U);
  EXPECT_TRUE(stage_.played.empty());
}

TEST_F(StepPlayerTest, PlacesAreScaledToTheDisplay) {
  options_.level = Level::kPointer;
  displays_.same = false;
  displays_.now = {540, 600};
  options_.keep_going = true;
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, made_.looks[1]);
  const StepOutcome outcome = Run();
  EXPECT_EQ(PlaceOf(0), std::pair(50, 38));
  // There is another widget on this display.
  ASSERT_FALSE(outcome.divergences.empty());
  EXPECT_EQ(compare::Sentence(outcome.divergences[0]),
            "at step 1 (tap 'OK'): the touch goes to a FrameLayout instead of "
            "'OK'");
}

TEST_F(StepPlayerTest, PlacesOfTheSameWidgetsAreTheSame) {
  displays_.same = false;
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, made_.looks[1]);
  stage_.ShowAfter(4, made_.looks[2]);
  EXPECT_TRUE(Run().divergences.empty());
  EXPECT_EQ(stage_.played.size(), 4U);
}

TEST_F(StepPlayerTest, ADisplayThatWasTurnedIsNotNow) {
  options_.level = Level::kWidget;
  displays_.same = false;
  turned_ = 1;
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, made_.looks[1]);
  EXPECT_TRUE(Run().divergences.empty());
  EXPECT_EQ(PlaceOf(0), std::pair(100, 150));
  EXPECT_EQ(PlaceOf(2), std::pair(100, 550));
}

TEST_F(StepPlayerTest, ACrashIsToldAsOne) {
  stage_.Show(0, made_.looks[0]);
  stage_.crash = "java.lang.Error: no";
  const StepOutcome outcome = Run();
  ASSERT_EQ(outcome.divergences.size(), 1U);
  EXPECT_EQ(outcome.divergences[0].kind, RepriseEvent::Divergence::CLASS_CRASH);
}

TEST_F(StepPlayerTest, NobodyIsAskedTwice) {
  std::vector<std::string> asked;
  options_.ask = [&](size_t, const std::string& words) {
    asked.push_back(words);
    return asked.size() < 2;
  };
  stage_.Show(0, made_.looks[0]);
  stage_.ShowAfter(2, made_.looks[1]);
  const StepOutcome outcome = Run();
  EXPECT_TRUE(outcome.cancelled);
  EXPECT_EQ(asked, (std::vector<std::string>{"tap 'OK'", "tap 'Next'"}));
  EXPECT_EQ(stage_.played.size(), 2U);
}

// Looks take time there, and the app is as quick as the machine.
class RealClockTest : public StepPlayerTest {
 protected:
  RealClockTest() {
    made_.real_clock = true;
    options_.real_clock = true;
    stage_.Show(0, made_.looks[0]);
  }
};

TEST_F(RealClockTest, WaitsForWhatComesLater) {
  stage_.Show(2 * kSecond, made_.looks[1]);
  stage_.ShowAfter(4, made_.looks[2]);
  const StepOutcome outcome = Run();
  EXPECT_TRUE(outcome.divergences.empty());
  EXPECT_EQ(outcome.steps, 2);
  ASSERT_EQ(stage_.played.size(), 4);
  EXPECT_GE(stage_.played[2].due_ns, 2 * kSecond);
  ASSERT_EQ(stage_.marks.size(), 1);
  EXPECT_EQ(stage_.marks[0].kind(), RepriseEvent::KIND_WAIT_ENDED);
}

TEST_F(RealClockTest, IsInTimeThoughItLooks) {
  stage_.ShowAfter(2, made_.looks[1]);
  stage_.ShowAfter(4, made_.looks[2]);
  EXPECT_TRUE(Run().divergences.empty());
  ASSERT_EQ(stage_.played.size(), 4);
  EXPECT_EQ(stage_.played[2].due_ns - stage_.played[0].due_ns, kSecond);
}

TEST_F(RealClockTest, TellsWhatComesMuchLater) {
  stage_.Show(8 * kSecond, made_.looks[1]);
  const StepOutcome outcome = Run();
  ASSERT_EQ(outcome.divergences.size(), 1);
  EXPECT_EQ(outcome.divergences[0].kind,
            RepriseEvent::Divergence::CLASS_TIMING);
  EXPECT_EQ(outcome.divergences[0].step, 1);
}

TEST_F(RealClockTest, TellsWhatNeverComes) {
  stage_.ShowAfter(2, {.views = {{"next", "Text", 500}}});
  const StepOutcome outcome = Run();
  ASSERT_EQ(outcome.divergences.size(), 1);
  EXPECT_EQ(outcome.divergences[0].kind,
            RepriseEvent::Divergence::CLASS_CONTENT);
  EXPECT_TRUE(outcome.stopped);
}

TEST_F(RealClockTest, DoesNotWaitForWhatMoved) {
  made_.looks[1].moving = true;
  stage_.ShowAfter(2, {.views = {{"next", "Next", 444}}});
  stage_.ShowAfter(4, made_.looks[2]);
  EXPECT_TRUE(Run().divergences.empty());
  EXPECT_EQ(stage_.played[2].due_ns - stage_.played[0].due_ns, kSecond);
  EXPECT_TRUE(stage_.marks.empty());
}

TEST_F(RealClockTest, PlaysTogetherWhatFollowsSoon) {
  soon_ = true;
  stage_.Show(0, {.views = {{"ok", "OK", 100}}});
  stage_.ShowAfter(2, {.views = {{"late", "Late", 500}}});
  stage_.ShowAfter(4, made_.looks[2]);
  EXPECT_TRUE(Run().divergences.empty());
  ASSERT_EQ(stage_.played.size(), 4);
  EXPECT_EQ(stage_.played[2].due_ns - stage_.played[0].due_ns, kSecond / 5);
}

}  // namespace
}  // namespace reprise::session
