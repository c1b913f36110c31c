"""Sessions on the real clock: a replay is the same if the app did the same,
whatever the machine was busy with, and another app is found out."""

import json
import pathlib
import shutil
import tempfile
import unittest

import planted
import process
import samples
from phone_rig import Phones, apk, wait_for
from sessions import User
from tapes import Tool
from test_trial import extras

DEMOS = "io.appium.android.apis"
REPEATS = 3


class RealClock(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.phone = cls.phones.start("real", "--clock", "real", planted.build(),
                                     apk("android-apidemos"))
        cls.phone.connect()
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def record_script(self, name):
        script = self.folder / "user.sh"
        script.write_text(planted.SCRIPT, encoding="utf-8")
        tape = self.folder / f"{name}.mcap"
        self.phones.reprise("record", planted.PACKAGE, "--on", self.phone.serial, "-o", tape,
                            "--input-script", script, check=True)
        return tape

    def record_by_hand(self, name, package, act):
        """What somebody does with adb, who looks before each thing."""
        tape = self.folder / f"{name}.mcap"
        with Tool(self.phones, "record", package, "--on", self.phone.serial, "-o", tape) as tool:
            wait_for(lambda: tape.exists() and b"was started" in self.phones.reprise(
                "show", tape, "--topic", "/reprise").stdout or tool.process.poll() is not None)
            act(User(self.phone))
            tool.interrupt()
        return tape

    def replay(self, tape, *words):
        """What was told of each replay, the exit code and stderr."""
        done = self.phones.reprise("replay", tape, "--on", self.phone.serial, "--json", *words)
        return ([json.loads(line) for line in done.stdout.splitlines()], done.returncode,
                done.stderr.decode())

    def assert_same(self, tape):
        said, code, errors = self.replay(tape, "--repeat", str(REPEATS), "--keep-going", "-o",
                                         self.folder / "again.mcap", "--force")
        self.assertEqual([one["verdict"] for one in said], ["same"] * REPEATS, errors)
        self.assertEqual(code, 0, errors)
        done = self.phones.reprise("diff", tape, self.folder / "again-1.mcap")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_script_and_a_planted_difference(self):
        tape = self.record_script("notes")
        self.assert_same(tape)
        other = next(one for one in planted.PLANTED if one.what == "changed text")
        self.phone.adb("install", "-r", planted.build(other.edits), check=True)
        self.addCleanup(self.phone.adb, "install", "-r", planted.build())
        for words in ((), ("--keep-going",)):
            said, code, errors = self.replay(tape, *words)
            self.assertEqual((said[0]["class"], said[0]["step"], code),
                             (other.kind, other.step, 3), errors)

    def test_typing_by_hand(self):
        def act(user):
            shell = user.phone.shell
            for what in ("New note", "#title"):
                shell("input tap {} {}".format(*user.centre(user.bounds(what))))
            shell("input text 'Ad%sastra'")
            shell("input keyevent KEYCODE_BACK")
            shell("input tap {} {}".format(*user.centre(user.bounds("Search"))))
            user.bounds("#query")
        self.assert_same(self.record_by_hand("typing", planted.PACKAGE, act))

    def test_a_list_that_is_flung_by_hand(self):
        def act(user):
            shell = user.phone.shell
            shell("input tap {} {}".format(*user.centre(user.bounds("App"))))
            user.bounds("Action Bar")
            shell("input swipe 180 650 180 200 150")
            wait_for(lambda: not user.nodes("Action Bar"))
            shell("input keyevent KEYCODE_BACK")
            shell("input tap {} {}".format(*user.centre(user.bounds("Content"))))
            user.bounds("Assets")
        self.assert_same(self.record_by_hand("fling", DEMOS, act))

    def test_a_random_user(self):
        tape = self.folder / "random.mcap"
        self.phones.reprise("record", planted.PACKAGE, "--on", self.phone.serial, "-o", tape,
                            "--monkey", "12", "--seed", "5", check=True)
        self.assert_same(tape)


class Frames(unittest.TestCase):
    """A frame waits until main is free, as it does where computing takes no time."""

    def said(self, what, last):
        with process.Process(320, 533, 160, virtual=False) as p:
            p.boot()
            p.attach(process.app(samples.make("trial")))
            p.start(".Main", extras=extras(do=what))
            lines = ["trial: Main posted", "trial: Main frame"]
            return wait_for(lambda: [one for one in p.log("trial") if one in lines] if
                            f"trial: Main {last}" in p.log("trial") else None, 60)

    def test_what_was_posted_before_it_comes_first(self):
        self.assertEqual(self.said("beats", "frame"),
                         ["trial: Main posted", "trial: Main frame"])

    def test_main_that_is_never_free_has_frames(self):
        self.assertEqual(self.said("flood", "frame"), ["trial: Main frame"])


if __name__ == "__main__":
    unittest.main()
