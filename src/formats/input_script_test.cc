#include "formats/input_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pointer_testing.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string Read(std::string_view text) { return ReadAs(kInputFormat, text); }

TEST(InputScript, TapsTakeNoTimeAndCommandsFiftyMs) {
  EXPECT_EQ(Read("#!/system/bin/sh\n"
                 "input tap 10 20.5\n"
                 "sleep 0.25\n"
                 "adb -s emulator-5554 shell input touchscreen tap 1 2\n"
                 "/system/bin/input -d 1 tap 3 4 > /dev/null\n"),
            "0 down 0:(10,20.5)\n0 up 0:(10,20.5)\n"
            "300 down 0:(1,2)\n300 up 0:(1,2)\n"
            "350 down 0:(3,4)\n350 up 0:(3,4)\n");
}

TEST(InputScript, SwipesMoveAt120Hz) {
  EXPECT_EQ(Read("input swipe 0 0 100 200 20; input tap 1 1"),
            "0 down 0:(0,0)\n"
            "8 move 0:(40,80)\n"
            "16 move 0:(80,160)\n"
            "20 up 0:(100,200)\n"
            "70 down 0:(1,1)\n70 up 0:(1,1)\n");
}

TEST(InputScript, SwipesWithoutDurationTake300Ms) {
  input::Losses losses;
  for (const char* text : {"input swipe 0 0 9 9", "input swipe 0 0 9 9 -1"}) {
    const auto recording = ReadInputScript(text, {}, &losses);
    ASSERT_TRUE(recording);
    EXPECT_EQ(recording->motions.back().time_ns, 300'000'000);
    EXPECT_EQ(recording->motions.size(), 37U);  // down, 35 moves, up
  }
}

TEST(InputScript, LongSwipesHaveABoundedNumberOfMoves) {
  input::Losses losses;
  const auto recording =
      ReadInputScript("input swipe 0 0 9 9 2147483647", {}, &losses);
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->motions.size(), 1001U);
}

TEST(InputScript, DragAndDropHoldsFirst) {
  EXPECT_EQ(Read("input draganddrop 0 0 100 0 410"),
            "0 down 0:(0,0)\n"
            "400 move 0:(97.560974,0)\n"
            "408 move 0:(99.51219,0)\n"
            "410 up 0:(100,0)\n");
  EXPECT_EQ(Read("input draganddrop 0 0 100 0"),
            "0 down 0:(0,0)\n400 up 0:(100,0)\n");
}

TEST(InputScript, ReadsKeys) {
  EXPECT_EQ(Read("input keyevent KEYCODE_BACK 66 A"),
            "0 key down 4\n0 key up 4\n0 key down 66\n0 key up 66\n"
            "0 key down 29\n0 key up 29\n");
  EXPECT_EQ(Read("input keyevent --longpress 4"),
            "0 key down 4\n400 key down 4 repeat 1\n400 key up 4\n");
  EXPECT_EQ(Read("input keyevent --doubletap 4"),
            "0 key down 4\n0 key up 4\n40 key down 4\n40 key up 4\n");
  EXPECT_EQ(Read("input keyevent --async --delay 100 4 4"),
            "0 key down 4\n0 key up 4\n100 key down 4\n100 key up 4\n");
}

TEST(InputScript, CombinationsSetTheMetaState) {
  input::Losses losses;
  const auto recording = ReadInputScript(
      "input keycombination -t 30 KEYCODE_SHIFT_LEFT KEYCODE_A", {}, &losses);
  ASSERT_TRUE(recording);
  EXPECT_EQ(PointerEventsOf(*recording),
            "0 key down 59\n0 key down 29\n30 key up 59\n30 key up 29\n");
  EXPECT_EQ(recording->keys[1].message.meta_state(), 0x41);
  EXPECT_EQ(recording->keys[3].message.meta_state(), 0);
}

