"""What was done by hand or by another tool's script, replayed: input that was
injected above the kernel, flows that name widgets, parts, and cut tapes."""

import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from phone_rig import PATIENCE, REPRISE, Phones, wait_for
from sessions import User
from tapes import messages
from test_notes import PACKAGE, build

FLOW = f"""appId: {PACKAGE}
---
- launchApp
- tapOn: "New note"
- tapOn:
    id: title
- inputText: "Fernweh ü"
- back
- scrollUntilVisible:
    element: "Groceries"
- tapOn: "Groceries"
"""


class ByHand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.phone = cls.phones.start("hand", "--clock", "virtual", build())
        cls.phone.connect()
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.tape = cls.record_by_hand("run", cls.write_a_note)

    @classmethod
    def write_a_note(cls, shell, find):
        shell("input tap {} {}".format(*find("New note")))
        shell("input tap {} {}".format(*find("#title")))
        shell("input text 'Ad%sastra'")
        shell("input keyevent KEYCODE_BACK")
        shell("input swipe 180 500 180 250 300")
        shell("input tap {} {}".format(*find("Search")))

    @classmethod
    def record_by_hand(cls, name, user, end=signal.SIGINT):
        """The tape of who acts with adb until Ctrl-C."""
        tape = cls.folder / f"{name}.mcap"
        tool = subprocess.Popen(
            [REPRISE, "record", PACKAGE, "--on", "hand", "-o", tape],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
            env=cls.phones.environment)
        try:
            wait_for(lambda: tape.exists() and b"was started" in cls.phones.reprise(
                "show", tape, "--topic", "/reprise").stdout or tool.poll() is not None)
            hand = User(cls.phone)
            user(cls.phone.shell, lambda what: hand.centre(hand.bounds(what)))
            tool.send_signal(end)
            tool.wait(PATIENCE)
        finally:
            tool.kill()
            tool.wait()
            tool.stderr.close()
        return tape

    def replay(self, tape, *words):
        """What was told of the replay, the exit code and stderr."""
        done = self.phones.reprise("replay", tape, "--on", self.phone.serial, "--json", *words)
        said = json.loads(done.stdout) if done.stdout else {}
        return said, done.returncode, done.stderr.decode()

    def steps(self, tape):
        done = self.phones.reprise("show", tape, "--steps", "--json", check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def words(self, tape):
        return [step["words"] for step in self.steps(tape)]

    def test_what_was_injected_is_replayed(self):
        topics = messages(self.phones, self.tape)
        self.assertFalse([topic for topic in topics if topic.startswith("/input/evdev")])
        again = self.folder / "again.mcap"
        said, code, errors = self.replay(self.tape, "-o", again, "--force")
        self.assertEqual((said.get("verdict"), code), ("same", 0), errors)
        self.assertEqual(self.words(again), self.words(self.tape))
        self.assertGreater(self.steps(again)[-1]["last_step"], 10)
        done = self.phones.reprise("diff", self.tape, again)
        self.assertEqual(done.returncode, 0, done.stdout)
        # Links lead to what is on the recording.
        ids = {one["data"]["id"] for found in topics.values() for one in found}
        replayed = messages(self.phones, again)
        origins = [one["data"].get("origin") for topic, found in replayed.items()
                   if topic.startswith("/input/evdev") or topic == "/input/text" for one in found]
        self.assertTrue(origins)
        self.assertLessEqual(set(origins), ids)

    def test_it_is_replayed_at_every_level(self):
        for level in ("pointer", "widget"):
            said, code, errors = self.replay(self.tape, "--level", level)
            self.assertEqual((said.get("verdict"), code), ("same", 0), errors)

    def test_frames_and_what_was_injected_on_one_tape(self):
        def touch(shell, find):
            x, y = find("New note")
            for event in ("3 57 1", f"3 53 {x}", f"3 54 {y}", "1 330 1", "0 0 0",
                          "3 57 -1", "1 330 0", "0 0 0"):
                shell(f"sendevent /dev/input/event0 {event}")
            shell("input tap {} {}".format(*find("#title")))
            shell("input text Vega")
            shell("input keyevent KEYCODE_BACK")
        tape = self.record_by_hand("mixed", touch)
        self.assertTrue([topic for topic in messages(self.phones, tape)
                         if topic.startswith("/input/evdev")])
        said, code, errors = self.replay(tape)
        self.assertEqual((said.get("verdict"), code), ("same", 0), errors)

    def test_steps_are_listed_with_the_numbers_of_parts(self):
        steps = self.steps(self.tape)
        numbers = [number for step in steps
                   for number in range(step["step"], step["last_step"] + 1)]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        self.assertIn("type 'Ad astra' into 'title' in EditorActivity", self.words(self.tape))
        self.assertIn("tap 'New note'", steps[0]["words"])
        text = self.phones.reprise("show", self.tape, "--steps", check=True).stdout.decode()
        self.assertTrue(re.match(r" +1 +\d+\.\d{3}s  tap 'New note'", text), text)

    def test_two_parts_are_the_whole(self):
        count = self.steps(self.tape)[-1]["last_step"]
        for last in (1, 2, count - 2):
            parts = [self.folder / f"part-{last}-{i}.mcap" for i in (1, 2)]
            said, code, errors = self.replay(self.tape, "--until", str(last), "-o", parts[0])
            self.assertEqual((said.get("verdict"), code), ("same", 0), (last, errors))
            said, code, errors = self.replay(self.tape, "--from", str(last + 1), "-o", parts[1])
            self.assertEqual((said.get("verdict"), code), ("same", 0), (last, errors))
            self.assertEqual(self.words(parts[0]) + self.words(parts[1]), self.words(self.tape))

    def test_a_part_ends_where_the_next_begins(self):
        steps = self.steps(self.tape)
        part = self.folder / "part.mcap"
        said, code, errors = self.replay(self.tape, "--until", "2", "-o", part, "--force")
        self.assertEqual(code, 0, errors)
        states = messages(self.phones, part)["/state"]
        first = self.steps(part)[0]["time_ns"] - steps[0]["time_ns"]
        start = min(one["t"] for found in messages(self.phones, part).values() for one in found)
        self.assertEqual(states[-1]["data"]["kind"], "KIND_FINAL")
        self.assertEqual(states[-1]["t"] - start - first, steps[2]["time_ns"])

    def test_from_is_not_repeated(self):
        _, code, errors = self.replay(self.tape, "--from", "2", "--repeat", "2")
        self.assertEqual(code, 1)
        self.assertIn("leave --repeat out", errors)

    def test_a_cut_tape_is_compared_as_far_as_it_goes(self):
        cut = self.folder / "cut.mcap"
        third = self.steps(self.tape)[2]["time_ns"]
        self.phones.reprise("edit", self.tape, "-o", cut, "--cut",
                            f"0s..{third + 1}ns", check=True)
        said, code, errors = self.replay(cut)
        self.assertEqual((said.get("verdict"), code), ("same", 0), errors)
        self.assertIn("the end of the run is not on it", errors)
        killed = self.record_by_hand("killed", self.write_a_note, signal.SIGKILL)
        said, code, errors = self.replay(killed)
        self.assertEqual((said.get("verdict"), code), ("same", 0), errors)
        self.assertIn("the end of the run is not on it", errors)

    def test_a_replay_and_the_diff_of_its_tape_say_the_same(self):
        lines = self.folder / "late.jsonl"
        self.phones.reprise("convert", self.tape, lines, check=True)
        changed = self.folder / "late.mcap"
        text = lines.read_text(encoding="utf-8").replace('"/.EditorActivity"', '"/.OtherActivity"')
        text = text.replace(f"{PACKAGE}/.EditorActivity", f"{PACKAGE}/.OtherActivity")
        lines.write_text(text, encoding="utf-8")
        self.phones.reprise("convert", lines, changed, check=True)
        out = self.folder / "stopped.mcap"
        said, code, errors = self.replay(changed, "-o", out, "--force", "--wait", "1s")
        self.assertEqual(code, 3, errors)
        self.assertTrue(said["stopped"])
        done = self.phones.reprise("diff", changed, out, "--json")
        first = json.loads(done.stdout.splitlines()[0])
        self.assertEqual((first["class"], first["step"], first["sentence"]),
                         (said["class"], said["step"], said["divergence"]))

    def test_a_phone_is_found_by_its_name(self):
        done = self.phones.reprise("replay", self.tape, "--on", "hand", "--until", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        for verb in (["replay", self.tape], ["record", PACKAGE], ["doctor"]):
            done = self.phones.reprise(*verb, "--on", "")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(b"names no device; it is a serial", done.stderr)


def flow_of(folder, text, name="flow"):
    path = folder / f"{name}.maestro.yaml"
    path.write_text(text, encoding="utf-8")
    return path


class Flows(unittest.TestCase):
    """Of Maestro, played and replayed."""

    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.phone = cls.phones.start("flows", "--clock", "virtual", build())
        cls.phone.connect()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def shown(self):
        return self.phone.shell("uiautomator dump /sdcard/t.xml >/dev/null; cat /sdcard/t.xml")

    def saved(self):
        return self.phone.shell(f"cat /data/data/{PACKAGE}/shared_prefs/notes.xml")

    def test_a_flow_is_recorded_and_that_replayed(self):
        tape = self.folder / "run.mcap"
        self.phones.reprise("record", PACKAGE, "--on", "flows", "-o", tape, "--input-script",
                            flow_of(self.folder, FLOW), check=True)
        self.assertIn('text="Bread, olives, two lemons"', self.shown())
        self.assertIn("Fernweh ü", self.saved())
        done = self.phones.reprise("replay", tape, "--on", "flows")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"same", done.stdout)

    def test_an_imported_flow_is_played(self):
        tape = self.folder / "flow.mcap"
        self.phones.reprise("convert", flow_of(self.folder, FLOW), tape, check=True)
        for level in ((), ("--level", "widget")):
            done = self.phones.reprise("replay", tape, "--on", "flows", *level)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(b"not compared", done.stdout)
            self.assertIn('text="Bread, olives, two lemons"', self.shown())
            self.assertIn("Fernweh ü", self.saved())

    def test_a_widget_that_does_not_come_ends_it(self):
        flow = flow_of(self.folder, FLOW.replace("id: title", "id: nowhere"))
        tape = self.folder / "flow.mcap"
        self.phones.reprise("convert", flow, tape, check=True)
        for words in (["replay", tape, "--wait", "1s"],
                      ["record", PACKAGE, "-o", self.folder / "run.mcap", "--input-script", flow]):
            done = self.phones.reprise(*words, "--on", "flows")
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(b"step 3 of the script (tap nowhere) was not played: nowhere did not come",
                          done.stderr)

    def test_what_cannot_be_played_is_refused(self):
        flow = flow_of(self.folder, FLOW + "- setOrientation: LANDSCAPE_LEFT\n")
        done = self.phones.reprise("record", PACKAGE, "--on", "flows", "-o",
                                   self.folder / "run.mcap", "--input-script", flow)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(b"(turn the device) cannot be played", done.stderr)


if __name__ == "__main__":
    unittest.main()
