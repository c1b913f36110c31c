"""What is not to be on a tape is not: passwords never, more if it is asked for;
and the state that an app begins with is, if that is asked for."""

import pathlib
import shutil
import tempfile
import unittest

from phone_rig import Phones
from planted import PACKAGE, build
from tapes import info, messages, text_of

# The search field asks for a password.
PASSWORD = ("res/layout/search.xml", 'android:inputType="text"',
            'android:inputType="textPassword"')
TYPES = """\
input tap 300 686
sleep 1
input tap 240 156
sleep 1
input text hunter2
sleep 1
"""
ARCHIVES = """\
input tap 432 180
sleep 1
"""
LETTERS = range(29, 55)  # KEYCODE_A to KEYCODE_Z


class OnAPhone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.phone = cls.phones.start("phone", "--clock", "virtual")
        cls.phone.connect()
        cls.phone.adb("install", build([PASSWORD]), check=True)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def record(self, name, script, *words):
        tape, user = self.folder / name, self.folder / "user.sh"
        user.write_text(script, encoding="utf-8")
        self.phones.reprise("record", PACKAGE, "--on", self.phone.serial, "-o",
                            tape, "--input-script", user, *words, check=True)
        return tape

    def keys(self, tape):
        return [one["data"].get("key_code", 0)
                for one in messages(self.phones, tape)["/input/key"]]

    def test_passwords_are_never_on_a_tape(self):
        tape = self.record("run.mcap", TYPES)
        topics = messages(self.phones, tape)
        pressed = topics["/input/key"]
        self.assertGreaterEqual(len(pressed), 14)
        self.assertFalse(set(self.keys(tape)) & set(LETTERS))
        frames = [one["data"] for topic, found in topics.items()
                  if topic.startswith("/input/evdev/") for one in found]
        self.assertTrue(any(one.get("redacted") for one in frames))
        for frame in frames:
            for event in frame.get("events", []):
                # EV_KEY: no letter, no digit.
                self.assertFalse(event.get("type") == 1
                                 and event.get("code", 0) < 54, frame)
        self.assertNotIn("hunter2", text_of(self.phones, tape))
        words = [one["data"]["words"] for one in topics["/ui/widget"]]
        self.assertFalse([one for one in words if one.startswith("press H")])
        metadata = {key: value for record in info(self.phones, tape)["metadata"]
                    for key, value in record["values"].items()}
        self.assertEqual(metadata["redaction"], "passwords")

    def test_who_wants_them_gets_them(self):
        tape = self.record("run.mcap", TYPES, "--redact", "nothing")
        self.assertIn(36, self.keys(tape))  # H
        done = self.phones.reprise("replay", tape, "--on", self.phone.serial,
                                   check=True)
        self.assertIn(b": same", done.stdout)

    def test_more_is_left_out_when_asked(self):
        tape = self.record("run.mcap", ARCHIVES)
        self.assertIn("Standup", text_of(self.phones, tape))
        redacted = self.folder / "redacted.mcap"
        self.phones.reprise("edit", tape, "-o", redacted, "--redact", "all",
                            check=True)
        text = text_of(self.phones, redacted)
        self.assertNotIn("Standup", text)
        self.assertNotIn("Move to archive", text)
        self.assertNotIn("/screen", messages(self.phones, redacted))
        self.assertIn("rpz-custom-", text)
        again = self.record("again.mcap", ARCHIVES, "--redact", "all")
        self.assertNotIn("Standup", text_of(self.phones, again))
        # Tokens are the same for the same text: both are the same run.
        self.phones.reprise("diff", redacted, again, check=True)
        done = self.phones.reprise("replay", again, "--on", self.phone.serial,
                                   check=True)
        self.assertIn(b": same", done.stdout)

    def test_a_saved_state_is_where_each_replay_begins(self):
        self.record("before.mcap", ARCHIVES)  # leaves a note in the archive
        script = "input tap 180 686\nsleep 1\n"
        tape = self.record("run.mcap", script, "--state", "save")
        names = [one["name"] for one in info(self.phones, tape)["attachments"]]
        self.assertIn("state.tar.zst", names)
        self.phone.shell(f"pm clear {PACKAGE}")
        again = self.folder / "again.mcap"
        done = self.phones.reprise("replay", tape, "--on", self.phone.serial,
                                   "-o", again, check=True)
        self.assertIn(b": same", done.stdout)
        # Without it the archive is empty.
        fresh = self.record("fresh.mcap", script)
        self.assertEqual(
            self.phones.reprise("diff", tape, fresh).returncode, 3)
        self.assertEqual(self.phone.shell(
            "ls /data/local/tmp | grep reprise-state || true").strip(), "")


if __name__ == "__main__":
    unittest.main()
