// The commands that every Unix has.
#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

using UnixCommands = ShellTest;

TEST_F(UnixCommands, Text) {
  EXPECT_EQ(Out("seq 5 | head -2; seq 5 | tail -n 2; seq 5 | tail -n +4; seq 3 "
                "| head -c 3"),
            "1\n2\n4\n5\n4\n5\n1\n2");
  EXPECT_EQ(Out("printf 'a b\\nc\\n' > /sdcard/f; wc /sdcard/f; wc -l < "
                "/sdcard/f; wc -c /sdcard/f"),
            "      2       3       6 /sdcard/f\n2\n6 /sdcard/f\n");
  EXPECT_EQ(Out("echo a:b:c | cut -d: -f2; echo a:b:c | cut -d : -f 1,3; echo "
                "abcdef | cut -c 2-4; "
                "echo plain | cut -d: -f2"),
            "b\na:c\nbcd\nplain\n");
  EXPECT_EQ(
      Out("echo hello | tr a-y b-z; echo aabbc | tr -s ab; echo h1e2 | tr -d "
          "0-9; "
          "echo Abc | tr '[:lower:]' '[:upper:]'; echo a1b | tr -cd 'a-z\\n'"),
      "ifmmp\nabc\nhe\nABC\nab\n");
  EXPECT_EQ(Out("printf '3\\n10\\n2\\n2\\n' | sort; printf '3\\n10\\n2\\n2\\n' "
                "| sort -nu; "
                "printf 'b 1\\na 2\\n' | sort -k2 -r; printf 'a\\na\\nb\\n' | "
                "uniq -c"),
            "10\n2\n2\n3\n2\n3\n10\na 2\nb 1\n      2 a\n      1 b\n");
  EXPECT_EQ(Out("echo x | tee /sdcard/t | cat; cat /sdcard/t; basename /a/b.c "
                ".c; dirname /a/b; "
                "seq 1 2 5; printf '%5.2f|%-3s|%03d|%x\\n' 3.14159 a 7 255; "
                "printf '%s-' 1 2; echo"),
            "x\nx\nb\n/a\n1\n3\n5\n 3.14|a  |007|ff\n1-2-\n");
  EXPECT_EQ(Out("echo -n a; echo -e 'b\\tc\\c'; echo; cat -n /dev/null"),
            "ab\tc\n");
}

TEST_F(UnixCommands, Grep) {
  const std::string f =
      "printf 'one\\ntwo three\\nONE x\\n' > /sdcard/f; cd /sdcard; ";
  EXPECT_EQ(Out(f + "grep one f; grep -i one f; grep -vn o f; grep -c e f; "
                    "grep -o 't[a-z]*' f; "
                    "grep -E 'one|two' f; grep -F 'o t' f; grep -w thre f; "
                    "grep -l x f; grep -q x f"),
            "one\none\nONE x\n3:ONE x\n2\ntwo\nthree\none\ntwo three\ntwo "
            "three\nf\n");
  EXPECT_EQ(Run("grep zzz /sdcard/f").code, 1);
  EXPECT_EQ(Run("grep x /no").code, 2);
  EXPECT_EQ(Run("echo x | grep '['").code, 2);
  EXPECT_EQ(
      Out(f + "cp f g; grep -h two f g; grep -A1 one f; grep -r two ."),
      "two three\ntwo three\none\ntwo three\n./f:two three\n./g:two three\n");
}

TEST_F(UnixCommands, Sed) {
  EXPECT_EQ(Out("echo aXbX | sed 's/X/-/'; echo aXbX | sed 's/X/-/g'; seq 5 | "
                "sed -n '2,3p'; "
                "seq 3 | sed 2d; seq 3 | sed '$d'; echo ab | sed -E "
                "'s/(a)(b)/\\2\\1&/'; "
                "echo /a/b | sed 's|/|:|g'; seq 9 | sed 2q; echo abc | sed "
                "'s/b*/x/g'"),
            "a-bX\na-b-\n2\n3\n1\n3\n1\n2\nbaab\n:a:b\n1\n2\nxaxcx\n");
  EXPECT_EQ(Out("echo a > /sdcard/f; sed -i s/a/b/ /sdcard/f; cat /sdcard/f"),
            "b\n");
  EXPECT_EQ(Run("echo | sed 'y/a/b/'").code, 1);
}

