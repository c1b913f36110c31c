"""An app recorded on a device that has nothing of ours but the agent: the phone,
with its watching switched off, behind a real adb server. What is left are the
kernel's input and commands that every Android has."""

import os
import pathlib
import shutil
import signal
import tempfile
import unittest

from phone_rig import Phones, wait_for
from planted import PACKAGE, build
from tapes import Tool, info, messages


class Foreign(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.phone = cls.phones.start("phone", "--clock", "real")
        cls.phone.connect()
        cls.phone.adb("install", build(), check=True)
        cls.phone.shell("setprop debug.reprise.watch 0")

    def setUp(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        self.tape = folder / "run.mcap"

    def states(self):
        return self.phones.reprise("show", self.tape, "--topic",
                                   "/state").stdout.count(b"\n")

    def until_seen(self):
        """Something new was looked at."""
        before = self.states()
        wait_for(lambda: self.states() > before)

    def tap(self, x, y):
        """Through the kernel, as a finger does; `input tap` is above it."""
        script, tape = (self.tape.with_name(name)
                        for name in ("tap.sh", "tap.mcap"))
        script.write_text(f"input tap {x} {y}\n", encoding="utf-8")
        tape.unlink(missing_ok=True)
        self.phones.reprise("convert", script, tape, "--display", "480x800",
                            check=True)
        self.phones.reprise("replay", tape, "--on", self.phone.serial,
                            check=True)

    def test_an_app_is_recorded_by_commands(self):
        with Tool(self.phones, "record", PACKAGE, "--on", self.phone.serial,
                  "-o", self.tape, "--pictures", "1s") as tool:
            wait_for(self.tape.exists)
            self.until_seen()
            self.tap(180, 686)  # the tab Archive
            self.until_seen()
            self.phone.shell("log -t Notes 'said by the app'")
            self.tap(300, 686)  # Search
            self.until_seen()
            for pid in self.phone.processes()[1:]:
                os.kill(pid, signal.SIGKILL)
            wait_for(lambda: "died" in info(self.phones,
                                            self.tape)["app_died"])
            self.assertEqual(tool.interrupt(), 130)
        topics = messages(self.phones, self.tape)
        words = [one["data"]["words"] for one in topics["/ui/widget"]]
        self.assertEqual(words, ["tap 'Archive' in NotesActivity",
                                 "tap 'Search' in ArchiveActivity"])
        activities = [one["data"]["activity"]["component"]
                      for one in topics["/state"] if "activity" in one["data"]]
        self.assertIn(f"{PACKAGE}/.ArchiveActivity", activities)
        self.assertIn(f"{PACKAGE}/.SearchActivity", activities)
        self.assertIn("said by the app", [
            one["data"]["line"]["text"] for one in topics["/log"]
            if "line" in one["data"]])
        self.assertGreaterEqual(len(topics["/screen"]), 3)
        self.assertEqual(len(topics["/input/gesture"]), 2)
        told = info(self.phones, self.tape)
        self.assertEqual(told["state"], "complete")
        self.assertEqual(told["end"], "somebody ended it")
        # A run with itself is the same, by the states that were seen.
        self.phones.reprise("diff", self.tape, self.tape, check=True)

    def test_the_doctor_says_what_is_missing(self):
        done = self.phones.reprise("doctor", "--on", self.phone.serial,
                                   check=True)
        self.assertIn("partly  record an app", done.stdout.decode())
        self.assertIn("preferences", done.stdout.decode())

    def test_a_replay_says_what_it_needs(self):
        script = self.tape.with_name("user.sh")
        script.write_text("input tap 180 686\n", encoding="utf-8")
        done = self.phones.reprise(
            "record", PACKAGE, "--on", self.phone.serial, "-o", self.tape,
            "--input-script", script)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(b"virtual phone only", done.stderr)


if __name__ == "__main__":
    unittest.main()
