// The commands that play input: input and monkey.
#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class InputCommands : public ShellTest {
 protected:
  std::string Played() {
    std::string text;
    for (const PhoneInput& input : std::exchange(phone_.played, {})) {
      text += fmt::format("{}:", input.at_ns() / 1'000'000);
      if (input.has_motion()) {
        text += fmt::format("m{}({},{}) ", input.motion().action(),
                            input.motion().pointers(0).x(),
                            input.motion().pointers(0).y());
      } else if (input.has_key()) {
        text += fmt::format("k{}{} ", input.key().action(), input.key().code());
      } else {
        text += "'" + input.commit_text() + "' ";
      }
    }
    return text;
  }
};

TEST_F(InputCommands, Input) {
  EXPECT_EQ(Out("input tap 10 20; input keyevent BACK 3 KEYCODE_A"), "");
  EXPECT_EQ(Played(),
            "0:m0(10,20) 0:m1(10,20) 0:k04 0:k14 0:k03 0:k13 0:k029 0:k129 ");
  Out("input text 'a%sb'; input keyevent --longpress HOME");
  EXPECT_EQ(Played(), "0:'a' 0:' ' 0:'b' 0:k03 500:k03 500:k13 ");
  Out("input touchscreen swipe 0 0 100 0 10; input -d 0 motionevent DOWN 1 2");
  EXPECT_EQ(Played(),
            "0:m0(0,0) 5:m2(50,0) 10:m2(100,0) 10:m1(100,0) 0:m0(1,2) ");
  Out("input draganddrop 0 0 10 10 5");
  EXPECT_EQ(Played(), "0:m0(0,0) 505:m2(10,10) 505:m1(10,10) ");
  for (const char* bad :
       {"input", "input tap 1", "input tap a b", "input keyevent NOPE",
        "input motionevent HOP 1 2", "input fly", "input swipe 1 2 3",
        "input keyevent", "input text"}) {
    const Ran ran = Run(bad);
    EXPECT_EQ(ran.code, 255) << bad;
    EXPECT_THAT(ran.err, HasSubstr("usage: input")) << bad;
  }
}

TEST_F(InputCommands, Monkey) {
  AddPackage("com.a");
  const std::string first = Out("monkey -p com.a -s 42 -v -v 200");
  EXPECT_THAT(first,
              StartsWith(":Monkey: seed=42 count=200\n:AllowPackage: com.a\n"));
  EXPECT_THAT(first, HasSubstr("// Event percentages:\n//   0: 15.0%\n"));
  EXPECT_THAT(first, HasSubstr("    // Sending event #"));
  EXPECT_THAT(first, HasSubstr("    // KEYCODE_DPAD_"));
  EXPECT_THAT(first, HasSubstr("Events injected: 200\n"));
  EXPECT_THAT(first, HasSubstr("// Monkey finished\n"));
  const std::string played = Played();
  EXPECT_EQ(Out("monkey -p com.a -s 42 -v -v 200"), first);
  EXPECT_EQ(Played(), played);
  EXPECT_NE(Out("monkey -p com.a -s 43 -v -v 200"), first);
  Played();
  EXPECT_EQ(Out("monkey -p com.a --pct-touch 100 -c "
                "android.intent.category.LAUNCHER 1"),
            "Events injected: 1\n");
  EXPECT_EQ(Played(), "");
  EXPECT_EQ(Run("monkey -p com.no 1"),
            (Ran{"** No activities found to run, monkey aborted.\n", "", 252}));
  EXPECT_EQ(Run("monkey").code, 255);
  EXPECT_EQ(Run("monkey --pct-touch 60 --pct-nav 60 5"),
            (Ran{"", "** Event weights > 100%\n", 251}));
  const Ran word = Run("monkey --pct-touch much 5");
  EXPECT_EQ(word.code, 255);
  EXPECT_THAT(word.err,
              StartsWith("** Error: touch events percentage is not a number\n"
                         "** Error: java.lang.NumberFormatException: For input "
                         "string: \"much\"\n"));
  // The count ends within the gesture; no finger stays down.
  Played();
  EXPECT_THAT(Out("monkey -p com.a --pct-motion 100 -v 4"),
              HasSubstr("Events injected: 4\n"));
  EXPECT_EQ(phone_.played.size(), 4);
  EXPECT_EQ(phone_.played.back().motion().action(), 3);
  Played();
  LogLine crash;
  crash.tag = "AndroidRuntime";
  crash.priority = 6;
  crash.pid = 77;
  crash.text =
      "FATAL EXCEPTION: main\nProcess: com.a, PID: 77\njava.lang.Error: "
      "boo\n\tat x.Y";
  phone_.log_on_play = {crash};
  const Ran ran = Run("monkey -p com.a --pct-touch 100 100");
  EXPECT_THAT(ran.out, HasSubstr("** Monkey aborted due to error.\n"));
  EXPECT_THAT(
      ran.err,
      HasSubstr("// CRASH: com.a (pid 77)\n// Short Msg: java.lang.Error\n"
                "// Long Msg: java.lang.Error: boo\n"));
  EXPECT_NE(ran.code, 0);
  phone_.log_on_play = {crash};
  EXPECT_EQ(Run("monkey -p com.a --ignore-crashes --pct-touch 100 50").code, 0);
}

}  // namespace
}  // namespace reprise::phone
