"""The plug is pulled: the app, the phone, the tool or the adb server is killed
while a recording or a replay runs. What is left opens, and says what happened."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest

from phone_rig import PATIENCE, REPRISE, Phones, wait_for
from planted import PACKAGE, build

ENOUGH = 60_000  # bytes of a tape in whose middle somebody is killed


class Plug(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.start_phone()
        cls.phone.adb("install", build(), check=True)

    @classmethod
    def start_phone(cls):
        cls.phone = cls.phones.start("phone", "--clock", "virtual")
        cls.phone.connect()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def begin(self, *words):
        """The tool, and the tape that it writes."""
        tape = self.folder / "run.mcap"
        tool = subprocess.Popen(
            [REPRISE, *map(str, words), "--on", self.phone.serial, "-o", tape],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL, env=self.phones.environment)
        self.addCleanup(tool.wait)
        self.addCleanup(tool.stderr.close)
        self.addCleanup(tool.kill)
        wait_for(lambda: tape.exists() or tool.poll() is not None)
        return tool, tape

    def record(self):
        return self.begin("record", PACKAGE)

    def until_started(self, tape):
        wait_for(lambda: b"was started" in self.phones.reprise(
            "show", tape, "--topic", "/reprise").stdout)

    def tap(self):
        self.phone.shell("input tap 180 686; input tap 60 686")

    def info(self, tape):
        done = self.phones.reprise("info", "--json", tape, check=True)
        return json.loads(done.stdout)

    def opens(self, tape, state, end):
        """Every verb that reads a tape reads it; it tells its end."""
        told = self.info(tape)
        self.assertEqual(told["state"], state)
        self.assertIn(end, told["end"])
        self.assertGreater(told["messages"], 0)
        self.phones.reprise("show", tape, check=True)
        whole = self.folder / "recovered.mcap"
        self.phones.reprise("recover", tape, whole, check=True)
        recovered = self.info(whole)
        self.assertEqual(recovered["state"], "complete")
        self.assertEqual(recovered["messages"], told["messages"])
        self.phones.reprise("diff", whole, tape, check=True)
        return told

    def kill_app(self):
        for pid in self.phone.processes()[1:]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def kill_phone(self):
        os.kill(self.phone.pid, signal.SIGKILL)

    def kill_server(self):
        self.phones.adb("kill-server")

    def end_by_hand(self, tool):
        tool.send_signal(signal.SIGINT)
        self.assertEqual(tool.wait(PATIENCE), 130)

    def works_again(self):
        """The next recording on the same phone is as good as any."""
        tape = self.folder / "next.mcap"
        self.phones.reprise("record", PACKAGE, "--on", self.phone.serial, "-o",
                            tape, "--monkey", "3", check=True)
        self.assertEqual(self.info(tape)["end"], "it came to its end")

    # --- recordings

    def test_the_app_is_killed(self):
        tool, tape = self.record()
        self.until_started(tape)
        self.tap()
        self.kill_app()
        wait_for(lambda: b"has died" in self.phone.adb(
            "shell", "logcat -d").stdout)
        self.end_by_hand(tool)
        told = self.opens(tape, "complete", "somebody ended it")
        self.assertIn("the app died at", told["app_died"])
        self.assertIn("killed by signal 9", told["app_died"])
        self.works_again()

    def test_the_app_is_killed_under_the_fingers_of_a_user(self):
        tool, tape = self.begin("record", PACKAGE, "--monkey", "400")
        wait_for(lambda: tape.stat().st_size > ENOUGH
                 or tool.poll() is not None)
        self.kill_app()
        self.assertIn(tool.wait(PATIENCE), (0, 2), tool.stderr.read())
        told = self.info(tape)
        self.assertEqual(told["state"], "complete")
        self.opens(tape, "complete", "")
        self.works_again()

    def test_the_phone_is_killed(self):
        for moment in ("begin", "tap", "tapping"):
            with self.subTest(moment):
                tool, tape = self.record()
                if moment != "begin":
                    self.until_started(tape)
                    self.tap()
                tapping = threading.Thread(
                    target=self.phone.adb, args=(
                        "shell", "while true; do input tap 180 686; done"))
                if moment == "tapping":
                    tapping.start()
                    size = tape.stat().st_size
                    wait_for(lambda: tape.stat().st_size > size)
                self.kill_phone()
                if moment == "tapping":
                    tapping.join(PATIENCE)
                self.assertEqual(tool.wait(PATIENCE), 2)
                said = tool.stderr.read().decode()
                self.assertIn("What was recorded is in", said)
                end = ("failed" if moment == "begin" else
                       "the device was lost")
                if self.info(tape)["messages"] > 0:
                    self.opens(tape, "complete", "")
                self.assertIn(self.info(tape)["end"].split(":")[0],
                              ("the device was lost", "failed", end))
                tape.unlink()
                self.start_phone()
        self.works_again()

    def test_the_tool_is_killed(self):
        for moment in ("begin", "tap"):
            with self.subTest(moment):
                tool, tape = self.record()
                if moment == "tap":
                    self.until_started(tape)
                    self.tap()
                    wait_for(lambda: b"/ui/widget" in self.phones.reprise(
                        "info", tape).stdout)
                tool.kill()
                tool.wait(PATIENCE)
                if moment == "tap":
                    self.opens(tape, "cut", "was killed, or still writes")
                else:
                    self.phones.reprise("info", tape, check=True)
                tape.unlink()
                self.works_again()
                (self.folder / "next.mcap").unlink()

    def test_the_adb_server_is_killed(self):
        tool, tape = self.record()
        self.until_started(tape)
        self.tap()
        self.kill_server()
        self.assertEqual(tool.wait(PATIENCE), 2)
        self.opens(tape, "complete", "the device was lost: the connection")
        self.phone.connect()
        self.works_again()

    # --- replays

    def test_replays(self):
        recorded = self.folder / "recorded.mcap"
        self.phones.reprise("record", PACKAGE, "--on", self.phone.serial, "-o",
                            recorded, "--monkey", "400", check=True)
        pulls = {
            "app": lambda tool: self.kill_app(),
            "phone": lambda tool: self.kill_phone(),
            "tool": lambda tool: tool.kill(),
            "adb server": lambda tool: self.kill_server(),
        }
        for name, pull in pulls.items():
            with self.subTest(name):
                tool, tape = self.begin("replay", recorded, "--keep-going")
                wait_for(lambda: tape.stat().st_size > ENOUGH
                         or tool.poll() is not None)
                self.assertIsNone(tool.poll(), "it ended before")
                pull(tool)
                code = tool.wait(PATIENCE)
                if name == "tool":
                    self.opens(tape, "cut", "was killed, or still writes")
                elif name == "app":
                    # It is started no more: the rest of the input goes nowhere.
                    self.assertIn(code, (2, 3))
                    self.opens(tape, "complete", "")
                else:
                    self.assertEqual(code, 2)
                    self.opens(tape, "complete", "the device was lost")
                tape.unlink()
                (self.folder / "recovered.mcap").unlink()
                if name == "phone":
                    self.start_phone()
                if name == "adb server":
                    self.phone.connect()


if __name__ == "__main__":
    unittest.main()
