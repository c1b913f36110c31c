"""The sample app `notes`: its screens, and its two planted bugs."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import process
from phone_rig import Phones, wait_for
from process import MS, Failed, Process, pb, touch

PACKAGE = "io.reprise.notes"
# Of which some show the bug that depends on the server's delay.
SEEDS = range(12)
DUMP = "uiautomator dump /sdcard/tree.xml >/dev/null; cat /sdcard/tree.xml"


def build():
    return subprocess.run([process.ROOT / "testbeds/phone/build-apk", "notes"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


class Notes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.app = process.app(build())
        cls.process = Process(width=540, height=1080, dpi=220)
        cls.process.__enter__()
        cls.process.boot()

    @classmethod
    def tearDownClass(cls):
        cls.process.__exit__(None, None, None)

    def setUp(self):
        self.begin(0)

    def begin(self, seed):
        p = self.process
        p.clock.seed = seed
        p.clock.vary = True
        p.attach(self.app)
        del p.lines[:]
        p.start()
        p.advance(0.5)  # the menu comes a frame later

    def top(self):
        return self.process.activities()[-1]

    def tap(self, text=None, name=None, **more):
        self.process.tap_on(text, name, **more)

    def tap_described(self, description):
        nodes = [n for w in self.process.look().windows for n in w.nodes if n.description == description]
        b = nodes[0].bounds
        self.process.tap((b.left + b.right) / 2, (b.top + b.bottom) / 2)

    def press(self, name):
        """Long, on the first of that name."""
        b = self.process.find(name=name).bounds
        x, y = (b.left + b.right) / 2, (b.top + b.bottom) / 2
        now = self.process.state().uptime_ns
        self.process.play([touch(0, x, y, now), touch(1, x, y, now + 800 * MS)])

    def type(self, text):
        self.process.play([pb.PhoneInput(commit_text=text)])

    def crash(self):
        """What the crash says; empty if there was none."""
        return "\n".join(line.text for line in self.process.lines if line.buffer == "crash")

    def test_every_screen_comes_up(self):
        p = self.process
        self.assertEqual(self.top(), "NotesActivity resumed")
        self.assertIn("Standup", p.texts())
        self.tap("Standup")
        self.assertEqual(self.top(), "EditorActivity resumed")
        self.tap("Work")  # its tag
        self.assertIn("Ideas", p.texts())
        self.tap("Ideas")
        p.back()
        for tab in ("Archive", "Search", "Settings"):
            self.tap(tab)
            self.assertEqual(self.top(), f"{tab}Activity resumed")
        self.tap("About")
        self.assertEqual(self.top(), "AboutActivity resumed")
        self.tap("Licence")
        self.assertIn("Apache License, Version 2.0", p.texts())
        self.assertEqual(self.crash(), "")

    def test_a_note_is_written_found_and_deleted(self):
        p = self.process
        self.tap(name="add")
        self.tap(name="title")
        self.type("Moth")
        p.back()
        self.assertIn("Moth", p.texts())
        self.tap("Search")
        self.tap(name="query")
        self.type("moth")
        self.assertIn("Moth", p.texts())
        self.assertNotIn("Garden", p.texts())
        self.tap("Notes")
        self.press("row_title")
        self.tap("Delete")
        self.assertIn("Delete this note?", p.texts())
        self.tap("Cancel")
        self.assertIn("Moth", p.texts())
        self.press("row_title")
        self.tap("Delete")
        self.tap("Delete")
        self.assertNotIn("Moth", p.texts())
        self.tap("Undo")
        self.assertIn("Moth", p.texts())
        self.assertEqual(self.crash(), "")

    def test_menu_order_and_settings(self):
        p = self.process
        self.tap_described("More options")
        self.tap("Sort")
        self.tap("By title")
        self.assertEqual(p.find(name="row_title").text, "Birthday ideas")
        self.tap("Settings")
        self.tap("Show the text in lists")
        self.tap("Notes")
        self.assertNotIn("Kite, atlas, a day at the lake", p.texts())
        self.press("row_title")
        self.tap("Share")
        self.assertNotEqual(self.top(), "NotesActivity resumed")
        self.assertEqual(self.crash(), "")

    def test_a_finger_that_moves_in_a_text_does_no_harm(self):
        self.tap("Standup")
        b = self.process.find(name="title").bounds
        y = (b.top + b.bottom) / 2
        now = self.process.state().uptime_ns
        self.process.play(
            [touch(0, b.left + 20, y, now)]
            + [touch(2, b.left + 20 + 10 * i, y, now + 100 * i * MS) for i in range(1, 12)]
            + [touch(1, b.left + 140, y, now + 1300 * MS)])
        self.assertEqual(self.top(), "EditorActivity resumed")
        self.assertEqual(self.crash(), "")

    def test_planted_crash_of_the_archive(self):
        self.tap_described("Move to archive")
        self.tap("Archive")
        self.tap("Undo")
        self.assertIn("Standup", self.process.texts())  # though it is in the list again
        with self.assertRaises(Failed):
            self.tap("Standup")
            self.process.texts()
        self.assertIn("IndexOutOfBoundsException", self.crash())
        self.assertIn("ArchiveActivity.onRow", self.crash())

    def test_other_orders_do_not_crash_the_archive(self):
        self.tap_described("Move to archive")
        self.tap("Undo")  # in the list
        self.tap("Archive")
        self.assertIn("Nothing in the archive", self.process.texts())
        self.tap("Notes")
        self.tap_described("Move to archive")
        self.tap("Archive")
        self.tap("Standup")
        self.assertEqual(self.top(), "EditorActivity resumed")
        self.assertEqual(self.crash(), "")

    def new_note_while_it_syncs(self, seed):
        """Whether it crashed."""
        self.begin(seed)
        try:
            self.tap_described("Sync")
            self.tap_described("New note")
            self.tap(name="title")
            self.type("Moth")
            self.process.advance(3)
            self.process.back()
            self.process.texts()
        except Failed:
            self.assertIn("EditorActivity.save", self.crash())
            return True
        self.assertEqual(self.crash(), "")
        return False

    def test_planted_crash_of_a_late_sync(self):
        crashed = [seed for seed in SEEDS if self.new_note_while_it_syncs(seed)]
        self.assertTrue(crashed)
        self.assertLess(len(crashed), len(SEEDS))
        for seed in (crashed[0], min(set(SEEDS) - set(crashed))):
            self.assertEqual(self.new_note_while_it_syncs(seed), seed in crashed)


class OnThePhone(unittest.TestCase):
    def test_it_installs_and_starts(self):
        phones = Phones()
        self.addCleanup(phones.close)
        phone = phones.start("phone", "--clock", "virtual", "--seed", "3")
        phone.connect()
        done = phone.adb("install", build())
        self.assertIn(b"Success", done.stdout, done)
        self.assertIn("Status: ok", phone.shell(f"am start -W -n {PACKAGE}/.NotesActivity"))
        wait_for(lambda: "Standup" in phone.shell(DUMP))

    def test_a_sync_is_minimised_to_a_tap_and_a_wait(self):
        """What comes long after a tap keeps no taps that only let time pass."""
        phones = Phones()
        self.addCleanup(phones.close)
        app = build()
        phone = phones.start("phone", "--clock", "virtual", app)
        phone.connect()
        phone.shell(f"am start -W -n {PACKAGE}/.NotesActivity")
        tree = wait_for(lambda: (lambda text: "Sync" in text and text)(phone.shell(DUMP)))
        left, top, right, bottom = map(int, re.search(
            r'content-desc="Sync"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', tree).groups())
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        script = folder / "user.sh"
        # The slowest server needs 7.5 s.
        script.write_text(f"input tap {(left + right) // 2} {(top + bottom) // 2}\n"
                          + "sleep 1\ninput tap 10 10\n" * 9, encoding="utf-8")
        run, few, report = folder / "run.mcap", folder / "few.mcap", folder / "few.json"
        phones.reprise("record", PACKAGE, "--on", phone.serial, "-o", run, "--input-script",
                       script, "--pictures", "0s", check=True)
        # Nobody looks in such a recording; nor does its replay.
        phones.reprise("replay", run, "--on", phone.serial, check=True)
        done = phones.reprise("minimize", run, "-o", few, "--app", app, "--target",
                              "log~synced [0-9]+ notes", "--nr", "6", "--report", report,
                              check=True)
        said = done.stdout.decode().splitlines()
        self.assertTrue(said[0].startswith("10 units became 1, certified"), said)
        self.assertEqual(said[1], "1. tap 'Sync' in NotesActivity")
        self.assertRegex(said[2], r"^2\. wait \d")
        self.assertRegex(said[3], "^on new phones [56] of 6 runs reached the target")
        told = json.loads(report.read_text(encoding="utf-8"))
        self.assertEqual((told["units_after"], len(told["actions"])), (1, 2))
        phones.reprise("replay", few, "--on", phone.serial, check=True)


if __name__ == "__main__":
    unittest.main()