TEST(InputScript, ReadsText) {
  EXPECT_EQ(Read("input text 'it%sis'\ninput text \"a b\"\n"),
            "0 text it is\n50 text a b\n");
  // The device's shell takes the words apart again.
  EXPECT_THAT(Read("adb shell input text \"a b\""),
              StartsWith("0 text a\n--\n1 x words after the first"));
  EXPECT_EQ(Read("adb shell \"input text 'a b'; input tap 1 2\""),
            "0 text a b\n50 down 0:(1,2)\n50 up 0:(1,2)\n");
}

TEST(InputScript, ReadsMotionEvents) {
  EXPECT_EQ(Read("input motionevent DOWN 1 2\ninput motionevent move 3 4\n"
                 "input motionevent UP 5 6\n"
                 "input motionevent DOWN 1 2\ninput motionevent CANCEL\n"),
            "0 down 0:(1,2)\n50 move 0:(3,4)\n100 up 0:(5,6)\n"
            "150 down 0:(1,2)\n200 cancel 0:(1,2)\n");
}

TEST(InputScript, ReadsOtherSources) {
  EXPECT_EQ(Read("input press\ninput roll -3 4\n"
                 "input mouse scroll 10 20 --axis VSCROLL,-1\n"
                 "input stylus tap 1 2\ncmd input tap 5 6"),
            "0 0x10004 down 0:(0,0)\n0 0x10004 up 0:(0,0)\n"
            "50 0x10004 move 0:(-3,4)\n"
            "100 0x2002 scroll 0:(10,20)\n"
            "150 0x4002 down 0:(1,2)\n150 0x4002 up 0:(1,2)\n"
            "200 down 0:(5,6)\n200 up 0:(5,6)\n");
}

TEST(InputScript, ReadsSleeps) {
  EXPECT_EQ(Read("sleep 1 0.5s\nusleep 2000\nsleep 1m\ninput tap 1 1"),
            "61502 down 0:(1,1)\n61502 up 0:(1,1)\n");
}

TEST(InputScript, SaysWhatItLeavesOut) {
  EXPECT_EQ(Read("am start -n a/.B\nadb install x.apk\nadb devices\n"),
            "--\n3 x commands other than input and sleep were left out\n");
}

TEST(InputScript, NamesTheLineOfAnError) {
  EXPECT_EQ(Read("\ninput tap 1\n"),
            "x, line 2: 1 arguments, but the command is \"input tap X Y\"");
  EXPECT_EQ(Read("input tap 1 nan"),
            "x, line 1: y is \"nan\", but must be a number from -1000000 to "
            "1000000");
  EXPECT_EQ(Read("input keyevent KEYCODE_NONSENSE"),
            "x, line 1: \"KEYCODE_NONSENSE\" is no key; want KEYCODE_BACK, "
            "BACK or 4");
  EXPECT_THAT(Read("input fly"), HasSubstr("\"fly\" is no command of input"));
  EXPECT_THAT(Read("input"), HasSubstr("lacks its command"));
  EXPECT_THAT(Read("input tap $x 1"), HasSubstr("line 1: '$' needs a shell"));
  EXPECT_THAT(Read("input motionevent HOVER 1 2"), HasSubstr("\"HOVER\""));
  EXPECT_THAT(Read("sleep soon"), HasSubstr("sleep \"soon\""));
  EXPECT_THAT(Read("sleep 1e300"), HasSubstr("sleep \"1e300\""));
  EXPECT_THAT(Read("input text '\xff'"), HasSubstr("not UTF-8"));
}

