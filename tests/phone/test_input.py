"""Kernel input of the phone: record and replay as on any device."""

import hashlib
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from phone_rig import REPRISE, PhoneTest, wait_for

DEMOS = "io.appium.android.apis"
SEND = "sendevent /dev/input/event0"


class Input(PhoneTest):
    APKS = ("android-apidemos",)
    OPTIONS = ("--clock", "virtual")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.phone.shell(f"am force-stop {DEMOS}; pm clear {DEMOS}; "
                         f"am start -W -n {DEMOS}/.ApiDemos")

    def picture(self):
        shown = self.phone.adb("exec-out", "screencap", check=True).stdout
        return hashlib.sha256(shown).hexdigest()

    def tap(self, x, y):
        down = f"{SEND} 3 57 1; {SEND} 3 53 {x}; {SEND} 3 54 {y}; " \
               f"{SEND} 1 330 1; {SEND} 0 0 0"
        up = f"{SEND} 3 57 -1; {SEND} 1 330 0; {SEND} 0 0 0"
        self.phone.shell(f"{down}; sleep 0.1; {up}")

    def test_a_recording_is_replayed_the_same(self):
        before = self.picture()
        tape = self.folder / "run.mcap"
        recorder = subprocess.Popen(
            [REPRISE, "record", "--input", "--on", self.phone.serial,
             "-o", tape], env=self.phones.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.addCleanup(recorder.stdout.close)
        self.assertIn("recording the input", recorder.stdout.readline())
        self.tap(200, 300)
        after = self.picture()
        self.assertNotEqual(after, before)
        recorder.terminate()
        said = recorder.stdout.read()
        self.assertEqual(recorder.wait(), 130, said)  # interrupted
        self.assertIn("2 frames", said)

        self.phone.shell(f"am force-stop {DEMOS}; pm clear {DEMOS}; "
                         f"am start -W -n {DEMOS}/.ApiDemos")
        self.assertEqual(self.picture(), before)
        done = self.phones.reprise("replay", "--on", self.phone.serial,
                                   "--json", tape, check=True)
        replayed = json.loads(done.stdout)
        self.assertEqual((replayed["end"], replayed["difference"]),
                         ("done", ""))
        self.assertEqual(self.picture(), after)

    def test_getevent_sees_what_is_sent(self):
        listening = subprocess.Popen(
            ["adb", "-s", self.phone.serial, "shell", "getevent", "-c", "8",
             "/dev/input/event0"],
            env=self.phones.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(listening.stdout.close)
        # It may not be listening yet.
        wait_for(lambda: self.tap(10, 20) or listening.poll() is not None)
        self.assertIn("0003 0035 0000000a", listening.stdout.read())

    def test_what_it_allows(self):
        done = self.phones.reprise("doctor", "--on", self.phone.serial,
                                   "--json")
        text = (done.stdout + done.stderr).decode()
        self.assertIn("2 of 2 nodes can be read", text)
        for line in done.stdout.splitlines():
            json.loads(line)


if __name__ == "__main__":
    unittest.main()
