"""Crashes of a sample app minimised on virtual phones."""

import json
import pathlib
import re
import shutil
import tempfile
import unittest

import samples
from phone_rig import PhoneTest, wait_for

APP = "io.reprise.crashes"
DUMP = "uiautomator dump /sdcard/tree.xml >/dev/null; cat /sdcard/tree.xml"
NOT_REACHED = 4


class Crashes(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.apk = samples.make("crashes")
        cls.phone.adb("install", cls.apk, check=True)
        cls.phone.shell(f"am start -W -n {APP}/.Main")
        tree = wait_for(lambda: (lambda text: "Arm" in text and text)(cls.phone.shell(DUMP)))
        cls.at = {}
        for text, *bounds in re.findall(
                r'text="(\w+)"[^>]*class="android.widget.Button"[^>]*'
                r'bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', tree):
            left, top, right, bottom = map(int, bounds)
            cls.at[text.lower()] = ((left + right) // 2, (top + bottom) // 2)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.few = self.folder / "few.mcap"
        self.report = self.folder / "few.json"

    def record(self, *taps):
        """A tape of taps on the buttons of these names."""
        script, tape = self.folder / "user.sh", self.folder / "run.mcap"
        script.write_text("".join("input tap {} {}\nsleep 0.5\n".format(*self.at[name]) for name in taps))
        self.phones.reprise("record", APP, "--on", self.phone.serial, "-o", tape, "--input-script", script,
                            check=True)
        return tape

    def minimize(self, tape, target, *words, code=0):
        """What it says, and its report."""
        done = self.phones.reprise("minimize", tape, "-o", self.few, "--app", self.apk, "--target", target,
                                   "--report", self.report, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout.decode(), json.loads(self.report.read_text())

    def test_the_recorded_crash_is_kept(self):
        tape = self.record("nothing", "arm", "nothing", "crash")
        said, told = self.minimize(tape, "crash", "--nr", "3")
        self.assertEqual(told["actions"][:2], ["tap 'Arm' in Main", "tap 'Crash' in Main"])
        self.assertEqual(told["crash"], told["recorded_crash"])
        self.assertTrue(told["crash"].startswith("java.lang.IllegalStateException at io.reprise.crashes.Main.later"))
        self.assertIn("it crashes as recorded: java.lang.IllegalStateException", said)

    def test_any_crash_may_be_another(self):
        tape = self.record("nothing", "arm", "crash")
        said, told = self.minimize(tape, "crash~.", "--nr", "3")
        self.assertEqual(told["actions"][:1], ["tap 'Crash' in Main"])
        self.assertIn("IllegalArgumentException", told["crash"])
        self.assertIn("IllegalStateException", told["recorded_crash"])
        self.assertIn("the recording's crash is another one", said)

    def test_without_a_crash_there_is_none_to_keep(self):
        tape = self.record("nothing", "arm")
        done = self.phones.reprise("minimize", tape, "-o", self.few, "--app", self.apk, "--target", "crash")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"has no crash", done.stderr)
        self.assertIn(b"crash~.", done.stderr)


if __name__ == "__main__":
    unittest.main()
