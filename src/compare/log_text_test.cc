#include "compare/log_text.h"

#include <gtest/gtest.h>

namespace reprise::compare {
namespace {

TEST(LogText, LeavesOutWhatDiffersBetweenEqualRuns) {
  EXPECT_EQ(NormaliseLine("cb=V$$Lambda$358/0x00007f84@51826296"),
            "cb=V$$Lambda$#/#@#");
  EXPECT_EQ(NormaliseLine("killed pid 4002, TID=17"), "killed pid #, TID=#");
  EXPECT_EQ(NormaliseLine("at /var/p/data/app/com.a/base.apk"),
            "at /data/app/com.a/base.apk");
  EXPECT_EQ(NormaliseLine("view=android.widget.EditText{1457c4fc VFED..CL.}"),
            "view=android.widget.EditText{# VFED..CL.}");
  EXPECT_EQ(NormaliseLine("com.a:7c394504: onRequestShow at 1"),
            "com.a:#: onRequestShow at 1");
}

TEST(LogText, KeepsWhatTheAppCounts) {
  EXPECT_EQ(NormaliseLine("saved 3 notes in list 12"),
            "saved 3 notes in list 12");
  EXPECT_EQ(NormaliseLine("mail a@xyz"), "mail a@xyz");
  EXPECT_EQ(NormaliseLine("{12 notes} at 12:30:45"), "{12 notes} at 12:30:45");
  EXPECT_EQ(NormaliseLine(""), "");
}

}  // namespace
}  // namespace reprise::compare
