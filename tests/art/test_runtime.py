"""The runtime by itself: programs, the class library, wrong calls."""

import unittest

from ground import JAVA, build, run, run_program

LIBRARY = """\
decimal: 1,234,567.89
german number: 1.234,5
date: 2023-11-14 23:13 Tue
zoned: 2023-11-14T17:13:20-05:00[America/New_York]
localized: Feb 29, 2024
collation: -1
charset: 2
regex: a_b_
format: 0003.142 ff
big: 1234567890123456789010
strict sine: 841470985
json: 2
xml: a
gzip: 0
file: written
socket: 42
process: h, status 0
executor: 42
future: 10
parallel: 499500
reflection: 3
proxy: call
method handle: 4
serialization: [a, 1]
dex in memory: true
collected: true
null threw java.lang.NullPointerException: \
Attempt to invoke virtual method 'int java.lang.String.length()' \
on a null object reference
""".splitlines()


class RuntimeTest(unittest.TestCase):
    def test_runs_a_program_with_arguments(self):
        self.assertEqual(
            run("-cp", build("hello"), "reprise.apps.hello.Main", "a", "b c"),
            ["main: hello from Dalvik", "main: argument a",
             "main: argument b c", "second: hello from a lambda"])

    def test_class_library_has_its_natives_and_data(self):
        jar = build(JAVA / "library")
        lines = run("-cp", jar, "reprise.library.Main", jar)
        self.assertEqual(lines[:-1], LIBRARY)
        self.assertRegex(lines[-1],
                         "^recursion threw java.lang.StackOverflowError")

    def test_class_library_keeps_the_rules_of_jni(self):
        jar = build(JAVA / "library")
        lines = run("-Xcheck:jni", "-cp", jar, "reprise.library.Main", jar)
        self.assertEqual(lines[:-1], LIBRARY)

    def test_compiles_what_is_called_often(self):
        jar = build(JAVA / "library")
        # ART goes on without a compiler that it cannot load; its log tells.
        done = run_program("--jit", "-verbose:jit", "-cp", jar,
                           "reprise.library.Main", jar,
                           env={"ANDROID_LOG_TAGS": "*:v"})
        self.assertEqual(done.stdout.splitlines()[:-1], LIBRARY)
        self.assertRegex(done.stderr,
                         "JIT added .* java.lang.String.charAt")

    def test_missing_class_is_a_failure(self):
        run("-cp", build("hello"), "no.such.Program", status=1)

    def test_unknown_app_is_refused(self):
        with self.assertRaises(Exception):
            build("nosuchapp")


if __name__ == "__main__":
    unittest.main()
