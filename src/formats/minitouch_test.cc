#include "formats/minitouch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pointer_testing.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

std::string Read(std::string_view text, input::DisplaySize display = {}) {
  return ReadAs(kMinitouchFormat, text, display);
}

TEST(Minitouch, ReadsATapWithAWait) {
  EXPECT_EQ(Read("v 1\n^ 10 99 199 255\n$ 4711\n"
                 "d 0 10 20 50\nc\nw 40\nu 0\nc\n"),
            "0 down 0:(10,20)\n"
            "40 up 0:(10,20)\n");
}

TEST(Minitouch, TellsOfACommitInAndroidsOrder) {
  EXPECT_EQ(Read("d 0 1 1 1\nd 1 2 2 1\nc\n"
                 "d 2 5 5 1\nm 1 3 3 1\nu 0\nc\nr\n"),
            "0 down 0:(1,1)\n"
            "0 pointer-down 1 0:(1,1) 1:(2,2)\n"
            "0 pointer-up 0 0:(1,1) 1:(2,2)\n"
            "0 move 1:(3,3)\n"
            "0 pointer-down 2 1:(3,3) 2:(5,5)\n"
            "0 pointer-up 1 1:(3,3) 2:(5,5)\n"
            "0 up 2:(5,5)\n");
}

TEST(Minitouch, ScalesUnitsToTheDisplay) {
  EXPECT_EQ(Read("^ 2 1999 3999 100\nd 0 1000 400 50\nc\nu 0\nc\n",
                 {.width = 1000, .height = 1000}),
            "0 down 0:(500,100)\n"
            "0 up 0:(500,100)\n");
}

TEST(Minitouch, ScalesPressure) {
  input::Losses losses;
  const auto recording =
      kMinitouchFormat.read("^ 2 9 9 200\nd 0 1 1 50\nc\n", {}, &losses);
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->display.width, 10);
  EXPECT_EQ(AxisOf(recording->motions[0].message.samples(0).coords(0),
                   android::kAxisPressure, 0),
            0.25F);
}

TEST(Minitouch, SaysWhatItMended) {
  EXPECT_EQ(Read("m 0 1 1 1\nc\nd 0 1 1 1\nc\nd 0 2 2 1\nc\nd 1 1 1 1\n"),
            "0 down 0:(1,1)\n"
            "0 cancel 0:(1,1)\n"
            "0 down 0:(2,2)\n"
            "--\n"
            "1 x touches after the last commit were left out\n"
            "1 x a finger went down that was down already; its gesture was "
            "cancelled\n"
            "1 x moves and lifts of fingers that were not down were left out\n"
            "1 x fingers are still down at the end\n");
}

TEST(Minitouch, NamesTheLineOfAnError) {
  EXPECT_EQ(Read("c\nd 0 1 1\n"),
            "x, line 2: \"d 0 1 1\" has 3 values; the command is \"d CONTACT X "
            "Y PRESSURE\"");
  EXPECT_EQ(Read("d 32 1 1 1\n"),
            "x, line 1: contact is \"32\", but must be a whole number from 0 "
            "to 31");
  EXPECT_THAT(Read("d 0 1 1 1\nm 0 1 1 1\n"), HasSubstr("put a c between"));
  EXPECT_THAT(Read("tap 1 2\n"), HasSubstr("is no command of minitouch"));
  EXPECT_THAT(Read("w 99999999999999999999\n"), HasSubstr("w is"));
  EXPECT_THAT(Read("w 3000000000000\nw 3000000000000\n"),
              HasSubstr("line 2: the waits add up"));
  EXPECT_THAT(Read(std::string(70'000, 'c')), HasSubstr("70000 bytes"));
}

TEST(Minitouch, WritesTheSameAgain) {
  constexpr std::string_view kPinch =
      "v 1\n^ 10 99 199 255\n"
      "d 0 10 20 51\nc\nd 1 30 40 51\nc\nw 16\nm 0 11 21 51\nm 1 29 39 51\nc\n"
      "w 8\nu 0\nc\nu 1\nc\n";
  EXPECT_EQ(Rewritten(kMinitouchFormat, kPinch, kMinitouchFormat), kPinch);
}

TEST(Minitouch, UsesTheUnitsOfARecordedTouchscreen) {
  input::Recording recording;
  recording.display = {.width = 100, .height = 100};
  EvdevDevice& device = recording.devices.emplace_back();
  input::AddProperty(&device, 1);  // INPUT_PROP_DIRECT
  input::AddCode(&device, 1, 0x14a);
  input::AddAxis(&device, 0x2f)->set_maximum(9);
  input::AddAxis(&device, 0x35)->set_maximum(999);
  input::AddAxis(&device, 0x36)->set_maximum(1999);
  input::AddAxis(&device, 0x39)->set_maximum(65535);
  PointerMaker maker(&recording);
  maker.Down(7'000'000, {.id = 0, .x = 50, .y = 25.01});
  maker.UpAt(7'500'000, {.id = 0, .x = 60, .y = 25, .pressure = 0});
  input::Losses losses;
  EXPECT_EQ(*kMinitouchFormat.write(recording, {}, &losses),
            "v 1\n^ 10 999 1999 255\n"
            "d 0 500 500 255\nc\nm 0 600 500 0\nc\nu 0\nc\n");
  EXPECT_EQ(TextOf(losses),
            "1 x positions were rounded to whole units of the touchscreen\n"
            "1 x times were cut to whole milliseconds\n");
}

TEST(Minitouch, SaysWhatItCannotHold) {
  input::Recording recording;
  AddKey(0, 0, 0, 4, &recording);
  AddText(0, "hi", &recording);
  recording.frames.emplace_back();
  PointerMaker maker(&recording);
  maker.Down(0, {.id = 12, .x = 50, .y = 25});
  maker.Cancel(0);
  input::Losses losses;
  EXPECT_EQ(*kMinitouchFormat.write(recording, {}, &losses),
            "v 1\n^ 10 0 0 255\nr\n");
  EXPECT_EQ(TextOf(losses),
            "1 x fingers beyond the tenth were left out\n"
            "1 x cancelled gestures end by lifting the fingers\n"
            "1 x keys were left out; minitouch has only touches\n"
            "1 x texts were left out; minitouch has only touches\n"
            "1 x kernel frames that are no touch and no key were left out\n");
}

TEST(Minitouch, IsRecognised) {
  EXPECT_EQ(kMinitouchFormat.recognise("v 1\n^ 2 9 9 9\n"), Match::kSure);
  EXPECT_EQ(kMinitouchFormat.recognise("d 0 1 1 1\nc\nu"), Match::kSure);
  EXPECT_EQ(kMinitouchFormat.recognise("c\n"), Match::kMaybe);
  EXPECT_EQ(kMinitouchFormat.recognise("d 0 1 1 one\nc\n"), Match::kNo);
  EXPECT_EQ(kMinitouchFormat.recognise("\n"), Match::kNo);
}

}  // namespace
}  // namespace reprise::formats
