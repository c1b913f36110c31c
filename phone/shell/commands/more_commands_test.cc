// awk, diff, the commands on bytes and archives, /proc, and the machine's.
#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

using MoreCommands = ShellTest;

TEST_F(MoreCommands, AwkPrintsFieldsOfLinesThatMatch) {
  const std::string f =
      "printf 'a 1 x\\nb 2 y\\nc 30 z\\n' > /sdcard/f; cd /sdcard; ";
  EXPECT_EQ(Out(f + "awk '{print $2}' f; awk '/b/' f; awk '$2 > 1 {print $1, "
                    "$3}' f; awk 'NR==2,NR==3 {print NR \":\" $NF}' f"),
            "1\n2\n30\nb 2 y\nb y\nc z\n2:y\n3:z\n");
  EXPECT_EQ(Out(f + "awk '{s += $2} END {print s, s/NR, NR}' f; "
                    "awk '$1 ~ /^[ab]$/ && !/2/ {print}' f; "
                    "awk -F: '{print $2}' <<< 'x:y z:w'; "
                    "awk -F '[:,]' -v k=v 'BEGIN {OFS=\"-\"} {$1=k; print}' "
                    "<<< 'a:b,c'"),
            "33 11 3\na 1 x\ny z\nv-b-c\n");
}

TEST_F(MoreCommands, AwkHasArraysLoopsAndFunctions) {
  EXPECT_EQ(Out("printf 'b\\na\\nb\\n' | awk '{n[$1]++} END {for (k in n) "
                "print k, n[k]; if (\"b\" in n) print \"yes\"; else print 0}'"),
            "a 1\nb 2\nyes\n");
  EXPECT_EQ(
      Out("awk 'BEGIN {for (i = 1; i <= 3; i++) {if (i == 2) continue; printf "
          "\"%d %05.1f|%-3s|\\n\", i, i / 2, \"q\"} while (j < 2) j++; do j--; "
          "while (j > 0); print j, 2 ^ 3, 7 % 4, -3 + 1, 1 == 1.0, \"a\" < "
          "\"b\"}'"),
      "1 000.5|q  |\n3 001.5|q  |\n0 8 3 -2 1 1\n");
  EXPECT_EQ(
      Out("awk 'BEGIN {s = \"hello world\"; print length(s), substr(s, 7), "
          "substr(s, 1, 4), index(s, \"o w\"), toupper(s); n = "
          "split(\"a:b:c\", "
          "p, \":\"); print n, p[3]; gsub(/o/, \"[&]\", s); sub(/h/, \"H\", "
          "s); "
          "print s; print match(s, /l+/), RSTART, RLENGTH, int(3.9), 1e6, "
          "0.1 + 0.2; print (1, 2) in x ? \"in\" : \"out\"}'"),
      "11 world hell 5 HELLO WORLD\n3 c\nHell[o] w[o]rld\n3 3 2 3 1000000 "
      "0.3\nout\n");
  EXPECT_EQ(Run("awk '{print; exit 3}' <<< x"), (Ran{"x\n", "", 3}));
}

TEST_F(MoreCommands, AwkSaysWhatItCannotDo) {
  for (const auto& [program, why] : std::map<std::string, std::string>{
           {"{print > \"f\"}", "not offered"},
           {"{getline x}", "not offered"},
           {"function f() {}", "not offered"},
           {"{print", "'}' expected"},
           {"/a", "without its end"},
           {"{a b = 3}", "assigned"},
           {"BEGIN {print 1/0}", "division by zero"},
           {"BEGIN {break}", "outside of a loop"},
           {"BEGIN {next}", "in BEGIN or END"},
           {"BEGIN {$200000 = 1}", "too far"},
           {"BEGIN {s = \"ab\"; while (1) s = s s}", "too long"},
           {std::string(5000, '('), "too deep"},
           {"BEGIN {print " + std::string(5000, '!') + "1}", "too deep"}}) {
    const Ran ran = Run("awk '" + program + "' <<< x");
    EXPECT_EQ(ran.code, 2) << program;
    EXPECT_THAT(ran.err, HasSubstr(why)) << program;
  }
}

