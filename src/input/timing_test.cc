#include "input/timing.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace reprise::input {
namespace {

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kLatest = std::numeric_limits<int64_t>::max();
constexpr int64_t kEarliest = std::numeric_limits<int64_t>::min();

// Recordings of gestures as they are written here: what, from when to when,
// where; every gesture gets a frame at its start and end.
class Session {
 public:
  Session() { recording_.display = {1080, 1920}; }

  GestureEvent* Add(GestureEvent::Kind kind, int64_t start_ns, int64_t end_ns,
                    float x = 100, float y = 100) {
    auto& gesture = recording_.gestures.emplace_back();
    gesture.time_ns = start_ns;
    gesture.read_ns = end_ns;
    gesture.message.set_kind(kind);
    gesture.message.set_start_ns(start_ns);
    gesture.message.set_end_ns(end_ns);
    auto* finger = gesture.message.add_fingers();
    finger->set_start_x(x);
    finger->set_start_y(y);
    finger->set_end_x(x);
    finger->set_end_y(y);
    finger->set_down_ns(start_ns);
    finger->set_up_ns(end_ns);
    AddFrame(start_ns, &gesture.message);
    AddFrame(end_ns, &gesture.message);
    return &gesture.message;
  }

  void AddFrame(int64_t time_ns, GestureEvent* gesture = nullptr) {
    Frame frame;
    frame.id = recording_.frames.size() + 1;
    frame.time_ns = time_ns;
    frame.read_ns = time_ns;
    recording_.frames.push_back(frame);
    if (gesture != nullptr) gesture->add_frame_refs(frame.id);
  }

  Recording* operator->() { return &recording_; }
  Recording& operator*() { return recording_; }

