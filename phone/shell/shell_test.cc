#include "phone/shell/shell.h"

#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;

using ShellLanguage = ShellTest;

TEST_F(ShellLanguage, Quotes) {
  EXPECT_EQ(Out(R"(echo 'a  $x' "b  c" d\ e $'\t\x41\u00e4\'')"),
            "a  $x b  c d e \tA\u00e4'\n");
  EXPECT_EQ(Out(R"(x='a  b'; echo $x "$x" "\$x \" \q" a"$x"b)"),
            "a b a  b $x \" \\q aa  bb\n");
  EXPECT_EQ(Out("echo '' \"\" | wc -c"), "2\n");
  EXPECT_EQ(Out("echo a\\\nb # comment\necho c#d"), "ab\nc#d\n");
}

TEST_F(ShellLanguage, Parameters) {
  EXPECT_EQ(
      Out("x=abc; echo ${x}d ${y:-none} ${y-n} ${x:+yes} ${#x} ${y:=set} $y"),
      "abcd none n yes 3 set set\n");
  EXPECT_EQ(
      Out("p=/a/b/c.tar.gz; echo ${p##*/} ${p#*/} ${p%.*} ${p%%.*} ${p/b/X} "
          "${p//[ac]/_}"),
      "c.tar.gz a/b/c.tar.gz /a/b/c.tar /a/b/c /a/X/c.tar.gz /_/b/_.t_r.gz\n");
  EXPECT_EQ(Out("x=abcdef; echo ${x:2} ${x:1:3} ${x: -2}"), "cdef bcd ef\n");
  EXPECT_EQ(Out("set -- a 'b c' d; echo $# $1 $2 $@; for i in \"$@\"; do echo "
                "\"<$i>\"; done; "
                "shift 2; echo $*"),
            "3 a b c a b c d\n<a>\n<b c>\n<d>\nd\n");
  EXPECT_EQ(Out("f() { for i in \"$@\"; do echo x; done; }; f; f ''"), "x\n");
  EXPECT_EQ(Out("false; echo $?; echo ${x:-$(echo a; echo b)}"), "1\na b\n");
  EXPECT_EQ(Run("echo ${x:?missing}; echo on").code, 1);
  EXPECT_EQ(Out("IFS=:; x=a:b::c; for i in $x; do echo \"[$i]\"; done"),
            "[a]\n[b]\n[]\n[c]\n");
}

TEST_F(ShellLanguage, SubstitutionAndArithmetic) {
  EXPECT_EQ(Out("echo $(echo a $(echo b)) `echo c \\`echo d\\``"), "a b c d\n");
  EXPECT_EQ(Out("x=$(printf 'a\\n\\n'); echo \"[$x]\""), "[a]\n");
  EXPECT_EQ(Out("x=5; echo $((x * 2 + 1)) $((x > 3 ? 10 : 20)) $(( (1+2)*3 )) "
                "$((x++ + ++x)) $x "
                "$((1 << 4 | 0x0f)) $((7 % 4)) $((-3 / 2)) $((!0 && 1))"),
            "11 10 9 12 7 31 3 -1 1\n");
  EXPECT_EQ(Run("echo $((1/0))").code, 1);
  EXPECT_EQ(Out("echo $((-9223372036854775807 - 1)) $(((-9223372036854775807 - "
                "1) / -1))"),
            "-9223372036854775808 -9223372036854775808\n");
}

TEST_F(ShellLanguage, ArithmeticCommands) {
  EXPECT_EQ(Out("i=1; (( i += 2 )) && echo $i; ((i == 4)) || echo no; let i=7 "
                "&& echo $i; ((echo a); echo b); (( (i) )) && echo yes"),
            "3\nno\n7\na\nb\nyes\n");
  EXPECT_EQ(Run("(( 1 / 0 ))").code, 1);
  EXPECT_EQ(Run("(( 1").code, 1);
}

TEST_F(ShellLanguage, Braces) {
  EXPECT_EQ(Out("x=v; echo a{b,c{d,e},$x}f {a,b}{1,2} '{a,b}' {a} {1..3} {,} "
                "\\{a,b} ${x}{1,2}"),
            "abf acdf acef avf a1 a2 b1 b2 {a,b} {a} {1..3} {a,b} v1 v2\n");
  std::string many = "echo ";
  for (int i = 0; i < 40; ++i) many += "{a,b}";
  EXPECT_THAT(Run(many).err, HasSubstr("more than 10000 words"));
}

