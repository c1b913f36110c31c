#include "formats/monkey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pointer_testing.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

std::string Read(std::string_view text) { return ReadAs(kMonkeyFormat, text); }

std::string ReadBody(const std::string& body) {
  return Read("type= raw events\ncount= 1\nspeed= 1.0\nstart data >>\n" + body);
}

TEST(MonkeyScript, KeepsTheTimesOfRecordedEvents) {
  EXPECT_EQ(
      ReadBody("captureDispatchPointer(5109520,5109520,0,230.75,458.5,0.5,0.25,"
               "0,0.0,0.0,65539,0)\n"
               "captureDispatchPointer(5109520,5109560,1,231,458.5,0.5,0.25,"
               "0,0.0,0.0,65539,0)\n"
               "captureDispatchKey(5113146,5113146,0,20,0,0,0,0)\n"
               "captureDispatchKey(5113146,5113200,1,20,0,0,0,0)\n"),
      "5109520 down 0:(230.75,458.5)\n5109560 up 0:(231,458.5)\n"
      "5113146 key down 20\n5113200 key up 20\n");
}

TEST(MonkeyScript, KeepsEverythingAPointerLineSays) {
  input::Losses losses;
  const auto recording = ReadMonkeyScript(
      "DispatchPointer(7,7,0,1,2,0.5,0.25,65,1.5,2.5,-3,4)", {}, &losses);
  ASSERT_TRUE(recording);
  const MotionEvent& motion = recording->motions[0].message;
  EXPECT_EQ(motion.down_time_ns(), 7'000'000);
  EXPECT_EQ(AxisOf(motion.samples(0).coords(0), android::kAxisPressure, 0),
            0.5F);
  EXPECT_EQ(AxisOf(motion.samples(0).coords(0), android::kAxisSize, 0), 0.25F);
  EXPECT_EQ(motion.meta_state(), 65);
  EXPECT_EQ(motion.x_precision(), 1.5F);
  EXPECT_EQ(motion.y_precision(), 2.5F);
  EXPECT_EQ(motion.device_id(), -3);
  EXPECT_EQ(motion.edge_flags(), 4);
}

TEST(MonkeyScript, SpeedStretchesTimes) {
  EXPECT_EQ(Read("speed= 2.0\nstart data >>\n"
                 "DispatchKey(100,100,0,4,0,0,0,0)\n"
                 "DispatchKey(100,150,1,4,0,0,0,0)\n"),
            "100 key down 4\n200 key up 4\n");
}

TEST(MonkeyScript, WaitsCountWhenEventsSayNoTime) {
  EXPECT_EQ(ReadBody("DispatchPointer(0,0,0,1,1,1,1,0,1,1,0,0)\n"
                     "UserWait(200)\n"
                     "DispatchPointer(0,0,1,1,1,1,1,0,1,1,0,0)\n"
                     "ProfileWait()\n"
                     "DispatchKey(-1,-1,0,4,0,0,-1,0)\n"),
            "0 down 0:(1,1)\n200 up 0:(1,1)\n5200 key down 4\n");
}

TEST(MonkeyScript, JoinsTheFingersOfOneMove) {
  EXPECT_EQ(ReadBody("DispatchPointer(10,10,0,1,1,1,1,0,1,1,0,0,0)\n"
                     "DispatchPointer(10,20,5,9,9,1,1,0,1,1,0,0,1)\n"
                     "DispatchPointer(10,30,2,2,2,1,1,0,1,1,0,0,0)\n"
                     "DispatchPointer(10,30,2,8,8,1,1,0,1,1,0,0,1)\n"
                     "DispatchPointer(10,40,2,3,3,1,1,0,1,1,0,0,0)\n"
                     "DispatchPointer(10,50,262,8,8,1,1,0,1,1,0,0,1)\n"
                     "DispatchPointer(10,60,1,3,3,1,1,0,1,1,0,0,0)\n"),
            "10 down 0:(1,1)\n"
            "20 pointer-down 1 0:(1,1) 1:(9,9)\n"
            "30 move 0:(2,2) 1:(8,8)\n"
            "40 move 0:(3,3) 1:(8,8)\n"
            "50 pointer-up 1 0:(3,3) 1:(8,8)\n"
            "60 up 0:(3,3)\n");
}

