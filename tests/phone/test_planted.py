"""Divergences planted into a real app are found at the right step with the right
class: the app is recorded once and replayed on variants of it.

Prints the confusion matrix; docs/proof-diff.md has it, and --write writes it.
"""

import json
import pathlib
import shutil
import sys
import tempfile
import unittest

from phone_rig import Phones
from planted import PLANTED, ROOT, SAME, SCRIPT, build

PAGE = ROOT / "docs/proof-diff.md"
BEGIN, END = "<!-- matrix: begin -->\n", "<!-- matrix: end -->\n"
CLASSES = [SAME, "content", "layout", "missing-widget", "timing", "crash",
           "screen", "device"]


class Found:
    def __init__(self, planted, divergences):
        self.planted = planted
        first = divergences[0] if divergences else {}
        self.kind = first.get("class", SAME)
        self.step = first.get("step")
        self.words = first.get("words", "")
        self.sentence = first.get("sentence", "")
        self.also = len(divergences) - 1

    def right(self):
        return (self.kind, self.step) == (self.planted.kind,
                                          self.planted.step)


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, row)) + " |\n" for row in lines)


def matrix(found):
    rows = []
    for kind in CLASSES:
        counts = [sum(1 for one in found if one.planted.kind == kind
                      and one.kind == seen) for seen in CLASSES]
        rows.append([f"**{kind}**", *(count or "" for count in counts)])
    steps = [[one.planted.what, one.kind,
              "" if one.step is None else one.step,
              one.words.replace("|", "/"), one.sentence.replace("|", "/")]
             for one in found]
    right = sum(one.right() for one in found)
    return (f"{right} of {len(found)} are found as what was planted, at the "
            "step at which it was.\n\n"
            + table(["planted \\ found as", *CLASSES], rows) + "\n"
            + table(["planted", "found as", "after step", "the step",
                     "in words"], steps))


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.phones = Phones()
        cls.addClassCleanup(cls.phones.close)
        cls.phone = cls.phones.start("phone", "--clock", "virtual")
        cls.phone.connect()
        script = cls.folder / "user.sh"
        script.write_text(SCRIPT, encoding="utf-8")
        cls.tape = cls.folder / "recorded.mcap"
        cls.phones.reprise("record", build(), "--on", cls.phone.serial, "-o",
                           cls.tape, "--input-script", script, check=True)

    def replay(self, planted):
        """What `diff` finds between the recording and the replay."""
        phone = self.phone
        if planted.profile:
            phone = self.phones.start(planted.profile, "--clock", "virtual",
                                      profile=planted.profile)
            phone.connect()
        phone.adb("install", "-r", build(planted.edits), check=True)
        tape = self.folder / "replayed.mcap"
        done = self.phones.reprise("replay", self.tape, "--on", phone.serial,
                                   "-o", tape, "--force", "--keep-going")
        self.assertIn(done.returncode, (0, 3), done.stderr)
        # By its effects a replay on another display is compared without it.
        strict = ["--strict"] if planted.profile else []
        done = self.phones.reprise("diff", "--json", *strict, self.tape, tape, "--html",
                                   self.folder / f"{planted.kind}.html")
        *divergences, _ = map(json.loads, done.stdout.splitlines())
        self.assertEqual(done.returncode, 3 if divergences else 0)
        return Found(planted, divergences)

    def test_each_is_found_as_what_it_is(self):
        found = [self.replay(planted) for planted in PLANTED]
        page = matrix(found)
        print(page)
        for one in found:
            with self.subTest(one.planted.what):
                self.assertEqual((one.kind, one.step),
                                 (one.planted.kind, one.planted.step),
                                 f"'{one.sentence}'; {one.also} more")
        text = PAGE.read_text(encoding="utf-8")
        if "--write" in OPTIONS:
            head, _, rest = text.partition(BEGIN)
            _, _, tail = rest.partition(END)
            PAGE.write_text(head + BEGIN + page + END + tail,
                            encoding="utf-8")
        else:
            self.assertIn(BEGIN + page + END, text,
                          f"run this with --write to bring {PAGE} up to date")


OPTIONS = [word for word in sys.argv if word == "--write"]
if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--write"])
