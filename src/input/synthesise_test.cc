#include <gtest/gtest.h>

#include <limits>

#include "input/gestures.h"
#include "input/input_testing.h"
#include "input/pointer_events.h"
#include "input/virtual_devices.h"

namespace reprise::input {
namespace {

using testing::kMs;
using testing::Place;

void AddMotion(Recording* recording, int64_t ms, int action,
               const std::vector<Place>& places, int index = 0) {
  auto& added = recording->motions.emplace_back();
  added.time_ns = added.read_ns = ms * kMs;
  added.message.set_id(1000 + recording->motions.size());
  added.message.set_action(action);
  added.message.set_action_index(index);
  auto* sample = added.message.add_samples();
  sample->set_time_ns(ms * kMs);
  for (size_t i = 0; i < places.size(); i++) {
    added.message.add_pointers()->set_pointer_id(static_cast<int>(i));
    auto* coords = sample->add_coords();
    coords->set_x(static_cast<float>(places[i].x));
    coords->set_y(static_cast<float>(places[i].y));
  }
}

void AddText(Recording* recording, int64_t ms, const std::string& text) {
  auto& added = recording->texts.emplace_back();
  added.time_ns = ms * kMs;
  added.message.set_kind(TextEvent::KIND_COMMIT);
  added.message.set_text(text);
}

// The codes and values of all key events, as "30+ 30-".
std::string Keys(const Recording& recording) {
  std::string text;
  for (const Frame& frame : recording.frames) {
    for (const Event& event : frame.events) {
      if (event.type != EV_KEY) continue;
      if (!text.empty()) text += " ";
      text += std::to_string(event.code) + (event.value == 0 ? "-" : "+");
    }
  }
  return text;
}

std::string Said(const Losses& losses) {
  std::string text;
  for (const Loss& loss : losses.all()) {
    text += std::to_string(loss.count) + " " + loss.what + "\n";
  }
  return text;
}

TEST(SynthesiseFrames, MakesATouchscreenSayWhatTheMotionsSay) {
  Recording recording;
  recording.display = {720, 1280};
  AddMotion(&recording, 0, 0, {{10, 20}});
  AddMotion(&recording, 10, 5, {{10, 20}, {30, 40}}, 1);
  AddMotion(&recording, 20, 2, {{11, 20}, {30, 45}});
  AddMotion(&recording, 30, 6, {{11, 20}, {30, 45}}, 0);
  AddMotion(&recording, 40, 1, {{30, 45}});
  recording.motions[4].message.mutable_pointers(0)->set_pointer_id(1);
  Losses losses;
  SynthesiseFrames(&recording, &losses);

  EXPECT_EQ(Said(losses), "");
  ASSERT_EQ(recording.devices.size(), 1U);
  EXPECT_EQ(TouchProtocolOf(recording.devices[0]), TouchProtocol::kB);
  EXPECT_EQ(FindAxis(recording.devices[0], ABS_MT_POSITION_X)->maximum(), 719);
  ASSERT_EQ(recording.frames.size(), 5U);
  constexpr Event kSyn = {EV_SYN, SYN_REPORT, 0};
  EXPECT_EQ(recording.frames[0].events,
            (std::vector<Event>{{EV_ABS, ABS_MT_TRACKING_ID, 0},
                                {EV_ABS, ABS_MT_POSITION_X, 10},
                                {EV_ABS, ABS_MT_POSITION_Y, 20},
                                {EV_ABS, ABS_MT_PRESSURE, 255},
                                {EV_KEY, BTN_TOUCH, 1},
                                kSyn}));
  EXPECT_EQ(recording.frames[1].events,
            (std::vector<Event>{{EV_ABS, ABS_MT_SLOT, 1},
                                {EV_ABS, ABS_MT_TRACKING_ID, 1},
                                {EV_ABS, ABS_MT_POSITION_X, 30},
                                {EV_ABS, ABS_MT_POSITION_Y, 40},
                                {EV_ABS, ABS_MT_PRESSURE, 255},
                                kSyn}));
  EXPECT_EQ(recording.frames[2].events,
            (std::vector<Event>{{EV_ABS, ABS_MT_SLOT, 0},
                                {EV_ABS, ABS_MT_POSITION_X, 11},
                                {EV_ABS, ABS_MT_SLOT, 1},
                                {EV_ABS, ABS_MT_POSITION_Y, 45},
                                kSyn}));
  EXPECT_EQ(
      recording.frames[3].events,
      (std::vector<Event>{
          {EV_ABS, ABS_MT_SLOT, 0}, {EV_ABS, ABS_MT_TRACKING_ID, -1}, kSyn}));
  EXPECT_EQ(recording.frames[4].events,
            (std::vector<Event>{{EV_ABS, ABS_MT_SLOT, 1},
                                {EV_ABS, ABS_MT_TRACKING_ID, -1},
                                {EV_KEY, BTN_TOUCH, 0},
                                kSyn}));
  EXPECT_EQ(recording.frames[2].source, FrameSource::kSynthesised);
  for (size_t i = 0; i < 5; i++) {
    ASSERT_EQ(recording.motions[i].message.frame_refs_size(), 1);
    EXPECT_EQ(recording.motions[i].message.frame_refs(0),
              recording.frames[i].id);
    EXPECT_GT(recording.frames[i].id, 1005U);
  }
}

TEST(SynthesiseFrames, IsReadBackAsTheSameMotions) {
  Recording recording;
  recording.display = {1080, 1920};
  AddMotion(&recording, 0, 0, {{10, 20}});
  AddMotion(&recording, 10, 2, {{15, 20}});
  AddMotion(&recording, 20, 5, {{15, 20}, {300, 400}}, 1);
  AddMotion(&recording, 30, 6, {{15, 20}, {300, 400}}, 1);
  AddMotion(&recording, 40, 1, {{15, 20}});
  const std::vector<Timed<MotionEvent>> before = recording.motions;
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  DerivePointerEvents(&recording);
  ASSERT_EQ(recording.motions.size(), before.size());
  for (size_t i = 0; i < before.size(); i++) {
    const MotionEvent& now = recording.motions[i].message;
    const MotionEvent& then = before[i].message;
    EXPECT_EQ(recording.motions[i].time_ns, before[i].time_ns);
    EXPECT_EQ(now.action(), then.action());
    EXPECT_EQ(now.action_index(), then.action_index());
    ASSERT_EQ(now.pointers_size(), then.pointers_size());
    for (int k = 0; k < now.pointers_size(); k++) {
      EXPECT_EQ(now.pointers(k).pointer_id(), then.pointers(k).pointer_id());
      EXPECT_EQ(now.samples(0).coords(k).x(), then.samples(0).coords(k).x());
      EXPECT_EQ(now.samples(0).coords(k).y(), then.samples(0).coords(k).y());
    }
  }
}

TEST(SynthesiseFrames, SaysWhatATouchscreenCannotDo) {
  Recording recording;
  recording.display = {100, 100};
  AddMotion(&recording, 0, 0, {{10, 20}});
  recording.motions[0].message.mutable_samples(0)->mutable_coords(0)->set_x(
      10.5F);
  AddMotion(&recording, 10, 2, {{10, 200}});
  AddMotion(&recording, 20, 2, {{10, 200}});
  AddMotion(&recording, 30, 8, {{10, 20}});
  AddMotion(&recording, 40, 3, {{10, 99}});
  AddMotion(&recording, 50, 0, std::vector<Place>(20, {1, 1}));
  AddMotion(&recording, 60, -7, {{1, 1}});
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  EXPECT_EQ(Said(losses),
            "1 positions, rounded to whole pixels\n"
            "2 positions outside the display, moved to its edge\n"
            "1 moves to where the finger is, which no kernel tells\n"
            "1 motion events of action 8, which a touchscreen cannot make\n"
            "1 cancelled gestures, which end as if lifted\n"
            "4 fingers beyond the 16 that Android follows\n"
            "1 motion events of action -7, which a touchscreen cannot make\n");
}

TEST(SynthesiseFrames, MakesADisplayWithRoomForAllPositions) {
  Recording recording;
  AddMotion(&recording, 0, 0, {{1500, 20}});
  AddMotion(&recording, 10, 1, {{1500, 20}});
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  EXPECT_EQ(FindAxis(recording.devices[0], ABS_MT_POSITION_X)->maximum(), 1500);
  EXPECT_EQ(FindAxis(recording.devices[0], ABS_MT_POSITION_Y)->maximum(), 1919);
  EXPECT_EQ(Said(losses), "");
}

TEST(SynthesiseFrames, PressesKeysAndTypesTexts) {
  Recording recording;
  auto& key = recording.keys.emplace_back();
  key.time_ns = 5 * kMs;
  key.message.set_key_code(4);
  auto& unknown = recording.keys.emplace_back();
  unknown.time_ns = 5 * kMs;
  unknown.message.set_key_code(1);  // KEYCODE_SOFT_LEFT
  auto& up = recording.keys.emplace_back();
  up.time_ns = 6 * kMs;
  up.message.set_action(1);
  up.message.set_key_code(4);
  AddText(&recording, 1, "a?é\n");
  auto& erase = recording.texts.emplace_back();
  erase.time_ns = 9 * kMs;
  erase.message.set_kind(TextEvent::KIND_DELETE);
  erase.message.set_delete_before(2);
  auto& select = recording.texts.emplace_back();
  select.time_ns = 9 * kMs;
  select.message.set_kind(TextEvent::KIND_SELECT);
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  EXPECT_EQ(Keys(recording),
            "30+ 30- 42+ 53+ 53- 42- 28+ 28- 158+ 158- 14+ 14- 14+ 14-");
  EXPECT_EQ(recording.frames[0].time_ns, 1 * kMs);
  EXPECT_EQ(Said(losses),
            "1 characters that the keyboard does not have\n"
            "1 KEYCODE_SOFT_LEFT key events, which no keyboard has\n"
            "1 text events of kind KIND_SELECT, which no keyboard can make\n");
  EXPECT_EQ(recording.keys[0].message.frame_refs_size(), 1);
}

TEST(SynthesiseFrames, DoesNotTypeWhatFramesTyped) {
  Recording recording;
  recording.devices.push_back(testing::TouchB());
  recording.frames.push_back(testing::MakeFrame(0, {}));
  AddText(&recording, 1, "a");
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  EXPECT_EQ(recording.frames.size(), 1U);
  EXPECT_EQ(recording.devices.size(), 1U);
}

TEST(SynthesiseFrames, LeavesCommittedTextsAloneIfAsked) {
  Recording recording;
  AddText(&recording, 10, "Fernweh ü");
  AddText(&recording, 20, "abc");
  AssignIds(&recording);
  Recording typed = recording;
  Losses losses;
  SynthesiseFrames(&recording, &losses, Typing::kNone);
  EXPECT_TRUE(recording.frames.empty());
  SynthesiseFrames(&typed, &losses, Typing::kOnlyWhole);
  EXPECT_TRUE(losses.empty());
  EXPECT_TRUE(IsCommitted(typed.texts[0].message));
  ASSERT_EQ(typed.frames.size(), 6);
  EXPECT_EQ(typed.texts[1].message.cause(), typed.frames[0].id);
  EXPECT_FALSE(IsCommitted(typed.texts[1].message));
}

TEST(SynthesiseFrames, KnowsWhatCameOfAFrameWithOthers) {
  // On older tapes the first event of a frame alone names it.
  Recording recording;
  AddMotion(&recording, 10, 0, {{5, 5}});
  AddMotion(&recording, 10, 5, {{5, 5}, {7, 7}}, 1);
  recording.motions[0].message.add_frame_refs(1);
  AddMotion(&recording, 10, 0, {{9, 9}});  // injected at the same time
  recording.frames.emplace_back().id = 1;
  recording.devices.emplace_back();
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  EXPECT_TRUE(recording.motions[1].message.frame_refs().empty());
  EXPECT_FALSE(recording.motions[2].message.frame_refs().empty());
}

TEST(SynthesiseFrames, TurnsBackWhatWasOnATurnedDisplay) {
  Recording recording;
  recording.display = {100, 200};
  AddMotion(&recording, 10, 0, {{150, 10}});
  recording.motions[0].message.set_rotation(1);
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  ASSERT_EQ(recording.frames.size(), 1);
  // Turned left, what was at the right edge is at the bottom.
  EXPECT_EQ(recording.frames[0].events[1].value, 89);
  EXPECT_EQ(recording.frames[0].events[2].value, 150);
}

TEST(SynthesiseFrames, StandsHostileNumbers) {
  Recording recording;
  AddMotion(&recording, 0, 6, {{1, 1}}, 99);
  AddMotion(&recording, 0, 6, {{1, 1}}, -1);
  auto& motion = recording.motions.emplace_back();
  motion.message.add_pointers();
  auto* coords = motion.message.add_samples()->add_coords();
  coords->set_x(std::numeric_limits<float>::quiet_NaN());
  coords->set_y(std::numeric_limits<float>::infinity());
  auto* axis = coords->add_axes();
  axis->set_axis(2);
  axis->set_value(std::numeric_limits<float>::quiet_NaN());
  auto& key = recording.keys.emplace_back();
  key.message.set_scan_code(-1);
  auto& erase = recording.texts.emplace_back();
  erase.message.set_kind(TextEvent::KIND_DELETE);
  erase.message.set_delete_after(0xffffffff);
  Losses losses;
  SynthesiseFrames(&recording, &losses);
  EXPECT_LT(recording.frames.size(), 300'000U);
}

TEST(VirtualDevices, AreWhatAndroidTakesThemFor) {
  EXPECT_EQ(ClassOf(VirtualTouchscreen({})), DeviceClass::kTouch);
  EXPECT_EQ(ClassOf(VirtualKeyboard()), DeviceClass::kKeys);
  EXPECT_TRUE(HasCode(VirtualKeyboard(), EV_KEY, KEY_APPSELECT));
  EXPECT_FALSE(HasCode(VirtualKeyboard(), EV_KEY, BTN_A));
  EXPECT_TRUE(CheckDevice(VirtualTouchscreen({720, 1280})));
}

TEST(KeyFor, KnowsAllOfAscii) {
  for (char32_t c = 0x20; c < 0x7f; c++) {
    const auto typed = KeyFor(c);
    ASSERT_TRUE(typed) << static_cast<uint32_t>(c);
    EXPECT_TRUE(HasCode(VirtualKeyboard(), EV_KEY, typed->key));
  }
  EXPECT_EQ(KeyFor('A')->key, KEY_A);
  EXPECT_TRUE(KeyFor('A')->shift);
  EXPECT_EQ(KeyFor('/')->key, KEY_SLASH);
  EXPECT_EQ(KeyFor('~')->key, KEY_GRAVE);
  EXPECT_FALSE(KeyFor(0));
  EXPECT_FALSE(KeyFor(0xe9));
}

}  // namespace
}  // namespace reprise::input