TEST_F(UnixCommands, ChangingFiles) {
  EXPECT_EQ(Out("cd /sdcard; mkdir -p a/b/c; echo x > a/b/f; cp -r a z; cat "
                "z/b/f; mv z y; ls y; "
                "rm -r y; ls; ln -s a/b/f l; readlink l; cat l; realpath l; rm "
                "l; rmdir a/b/c"),
            "x\nb\na\na/b/f\nx\n/sdcard/a/b/f\n");
}

TEST_F(UnixCommands, ErrorsOfFiles) {
  EXPECT_EQ(Run("rm /no"),
            (Ran{"", "rm: /no: No such file or directory\n", 1}));
  EXPECT_EQ(Run("mkdir /sdcard"),
            (Ran{"", "mkdir: '/sdcard': File exists\n", 1}));
  EXPECT_EQ(Run("rm /sdcard"), (Ran{"", "rm: /sdcard: Is a directory\n", 1}));
  EXPECT_EQ(
      Run("cat /no /sdcard").err,
      "cat: /no: No such file or directory\ncat: /sdcard: Is a directory\n");
  EXPECT_EQ(Run("ls /no"),
            (Ran{"", "ls: /no: No such file or directory\n", 1}));
  EXPECT_EQ(Run("ls -Q"),
            (Ran{"", "ls: Unknown option 'Q' (see \"ls --help\")\n", 1}));
  EXPECT_THAT(Run("ls --help").out, HasSubstr("usage: ls"));
}

TEST_F(UnixCommands, ListsAndStats) {
  Out("cd /data/local/tmp; echo 12345 > f; chmod 640 f; mkdir d; touch "
      ".hidden; touch -d @0 f");
  EXPECT_EQ(Out("ls /data/local/tmp; ls -a /data/local/tmp; ls -d /data; cd "
                "/data/local/tmp; ls -1p"),
            "d\nf\n.\n..\n.hidden\nd\nf\n/data\nd/\nf\n");
  EXPECT_EQ(Out("ls -l /data/local/tmp/f"),
            "-rw-r----- 1 shell shell 6 1970-01-01 00:00 /data/local/tmp/f\n");
  EXPECT_EQ(
      Out("ls -R /data/local"),
      "/data/local:\ntmp\n\n/data/local/tmp:\nd\nf\n\n/data/local/tmp/d:\n");
  EXPECT_EQ(Out("stat -c '%s %a %F %n' /data/local/tmp/f"),
            "6 640 regular file /data/local/tmp/f\n");
  EXPECT_THAT(Out("stat /data/local/tmp/f"),
              HasSubstr("Access: (0640/-rw-r-----)"));
  EXPECT_EQ(
      Out("chmod u+x,g-r /data/local/tmp/f; stat -c %a /data/local/tmp/f"),
      "700\n");
}

TEST_F(UnixCommands, FindAndXargs) {
  Out("cd /sdcard; mkdir -p a/b; touch a/x.txt a/b/y.txt a/z");
  EXPECT_EQ(
      Out("cd /sdcard; find a -name '*.txt'; find a -type d; find . -maxdepth "
          "1 ! -name .; "
          "find a -name z -o -name 'x*'; find a -type f -exec basename {} \\;"),
      "a/b/y.txt\na/x.txt\na\na/b\n./a\na/x.txt\na/z\ny.txt\nx.txt\nz\n");
  EXPECT_EQ(
      Out("printf 'a b\\nc' | xargs echo; printf '1 2 3' | xargs -n 1 echo n; "
          "echo q | xargs -I@ echo '<@>'; find /sdcard/a -name z -print0 | "
          "xargs -0 ls"),
      "a b c\nn 1\nn 2\nn 3\n<q>\n/sdcard/a/z\n");
  EXPECT_EQ(Run("find /no").code, 1);
  EXPECT_EQ(Run("find / -bogus 1").code, 1);
}

