"""reprise diff, on tapes that need no phone."""

import json
import unittest

from tool import BAD_INPUT, NOTES, SYSTEM, USAGE, ToolTest, run

DIVERGED = 3


class Diff(ToolTest):
    def setUp(self):
        super().setUp()
        self.notes = self.tape()
        text = NOTES.read_text(encoding="utf-8")
        changed = self.folder / "changed.jsonl"
        changed.write_text(text.replace('", eggs"', '", ham"'),
                           encoding="utf-8")
        self.other = self.folder / "other.mcap"
        self.ok("convert", changed, self.other)

    def test_a_tape_is_the_same_as_itself(self):
        self.assertEqual(self.ok("diff", self.notes, self.notes),
                         "same: 4 steps\n"
                         "compared: steps, lines of the log, pictures\n")

    def test_what_was_not_compared_is_said(self):
        less = self.folder / "less.mcap"
        self.ok("edit", self.notes, "-o", less, "--drop", "/screen", "-q")
        self.assertEqual(self.lines("diff", self.notes, less), [
            "same: 4 steps", "compared: steps, lines of the log; not compared: "
            "pictures: only one tape has them"])
        end = self.objects("diff", "--json", self.notes, less)[-1]
        self.assertEqual(end["compared"], ["steps", "lines of the log"])
        self.assertEqual(end["not_compared"],
                         ["pictures: only one tape has them"])

    def test_the_first_divergence_and_a_summary(self):
        result = run("diff", self.notes, self.other)
        self.assertEqual(result.returncode, DIVERGED, result.stderr)
        first, where, summary = result.stdout.splitlines()
        self.assertEqual(first, "order: at step 2 (type ', eggs'): the step is "
                                "'type ', ham'' instead")
        self.assertEqual(where, "  /ui/widget step(2), at 1.800s and 1.800s")
        self.assertEqual(summary, "1 divergence: order 1; 4 and 4 steps")

    def test_json(self):
        result = run("diff", "--json", self.notes, self.other)
        self.assertEqual(result.returncode, DIVERGED, result.stderr)
        one, end = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual((one["class"], one["step"]), ("order", 2))
        self.assertEqual(one["time_a_ns"], 1800000000)
        self.assertEqual((end["same"], end["classes"]), (False, {"order": 1}))

    def test_only_a_class(self):
        words = ("diff", self.notes, self.other, "--only", "layout", "--only",
                 "timing")
        self.assertEqual(self.lines(*words)[:2], [
            "no divergence of class layout or timing; 4 and 4 steps",
            "not told, of other classes: order 1"])
        end = self.objects(*words, "--json")[-1]
        self.assertEqual(
            (end["same"], end["divergences"], end["only"], end["others"]),
            (False, 0, ["layout", "timing"], {"order": 1}))
        self.fails(USAGE, "diff", self.notes, self.other, "--only", "colour")

    def test_a_page(self):
        page = self.folder / "diff.html"
        run("diff", self.notes, self.other, "--html", page)
        text = page.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("<!doctype html>"))
        self.assertIn("at step 2", text)
        self.assertIn("color-scheme: light dark", text)

    def test_a_page_that_cannot_be_written_is_told_first(self):
        # Before the tapes are read, which are none.
        message = self.fails(SYSTEM, "diff", NOTES, NOTES, "--html",
                             self.folder / "no" / "diff.html")
        self.assertIn("there is no folder", message)
        message = self.fails(SYSTEM, "diff", NOTES, NOTES, "--html",
                             self.folder)
        self.assertIn("is a directory", message)
        message = self.fails(USAGE, "diff", self.notes, self.other, "--html",
                             self.notes)
        self.assertIn("both input and output", message)

    def test_what_is_no_tape(self):
        self.fails(BAD_INPUT, "diff", self.notes, NOTES)


if __name__ == "__main__":
    unittest.main()