TEST(MonkeyScript, ReadsCommandsThatSayNoTime) {
  EXPECT_EQ(ReadBody("Tap(10,20)\nTap(10,20,30)\nPressAndHold(1,2,500)\n"),
            "0 down 0:(10,20)\n0 up 0:(10,20)\n"
            "5 down 0:(10,20)\n35 up 0:(10,20)\n"
            "40 down 0:(1,2)\n540 up 0:(1,2)\n");
  EXPECT_EQ(ReadBody("DispatchPress(KEYCODE_BACK)\nLongPress()\n"
                     "DispatchString(a%sb (c))\n"),
            "0 key down 4\n0 key up 4\n5 key down 23\n2005 key up 23\n"
            "2010 text a b (c)\n");
  EXPECT_EQ(ReadBody("DispatchTrackball(0,0,2,3,-4,0,0,0,1,1,0,0)\n"),
            "0 0x10004 move 0:(3,-4)\n");
}

TEST(MonkeyScript, ReadsDragAndPinch) {
  EXPECT_EQ(ReadBody("Drag(0,0,100,50,2)\n"),
            "0 down 0:(0,0)\n5 move 0:(50,25)\n10 move 0:(100,50)\n"
            "15 up 0:(100,50)\n");
  EXPECT_EQ(ReadBody("PinchZoom(0,0,10,10,100,100,90,90,1)\n"),
            "0 down 0:(0,0)\n0 pointer-down 1 0:(0,0) 1:(100,100)\n"
            "5 move 0:(10,10) 1:(90,90)\n"
            "10 pointer-up 1 0:(10,10) 1:(90,90)\n10 up 0:(10,10)\n");
  EXPECT_EQ(ReadBody("Drag(0,0,100,50,0)\n"), "");
}

TEST(MonkeyScript, SaysWhatItLeavesOut) {
  EXPECT_EQ(ReadBody("LaunchActivity(com.a,com.a.B)\nLaunchActivity(c,d)\n"
                     "RotateScreen(1,0)\ncaptureDispatchFlip(true)\n"
                     "Nonsense(1)\nprose\n# a comment\n"
                     "DispatchPointer(0,0,7,1,1,1,1,0,1,1,0,0)\n"),
            "--\n"
            "2 x LaunchActivity was left out; it is no input\n"
            "1 x RotateScreen was left out; it is no input\n"
            "1 x DispatchFlip was left out; it is no input\n"
            "2 x lines that are no command of Monkey were left out\n"
            "1 x pointer actions other than touching were left out\n");
}

TEST(MonkeyScript, NamesTheLineOfAnError) {
  EXPECT_EQ(ReadBody("Tap(1)\n"),
            "x, line 5: Tap has 1 arguments, but the command is "
            "Tap(x,y[,ms])");
  EXPECT_THAT(ReadBody("Tap(1,1e9)\n"), HasSubstr("line 5: y is \"1e9\""));
  EXPECT_THAT(ReadBody("Tap(1,inf)\n"), HasSubstr("line 5: y is \"inf\""));
  EXPECT_THAT(ReadBody("Tap(1,2\n"), HasSubstr("lacks its closing )"));
  EXPECT_THAT(ReadBody("DispatchPress(KEYCODE_X_Y)\n"),
              HasSubstr("\"KEYCODE_X_Y\" is no key"));
  EXPECT_THAT(ReadBody("Drag(0,0,1,1,10001)\n"), HasSubstr("the steps is"));
  EXPECT_THAT(ReadBody("DispatchPointer(0,0,0,1,1,1,1,0,1,1,0,0,32)\n"),
              HasSubstr("the pointer id is \"32\""));
  EXPECT_THAT(ReadBody("UserWait(-1)\n"), HasSubstr("the wait is \"-1\""));
  EXPECT_THAT(Read("speed= fast\nstart data >>\n"), HasSubstr("line 1"));
  EXPECT_THAT(ReadBody("DispatchString(\xff)\n"), HasSubstr("not UTF-8"));
}

