"""Crashes of a sample app minimised on virtual phones."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import samples
from phone_rig import PATIENCE, REPRISE, PhoneTest, wait_for

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

    def test_a_crash_that_needs_luck_is_told_before_the_search(self):
        tape = self.record("nothing", "luck")
        said, told = self.minimize(tape, "crash~UnsupportedOperation", code=NOT_REACHED)
        self.assertEqual(told["end"], "not-reproducible")
        self.assertLessEqual(told["calls"], 20)
        self.assertIn("it needs luck", said)
        self.assertLess(told["fitting_st"], 18)
        self.assertFalse(self.few.exists())

    def test_the_time_may_be_up(self):
        tape = self.record("nothing", "arm", "crash")
        said, told = self.minimize(tape, "crash", "--nr", "3", "--budget", "0s", code=NOT_REACHED)
        self.assertEqual(told["end"], "out-of-time")
        self.assertIn(", out of time", said)
        self.assertIn("on new phones 3 of 3 runs reached the target", said)
        self.assertTrue(self.few.exists())

    def test_a_worker_is_nobody_elses_and_is_started_again(self):
        tape = self.record("nothing", "arm", "nothing", "crash")
        process = subprocess.Popen(
            [REPRISE, "minimize", tape, "-o", self.few, "--app", self.apk, "--target", "crash", "--nr", "3",
             "--report", self.report], env=self.phones.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            worker = wait_for(lambda: next((one for one in self.phones.list() if one["name"].startswith("worker-")
                                            and one["state"] == "runs"), None))
            devices = wait_for(lambda: [one for one in self.devices() if one["product"] == "reprise_worker"])
            self.assertIn(worker["serial"], [one["serial"] for one in devices])
            journal = self.folder / "few.mcap.journal"
            wait_for(lambda: journal.exists() and len(journal.read_bytes().splitlines()) > 2)
            os.kill(worker["pid"], signal.SIGKILL)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
            process.wait()
        self.assertEqual(process.returncode, 0, out + err)
        told = json.loads(self.report.read_text())
        self.assertEqual(told["actions"][:2], ["tap 'Arm' in Main", "tap 'Crash' in Main"])
        self.assertGreaterEqual(told["workers"][0]["lost"], 1)
        self.assertEqual([one["name"] for one in self.phones.list()], ["phone"])

    def devices(self):
        done = self.phones.reprise("devices", "--json", check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    unittest.main()