 private:
  Recording recording_;
};

constexpr TimingRules kWarp = {.warp = true};

// The gap that a gap between two gestures far from each other becomes.
int64_t GapAfter(int64_t gap, const TimingRules& rules) {
  Session session;
  session.Add(GestureEvent::KIND_TAP, 0, 50 * kMs, 0, 0);
  session.Add(GestureEvent::KIND_TAP, 50 * kMs + gap, 90 * kMs + gap, 900, 900);
  const TimeMap map = TimeMap::For(*session, rules);
  EXPECT_EQ(map.At(50 * kMs), 50 * kMs);
  EXPECT_EQ(map.At(90 * kMs + gap) - map.At(50 * kMs + gap), 40 * kMs);
  return map.At(50 * kMs + gap) - map.At(50 * kMs);
}

TEST(TimeMap, WarpsGapsByReransRuleExactly) {
  EXPECT_EQ(GapAfter(1, kWarp), 1 * kMs);
  EXPECT_EQ(GapAfter(10 * kMs, kWarp), 1 * kMs);
  EXPECT_EQ(GapAfter(700 * kMs - 1, kWarp), 1 * kMs);
  EXPECT_EQ(GapAfter(700 * kMs, kWarp), 700 * kMs);
  EXPECT_EQ(GapAfter(1234 * kMs, kWarp), 1234 * kMs);
  EXPECT_EQ(GapAfter(3000 * kMs, kWarp), 3000 * kMs);
  EXPECT_EQ(GapAfter(3000 * kMs + 1, kWarp), 3000 * kMs);
  EXPECT_EQ(GapAfter(3'600'000 * kMs, kWarp), 3000 * kMs);
}

TEST(TimeMap, NeverChangesGapsInsideAGesture) {
  Session session;
  GestureEvent* swipe =
      session.Add(GestureEvent::KIND_SWIPE, 1000 * kMs, 9000 * kMs);
  for (int64_t at : {1100, 1200, 6000, 8999}) {
    session.AddFrame(at * kMs, swipe);
  }
  session.Add(GestureEvent::KIND_TAP, 9500 * kMs, 9600 * kMs, 900, 900);
  const TimeMap map = TimeMap::For(*session, kWarp);
  for (int64_t at : {1000, 1100, 1200, 6000, 8999, 9000}) {
    EXPECT_EQ(map.At(at * kMs), at * kMs);
  }
  EXPECT_EQ(map.At(9500 * kMs), 9001 * kMs);
}

TEST(TimeMap, CombinesRulesInTheirOrder) {
  EXPECT_EQ(GapAfter(1000 * kMs, {.speed = 2}), 500 * kMs);
  EXPECT_EQ(GapAfter(1000 * kMs, {.speed = 0.5}), 2000 * kMs);
  EXPECT_EQ(GapAfter(9000 * kMs, {.max_gap_ns = 100 * kMs}), 100 * kMs);
  EXPECT_EQ(GapAfter(5 * kMs, {.min_gap_ns = 100 * kMs}), 100 * kMs);
  // Warp first: 600 ms would be 300 ms after speed, and 2.8 s stays.
  EXPECT_EQ(GapAfter(600 * kMs, {.warp = true, .speed = 2}), kMs / 2);
  EXPECT_EQ(GapAfter(1000 * kMs, {.warp = true, .speed = 2}), 500 * kMs);
  EXPECT_EQ(GapAfter(9000 * kMs, {.warp = true, .speed = 2}), 1500 * kMs);
  // The bounds hold for what comes out of it.
  EXPECT_EQ(GapAfter(600 * kMs, {.warp = true, .min_gap_ns = 50 * kMs}),
            50 * kMs);
  EXPECT_EQ(GapAfter(9000 * kMs, {.warp = true, .max_gap_ns = 2000 * kMs}),
            2000 * kMs);
  EXPECT_EQ(GapAfter(1000 * kMs, {.speed = 0.1, .max_gap_ns = 4000 * kMs}),
            4000 * kMs);
}

TEST(TimeMap, TellsWhichGapsItChanged) {
  Session session;
  session.Add(GestureEvent::KIND_TAP, 0, 10, 0, 0);
  session.Add(GestureEvent::KIND_TAP, 1000 * kMs + 10, 1000 * kMs + 20, 900, 0);
  session.Add(GestureEvent::KIND_TAP, 9000 * kMs, 9000 * kMs + 10, 0, 900);
  const TimeMap map = TimeMap::For(*session, kWarp);
  ASSERT_EQ(map.changes().size(), 1U);
  EXPECT_EQ(map.changes()[0].at_ns, 9000 * kMs);
  EXPECT_EQ(map.changes()[0].recorded_gap_ns, 8000 * kMs - 20);
  EXPECT_EQ(map.changes()[0].played_gap_ns, 3000 * kMs);
}

TEST(TimeMap, TakesSensorFramesAlongAtTheirRelativePlaces) {
  Session session;
  session.AddFrame(-30 * kMs);  // before the first gesture
  session.Add(GestureEvent::KIND_TAP, 0, 100 * kMs, 0, 0);
  for (int64_t i = 1; i < 10; i++) session.AddFrame((100 + 500 * i) * kMs);
  session.Add(GestureEvent::KIND_TAP, 5100 * kMs, 5200 * kMs, 900, 900);
  session.AddFrame(5900 * kMs);  // after the last one
  SortByTime(&*session);
  const size_t count = session->frames.size();
  Retime(TimeMap::For(*session, kWarp), &*session);

  std::vector<int64_t> ms;
  for (const Frame& frame : session->frames) ms.push_back(frame.time_ns / kMs);
  EXPECT_EQ(session->frames.size(), count);
  EXPECT_EQ(ms,
            (std::vector<int64_t>{-30, 0, 100, 400, 700, 1000, 1300, 1600, 1900,
                                  2200, 2500, 2800, 3100, 3200, 3900}));
}

TEST(TimeMap, KeepsFramesOfOneTimeInTheirOrder) {
  Session session;
  session.Add(GestureEvent::KIND_TAP, 0, 1, 0, 0);
  for (int i = 0; i < 5; i++) session.AddFrame(2);
  session.Add(GestureEvent::KIND_TAP, 100, 101, 900, 900);
  SortByTime(&*session);
  std::vector<uint64_t> before;
  for (const Frame& frame : session->frames) before.push_back(frame.id);
  Retime(TimeMap::For(*session, {.max_gap_ns = 0}), &*session);
  SortByTime(&*session);
  std::vector<uint64_t> after;
  for (const Frame& frame : session->frames) after.push_back(frame.id);
  EXPECT_EQ(after, before);
}

int64_t SecondTapAt(float x, GestureEvent::Kind first,
                    GestureEvent::Kind second, bool allow,
                    int64_t recorded_gap = 500 * kMs) {
  Session session;
  session.Add(first, 0, 50 * kMs, 100, 100);
  session.Add(second, 50 * kMs + recorded_gap, 100 * kMs + recorded_gap, x,
              100);
  const TimingRules rules = {.warp = true, .allow_double_taps = allow};
  return TimeMap::For(*session, rules).At(50 * kMs + recorded_gap) - 50 * kMs;
}

TEST(TimeMap, DoesNotMakeADoubleTapOfTwoTaps) {
  constexpr auto kTap = GestureEvent::KIND_TAP;
  EXPECT_EQ(SecondTapAt(110, kTap, kTap, false), 320 * kMs);
  EXPECT_EQ(SecondTapAt(110, kTap, kTap, true), 1 * kMs);
  // Elsewhere is no double tap: 100 dp are 300 pixels here.
  EXPECT_EQ(SecondTapAt(399, kTap, kTap, false), 320 * kMs);
  EXPECT_EQ(SecondTapAt(401, kTap, kTap, false), 1 * kMs);
  // Android sees a double tap when the second finger goes down, whatever it
  // does then; and none after a long press.
  EXPECT_EQ(SecondTapAt(110, kTap, GestureEvent::KIND_SWIPE, false), 320 * kMs);
  EXPECT_EQ(SecondTapAt(110, GestureEvent::KIND_LONG_PRESS, kTap, false),
            1 * kMs);
  // Two that were as near in the recording stay as they were.
  EXPECT_EQ(SecondTapAt(110, kTap, kTap, false, 200 * kMs), 200 * kMs);
}

TEST(TimeMap, KeepsTapsApartAcrossOtherGestures) {
  Session session;
  session.Add(GestureEvent::KIND_TAP, 0, 10 * kMs, 100, 100);
  session.Add(GestureEvent::KIND_TAP, 500 * kMs, 510 * kMs, 900, 900);
  session.Add(GestureEvent::KIND_TAP, 1000 * kMs, 1010 * kMs, 100, 100);
  const TimeMap map = TimeMap::For(*session, kWarp);
  EXPECT_EQ(map.At(500 * kMs), 11 * kMs);
  EXPECT_EQ(map.At(1000 * kMs), 330 * kMs);
}

TEST(TimeMap, KeepsARecordedDoubleTap) {
  Session session;
  session.Add(GestureEvent::KIND_DOUBLE_TAP, 0, 200 * kMs);
  const TimeMap map = TimeMap::For(*session, kWarp);
  EXPECT_EQ(map.At(200 * kMs), 200 * kMs);
}

TEST(TimeMap, WithoutADisplayAllTapsAreAtOnePlace) {
  Session session;
  session->display = {};
  session.Add(GestureEvent::KIND_TAP, 0, 10 * kMs, 0, 0);
  session.Add(GestureEvent::KIND_TAP, 500 * kMs, 510 * kMs, 4000, 4000);
  EXPECT_EQ(TimeMap::For(*session, kWarp).At(500 * kMs), 330 * kMs);
}

TEST(TimeMap, OverlappingGesturesAreOneSpan) {
  Session session;
  session.Add(GestureEvent::KIND_SWIPE, 0, 2000 * kMs);
  session.Add(GestureEvent::KIND_KEY, 500 * kMs, 600 * kMs);
  session.Add(GestureEvent::KIND_KEY, 1900 * kMs, 2500 * kMs);
  session.Add(GestureEvent::KIND_KEY, 2600 * kMs, 2650 * kMs);
  const TimeMap map =
      TimeMap::For(*session, {.warp = true, .gesture_speed = 2});
  for (int64_t at : {0, 500, 600, 1900, 2000, 2500}) {
    EXPECT_EQ(map.At(at * kMs), at * kMs);
  }
  EXPECT_EQ(map.At(2600 * kMs), 2501 * kMs);
}

TEST(TimeMap, HalvesGapsBetweenMovesAndDropsNothing) {
  Session session;
  GestureEvent* swipe = session.Add(GestureEvent::KIND_SWIPE, 0, 200 * kMs);
  for (int64_t at : {30, 40, 50, 70, 100, 110}) {
    session.AddFrame(at * kMs, swipe);
  }
  SortByTime(&*session);
  Retime(TimeMap::For(*session, {.gesture_speed = 2}), &*session);
  std::vector<int64_t> ms;
  for (const Frame& frame : session->frames) ms.push_back(frame.time_ns / kMs);
  // Down to the first move stays 30 ms, the last move to lifting 90 ms.
  EXPECT_EQ(ms, (std::vector<int64_t>{0, 30, 35, 40, 50, 65, 70, 160}));
  EXPECT_EQ(session->gestures[0].message.end_ns(), 160 * kMs);
}

TEST(TimeMap, SpeedsUpOnlyBetweenChangesOfFingers) {
  Session session;
  GestureEvent* pinch = session.Add(GestureEvent::KIND_PINCH, 0, 100 * kMs);
  auto* second = pinch->add_fingers();
  second->set_down_ns(40 * kMs);
  second->set_up_ns(80 * kMs);
  for (int64_t at : {10, 20, 40, 50, 60, 70, 80, 90}) {
    session.AddFrame(at * kMs, pinch);
  }
  const TimeMap map = TimeMap::For(*session, {.gesture_speed = 2});
  std::vector<int64_t> ms;
  for (int64_t at : {0, 10, 20, 40, 50, 60, 70, 80, 90, 100}) {
    ms.push_back(map.At(at * kMs) / kMs);
  }
  EXPECT_EQ(ms, (std::vector<int64_t>{0, 10, 15, 35, 45, 50, 55, 65, 75, 85}));
}

TEST(TimeMap, ADragKeepsItsLongPressAtAnySpeed) {
  Session session;
  GestureEvent* drag = session.Add(GestureEvent::KIND_DRAG, 0, 1000 * kMs);
  for (int64_t at : {10, 450, 600, 800, 900}) {
    session.AddFrame(at * kMs, drag);
  }
  const TimeMap map = TimeMap::For(*session, {.gesture_speed = 4});
  EXPECT_EQ(map.At(600 * kMs), 600 * kMs);
  EXPECT_EQ(map.At(800 * kMs), 650 * kMs);
  EXPECT_EQ(map.At(900 * kMs), 675 * kMs);
  EXPECT_EQ(map.At(1000 * kMs), 775 * kMs);
}

TEST(TimeMap, SpeedsUpGesturesThatHaveOnlyPointerEvents) {
  Session session;
  session->frames.clear();
  GestureEvent* swipe = session.Add(GestureEvent::KIND_SWIPE, 0, 100 * kMs);
  session->frames.clear();
  auto& motion = session->motions.emplace_back();
  motion.message.set_id(77);
  for (int64_t at : {20, 40, 60}) {
    motion.message.add_samples()->set_time_ns(at * kMs);
  }
  swipe->add_touch_refs(77);
  const TimeMap map = TimeMap::For(*session, {.gesture_speed = 2});
  EXPECT_EQ(map.At(60 * kMs), 40 * kMs);
}

TEST(TimeMap, IsTheIdentityForNothing) {
  const Recording empty;
  const TimeMap map = TimeMap::For(empty, kWarp);
  for (int64_t at : {kEarliest, int64_t{-1}, int64_t{0}, kLatest}) {
    EXPECT_EQ(map.At(at), at);
    EXPECT_EQ(TimeMap().At(at), at);
  }
  Session session;
  session.Add(GestureEvent::KIND_TAP, 10, 20);
  EXPECT_EQ(TimeMap::For(*session, kWarp).At(kEarliest), kEarliest);
  EXPECT_TRUE(TimeMap::For(*session, {}).changes().empty());
}

TEST(TimeMap, StandsTheLargestTimes) {
  Session session;
  session.Add(GestureEvent::KIND_TAP, kEarliest, kEarliest + 1);
  session.Add(GestureEvent::KIND_TAP, kLatest - 1, kLatest);
  session.Add(GestureEvent::KIND_TAP, 5, -5);  // ends before it begins
  for (const TimingRules& rules :
       {kWarp, TimingRules{.speed = 0.001}, TimingRules{.speed = 1000},
        TimingRules{.min_gap_ns = kLatest}}) {
    const TimeMap map = TimeMap::For(*session, rules);
    EXPECT_LE(map.At(kEarliest), map.At(0));
    EXPECT_LE(map.At(0), map.At(kLatest));
  }
}

TEST(TimeMap, NeverFalls) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; round++) {
    Session session;
    const int64_t scale = int64_t{1} << (random() % 61);
    const auto time = [&] {
      return static_cast<int64_t>(random() % static_cast<uint64_t>(scale)) -
             scale / 2;
    };
    for (uint64_t i = 0; i < random() % 12; i++) {
      GestureEvent* gesture =
          session.Add(static_cast<GestureEvent::Kind>(random() % 17), time(),
                      time(), static_cast<float>(random() % 1000),
                      static_cast<float>(random() % 1000));
      for (uint64_t k = 0; k < random() % 5; k++) {
        session.AddFrame(time(), gesture);
      }
    }
    TimingRules rules = {.warp = random() % 2 == 0,
                         .speed = 0.1 * static_cast<double>(1 + random() % 50)};
    if (random() % 2 == 0) rules.max_gap_ns = random() % 4000 * kMs;
    if (random() % 3 == 0) rules.min_gap_ns = random() % 4000 * kMs;
    rules.gesture_speed = 0.5 * static_cast<double>(1 + random() % 8);
    rules.allow_double_taps = random() % 2 == 0;
    const TimeMap map = TimeMap::For(*session, rules);

    std::vector<int64_t> times = {kEarliest, kLatest};
    for (int i = 0; i < 60; i++) times.push_back(time());
    for (const Frame& frame : session->frames) times.push_back(frame.time_ns);
    std::ranges::sort(times);
    for (size_t i = 1; i < times.size(); i++) {
      EXPECT_LE(map.At(times[i - 1]), map.At(times[i])) << "round " << round;
    }
  }
}