TEST(MonkeyScript, WritesTheSameAgain) {
  constexpr std::string_view kScript =
      "type= raw events\n"
      "count= 13\n"
      "speed= 1.0\n"
      "linebyline\n"
      "start data >>\n"
      "captureDispatchPointer(70,70,0,1.0,2.5,0.5,0.25,0,1.0,1.0,3,0,0)\n"
      "captureDispatchPointer(70,80,5,9.0,9.0,1.0,1.0,0,1.0,1.0,3,0,1)\n"
      "captureDispatchPointer(70,88,2,2.0,2.0,1.0,1.0,0,1.0,1.0,3,0,0)\n"
      "captureDispatchPointer(70,88,2,8.0,8.0,1.0,1.0,0,1.0,1.0,3,0,1)\n"
      "captureDispatchPointer(70,96,6,2.0,2.0,1.0,1.0,0,1.0,1.0,3,0,0)\n"
      "captureDispatchPointer(70,99,1,8.0,8.0,1.0,1.0,0,1.0,1.0,3,0,1)\n"
      "UserWait(101)\n"
      "captureDispatchKey(-1,-1,0,4,0,0,-1,158)\n"
      "UserWait(50)\n"
      "captureDispatchKey(-1,-1,1,4,0,0,-1,158)\n"
      "UserWait(50)\n"
      "DispatchString(a%sb)\n"
      "captureDispatchTrackball(400,400,2,3.0,-4.0,0.0,0.0,0,1.0,1.0,0,0,0)\n";
  EXPECT_EQ(Rewritten(kMonkeyFormat, kScript, kMonkeyFormat), kScript);
}

TEST(MonkeyScript, SaysWhatItCannotHold) {
  input::Recording recording;
  PointerMaker maker(&recording);
  for (int32_t id = 0; id < 3; id++) {
    maker.Down(1'500'000, {.id = id, .x = 1, .y = 1});
  }
  maker.Up(1'600'000, 0);
  maker.Up(1'600'000, 1);
  maker.Up(1'600'000, 2);
  AddText(2'500'000, "a,b", &recording);
  input::Losses losses;
  EXPECT_EQ(
      WriteMonkeyScript(recording, &losses),
      "type= raw events\ncount= 9\nspeed= 1.0\nlinebyline\nstart data >>\n"
      "captureDispatchPointer(1,1,0,1.0,1.0,1.0,1.0,0,0.0,0.0,0,0,0)\n"
      "captureDispatchPointer(1,1,5,1.0,1.0,1.0,1.0,0,0.0,0.0,0,0,1)\n"
      "captureDispatchPointer(1,1,6,1.0,1.0,1.0,1.0,0,0.0,0.0,0,0,0)\n"
      "captureDispatchPointer(1,1,1,1.0,1.0,1.0,1.0,0,0.0,0.0,0,0,1)\n"
      "UserWait(1)\n"
      "DispatchString(a)\n"
      "captureDispatchKey(-1,-1,0,55,0,0,-1,0)\n"
      "captureDispatchKey(-1,-1,1,55,0,0,-1,0)\n"
      "DispatchString(b)\n");
  EXPECT_EQ(TextOf(losses),
            "1 x fingers beyond the second were left out\n"
            "2 x times were cut to whole milliseconds\n");
}

constexpr std::string_view kLog =
    ":Monkey: seed=1 count=3\n"
    ":AllowPackage: com.a\n"
    "// Event percentages:\n"
    ":Switch: #Intent;action=android.intent.action.MAIN;end\n"
    "    // Allowing start of Intent { act=a } in package com.a\n"
    "Sleeping for 300 milliseconds\n"
    ":Sending Touch (ACTION_DOWN): 0:(274.0,193.5)\n"
    ":Sending Touch (ACTION_POINTER_DOWN 1): 0:(272.0,198.0) 1:(26.0,312.0)\n"
    ":Sending Touch (ACTION_MOVE): 0:(251.0,198.0) 1:(24.0,308.0)\n"
    ":Sending Touch (ACTION_POINTER_UP 1): 0:(251.0,198.0) 1:(24.0,308.0)\n"
    ":Sending Touch (ACTION_UP): 0:(250.0,190.0)\n"
    "Sleeping for 100 milliseconds\n"
    ":Sending Key (ACTION_DOWN): 4    // KEYCODE_BACK\n"
    ":Sending Key (ACTION_UP): 4    // KEYCODE_BACK\n"
    ":Sending Trackball (ACTION_MOVE): 0:(3.0,-4.0)\n"
    ":Sending Flip keyboardOpen=true\n"
    ":Sending rotation degree=0, persist=false\n"
    ":Sending Touch (ACTION_DOWN): 0:(27\n"
    "// CRASH: com.a (pid 1)\n"
    "Events injected: 3\n";

