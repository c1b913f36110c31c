"""The keyboard on the screen: shown and hidden as Android decides, an inset of the
app's window, with a layout for each kind of field, committing through the field's
own connection; and typing on it is recorded and replayed. Sample: `keyboard`."""

import pathlib
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

import samples
from tapes import messages, text_of
from test_surfaces import Shown

APP = "io.reprise.keyboard"
# Of the small display, 480 by 800 at 240 dpi.
IME, BAR = 356, 72


class Keyboard(Shown):
    OPTIONS = ("--clock", "virtual", "--soft-keyboard")
    SAMPLE, APP, TAG = "keyboard", APP, "fields"
    SCREEN = "Fields"

    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def begin(self, field=None):
        self.do()
        if field:
            self.field(field)

    def field(self, name):
        self.phone.shell(f"am start -W -n {APP}/.{self.SCREEN} --es field {name}")
        said = self.said()
        self.assertIn("show true", said)
        return said

    def keys(self):
        """The keys by their words, and where their middle is."""
        text = self.phone.shell("uiautomator dump --windows /dev/tty")
        root = xml.etree.ElementTree.fromstring(text[text.index("<?xml"):text.rindex(">") + 1])
        found = {}
        for window in root.iter("window"):
            if window.get("title") != "InputMethod":
                continue
            for node in window.iter("node"):
                left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
                if node.get("content-desc"):
                    found[node.get("content-desc")] = ((left + right) // 2, (top + bottom) // 2)
        return found

    def press(self, *names):
        for name in names:
            x, y = self.keys()[name]
            self.phone.shell(f"input tap {x} {y}")

    def twice(self, x, y):
        """Two taps without a pause, by the kernel: commands wait until all is quiet."""
        send = "sendevent /dev/input/event0"
        down = f"{send} 3 57 1; {send} 3 53 {x}; {send} 3 54 {y}; {send} 1 330 1; {send} 0 0 0"
        up = f"{send} 3 57 -1; {send} 1 330 0; {send} 0 0 0"
        self.phone.shell(f"{down}; {up}; {down}; {up}")

    def texts(self):
        said = self.do("say")
        return dict(line.split("=", 1) for line in said if "=" in line)

    def shown(self):
        return "mInputShown=true" in self.phone.shell("dumpsys input_method")


class Shows(Keyboard):
    def test_a_tap_shows_it_and_back_hides_it(self):
        self.begin()
        self.assertFalse(self.shown())
        self.phone.shell("input tap 100 150")
        self.assertTrue(self.shown())
        self.assertEqual(self.said(), [f"ime true {IME} {BAR}", "height 324"])
        self.assertEqual(self.do("state"), ["state true true io.reprise.phone/.Keyboard"])
        self.phone.shell("input keyevent BACK")
        self.assertFalse(self.shown())
        self.assertEqual(self.said(), [f"ime false 0 {BAR}", "height 608"])
        # It hid only the keyboard.
        self.assertIn(f"{APP}/.Fields", self.phone.shell("dumpsys activity activities | grep -i resumed"))
        self.phone.shell("input keyevent BACK")
        self.assertNotIn(f"{APP}/.Fields", self.phone.shell("dumpsys activity activities | grep -i topresumed"))

    def test_an_app_hides_and_shows_it(self):
        self.begin("words")
        self.assertTrue(self.shown())
        self.assertIn("hide true", self.do("hide"))
        self.assertFalse(self.shown())
        self.do("show insets")
        self.assertTrue(self.shown())
        self.assertIn(f"ime false 0 {BAR}", self.do("hide insets"))
        self.assertFalse(self.shown())

    def test_home_hides_it_and_a_window_may_want_it(self):
        self.begin("words")
        self.phone.shell("input keyevent HOME")
        self.assertFalse(self.shown())
        self.phone.shell(f"am start -W -n {APP}/.Ready")
        self.assertTrue(self.shown())

    def test_a_window_is_moved_up_for_its_field(self):
        self.SCREEN = "Panned"
        self.begin()
        self.assertEqual(self.colors((240, 140)), [(0, 0, 255)])
        said = []
        self.phone.shell("input tap 240 700")
        said = self.said()
        self.assertTrue(self.shown())
        self.assertFalse([line for line in said if line.startswith("height")], said)
        # The field is above the keyboard now; what was under the status bar is not seen.
        text = self.phone.shell("uiautomator dump /dev/tty")
        (bounds,) = re.findall(r'text="bottom"[^>]*bounds="\[0,(\d+)\]\[480,(\d+)\]"', text)
        self.assertLessEqual(int(bounds[1]), 800 - IME)

    def test_without_the_setting_there_is_none(self):
        self.phone.shell("settings put secure show_ime_with_hard_keyboard 0")
        self.addCleanup(self.phone.shell, "settings put secure show_ime_with_hard_keyboard 1")
        self.begin()
        self.phone.shell("input tap 100 150; input text plain")
        self.assertEqual(self.keys(), {})
        self.assertEqual(self.texts(), {"words": "plain"})
        self.assertEqual(self.phone.shell("ime list -s").strip(), "io.reprise.phone/.Keyboard")

    def test_it_is_kept(self):
        self.phone.reprise("reset", check=True)
        self.begin("words")
        self.assertTrue(self.shown())


class Types(Keyboard):
    def test_sentences_begin_with_capitals(self):
        self.begin("words")
        self.press("H", "i", ".", "Space", "Y", "o")
        self.press("Symbols", "1", "More symbols", "€", "Letters", "Shift", "Z", "Delete", "u")
        self.assertEqual(self.texts(), {"words": "Hi. Yo1€u"})
        self.twice(*self.keys()["Shift"])
        self.press("A", "B", "Shift", "c")
        self.assertEqual(self.texts(), {"words": "Hi. Yo1€uABc"})

    def test_delete_repeats_while_it_is_held(self):
        self.begin("words")
        self.phone.shell("input text abcdefghij")
        x, y = self.keys()["Delete"]
        # At once, after 400 ms, and then each 50 ms.
        self.phone.shell(f"input swipe {x} {y} {x} {y} 575")
        self.assertEqual(self.texts(), {"words": "abcde"})

    def test_next_and_lines_and_keys(self):
        self.begin("words")
        self.press("A", "Next")
        self.assertEqual(self.said(), ["action words 5"])
        self.press("b", "Enter", "c")
        self.phone.shell("input keyevent D; input text e")
        self.assertEqual(self.texts(), {"words": "A", "lines": "b|cde"})
        self.assertTrue(self.shown())

    def test_done_hides_it(self):
        self.begin("number")
        self.press("4", ".", "2", "Done")
        self.assertIn("action number 6", self.said())
        self.assertFalse(self.shown())
        self.assertEqual(self.texts(), {"number": "4.2"})

    def test_each_kind_of_field_has_its_keys(self):
        self.begin()
        for field, some, action in (("mail", "@q", "Send"), ("address", "/q", "Go"),
                                    ("secret", "q,", "Done"), ("number", "0-,", "Done"),
                                    ("phone", "*#+", "Search")):
            self.field(field)
            keys = self.keys()
            for key in list(some) + [action, "Delete"]:
                self.assertIn(key, keys, field)
        self.assertNotIn("q", self.keys())
        self.press("1", "+")
        self.assertEqual(self.texts(), {"phone": "1+"})


class Recorded(Keyboard):
    def script(self, field, y, *names):
        """Taps on a field and on keys, by the kernel; where they are is looked up."""
        self.begin(field)
        lines = [f"input tap 100 {y}", "sleep 1"]
        for name in names:
            x, y = self.keys()[name]
            lines += [f"input tap {x} {y}", "sleep 0.3"]
            self.phone.shell(f"input tap {x} {y}")
        self.phone.shell(f"am force-stop {APP}; pm clear {APP}")
        return "\n".join(lines) + "\n"

    def record(self, script, *words):
        tape, user = self.folder / "run.mcap", self.folder / "user.sh"
        user.write_text(script)
        self.phones.reprise("record", APP, "--on", self.phone.serial, "-o", tape,
                            "--input-script", user, *words, check=True)
        return tape

    def replay(self, tape, *words):
        again = self.folder / f"again{len(words)}.mcap"
        done = self.phones.reprise("replay", tape, "--on", self.phone.serial, "-o", again, *words)
        self.assertIn(b": same", done.stdout, done)
        self.assertEqual(done.returncode, 0)
        return again

    def test_typing_is_recorded_and_replayed(self):
        tape = self.record(self.script("words", 150, "H", "o", "Delete", "i", "Next"))
        topics = messages(self.phones, tape)
        touches = {one["data"]["id"]: one["data"] for one in topics["/input/touch"]}
        texts = [one["data"] for one in topics["/input/text"]]
        self.assertEqual([one.get("text", "") for one in texts], ["H", "o", "", "i", ""])
        self.assertEqual([one["kind"] for one in texts],
                         ["KIND_COMMIT", "KIND_COMMIT", "KIND_DELETE", "KIND_COMMIT", "KIND_EDITOR_ACTION"])
        for one in texts:
            self.assertIn(one["cause"], touches)
        steps = [one["data"]["words"] for one in topics["/ui/widget"]]
        self.assertEqual(len(steps), 6)
        self.assertTrue(steps[1].startswith("tap 'H' on the keyboard"), steps)
        for words in ((), ("--level", "widget")):
            again = messages(self.phones, self.replay(tape, *words))
            self.assertEqual([one["data"].get("text", "") for one in again["/input/text"]],
                             ["H", "o", "", "i", ""])

    def test_a_tape_knows_of_the_keyboard(self):
        tape = self.record(self.script("words", 150, "H", "i"))
        done = self.phones.reprise("replay", tape, "--on", "phone:small", "--app", samples.make(self.SAMPLE))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b": same", done.stdout)
        self.phone.shell("settings put secure show_ime_with_hard_keyboard 0")
        self.addCleanup(self.phone.shell, "settings put secure show_ime_with_hard_keyboard 1")
        done = self.phones.reprise("replay", tape, "--on", self.phone.serial)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn(b"the recorded phone had its on-screen keyboard switched on, this one has it off", done.stderr)

    def test_a_flow_hides_it(self):
        flow = self.folder / "hide.maestro.yaml"
        text = f"appId: {APP}\n---\n- launchApp\n- hideKeyboard\n- tapOn:\n    point: 100,150\n"
        for end, shown in (("", True), ("- hideKeyboard\n- hideKeyboard\n", False)):
            flow.write_text(text + end)
            self.phones.reprise("record", APP, "--on", self.phone.serial, "-o", self.folder / "flow.mcap", "--force",
                                "--input-script", flow, check=True)
            self.assertEqual(bool(self.keys()), shown)
            self.assertIn(APP, self.phone.shell("dumpsys activity top | grep ACTIVITY"))

    def test_a_password_is_not_on_the_tape(self):
        tape = self.record(self.script("secret", 425, "x", "y", "z", "x"))
        topics = messages(self.phones, tape)
        self.assertEqual(len(topics["/input/text"]), 4)
        for one in topics["/input/text"]:
            self.assertTrue(one["data"]["text"].startswith("rpz-"), one)
        steps = [one["data"] for one in topics["/ui/widget"]]
        self.assertEqual(len({one["words"] for one in steps[1:]}), 1, steps)
        # What was touched is the keyboard, not a key; only its place tells.
        for step in steps[1:]:
            self.assertEqual(step["words"], "tap a FrameLayout on the keyboard in Fields")
            self.assertNotIn("description", step["target"])
        # The tree before each has no keys: Shift is on every layout of letters.
        text = text_of(self.phones, tape)
        after = text[text.index("rpz-password"):]
        self.assertNotIn(b"Shift".hex(), after)


if __name__ == "__main__":
    unittest.main()