TEST(Retime, MovesEveryTimeThatThereIs) {
  Session session;
  session.Add(GestureEvent::KIND_TAP, 0, 10, 0, 0);
  GestureEvent* tap =
      session.Add(GestureEvent::KIND_TAP, 10'000 * kMs, 10'010 * kMs, 900, 900);
  tap->add_fingers()->set_down_ns(10'005 * kMs);  // never lifted
  session->gestures[1].read_ns = 10'020 * kMs;
  Frame& frame = session->frames.emplace_back();
  frame.time_ns = 10'001 * kMs;
  frame.read_ns = 10'002 * kMs;
  frame.events = {{3, 53, 7, -5}, {0, 0, 0, 0}};
  auto& motion = session->motions.emplace_back();
  motion.time_ns = 10'001 * kMs;
  motion.read_ns = 10'003 * kMs;
  motion.message.set_down_time_ns(10'000 * kMs);
  motion.message.add_samples()->set_time_ns(10'001 * kMs);
  auto& key = session->keys.emplace_back();
  key.time_ns = key.read_ns = 10'004 * kMs;
  key.message.set_down_time_ns(10'003 * kMs);
  auto& text = session->texts.emplace_back();
  text.time_ns = 10'006 * kMs;

  Retime(TimeMap::For(*session, kWarp), &*session);

  constexpr int64_t kStart = 3000 * kMs + 10;  // what 10 s became
  const GestureEvent& gesture = session->gestures[1].message;
  EXPECT_EQ(session->gestures[1].time_ns, kStart);
  EXPECT_EQ(session->gestures[1].read_ns, kStart + 20 * kMs);
  EXPECT_EQ(gesture.start_ns(), kStart);
  EXPECT_EQ(gesture.end_ns(), kStart + 10 * kMs);
  EXPECT_EQ(gesture.fingers(0).down_ns(), kStart);
  EXPECT_EQ(gesture.fingers(0).up_ns(), kStart + 10 * kMs);
  EXPECT_EQ(gesture.fingers(1).down_ns(), kStart + 5 * kMs);
  EXPECT_EQ(gesture.fingers(1).up_ns(), 0);
  EXPECT_EQ(session->frames.back().time_ns, kStart + 1 * kMs);
  EXPECT_EQ(session->frames.back().read_ns, kStart + 2 * kMs);
  EXPECT_EQ(session->frames.back().events[0].offset_ns, -5);
  EXPECT_EQ(session->motions[0].time_ns, kStart + 1 * kMs);
  EXPECT_EQ(session->motions[0].read_ns, kStart + 3 * kMs);
  EXPECT_EQ(session->motions[0].message.down_time_ns(), kStart);
  EXPECT_EQ(session->motions[0].message.samples(0).time_ns(), kStart + 1 * kMs);
  EXPECT_EQ(session->keys[0].time_ns, kStart + 4 * kMs);
  EXPECT_EQ(session->keys[0].message.down_time_ns(), kStart + 3 * kMs);
  EXPECT_EQ(session->texts[0].time_ns, kStart + 6 * kMs);
  EXPECT_EQ(session->texts[0].read_ns, 0);  // it was not known
}

TEST(ParseTiming, ReadsTheWords) {
  const auto rules = ParseTiming({.timing = "warp",
                                  .speed = "2.5",
                                  .max_gap = "4s",
                                  .min_gap = "10ms",
                                  .gesture_speed = "2x",
                                  .allow_double_taps = true});
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_TRUE(rules->warp);
  EXPECT_EQ(rules->speed, 2.5);
  EXPECT_EQ(rules->max_gap_ns, 4000 * kMs);
  EXPECT_EQ(rules->min_gap_ns, 10 * kMs);
  EXPECT_EQ(rules->gesture_speed, 2);
  EXPECT_TRUE(rules->allow_double_taps);
  EXPECT_FALSE(rules->exact());
  EXPECT_TRUE(ParseTiming({})->exact());
}

TEST(ParseTiming, SaysWhatIsWrong) {
  const auto error = [](const TimingWords& words) {
    const auto rules = ParseTiming(words);
    return rules ? "" : rules.error().message;
  };
  EXPECT_EQ(error({.timing = "fast"}),
            "--timing: 'fast' is not known; give exact (as recorded) or warp "
            "(short pauses become 1 ms, long ones 3 s)");
  for (const char* bad :
       {"0", "-1", "nan", "inf", "2 ", "x", "1e3", "1001", "2,5"}) {
    EXPECT_EQ(error({.speed = bad}),
              std::string("--speed: '") + bad +
                  "' is not a speed; give a number from 0.001 to 1000, as in "
                  "2 for twice as fast or 0.5 for half");
  }
  EXPECT_NE(error({.gesture_speed = "a"}).find("--gesture-speed: 'a'"),
            std::string::npos);
  EXPECT_NE(error({.max_gap = "3"}).find("--max-gap: "), std::string::npos);
  EXPECT_EQ(error({.max_gap = "1s", .min_gap = "2s"}),
            "--max-gap: 1s is less than --min-gap 2s; no gap can be both");
}

}  // namespace
}  // namespace reprise::input
