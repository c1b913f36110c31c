"""Apps recorded, replayed and minimised on the virtual phone."""

import json
import pathlib
import shutil
import tempfile
import unittest

from phone_rig import PhoneTest, apk

DEMOS = "io.appium.android.apis"
# What is numbered anew or measured on the host, and links to such numbers.
NUMBERS = ("id", "origin", "cause")


def plain(value):
    """A message without what differs between equal runs."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()
                if key not in NUMBERS and not key.endswith(("_ref", "_refs"))}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


class Session(PhoneTest):
    APKS = ("android-apidemos",)
    OPTIONS = ("--clock", "virtual")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def reprise(self, *words, **options):
        return self.phones.reprise(*words, **options)

    def record(self, name, *words):
        tape = self.folder / name
        self.reprise("record", DEMOS, "--on", self.phone.serial, "-o", tape,
                     *words, check=True)
        return tape

    def messages(self, tape):
        """What is on the tape, by topic."""
        text = tape.with_suffix(".jsonl")
        self.reprise("convert", tape, text, check=True)
        topics = {}
        for line in text.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if "t" in one and "topic" in one:
                topics.setdefault(one["topic"], []).append(one)
        return topics

    def run_of(self, tape):
        """All that must be the same in a replay."""
        return {topic: [(one["t"], plain(one["data"]))
                        for one in found]
                for topic, found in self.messages(tape).items()
                if not topic.startswith(("/reprise", "/input/evdev"))}

    def test_a_random_user_is_recorded_and_replayed_the_same(self):
        tape = self.record("run.mcap", "--monkey", "25", "--seed", "3")
        recorded = self.run_of(tape)
        for topic in ("/input/touch", "/input/gesture", "/ui/widget",
                      "/state", "/screen", "/log"):
            self.assertIn(topic, recorded)
        words = [one["words"] for _, one in recorded["/ui/widget"]]
        self.assertIn("in ApiDemos", " ".join(words))
        again = self.folder / "again.mcap"
        self.reprise("replay", tape, "--on", self.phone.serial, "-o", again,
                     check=True)
        replayed = self.run_of(again)
        self.assertEqual(recorded.keys(), replayed.keys())
        for topic, messages in recorded.items():
            self.assertEqual(len(messages), len(replayed[topic]), topic)
            for one, other in zip(messages, replayed[topic]):
                self.assertEqual(one, other, topic)

    def test_a_script_is_played_as_the_user(self):
        script = self.folder / "user.sh"
        script.write_text("input tap 300 400\n"
                          "input keyevent KEYCODE_BACK\n", encoding="utf-8")
        tape = self.record("script.mcap", "--input-script", script)
        steps = [one["data"]["words"]
                 for one in sorted(self.messages(tape)["/ui/widget"],
                                   key=lambda one: one["t"])]
        self.assertEqual(len(steps), 2)
        self.assertTrue(steps[0].startswith("tap "), steps)
        self.assertTrue(steps[1].startswith("press BACK"), steps)

    def test_what_is_no_app_is_refused(self):
        done = self.reprise("record", "com.not.there", "--on",
                            self.phone.serial, "-o", self.folder / "x.mcap")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"is not installed", done.stderr)
        self.assertFalse((self.folder / "x.mcap").exists())

    def test_a_target_is_all_that_a_minimisation_keeps(self):
        tape = self.record("run.mcap", "--monkey", "12", "--seed", "3")
        opened = [one["data"]["activity"]["component"]
                  for one in self.messages(tape)["/state"]
                  if "activity" in one["data"]]
        other = [name for name in opened
                 if name.startswith(DEMOS) and not name.endswith("/.ApiDemos")]
        self.assertTrue(other, "the random user opened nothing")
        target = f"activity={other[0]}"
        few = self.folder / "few.mcap"
        done = self.reprise("minimize", tape, "-o", few, "--app",
                            apk("android-apidemos"), "--target", target,
                            "--workers", "1", "--nr", "4", check=True)
        steps = len(self.messages(tape)["/input/gesture"])
        kept = self.messages(few)
        self.assertLess(len(kept["/input/gesture"]), steps)
        # The result is a recording of a run that got there, told in words.
        words = [one["data"]["words"] for one in kept["/ui/widget"]]
        told = done.stdout.decode().splitlines()
        self.assertEqual(
            [f"{i}. {one}" for i, one in enumerate(words, 1)], told[1:-1])
        self.assertEqual(told[-1],
                         "on new phones 4 of 4 runs reached the target")
        self.assertIn(other[0], [
            one["data"]["activity"]["component"] for one in kept["/state"]
            if "activity" in one["data"]])
        self.reprise("replay", few, "--on", self.phone.serial, check=True)

    def test_a_random_user_stops_at_the_target(self):
        whole = self.record("whole.mcap", "--monkey", "8", "--seed", "3")
        done = self.reprise(
            "record", DEMOS, "--on", self.phone.serial, "-o",
            self.folder / "stopped.mcap", "--monkey", "8", "--seed", "3",
            "--stop-at", "activity=.ApiDemos", check=True)
        self.assertIn(b"came about", done.stderr)
        stopped = self.messages(self.folder / "stopped.mcap")
        self.assertLess(len(stopped.get("/input/gesture", [])),
                        len(self.messages(whole)["/input/gesture"]))
        # The user looked on after the last gesture, and so does a replay.
        opened = [one["data"]["activity"]["component"] for one in self.messages(whole)["/state"]
                  if "activity" in one["data"]]
        other = [name for name in opened
                 if name.startswith(DEMOS) and not name.endswith("/.ApiDemos")]
        tape = self.record("other.mcap", "--monkey", "12", "--seed", "3",
                           "--stop-at", f"activity={other[0]}")
        again = self.folder / "again.mcap"
        self.reprise("replay", tape, "--on", self.phone.serial, "-o", again, check=True)
        self.assertEqual(self.run_of(tape), self.run_of(again))
        done = self.reprise(
            "record", DEMOS, "--on", self.phone.serial, "-o",
            self.folder / "never.mcap", "--monkey", "2", "--seed", "3",
            "--stop-at", "log~never said")
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"did not come about", done.stderr)


if __name__ == "__main__":
    unittest.main()
