// Runs on a real clock: what differs only by time is no divergence, what is the
// app's is, at its step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/tape_diff.h"
#include "compare/tape_of_run.h"

namespace reprise::compare {
namespace {

using ::testing::IsEmpty;
using testing::kSecond;
using testing::MadeLook;
using testing::MadeRun;
using ::testing::SizeIs;
using testing::TapeOfRun;
using Class = RepriseEvent::Divergence;

constexpr int32_t kHomePid = 900;

MadeLook List(int32_t top, const std::string& text = "milk") {
  return {.views = {{"add", "Add", 100}, {"row", text, top}}};
}

// Flings a list, opens a row of it and comes back.
MadeRun Fling() {
  return {
      .looks = {List(900), List(300), {.activity = "com.a/.Row"}, List(300)},
      .steps = {"swipe", "tap 'milk'", "press Back"},
      .real_clock = true};
}

MadeRun ReplayOf(MadeRun run) {
  run.replay = true;
  return run;
}

std::vector<Divergence> Between(const MadeRun& a, const MadeRun& b) {
  return Diff(TapeOfRun(a).Read(), TapeOfRun(b).Read()).divergences;
}

TEST(RealClock, WhatIsElsewhereWhileItMovesIsTheSame) {
  MadeRun run = Fling();
  run.looks[1] = List(444);
  run.looks[1].moving = true;
  EXPECT_THAT(Between(run, ReplayOf(Fling())), IsEmpty());
  // On a virtual clock it moves alike in each run.
  run.real_clock = false;
  MadeRun replay = ReplayOf(Fling());
  replay.real_clock = false;
  EXPECT_THAT(Between(run, replay), SizeIs(1));
}

TEST(RealClock, WhatMovesAndThenIsAnotherIsToldWhereItBegan) {
  MadeRun replay = ReplayOf(Fling());
  replay.looks[1] = List(444, "beer");
  replay.looks[1].moving = true;
  replay.looks[2] = List(300, "beer");
  MadeRun run = Fling();
  run.looks[2] = List(300);
  const auto told = Between(run, replay);
  ASSERT_THAT(told, ::testing::Not(IsEmpty()));
  EXPECT_EQ(told[0].step, 1);
  EXPECT_EQ(told[0].kind, Class::CLASS_CONTENT);
}

TEST(RealClock, WhatStandsStillAndIsAnotherIsTold) {
  MadeRun replay = ReplayOf(Fling());
  replay.looks[2].views = {{"x", "Sorry", 100}};
  const auto told = Between(Fling(), replay);
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].step, 2);
  EXPECT_EQ(told[0].kind, Class::CLASS_MISSING_WIDGET);
}

TEST(RealClock, WhatComesAStepLaterIsTheSame) {
  MadeRun run{.looks = {List(0, "a"), List(0, "synced"), List(0, "synced")},
              .steps = {"tap 'Sync'", "tap 'Notes'"},
              .real_clock = true};
  MadeRun replay = ReplayOf(run);
  replay.looks[1] = List(0, "syncing");
  EXPECT_THAT(Between(run, replay), IsEmpty());
}

TEST(RealClock, WhatIsInTheEndIsTold) {
  MadeRun replay = ReplayOf(Fling());
  replay.looks[3] = List(300, "beer");
  replay.looks[3].moving = true;
  EXPECT_THAT(Between(Fling(), replay), SizeIs(1));
  replay.looks[3] = List(310);  // has no place while it moves
  replay.looks[3].moving = true;
  EXPECT_THAT(Between(Fling(), replay), IsEmpty());
}

TEST(RealClock, APreferenceMayBeWrittenLaterButIsWritten) {
  MadeRun run = Fling();
  for (MadeLook& look : run.looks) look.preferences["count"] = 5;
  MadeRun replay = ReplayOf(run);
  replay.looks[1].preferences["count"] = 4;
  EXPECT_THAT(Between(run, replay), IsEmpty());
  for (MadeLook& look : replay.looks) look.preferences["count"] = 4;
  const auto told = Between(run, replay);
  ASSERT_THAT(told, ::testing::Not(IsEmpty()));
  EXPECT_EQ(told[0].path, "pref(notes/count)");
}

TEST(RealClock, WhatPrecedesTheAppIsNotCompared) {
  MadeRun run = Fling();
  run.lives = {
      {kSecond / 4, "home/.Home", StateEvent::LIFECYCLE_RESUMED, kHomePid},
      {kSecond / 3, "com.a/.Main"},
      {kSecond / 2, "com.a/.Main", StateEvent::LIFECYCLE_RESUMED}};
  MadeRun replay = ReplayOf(run);
  replay.lives = {
      {kSecond / 5, "home/.Home", StateEvent::LIFECYCLE_CREATED, kHomePid},
      {kSecond / 3, "com.a/.Main"},
      {kSecond * 2 / 5, "home/.Home", StateEvent::LIFECYCLE_STOPPED, kHomePid},
      {kSecond / 2, "com.a/.Main", StateEvent::LIFECYCLE_RESUMED}};
  EXPECT_THAT(Between(run, replay), IsEmpty());
  // What the app does as it begins is.
  replay.lives.push_back({kSecond * 3 / 5, "com.a/.Login"});
  const auto told = Between(run, replay);
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].step, 0);
  EXPECT_EQ(told[0].kind, Class::CLASS_SCREEN);
  // On a virtual clock all comes at its time.
  run.real_clock = replay.real_clock = false;
  replay.lives.pop_back();
  EXPECT_THAT(Between(run, replay), ::testing::Not(IsEmpty()));
}

TEST(RealClock, ProcessesGoOnIndependently) {
  MadeRun run = Fling();
  const auto life = [](int64_t ms, const char* who,
                       StateEvent::Lifecycle what) {
    return testing::MadeLife{3 * kSecond + ms * 1'000'000, who, what,
                             who[0] == 'h' ? kHomePid : testing::kPid};
  };
  run.lives = {life(1, "com.a/.Row", StateEvent::LIFECYCLE_PAUSED),
               life(2, "home/.Home", StateEvent::LIFECYCLE_RESUMED),
               life(3, "com.a/.Row", StateEvent::LIFECYCLE_STOPPED)};
  MadeRun replay = ReplayOf(run);
  replay.lives[1].time_ns += 5'000'000;
  EXPECT_THAT(Between(run, replay), IsEmpty());
  replay.lives[0].time_ns += 10'000'000;
  const auto told = Between(run, replay);
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].kind, Class::CLASS_ORDER);
}

TEST(RealClock, LinesMayComeSomeStepsLaterButNotMuch) {
  MadeRun run = Fling();
  run.looks.insert(run.looks.end(), 4, List(300));
  run.steps.insert(run.steps.end(), 4, "tap 'Add'");
  run.lines[1] = {"saved"};
  MadeRun replay = ReplayOf(run);
  replay.lines = {{4, {"saved"}}};
  EXPECT_THAT(Between(run, replay), IsEmpty());
  run.lines = {{0, {"saved"}}};
  replay.lines = {{6, {"saved"}}};
  EXPECT_THAT(Between(run, replay), SizeIs(2));
}

TEST(RealClock, ALineThatIsMissingIsTold) {
  MadeRun run = Fling();
  run.lines[1] = {"saved"};
  const auto told = Between(run, ReplayOf(Fling()));
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].kind, Class::CLASS_CONTENT);
  EXPECT_EQ(told[0].step, 2);
}

}  // namespace
}  // namespace reprise::compare