TEST_F(MoreCommands, Diff) {
  const std::string two =
      "cd /sdcard; printf '1\\n2\\n3\\n4\\n5\\n' > a; printf "
      "'1\\n3\\nx\\n4\\n5\\n6\\n' > b; ";
  EXPECT_EQ(Run(two + "diff a b"),
            (Ran{"2d1\n< 2\n3a3\n> x\n5a6\n> 6\n", "", 1}));
  EXPECT_EQ(Run(two + "diff -U 0 a b").out,
            "--- a\n+++ b\n@@ -2 +1,0 @@\n-2\n@@ -3,0 +3 @@\n+x\n@@ -5,0 +6 "
            "@@\n+6\n");
  EXPECT_EQ(Run(two + "diff -u a b").out,
            "--- a\n+++ b\n@@ -1,5 +1,6 @@\n 1\n-2\n 3\n+x\n 4\n 5\n+6\n");
  EXPECT_EQ(Run(two + "diff a a").code, 0);
  EXPECT_EQ(Run(two + "diff -q a b").out, "Files a and b differ\n");
  EXPECT_EQ(Run("diff /no /sdcard").code, 2);
}

TEST_F(MoreCommands, Bytes) {
  EXPECT_EQ(Out("printf 'hello\\n\\001' | xxd; printf abc | xxd -p; printf abc "
                "| xxd -p | xxd -r -p; echo hi | xxd | xxd -r"),
            "00000000: 6865 6c6c 6f0a 01                        hello..\n"
            "616263\nabchi\n");
  EXPECT_EQ(
      Out("printf 'ab\\n' | od -c; printf 'ab' | od -An -tx1; printf "
          "'abcd' | od -A d -t x4"),
      "0000000   a   b  \\n\n0000003\n 61 62\n0000000 64636261\n0000004\n");
  const std::string two =
      "cd /sdcard; printf 'a\\nb' > a; printf 'a\\nc' > b; ";
  EXPECT_EQ(Run(two + "cmp a b"), (Ran{"a b differ: char 3, line 2\n", "", 1}));
  EXPECT_EQ(Run(two + "cmp -s a a").code, 0);
  EXPECT_EQ(Run(two + "cmp a /no").code, 2);
}

TEST_F(MoreCommands, Archives) {
  EXPECT_EQ(Out("cd /sdcard; seq 1000 > n; gzip -k n; gunzip -c n.gz | cmp - n "
                "&& echo same; rm n; gunzip n.gz; wc -l < n; gzip < n | zcat | "
                "tail -n 1"),
            "same\n1000\n1000\n");
  EXPECT_THAT(Run("echo no | gunzip").err, HasSubstr("not a gzip file"));
  EXPECT_EQ(Run("gunzip /sdcard/n").code, 1);
  // An archive with a/b ("hello\n", stored), made by hand.
  const std::string zip =
      "printf 'PK\\003\\004\\012\\000\\000\\000\\000\\000\\000\\000\\041"
      "\\000\\040\\060\\072\\066\\006\\000\\000\\000\\006\\000\\000\\000"
      "\\003\\000\\000\\000a/bhello\\012PK\\001\\002\\012\\000\\012\\000"
      "\\000\\000\\000\\000\\000\\000\\041\\000\\040\\060\\072\\066\\006"
      "\\000\\000\\000\\006\\000\\000\\000\\003\\000\\000\\000\\000\\000"
      "\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000a/bPK"
      "\\005\\006\\000\\000\\000\\000\\001\\000\\001\\000\\061\\000\\000"
      "\\000\\047\\000\\000\\000\\000\\000' > /sdcard/z.zip; "
      "cd /sdcard; ";
  EXPECT_EQ(Run(zip + "unzip -p z.zip; unzip -q -d out z.zip; cat out/a/b"),
            (Ran{"hello\nhello\n", "", 0}));
  EXPECT_THAT(Out(zip + "unzip -l z.zip"),
              HasSubstr("        6  1980-01-01 00:00   a/b\n"));
  EXPECT_EQ(Run(zip + "unzip z.zip nothing").code, 1);
  EXPECT_EQ(Run("unzip /sdcard/n").code, 1);
}

