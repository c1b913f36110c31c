"""Scripts that `reprise convert` makes of tapes, run on the phone."""

import json
import pathlib
import shutil
import tempfile
import unittest

from phone_rig import Phones
from test_notes import PACKAGE, build

TYPED = "it's $HOME \"&\" <b> 100%s"


class Tape:
    """What a recorder would write, as text."""

    def __init__(self):
        self.t = 0
        self.number = 0
        self.lines = [{"tape": 1}, {"metadata": "reprise", "values": {"package": PACKAGE}}]

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
    def test_a_script_finds_the_widgets(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        phones = Phones()
        self.addCleanup(phones.close)
        phone = phones.start("phone", "--clock", "virtual", build())
        phone.connect()
        phones.environment["ANDROID_SERIAL"] = phone.serial
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
        tape.write(folder / "run.jsonl")
        script = folder / "run.adb.sh"
        phones.reprise("convert", folder / "run.jsonl", script, check=True)
        phones.run("sh", "-eu", script, check=True)
        shown = phone.shell("uiautomator dump /sdcard/tree.xml >/dev/null; cat /sdcard/tree.xml")
        self.assertIn('text="Bread, olives, two lemons"', shown)
        phone.shell("input keyevent 4")
        notes = phone.shell(f"run-as {PACKAGE} cat shared_prefs/notes.xml || cat /data/data/{PACKAGE}/shared_prefs/notes.xml")
        for part in ("it's $HOME", "100%s"):
            self.assertIn(part, notes.replace("&apos;", "'"))


if __name__ == "__main__":
    unittest.main()
