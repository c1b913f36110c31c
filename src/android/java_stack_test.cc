#include "android/java_stack.h"

#include <gtest/gtest.h>

namespace reprise::android {
namespace {

TEST(JavaStack, IsReadWithItsCauses) {
  LogEvent::Crash crash;
  ReadStack(
      "java.lang.RuntimeException: Unable to start: it broke\n"
      "in two\n"
      "\tat android.app.ActivityThread.run(ActivityThread.java:12)\n"
      "\tat com.a.Main$1.go(Unknown Source)\n"
      "\tat java.lang.Thread.sleep(Native Method)\n"
      "Caused by: com.a.Broken\n"
      "\tat android.view.View.x(View.java:1)\n"
      "\tat com.a.Main.open(Main.java:40)\n"
      "\t... 7 more\n",
      &crash);
  ASSERT_EQ(crash.throwables_size(), 2);
  const Throwable& first = crash.throwables(0);
  EXPECT_EQ(first.class_name(), "java.lang.RuntimeException");
  EXPECT_EQ(first.message(), "Unable to start: it broke\nin two");
  ASSERT_EQ(first.frames_size(), 3);
  EXPECT_EQ(first.frames(0).file(), "ActivityThread.java");
  EXPECT_EQ(first.frames(0).line(), 12);
  EXPECT_EQ(first.frames(1).class_name(), "com.a.Main$1");
  EXPECT_EQ(first.frames(1).file(), "");
  EXPECT_EQ(first.frames(2).line(), -2);
  EXPECT_EQ(crash.throwables(1).common_frames(), 7);
  EXPECT_EQ(crash.signature(), "com.a.Broken at com.a.Main.open");
}

TEST(JavaStack, OfTheSystemAloneHasASignature) {
  LogEvent::Crash crash;
  ReadStack("java.lang.StackOverflowError\n\tat java.util.A.b(A.java:1)\n",
            &crash);
  EXPECT_EQ(crash.signature(), "java.lang.StackOverflowError at java.util.A.b");
}

TEST(JavaStack, AnythingElseDoesNoHarm) {
  for (const char* text : {"", "\n\n", "at x", "at (", "a\n\tat ((((",
                           "Caused by: ", "a\n... many more"}) {
    LogEvent::Crash crash;
    ReadStack(text, &crash);
  }
}

}  // namespace
}  // namespace reprise::android
