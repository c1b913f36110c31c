"""Scripts that `reprise convert` makes of tapes, run on the phone."""

import json
import pathlib
import shutil
import tempfile
import unittest

from phone_rig import Phones, apk
from test_notes import PACKAGE, build

APIDEMOS = "io.appium.android.apis"
TYPED = "it's $HOME \"&\" <b> 100%s"


class Tape:
    """What a recorder would write, as text."""

    def __init__(self, package=PACKAGE):
        self.t = 0
        self.number = 0
        self.lines = [{"tape": 1}, {"metadata": "reprise", "values": {"package": package}}]

    def add(self, topic, **data):
        self.number += 1
        self.lines.append({"t": self.t, "topic": topic, "data": {"id": self.number, **data}})
        return self.number

    def gesture(self, kind, **widget):
        self.t += 1_000_000_000
        gesture = self.add("/input/gesture", kind=f"KIND_{kind}", start_ns=self.t, end_ns=self.t + 60_000_000)
        self.add("/ui/widget", gesture_ref=gesture, **widget)

    def tap(self, **target):
        self.gesture("TAP", action="ACTION_TOUCH", target={"class_name": "android.view.View", **target})

    def write(self, path):
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))


class Adb(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.phones = Phones()
        self.addCleanup(self.phones.close)

    def start(self, app):
        phone = self.phones.start("phone", "--clock", "virtual", app)
        phone.connect()
        self.phones.environment["ANDROID_SERIAL"] = phone.serial
        return phone

    def play(self, tape):
        """Converts it to a script, and runs that."""
        tape.write(self.folder / "run.jsonl")
        script = self.folder / "run.adb.sh"
        self.phones.reprise("convert", self.folder / "run.jsonl", script, check=True)
        self.phones.run("sh", "-eu", script, check=True)

    def test_a_script_touches_the_popup_above(self):
        """The list below a text field has no focus, and is no part of its window."""
        phone = self.start(apk("android-apidemos"))
        tape = Tape(APIDEMOS)
        tape.add("/intent", kind="KIND_LAUNCHED", intent={"component": f"{APIDEMOS}/.view.AutoComplete1"})
        tape.tap(resource_name=f"{APIDEMOS}:id/edit")
        tape.t += 1_000_000_000
        tape.add("/input/text", kind="KIND_COMMIT", text="Alb")
        tape.tap(text="Albania")
        self.play(tape)
        shown = phone.shell("uiautomator dump /sdcard/tree.xml >/dev/null; cat /sdcard/tree.xml")
        self.assertRegex(shown, f'text="Albania" resource-id="{APIDEMOS}:id/edit"')

    def test_a_script_finds_the_widgets(self):
        phone = self.start(build())
        tape = Tape()
        tape.tap(description="New note")
        tape.tap(resource_name=f"{PACKAGE}:id/title")
        tape.t += 1_000_000_000
        tape.add("/input/text", kind="KIND_COMMIT", text=TYPED)
        tape.t += 1_000_000_000
        tape.add("/input/key", key_code=4)
        tape.gesture("FLING", action="ACTION_SCROLL", direction="DIRECTION_UP",
                     scrolled={"class_name": "android.widget.ListView", "resource_name": f"{PACKAGE}:id/list"},
                     last_visible={"class_name": "android.widget.TextView", "text": "Groceries"})
        tape.tap(text="Groceries", resource_name=f"{PACKAGE}:id/row_title")
        self.play(tape)
        shown = phone.shell("uiautomator dump /sdcard/tree.xml >/dev/null; cat /sdcard/tree.xml")
        self.assertIn('text="Bread, olives, two lemons"', shown)
        phone.shell("input keyevent 4")
        notes = phone.shell(f"run-as {PACKAGE} cat shared_prefs/notes.xml || cat /data/data/{PACKAGE}/shared_prefs/notes.xml")
        for part in ("it's $HOME", "100%s"):
            self.assertIn(part, notes.replace("&apos;", "'"))


if __name__ == "__main__":
    unittest.main()
