"""Which methods of an app ran: `am profile`, and on tapes, compared by `diff`."""

import collections
import json
import pathlib
import re
import tempfile
import unittest

import samples
from phone_rig import PhoneTest

PACKAGE = "io.reprise.debug"
MAIN = f"{PACKAGE}/.Main"
OWNER = "Lio/reprise/debug/Main;->"
FIRST, SECOND, LAST = (f"{OWNER}{name}()V" for name in ("first", "second", "last"))


class MethodsTest(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("debug"), check=True)

    def button(self, text):
        """Taps the button with the text."""
        tree = self.phone.shell("uiautomator dump /dev/tty")
        left, top, right, bottom = map(int, re.search(
            rf'text="{text}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', tree, re.I).groups())
        return f"input tap {(left + right) // 2} {(top + bottom) // 2}"


class Profile(MethodsTest):
    def setUp(self):
        self.phone.shell(f"am force-stop {PACKAGE}; rm -f /data/local/tmp/ran*; am start -W -n {MAIN}")

    def ran(self, *taps, file="/data/local/tmp/ran"):
        self.phone.shell(f"am profile start {PACKAGE} {file}")
        for tap in taps:
            self.phone.shell(self.button(tap))
        self.phone.shell(f"am profile stop {PACKAGE}")
        return self.phone.shell(f"cat {file}").splitlines()

    def test_those_between_start_and_stop(self):
        ran = self.ran("one")
        self.assertIn(FIRST, ran)
        self.assertNotIn(SECOND, ran)
        self.assertNotIn(f"{OWNER}onCreate(Landroid/os/Bundle;)V", ran)
        self.assertEqual(ran, sorted(ran))
        # Again, also of what ran before.
        ran = self.ran("two", "one")
        self.assertIn(FIRST, ran)
        self.assertIn(SECOND, ran)
        self.assertEqual(self.ran(), [])

    def test_from_its_begin_in_a_process_used_before(self):
        ran = self.ran("two")
        self.phone.shell(f"am force-stop {PACKAGE}; am start -W -n {MAIN}")
        self.assertEqual(self.ran("two"), ran)

    def test_what_is_refused(self):
        for command in ("profile start no.such /data/local/tmp/ran", "profile stop no.such", f"profile start {PACKAGE}"):
            self.assertNotEqual(self.phone.adb("shell", f"am {command}").returncode, 0)
        done = self.phone.adb("shell", f"am profile start {PACKAGE} /system/ran")
        self.assertIn(b"Read-only file system", done.stdout + done.stderr)
        self.phone.shell("am profile stop")  # of none


class Tapes(MethodsTest):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=self.phones.home))

    def reprise(self, *words):
        return self.phones.reprise(*words, "--on", self.phone.serial)

    def record(self, name, *words):
        tape = self.folder / f"{name}.mcap"
        done = self.reprise("record", PACKAGE, "-o", tape, *words)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        return tape

    def methods(self, tape):
        """The set on a tape."""
        done = self.phones.reprise("show", tape, "--topic", "/method", "--full", "--json", check=True)
        told = collections.Counter()
        for event in (json.loads(line)["data"] for line in done.stdout.splitlines()):
            told.update((event["pid"], method) for method in event["methods"])
        self.assertLessEqual(set(told.values()), {1})  # each once in a process
        return {method for _, method in told}

    def test_replay_is_compared(self):
        tape = self.record("run", "--methods", "--monkey", "20", "--seed", "3", "--pictures", "0s")
        ran = self.methods(tape)
        self.assertIn(f"{OWNER}onCreate(Landroid/os/Bundle;)V", ran)
        self.assertIn("Lio/reprise/debug/Begun;->onCreate()V", ran)
        again = self.folder / "again.mcap"
        done = self.reprise("replay", tape, "-o", again)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.methods(again), ran)
        done = self.phones.reprise("diff", tape, again, "--json")
        self.assertEqual(json.loads(done.stdout.splitlines()[0])["methods"], 1.0)

    def test_the_last_ones_before_a_crash(self):
        script = self.folder / "taps.sh"
        self.phone.shell(f"am start -W -n {MAIN}")
        script.write_text(f"sleep 1\n{self.button('crash')}\nsleep 1\n")
        tape = self.record("crash", "--methods", "--input-script", script)
        ran = self.methods(tape)
        self.assertIn(LAST, ran)
        self.assertNotIn(FIRST, ran)

    def test_not_without_the_option(self):
        tape = self.record("plain", "--monkey", "3", "--pictures", "0s")
        self.assertEqual(self.methods(tape), set())


del MethodsTest

if __name__ == "__main__":
    unittest.main()
