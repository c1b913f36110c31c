"""A replay beside its recording, and the history of a minimisation."""

import json
import unittest

from playwright.sync_api import expect

import notes_session
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

    def test_divergences_stand_at_their_step(self):
        """Also in a replay whose time goes by faster."""
        tape = self.folder / "warped.mcap"
        recorded = notes_session.recording(self.folder / "again.mcap")
        notes_session.replay(tape, recorded, faster=4)
        page = self.open(self.run_tape, tape)
        marked = page.locator(".action", has=page.locator(".badge.bad"))
        expect(marked).to_have_count(1)
        expect(marked).to_contain_text("tap 'Save' in NoteEditor")
        page.locator(".divergence").click()
        self.assertEqual(self.selected(), "tap 'Save' in NoteEditor")
        # Alone, too.
        self.page = self.new_page()
        self.open(tape)
        words = self.actions()
        at = words.index("The first row shows 'MILK' instead of 'Milk'")
        self.assertEqual(words[at - 1], "tap 'Save' in NoteEditor")
        # Its row is like the others.
        tops = [box["y"] for box in (
            self.page.locator(".actions .mark").nth(i).bounding_box()
            for i in (at - 1, at, at + 1))]
        self.assertEqual(tops[1] - tops[0], tops[2] - tops[1])

    def test_replay_is_drawn_in_the_time_of_its_recording(self):
        """As far along the strip as its recording was, however fast it is."""
        tape = self.folder / "faster.mcap"
        recorded = notes_session.recording(self.folder / "again.mcap")
        notes_session.replay(tape, recorded, faster=4)
        page = self.open(self.run_tape, tape)
        strip = page.get_by_label("Time on the tape")

        def drawn():
            # The last column of pictures in the strip of the replay.
            return strip.evaluate("""canvas => {
              const ratio = devicePixelRatio;
              const { data } = canvas.getContext("2d").getImageData(
                (canvas.clientWidth - 60) * ratio, 110 * ratio,
                20 * ratio, 40 * ratio);
              return new Set(new Uint32Array(data.buffer)).size;
            }""")

        self.until(lambda: drawn() > 3)

    def test_equal_screens_are_equal(self):
        page = self.open(self.run_tape, self.replay_tape)
        page.get_by_text("tap 'New note' in Notes").click()
        expect(page.locator("figure", has_text="Replay")).to_contain_text(
            "same picture")

    def test_tapes_that_are_no_recording_and_replay_were_not_compared(self):
        other = self.folder / "another run.mcap"
        notes_session.recording(other)
        self.open(self.run_tape, other)
        panel = self.page.get_by_role("tabpanel")
        expect(panel).to_contain_text("These two tapes were not compared. "
                                      "another run.mcap is not a replay.")
        expect(panel.locator("pre")).to_have_text(
            "reprise diff run.mcap 'another run.mcap' --html diff.html")
        expect(panel).not_to_contain_text("No divergence")
        self.page.get_by_text("tap 'Save' in NoteEditor", exact=True).click()
        expect(self.page.get_by_label("Other tape", exact=True)).to_be_visible()
        # The other way round, and a replay of another recording.
        self.page = self.new_page()
        self.open(self.replay_tape, self.run_tape)
        expect(self.page.get_by_role("tabpanel")).to_contain_text(
            "open the recording first, its replay second")
        self.page = self.new_page()
        short = self.folder / "short.mcap"
        session = notes_session.NotesSession(short)
        session.tape._id = 1_000_000  # pylint: disable=protected-access
        session.whole()
        self.open(short, self.replay_tape)
        expect(self.page.get_by_role("tabpanel")).to_contain_text(
            "replayed.mcap is not a replay of short.mcap, but of run.mcap.")

    def test_minimisation_history(self):
        report = self.folder / "small.json"
        report.write_text(json.dumps({
            "tape": "run.mcap", "search": "speculative", "end": "done",
            "units_before": 9, "units_after": 2, "kept": [2, 3, 6, 8],
            "certified": True, "steps": 5, "calls": 31, "wall_s": 12.5,
            "initial": {"runs": 20, "pass": 20},
            "final": {"runs": 20, "pass": 19},
            "fresh": {"runs": 18, "pass": 17},
            "actions": ["tap 'Milk' in Notes", "tap 'Delete'"],
            "removed": [{"unit": 0, "what": "fling"}],
            "passes": [
                {"name": "pairs", "before": 3, "after": 1, "calls": 40},
                {"name": "pauses", "before": 5, "after": 0, "calls": 23}],
            "history": [{"what": "removed", "units": 3, "runs": 7},
                        {"what": "rejected", "units": 1, "runs": 9},
                        {"what": "put back", "units": 4, "runs": 11}]}))
        page = self.open(self.run_tape, report)
        panel = page.get_by_role("tabpanel")
        expect(panel).to_contain_text("9 units became 2")
        expect(panel).to_contain_text(
            "The search left 4, the pass pairs 2. Certified, by speculative: "
            "31 runs of the search, 63 of the passes, 18 on new phones; "
            "12.5 s in all.")
        self.assertEqual(self.texts(".steps li"),
                         ["tap 'Milk' in Notes", "tap 'Delete'"])
        for row in ("All units, at first\t20 of 20",
                    "Units that the search left\t19 of 20",
                    "Result on new phones\t17 of 18",
                    "pairs\t3\t1\t40", "pauses\t5\t0\t23",
                    "11\tput back\t4"):
            self.assertIn(row, panel.inner_text())
        expect(panel).to_contain_text("4 of 9 were left by the search.")
        expect(panel.locator(".units .kept")).to_have_count(4)
        # Down to 3, up to 4 again; what was rejected is no step of it.
        expect(panel.locator(".chart circle")).to_have_count(4)
        expect(panel.locator(".chart")).to_contain_text("31 runs")
        expect(panel.locator("tbody").last.locator("tr")).to_have_count(3)


if __name__ == "__main__":
    unittest.main()
