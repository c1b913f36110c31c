#include "adb/daemon_shell.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

TEST(ShellRequest, ReadsWhatTheHostAsksFor) {
  EXPECT_EQ(ParseShellRequest("shell:"),
            (ShellRequest{.command = "", .v2 = false, .terminal = true}));
  EXPECT_EQ(ParseShellRequest("shell:echo a:b"),
            (ShellRequest{.command = "echo a:b"}));
  EXPECT_EQ(
      ParseShellRequest("shell,v2,TERM=xterm,raw:id"),
      (ShellRequest{
          .command = "id", .v2 = true, .terminal = false, .term = "xterm"}));
  EXPECT_EQ(ParseShellRequest("shell,v2,pty:id"),
            (ShellRequest{.command = "id", .v2 = true, .terminal = true}));
  EXPECT_EQ(ParseShellRequest("exec:"), (ShellRequest{.command = ""}));
  EXPECT_EQ(ParseShellRequest("shell,new,v2:x"),
            (ShellRequest{.command = "x", .v2 = true}));
}

}  // namespace
}  // namespace reprise::adb
