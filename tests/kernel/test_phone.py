"""`reprise` on a device, through Debian's adb server: the guest with our adb
daemon, real evdev and uinput. Also what happens when the cable is pulled."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import ground

REPRISE = os.environ.get("REPRISE", "reprise")
ADBD = os.environ.get("REPRISE_ADBD", "reprise_adbd")


def free_port():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return bound.getsockname()[1]


class Phone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-phone-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        shutil.copy(ADBD, cls.folder)
        (cls.folder / "home").mkdir()
        cls.environment = {
            **os.environ, "HOME": str(cls.folder / "home"),
            "ANDROID_ADB_SERVER_PORT": str(free_port()),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "0",
            "REPRISE_AGENTS": str(ground.ROOT / "build" / "agent")}
        cls.environment.pop("ANDROID_SERIAL", None)
        cls.boot()
        cls.addClassCleanup(cls.adb, "kill-server", check=False)

    @classmethod
    def boot(cls):
        started = subprocess.run([ground.KERNEL / "phone", "start", cls.folder],
                                 capture_output=True, text=True, check=False)
        if started.returncode != 0:
            raise AssertionError(started.stderr)
        cls.serial = f"127.0.0.1:{started.stdout.strip()}"
        cls.addClassCleanup(subprocess.run,
                            [ground.KERNEL / "phone", "kill", cls.folder],
                            check=False)
        cls.connect()

    @classmethod
    def adb(cls, *words, check=True):
        return subprocess.run(["adb", *words], env=cls.environment, text=True,
                              capture_output=True, check=check, timeout=60)

    @classmethod
    def connect(cls):
        """Waits until adb can use the guest: it says so by an answer."""
        cls.adb("start-server")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            cls.adb("disconnect", check=False)
            cls.adb("connect", cls.serial, check=False)
            if cls.adb("-s", cls.serial, "shell", "true",
                       check=False).returncode == 0:
                return
        raise AssertionError("the guest does not answer adb")

    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="reprise-phone-test-")
        self.addCleanup(work.cleanup)
        self.work = pathlib.Path(work.name)

    def start(self, *words):
        process = subprocess.Popen(
            [REPRISE, *map(str, words)], cwd=self.work, env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_tool(self, *words, code=0):
        process = self.start(*words)
        out, err = process.communicate(timeout=240)
        self.assertEqual(process.returncode, code, err)
        return out, err

    def session(self, kind):
        path = self.work / f"{kind}.mcap"
        subprocess.run([ground.MAKE_SESSION, kind, path], check=True)
        return path

    def check(self, original, replayed):
        done = subprocess.run([ground.CHECK_REPLAY, original, replayed],
                              stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    def wait_for_note(self, process, words):
        """Reads its stderr up to a line with these words."""
        said = ""
        while words not in said:
            line = process.stderr.readline()
            self.assertNotEqual(line, "", said)
            said += line
        return said

    def wait_in_guest(self, condition):
        """Until the shell condition holds on the device."""
        self.adb("-s", self.serial, "shell",
                 f"until {condition}; do sleep 0.1; done")

    def info(self, tape):
        out, _ = self.run_tool("info", "--json", tape)
        return json.loads(out)

    def pull_the_cable(self):
        """The daemon dies; init starts another one."""
        self.adb("-s", self.serial, "shell", "kill -9 $(pidof reprise_adbd)",
                 check=False)

    def test_devices_lists_the_guest(self):
        out, _ = self.run_tool("devices", "--json")
        self.assertEqual([json.loads(line)["serial"]
                          for line in out.splitlines()], [self.serial])

    def test_doctor_finds_that_everything_is_allowed(self):
        out, _ = self.run_tool("doctor", "--json")
        found = {finding["what"]: finding["verdict"]
                 for finding in json.loads(out)["findings"]}
        self.assertEqual(found["record kernel input"], "yes")
        self.assertEqual(found["replay through uinput"], "yes")
        self.assertEqual(found["replay by writing to the node"], "yes")

    def test_a_recording_of_a_replay_is_equal(self):
        session = self.session("short")
        recording = self.start("record", "--input", "-o", "rec.mcap")
        self.wait_for_note(recording, "recording the input of")
        out, err = self.run_tool("replay", session, "-o", "rep.mcap")
        self.assertRegex(out, r"^120 frames, lateness .*: same\n$")
        self.assertIn('"reprise test touchscreen" by uinput', err)
        recording.send_signal(signal.SIGINT)
        out, err = recording.communicate(timeout=60)
        self.assertEqual((recording.returncode, out), (130, "rec.mcap\n"), err)
        for tape in ("rec.mcap", "rep.mcap"):
            found = self.check(session, self.work / tape)
            self.assertTrue(found["equal"], (tape, found))
        out, _ = self.run_tool("show", "rec.mcap", "--topic", "/input/gesture",
                               "--json")
        self.assertEqual(len(out.splitlines()), 10)

    def test_oddities_of_vendors_replay_the_same(self):
        """As getevent -t wrote them: no button and only minor axes, SYN codes 4
        and 5, protocol A, a finger that is down at the end."""
        oddities = {
            "minor": ["3 39 5", "3 31 6", "3 35 10", "3 36 20", "0 0 0",
                      "3 39 ffffffff", "0 0 0"],
            "syn": ["3 39 5", "3 35 10", "3 36 20", "0 4 100", "0 5 7",
                    "0 0 0", "3 39 ffffffff", "0 0 0"],
            "a": ["3 35 10", "3 36 20", "0 2 0", "3 35 50", "3 36 60",
                  "0 2 0", "0 0 0", "3 35 11", "3 36 21", "0 2 0", "0 0 0",
                  "0 2 0", "0 0 0"],
            "ghost": ["3 39 5", "3 35 10", "3 36 20", "1 14a 1", "0 0 0",
                      "3 35 11", "0 0 0"],
        }
        for name, events in oddities.items():
            with self.subTest(oddity=name):
                lines = []
                for i, event in enumerate(events):
                    kind, code, value = (int(word, 16)
                                         for word in event.split())
                    lines.append(f"[ 9.{i // 4:06}] /dev/input/event1:"
                                 f" {kind:04x} {code:04x} {value:08x}\n")
                (self.work / f"{name}.txt").write_text("".join(lines))
                self.run_tool("convert", f"{name}.txt", f"{name}.mcap")
                out, _ = self.run_tool("replay", f"{name}.mcap")
                self.assertRegex(out, ": same\n$")

    def test_what_cannot_begin_leaves_no_tape_and_spoils_none(self):
        session = self.session("short")
        _, err = self.run_tool("replay", session, "-o", session, "-f", code=1)
        self.assertIn("both input and output", err)
        (self.work / "old.mcap").write_text("precious")
        self.run_tool("record", "--input", "--node", "event99", "-o",
                      "old.mcap", "-f", code=2)
        self.run_tool("replay", session, "--way", "node", "-o", "old.mcap",
                      "-f", code=2)
        self.assertEqual((self.work / "old.mcap").read_text(), "precious")
        self.run_tool("replay", session, "--settle", "61s", code=1)

    def test_without_a_device_of_that_name_the_code_is_2(self):
        for words in (["record", "--input", "-o", "x.mcap"],
                      ["replay", self.session("short")], ["doctor"]):
            _, err = self.run_tool(*words, "--on", "nobody", code=2)
            self.assertIn("nobody", err)
        self.assertFalse((self.work / "x.mcap").exists())

    def test_pulling_the_cable_while_recording_keeps_the_tape(self):
        session = self.session("hold")
        recording = self.start("record", "--input", "-o", "rec.mcap")
        self.wait_for_note(recording, "recording the input of")
        replay = self.start("replay", session, "--settle", "100ms")
        self.wait_for_note(replay, "replaying on")
        # Two fingers and two keys are down; give them time to arrive.
        self.wait_until_recorded("rec.mcap", 2)
        self.pull_the_cable()
        for process in (recording, replay):
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 2, err)
        self.assertEqual(self.info("rec.mcap")["state"], "complete")
        out, _ = self.run_tool("show", "rec.mcap", "--json", "--topic",
                               "/input/evdev/*")
        self.assertGreaterEqual(len(out.splitlines()), 2)
        self.connect()
        # The agent saw that the host is gone: nothing is held, nothing stays.
        self.wait_in_guest("! grep -qs ^reprise-agent /proc/[0-9]*/comm")
        listed = self.adb("-s", self.serial, "shell",
                          "cat /proc/bus/input/devices").stdout
        self.assertNotIn("reprise test", listed)

    def wait_until_recorded(self, tape, frames):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            shown = subprocess.run(
                [REPRISE, "show", "--json", "--topic", "/input/evdev/*", tape],
                cwd=self.work, capture_output=True, text=True, check=False)
            if len(shown.stdout.splitlines()) >= frames:
                return
        raise AssertionError("nothing is recorded")

    def test_an_interrupted_replay_lifts_what_it_holds(self):
        replay = self.start("replay", self.session("hold"), "-o", "rep.mcap",
                            "--settle", "100ms")
        self.wait_for_note(replay, "replaying on")
        self.wait_until_recorded("rep.mcap", 2)
        replay.send_signal(signal.SIGINT)
        out, err = replay.communicate(timeout=60)
        self.assertEqual(replay.returncode, 130, err)
        self.assertRegex(out, ": interrupted\n$")
        released = self.check(self.work / "hold.mcap",
                              self.work / "rep.mcap")["released"]
        self.assertEqual(len(released), 2, released)

    def test_a_tape_of_the_agent_alone_comes_back_by_adb(self):
        agent = ground.AGENT
        self.adb("-s", self.serial, "push", str(agent), "/data/local/tmp/alone")
        self.adb("-s", self.serial, "push", str(self.session("short")),
                 "/data/local/tmp/short.mcap")
        self.adb("-s", self.serial, "shell",
                 "cd /data/local/tmp && ./alone replay short.mcap -o"
                 " again.mcap")
        self.adb("-s", self.serial, "pull", "/data/local/tmp/again.mcap",
                 str(self.work))
        self.assertTrue(self.check(self.work / "short.mcap",
                                   self.work / "again.mcap")["equal"])

    def test_a_tape_that_is_there_is_not_written_over(self):
        (self.work / "old.mcap").write_text("precious")
        for words in (["record", "--input"],
                      ["replay", self.session("short")]):
            _, err = self.run_tool(*words, "-o", "old.mcap", code=1)
            self.assertIn("--force", err)
        self.assertEqual((self.work / "old.mcap").read_text(), "precious")


if __name__ == "__main__":
    unittest.main()