TEST(MonkeyLog, ReadsEvents) {
  EXPECT_EQ(Read(kLog),
            "300 down 0:(274,193.5)\n"
            "305 pointer-down 1 0:(272,198) 1:(26,312)\n"
            "310 move 0:(251,198) 1:(24,308)\n"
            "315 pointer-up 1 0:(251,198) 1:(24,308)\n"
            "320 up 0:(250,190)\n"
            "425 key down 4\n"
            "430 key up 4\n"
            "435 0x10004 move 0:(3,-4)\n"
            "--\n"
            "1 x activities that Monkey started were left out\n"
            "2 x rotations and keyboard flips were left out\n"
            "1 x events of the log that cannot be read were left out\n"
            "1 x crashes and hangs that the log tells of\n");
}

TEST(MonkeyLog, ReadsOldAndroids) {
  EXPECT_EQ(Read(":SendKey (ACTION_DOWN): 59    // KEYCODE_SHIFT_LEFT\n"
                 ":Sending Pointer ACTION_MOVE x=-2.0 y=-4.0\n"
                 ":Sending Pointer ACTION_DOWN x=47.0 y=438.0\n"
                 ":Sending Pointer ACTION_UP x=48.0 y=438.0\n"),
            "0 key down 59\n5 0x10004 move 0:(-2,-4)\n"
            "10 down 0:(47,438)\n15 up 0:(48,438)\n");
}

TEST(MonkeyLog, WantsEvents) {
  EXPECT_EQ(Read(":Monkey: seed=1 count=3\n// Monkey finished\n"),
            "x, line 2: the log ends without an event; Monkey writes them with "
            "-v -v -v");
}

TEST(MonkeyLog, WritesWhatItReads) {
  EXPECT_EQ(
      Rewritten(kMonkeyFormat, kLog, kMonkeyFormat, "log"),
      ":Monkey: seed=0 count=8\n"
      ":Sending Touch (ACTION_DOWN): 0:(274.0,193.5)\n"
      ":Sending Touch (ACTION_POINTER_DOWN 1): 0:(272.0,198.0) 1:(26.0,312.0)\n"
      ":Sending Touch (ACTION_MOVE): 0:(251.0,198.0) 1:(24.0,308.0)\n"
      ":Sending Touch (ACTION_POINTER_UP 1): 0:(251.0,198.0) 1:(24.0,308.0)\n"
      ":Sending Touch (ACTION_UP): 0:(250.0,190.0)\n"
      "Sleeping for 100 milliseconds\n"
      ":Sending Key (ACTION_DOWN): 4    // KEYCODE_BACK\n"
      ":Sending Key (ACTION_UP): 4    // KEYCODE_BACK\n"
      ":Sending Trackball (ACTION_MOVE): 0:(3.0,-4.0)\n"
      "Events injected: 8\n"
      "--\n"
      "6 x pressure, size and exact times; a log has positions only\n");
}

TEST(Monkey, RefusesUnknownVariants) {
  EXPECT_THAT(Rewritten(kMonkeyFormat, kLog, kMonkeyFormat, "runner"),
              HasSubstr("runner"));
}

TEST(Monkey, IsRecognised) {
  EXPECT_EQ(kMonkeyFormat.recognise("type= user\nstart data >>\n"),
            Match::kSure);
  EXPECT_EQ(kMonkeyFormat.recognise(kLog), Match::kSure);
  EXPECT_EQ(kMonkeyFormat.recognise("input tap 1 2"), Match::kNo);
}

}  // namespace
}  // namespace reprise::formats