TEST_F(UnixCommands, DigestsAndBytes) {
  EXPECT_EQ(
      Out("printf abc | md5sum; printf abc | sha1sum; printf abc | sha256sum "
          "-b"),
      "900150983cd24fb0d6963f7d28e17f72  "
      "-\na9993e364706816aba3e25717850c26c9cd0d89d  -\n"
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n");
  EXPECT_EQ(Out("printf hello | base64; echo aGVsbG8= | base64 -d"),
            "aGVsbG8=\nhello");
  EXPECT_EQ(Run("dd if=/dev/zero bs=1k count=3 | wc -c").out, "3072\n");
  EXPECT_EQ(Out("seq 5 | dd bs=2 skip=1 count=2 status=none"), "2\n3\n");
}

TEST_F(UnixCommands, TarRoundTrip) {
  Out("cd /sdcard; mkdir -p t/u; echo one > t/a; seq 1000 > t/u/b; ln -s a "
      "t/l; tar cf x.tar t; "
      "mkdir out; tar xf x.tar -C out");
  EXPECT_EQ(Out("cd /sdcard; tar tf x.tar; cat out/t/a; tail -1 out/t/u/b; "
                "readlink out/t/l; "
                "tar c t | tar t | wc -l"),
            "t/\nt/a\nt/l\nt/u/\nt/u/b\none\n1000\na\n5\n");
  EXPECT_NE(Run("seq 1000 | tar x").code, 0);
}

TEST_F(UnixCommands, TestConditions) {
  EXPECT_EQ(Out("t() { if test \"$@\"; then echo -n y; else echo -n n; fi; }; "
                "t a = a; t a != a; t 3 -lt 10; t -z ''; t -n ''; t -f "
                "/sdcard; t -d /sdcard; "
                "t ! -e /no; t a -a ''; t '' -o b; t '(' a ')' ; t; t -x; t 07 "
                "-eq 7; t b '>' a; echo"),
            "ynyynnyynyynyyy\n");
  EXPECT_EQ(Run("[ a = a"), (Ran{"", "sh: [: missing ]\n", 2}));
  EXPECT_EQ(Run("[ x -eq 1 ]").code, 2);
  EXPECT_EQ(Out("[[ a == a ]] && echo ok"), "ok\n");
}

TEST_F(UnixCommands, TheSystem) {
  EXPECT_EQ(Out("whoami; uname; uname -m; id -u; hostname; getenforce"),
            "shell\nLinux\nx86_64\n2000\nlocalhost\nEnforcing\n");
  EXPECT_THAT(Out("id"), HasSubstr("uid=2000(shell) gid=2000(shell)"));
  EXPECT_EQ(Out("date -u; date +%s; date -d @0 +%Y-%m-%dT%H:%M:%S; sleep 2; "
                "date +%s"),
            "Tue Nov 14 22:13:25 UTC "
            "2023\n1700000005\n1970-01-01T00:00:00\n1700000007\n");
  phone_.profile.set_time_zone("Asia/Kolkata");
  EXPECT_EQ(Out("date -d @0 '+%H:%M %z'"), "05:30 +0530\n");
  EXPECT_THAT(Out("uptime"), HasSubstr(" up 0 min"));
  EXPECT_EQ(Out("env -i A=b env; which ls; A=1 env | grep ^A="),
            "A=b\n/system/bin/ls\nA=1\n");
  EXPECT_EQ(Run("which nope").code, 1);
  EXPECT_EQ(Out("timeout 100 echo a; timeout 0.05 sh -c 'while true; do :; "
                "done'; echo $?"),
            "a\n124\n");
  EXPECT_THAT(Out("df"), HasSubstr("/data"));
  EXPECT_THAT(Out("du -s /sdcard"), MatchesRegex("[0-9]+\t/sdcard\n"));
}

}  // namespace
}  // namespace reprise::phone
