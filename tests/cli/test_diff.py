"""reprise diff, on tapes that need no phone."""

import json
import unittest

from tool import BAD_INPUT, NOTES, USAGE, ToolTest, run

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
                         "same: 4 steps\n")

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
        self.assertEqual(
            self.ok("diff", self.notes, self.other, "--only", "layout"),
            "same: 4 steps\n")
        self.fails(USAGE, "diff", self.notes, self.other, "--only", "colour")

    def test_a_page(self):
        page = self.folder / "diff.html"
        run("diff", self.notes, self.other, "--html", page)
        text = page.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("<!doctype html>"))
        self.assertIn("at step 2", text)
        self.assertIn("color-scheme: light dark", text)

    def test_what_is_no_tape(self):
        self.fails(BAD_INPUT, "diff", self.notes, NOTES)


if __name__ == "__main__":
    unittest.main()