TEST_F(MoreCommands, ProcTellsOfTheSameProgramsAsPs) {
  phone_.processes = {{1234, "com.example.long", 10001, 100'000, true}};
  EXPECT_EQ(Out("cat /proc/1234/cmdline | tr '\\0' '\\n'; cat "
                "/proc/1234/oom_score_adj; grep ^Uid /proc/1234/status; cut "
                "-d' ' -f1-4 /proc/1234/stat; cat /proc/$(pidof "
                "system_server)/comm"),
            "com.example.long\n0\nUid:\t10001\t10001\t10001\t10001\n"
            "1234 (om.example.long) S 310\nsystem_server\n");
  EXPECT_THAT(Out("cat /proc/meminfo"), StartsWith("MemTotal: "));
  EXPECT_THAT(Out("cat /proc/uptime /proc/version /proc/cpuinfo"),
              HasSubstr("Linux version 6.1"));
  EXPECT_THAT(Out("ls /proc"), HasSubstr("1234\n"));
  EXPECT_EQ(Out("ls /proc/1234; [ -d /proc/1234 ] && [ -f "
                "/proc/1234/stat ] && [ ! -e /proc/99 ] && echo yes"),
            "cmdline\ncomm\noom_score_adj\nstat\nstatus\nyes\n");
  EXPECT_EQ(Run("cat /proc/99/stat").code, 1);
  EXPECT_EQ(Run("echo x > /proc/meminfo").code, 1);
}

TEST_F(MoreCommands, TheSystemsFoldersAreReadOnly) {
  std::filesystem::create_directory_symlink("system", phone_.root + "/link");
  for (const char* change :
       {"echo x > /system/f", "mkdir /system/d", "touch /link/f",
        "ln -s a /system/l", "rm -r /system", "cp /proc/version /system/v",
        "cd /system; echo x > f", "echo x > /f", "mkdir /d", "mv /data /e",
        "cd /; touch f"}) {
    const Ran ran = Run(change);
    EXPECT_NE(ran.code, 0) << change;
    EXPECT_THAT(ran.err, HasSubstr("Read-only file system")) << change;
  }
  EXPECT_EQ(Out("ls /system; mkdir -p /data/local/tmp/a/b; ls "
                "/data/local/tmp/a"),
            "b\n");
}

TEST_F(MoreCommands, Machine) {
  EXPECT_THAT(Out("free"), HasSubstr("Mem: "));
  EXPECT_THAT(Out("f=$(mktemp); echo $f; [ -f $f ] && echo there; d=$(mktemp "
                  "-d /sdcard/x.XXXX); [ -d $d ] && echo folder"),
              MatchesRegex("/data/local/tmp/tmp\\.[A-Za-z0-9]{10}\nthere\n"
                           "folder\n"));
  EXPECT_EQ(Out("toybox echo a; service check activity; service check no"),
            "a\nService activity: found\nService no: not found\n");
  EXPECT_THAT(Out("service list"), StartsWith("Found "));
  EXPECT_THAT(Out("mount"), HasSubstr("/system type ext4 (ro,"));
  EXPECT_THAT(Out("ip addr; ifconfig"), HasSubstr("inet addr:127.0.0.1"));
  EXPECT_EQ(Run("tty").code, 1);
  for (const char* refused :
       {"nc localhost 1", "screenrecord /sdcard/a.mp4", "ping -c 1 example.com",
        "service call activity 1"}) {
    const Ran ran = Run(refused);
    EXPECT_NE(ran.code, 0) << refused;
    EXPECT_THAT(ran.err, HasSubstr("this phone")) << refused;
  }
  EXPECT_THAT(Out("ping -c 2 localhost"), HasSubstr("2 received"));
}

}  // namespace
}  // namespace reprise::phone
