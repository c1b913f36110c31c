"""Runs compared: a replay is the same as its recording, another run is not."""

import json
import pathlib
import shutil
import tempfile
import unittest

from phone_rig import PhoneTest

DEMOS = "io.appium.android.apis"


class Diff(PhoneTest):
    APKS = ("android-apidemos",)
    OPTIONS = ("--clock", "virtual")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def record(self, name, seed):
        tape = self.folder / name
        self.phones.reprise("record", DEMOS, "--on", self.phone.serial, "-o",
                            tape, "--monkey", "30", "--seed", seed, check=True)
        return tape

    def diff(self, *words):
        done = self.phones.reprise("diff", "--json", *words)
        *found, end = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(end["divergences"], len(found))
        self.assertEqual(done.returncode, 3 if found else 0, done.stderr)
        return found, end

    def test_replays_are_the_same_and_other_runs_are_not(self):
        run = self.record("run.mcap", 5)
        done = self.phones.reprise(
            "replay", run, "--on", self.phone.serial, "--repeat", "2", "-o",
            self.folder / "again.mcap", "--json", check=True)
        verdicts = [json.loads(line)["verdict"]
                    for line in done.stdout.splitlines()]
        self.assertEqual(verdicts, ["same", "same"])
        for name in ("again-1.mcap", "again-2.mcap"):
            found, end = self.diff(run, self.folder / name)
            self.assertEqual(found, [])
            self.assertGreater(end["steps_a"], 10)
            self.assertEqual(end["steps_a"], end["steps_b"])
        other = self.record("other.mcap", 6)
        page = self.folder / "diff.html"
        found, _ = self.diff(run, other, "--html", page)
        self.assertTrue(found)
        self.assertLess(found[0]["step"], 10)
        text = page.read_text(encoding="utf-8")
        self.assertIn("data:image/png;base64,", text)
        self.assertNotIn("http://", text)
        self.assertNotIn("https://", text)

    def test_a_replay_needs_no_tape_to_be_judged(self):
        run = self.record("run.mcap", 5)
        done = self.phones.reprise("replay", run, "--on", self.phone.serial,
                                   check=True)
        self.assertTrue(done.stdout.strip().endswith(b": same"), done.stdout)


if __name__ == "__main__":
    unittest.main()