TEST_F(ShellLanguage, Conditions) {
  EXPECT_EQ(Out("x='a b'; [[ $x == a* ]] && echo 1; [[ $x == 'a*' ]] || echo 2;"
                "[[ -n $x && $x != c* ]] && echo 3; [[ a < b ]] && echo 4; "
                "[[ b < a || ( -z $x ) ]] || echo 5; [[ ! -n '' ]] && echo 6"),
            "1\n2\n3\n4\n5\n6\n");
  EXPECT_EQ(Run("[[ a =~ b ]]").code, 2);
  EXPECT_THAT(Run("[[ a").err, HasSubstr("before ']]'"));
}

TEST_F(ShellLanguage, PipesAndLists) {
  EXPECT_EQ(Out("printf 'b\\na\\n' | sort | head -n 1"), "a\n");
  EXPECT_EQ(Out("true && echo a || echo b; false && echo c || echo d; ! false "
                "&& echo e"),
            "a\nd\ne\n");
  EXPECT_EQ(Out("(cd /data; pwd); pwd; { echo x; echo y; } | wc -l"),
            "/data\n/\n2\n");
  EXPECT_EQ(Run("exit 7").code, 7);
  EXPECT_EQ(Run("(exit 3); echo $?; false").code, 1);
  EXPECT_EQ(Run("false | true").code, 0);
  EXPECT_EQ(Out("yes | head -n 2; while true; do echo z; done | head -n 1"),
            "y\ny\nz\n");
  EXPECT_EQ(Out("seq 100000 | tail -n 1"), "100000\n");
}

TEST_F(ShellLanguage, Redirects) {
  EXPECT_EQ(
      Out("cd /data/local/tmp; echo a > f; echo b >> f; cat < f; wc -l < f"),
      "a\nb\n2\n");
  EXPECT_EQ(Run("nothing 2>&1 | cat").out,
            "/system/bin/sh: nothing: inaccessible or not found\n");
  EXPECT_EQ(Out("nothing 2> /dev/null; echo $?; { echo e >&2; echo o; } &> "
                "/sdcard/both; "
                "cat /sdcard/both"),
            "127\ne\no\n");
  EXPECT_EQ(
      Out("x=1; cat <<EOF\na $x $((x+1)) \\$x\n  b\nEOF\ncat <<'EOF'\n$x\nEOF\n"
          "cat <<-E | tr a-z A-Z\n\tq\n\tE\ncat <<< \"here $x\""),
      "a 1 2 $x\n  b\n$x\nQ\nhere 1\n");
  EXPECT_EQ(
      Out("exec 3> /sdcard/three; echo x >&3; exec 3>&-; cat /sdcard/three"),
      "x\n");
  const Ran ran = Run("echo x > /no/such/file; echo $?");
  EXPECT_EQ(ran.out, "1\n");
  EXPECT_THAT(
      ran.err,
      HasSubstr("can't create /no/such/file: No such file or directory"));
}

TEST_F(ShellLanguage, Globs) {
  EXPECT_EQ(Out("cd /data/local/tmp; touch a1 a2 b1 .h; mkdir d; touch d/x; "
                "echo a* '*' \"*\" "
                "[!a]* ?1 */x zz* \\*"),
            "a1 a2 * * b1 d a1 b1 d/x zz* *\n");
  EXPECT_EQ(Out("x='*'; cd /data; echo $x \"$x\""), "local user *\n");
}

TEST_F(ShellLanguage, Compounds) {
  EXPECT_EQ(
      Out("if false; then echo a; elif true; then echo b; else echo c; fi"),
      "b\n");
  EXPECT_EQ(Out("for i in 1 2 3 4; do [ $i = 2 ] && continue; [ $i = 4 ] && "
                "break; echo $i; done"),
            "1\n3\n");
  EXPECT_EQ(Out("i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; until [ $i -eq "
                "0 ]; do "
                "i=$((i-1)); done; echo $i"),
            "0\n");
  EXPECT_EQ(Out("for i in abc x.y '' q; do case $i in a*) echo A;; *.y|z) echo "
                "Y;; '') echo E;; "
                "*) echo ?$i;; esac; done"),
            "A\nY\nE\n?q\n");
  EXPECT_EQ(Out("f() { local x=2; echo $1 $x; return 4; echo no; }; x=1; f a "
                "|| echo $? $x"),
            "a 2\n4 1\n");
  EXPECT_EQ(
      Out("for i in 1 2; do for j in 1 2; do break 2; done; done; echo $i$j"),
      "11\n");
  EXPECT_EQ(Out("function g { echo g$#; }\ng a b"), "g2\n");
  EXPECT_EQ(Out("while read a b; do echo \"$b-$a\"; done", "1 2 3\nx y\n"),
            "2 3-1\ny-x\n");
}