TEST(InputScript, WritesTheSameAgain) {
  constexpr std::string_view kScript =
      "#!/system/bin/sh\n"
      "input tap 10 20\n"
      "sleep 0.25\n"
      "input swipe 0 0 100 200.5 350\n"
      "sleep 1\n"
      "input swipe 5 5 5 5 600\n"
      "input text 'it'\\''s%s5'\n"
      "input keyevent KEYCODE_BACK\n"
      "input keyevent --longpress KEYCODE_HOME\n"
      "input keycombination -t 30 KEYCODE_SHIFT_LEFT KEYCODE_A\n"
      "input keyevent 999\n"
      "input mouse -d 2 tap 1 2\n"
      "input press\n"
      "input roll 3 4\n"
      "input mouse scroll 10 20 --axis VSCROLL,-1\n"
      "input rotaryencoder scroll --axis SCROLL,2.5\n"
      "input motionevent DOWN 1 2\n"
      "input motionevent CANCEL 1 2\n";
  EXPECT_EQ(Rewritten(kInputFormat, kScript, kInputFormat), kScript);
}

TEST(InputScript, GesturesBecomeTapsAndSwipes) {
  input::Recording recording;
  PointerMaker maker(&recording);
  constexpr int64_t kMs = 1'000'000;
  maker.Down(1000 * kMs, {.id = 0, .x = 10, .y = 10});
  const Touch near[] = {{.id = 0, .x = 12, .y = 10}};
  maker.Move(1040 * kMs, near);
  maker.Up(1080 * kMs, 0);
  maker.Down(2000 * kMs, {.id = 0, .x = 0, .y = 0});
  const Touch bend[] = {{.id = 0, .x = 0, .y = 100}};
  maker.Move(2100 * kMs, bend);
  const Touch end[] = {{.id = 0, .x = 100, .y = 100}};
  maker.Move(2200 * kMs, end);
  maker.Up(2200 * kMs, 0);
  input::Losses losses;
  EXPECT_EQ(*WriteInputScript(recording, {}, &losses),
            "#!/system/bin/sh\n"
            "input tap 10 10\n"
            "sleep 0.95\n"
            "input swipe 0 0 100 100 200\n");
  EXPECT_EQ(
      TextOf(losses),
      "1 x how long taps last; `input tap` takes no time\n"
      "2 x small moves during taps\n"
      "1 x points of swipes, which become straight lines at even speed\n");
}

TEST(InputScript, SaysWhatItCannotHold) {
  input::Recording recording;
  PointerMaker maker(&recording);
  maker.Down(0, {.id = 0, .x = 10, .y = 10});
  maker.Down(0, {.id = 1, .x = 20, .y = 20});
  maker.Up(0, 0);
  maker.Up(0, 1);
  AddKey(10'000'000, 0, android::kUp, 4, &recording);
  AddKey(20'000'000, 0, android::kDown, 4, &recording);
  AddText(30'000'000, "a\nb", &recording);
  AddText(30'000'000, "\xc3\xbc", &recording);
  input::Losses losses;
  EXPECT_EQ(*WriteInputScript(recording, {}, &losses),
            "#!/system/bin/sh\n"
            "input keyevent KEYCODE_BACK\n"
            "input text a\n"
            "input keyevent KEYCODE_ENTER\n"
            "input text b\n");
  EXPECT_EQ(
      TextOf(losses),
      "1 x gestures of several fingers were left out; `input` has one finger\n"
      "1 x releases of keys that were not down were left out\n"
      "1 x keys that are still down at the end\n"
      "1 x texts with characters beyond ASCII were left out; `input text` "
      "cannot type them\n"
      "3 x commands start late, because the one before is not over or starting "
      "`input` takes its time\n");
}

TEST(InputScript, IsRecognised) {
  const auto recognise = kInputFormat.recognise;
  EXPECT_EQ(recognise("#!/bin/sh\nadb shell input tap 1 2\n"), Match::kSure);
  EXPECT_EQ(recognise("adb shell \"input keyevent 4\"\n"), Match::kSure);
  EXPECT_EQ(recognise("# input tap 1 2\necho\n"), Match::kNo);
  EXPECT_EQ(recognise("input device 3\n"), Match::kNo);
}

}  // namespace
}  // namespace reprise::formats
