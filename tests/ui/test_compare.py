"""A replay beside its recording, and the history of a minimisation."""

import json
import unittest

from playwright.sync_api import expect

from rig import PageTest


class Compare(PageTest):
    def test_divergences_are_marked(self):
        page = self.open(self.run_tape, self.replay_tape)
        expect(page.get_by_role("tab", name="Divergences")).to_have_attribute(
            "aria-selected", "true")
        one = page.locator(".divergence")
        expect(one).to_have_count(1)
        expect(one).to_contain_text(
            "The first row shows 'MILK' instead of 'Milk'")
        expect(one.locator("del")).to_have_text("Milk")
        expect(one.locator("ins")).to_have_text("MILK")
        marked = page.locator(".action", has=page.locator(".badge.bad"))
        expect(marked).to_have_count(1)
        expect(marked).to_contain_text("tap 'Save' in NoteEditor")
        one.click()
        self.assertEqual(self.selected(), "tap 'Save' in NoteEditor")
        self.until(lambda: self.picture("Recording").startswith("720 ") and
                   self.picture("Replay").startswith("720 "))
        self.until(
            lambda: self.picture("Recording") != self.picture("Replay"))

    def test_equal_screens_are_equal(self):
        page = self.open(self.run_tape, self.replay_tape)
        page.get_by_text("tap 'New note' in Notes").click()
        expect(page.locator("figure", has_text="Replay")).to_contain_text(
            "same picture")

    def test_minimisation_history(self):
        report = self.folder / "small.json"
        report.write_text(json.dumps({
            "tape": "run.mcap", "search": "speculative", "end": "done",
            "units_before": 9, "units_after": 2, "kept": [6, 8],
            "certified": True, "steps": 5, "calls": 31, "wall_s": 12.5,
            "initial": {"runs": 20, "pass": 20},
            "final": {"runs": 20, "pass": 19},
            "removed": [{"unit": 0, "what": "fling"}], "passes": [],
            "history": [{"what": "removed", "units": 4, "runs": 7},
                        {"what": "rejected", "units": 1, "runs": 9}]}))
        page = self.open(self.run_tape, report)
        panel = page.get_by_role("tabpanel")
        expect(panel).to_contain_text("9 units became 2")
        expect(panel).to_contain_text("19 of 20")
        expect(panel.locator(".units .kept")).to_have_count(2)
        expect(panel.locator("tbody").last.locator("tr")).to_have_count(2)


if __name__ == "__main__":
    unittest.main()