TEST_F(ShellLanguage, Builtins) {
  EXPECT_EQ(Out("eval 'x=1; echo $x'; echo 'echo sourced $1' > /sdcard/s; . "
                "/sdcard/s; "
                "sh /sdcard/s arg; sh -c 'echo $0 $1' n a"),
            "1\nsourced\nsourced arg\nn a\n");
  EXPECT_EQ(Out("export A=1; B=2; sh -c 'echo $A-$B'; A=3 sh -c 'echo $A'; "
                "echo $A; unset A; "
                "echo [$A]"),
            "1-\n3\n1\n[]\n");
  EXPECT_EQ(Run("set -e; false; echo no").out, "");
  EXPECT_EQ(
      Out("set -e; if false; then :; fi; false || true; ! true; echo yes"),
      "yes\n");
  EXPECT_EQ(Run("set -x; x=1; echo $x").err, "+ x=1\n+ echo 1\n");
  EXPECT_EQ(Run("set -u; echo $nothing; echo no").code, 1);
  EXPECT_EQ(Out("type echo cd nope; command -v ls").substr(0, 24),
            "echo is /system/bin/echo");
  EXPECT_EQ(Out("readonly r=1; (r=2) 2>/dev/null; echo $? $r"), "1 1\n");
  EXPECT_EQ(Out("sleep 0.5 & wait $!; echo $?; (exit 3) & wait $!; echo $?"),
            "0\n3\n");
  EXPECT_EQ(Out("cd /data/local; cd ..; pwd; cd /sdcard; cd -; echo $PWD"),
            "/data\n/data\n/data\n");
}

TEST_F(ShellLanguage, WhatIsNotThereOrCannotRun) {
  EXPECT_EQ(Run("foo"),
            (Ran{"", "/system/bin/sh: foo: inaccessible or not found\n", 127}));
  EXPECT_EQ(Run("printf '\\177ELF\\000' > /sdcard/elf; chmod 755 /sdcard/elf; "
                "/sdcard/elf")
                .code,
            126);
  EXPECT_EQ(Run("echo 'echo hi' > /sdcard/s; /sdcard/s").code, 126);
  EXPECT_EQ(Out("echo '#!/system/bin/sh\necho hi $1' > /sdcard/s; chmod +x "
                "/sdcard/s; "
                "/sdcard/s you; cd /sdcard; ./s"),
            "hi you\nhi\n");
}

TEST_F(ShellLanguage, SyntaxErrorsAreSentences) {
  for (const char* script :
       {"if true",  "for",        "echo 'a", "echo \"a",  "a | | b",
        "( echo",   ") x",        "echo $(", "case x in", "f() ",
        "echo ${x", "{ echo",     "; ;",     "a && ",     "echo <",
        "fi",       "cat <<E\nx", "echo ${", "`",         "$((1"}) {
    const Ran ran = Run(script);
    EXPECT_NE(ran.code, 0) << script;
    EXPECT_NE(ran.err, "") << script;
  }
}

TEST_F(ShellLanguage, LimitsHold) {
  EXPECT_NE(Run("f() { f; }; f").code, 0);
  EXPECT_THAT(Run("f() { echo $(f); }; f").err, HasSubstr("nested too deep"));
  EXPECT_NE(Run("x=aaaaaaaaaaaaaaaa; while true; do x=$x$x$x$x; done").code, 0);
  EXPECT_THAT(Run("x=$(cat /dev/zero); echo $?").err, HasSubstr("cat: write"));
  EXPECT_NE(Run(std::string(5000, '(')).code, 0);
  EXPECT_NE(Run("echo " + std::string(5000, '(')).code, 0);
  std::string deep = "x";
  for (int i = 0; i < 1000; ++i) deep = "${a:-" + deep + "}";
  EXPECT_NE(Run("echo " + deep).code, 0);
  EXPECT_NE(Run("echo $((" + std::string(3000, '(') + "1" +
                std::string(3000, ')') + "))")
                .code,
            0);
  EXPECT_NE(Run("echo 'sh /sdcard/s' > /sdcard/s; sh /sdcard/s").code, 0);
}

TEST_F(ShellLanguage, NothingLeadsOutOfTheRoot) {
  const Ran ran = Run(
      "cat /etc/passwd; cat ../../../../../../etc/passwd; ln -s /etc/passwd l; "
      "cat l; cd ..; pwd; ln -s ../../../../../../../../etc e; ls e/; "
      "cp /proc/self/maps x; echo x > /../../../tmp/outside");
  EXPECT_EQ(ran.out, "/\n");
  EXPECT_FALSE(std::filesystem::exists("/tmp/outside"));
}

}  // namespace
}  // namespace reprise::phone
