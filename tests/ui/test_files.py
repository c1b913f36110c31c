"""The page without a server, reports, growing tapes and large ones."""

import base64
import io
import pathlib
import re
import subprocess
import unittest

from PIL import Image
from playwright.sync_api import expect

import notes_session
from rig import PAGE, REPRISE, PageTest
from tape_maker import TapeMaker


class Files(PageTest):
    def open_page(self):
        self.page.goto(pathlib.Path(PAGE).as_uri())

    def drop(self, *paths):
        """Drops files on the page, as a file manager does."""
        files = [[path.name, base64.b64encode(path.read_bytes()).decode()]
                 for path in paths]
        transfer = self.page.evaluate_handle("""files => {
          const transfer = new DataTransfer();
          for (const [name, data] of files) {
            const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0));
            transfer.items.add(new File([bytes], name));
          }
          return transfer;
        }""", files)
        self.page.dispatch_event("body", "drop", {"dataTransfer": transfer})

    def test_dropped_tape_needs_no_server(self):
        self.open_page()
        expect(self.page.get_by_text("Drop a tape here")).to_be_visible()
        self.drop(self.run_tape)
        self.wait_until_read()
        self.assertIn("tap 'Save' in NoteEditor", self.actions())
        self.drop(self.replay_tape)
        expect(self.page.locator(".divergence")).to_have_count(1)

    def test_dropped_pair_takes_the_place_of_what_was_there(self):
        self.open_page()
        self.drop(self.replay_tape)
        self.wait_until_read()
        self.drop(self.run_tape, self.replay_tape)
        expect(self.page.locator(".divergence")).to_have_count(1)
        expect(self.page.locator(".bar .name")).to_have_text("run.mcap")

    def test_what_is_no_tape_is_told(self):
        self.open_page()
        other = self.folder / "other.mcap"
        other.write_bytes(b"PK\x03\x04 something else")
        self.drop(other)
        expect(self.page.get_by_role("alert")).to_have_text(
            "other.mcap is no tape (an MCAP file)")
        other.write_text("{}")
        self.drop(other)
        expect(self.page.get_by_role("alert")).to_have_text(
            "other.mcap is no report of reprise minimize")

    def test_cut_tape_shows_what_is_there(self):
        self.open_page()
        cut = self.folder / "cut.mcap"
        whole = self.folder / "flushed.mcap"
        session = notes_session.NotesSession(whole)
        session.start()
        session.fling(400)
        session.tape.flush()
        there = whole.stat().st_size
        session.write_note("Milk", "and bread")
        session.tape.finish()
        cut.write_bytes(whole.read_bytes()[: there + 100])
        self.drop(cut)
        self.wait_until_read()
        self.assertEqual(self.actions(),
                         ["Notes", "fling the list up in Notes"])
        expect(self.page.get_by_text("cut off")).to_be_visible()

    def test_damaged_chunk_is_skipped(self):
        self.open_page()
        path = self.folder / "damaged.mcap"
        session = notes_session.NotesSession(path)
        session.start()
        session.tape.flush()
        before = path.stat().st_size
        session.fling(400)
        session.tape.flush()
        after = path.stat().st_size
        session.write_note("Milk", "and bread")
        session.tape.finish()
        tape = bytearray(path.read_bytes())
        for at in range(before + 60, min(after, before + 600)):
            tape[at] ^= 0x55
        path.write_bytes(tape)
        self.drop(path)
        self.wait_until_read()
        self.assertNotIn("fling the list up in Notes", self.actions())
        self.assertIn("tap 'Save' in NoteEditor", self.actions())
        expect(self.page.get_by_text("1 problem")).to_be_visible()

    def test_report_is_one_file(self):
        out = self.folder / "report.html"
        subprocess.run([REPRISE, "show", self.run_tape, "--report", out,
                        "--with", self.replay_tape], check=True)
        self.page.goto(out.as_uri())
        self.wait_until_read()
        self.assertIn("tap 'Save' in NoteEditor", self.actions())
        expect(self.page.locator(".divergence")).to_have_count(1)
        self.assertNotIn("http:", out.read_text().replace(
            "http://www.w3.org/", ""))

    def test_hostile_names_stay_text(self):
        tape = self.folder / '<img src=x onerror="document.title=1">.mcap'
        tape.write_bytes(self.run_tape.read_bytes())
        out = self.folder / "hostile.html"
        subprocess.run([REPRISE, "show", tape, "--report", out], check=True)
        self.page.goto(out.as_uri())
        self.wait_until_read()
        expect(self.page.locator(".bar .name")).to_have_text(tape.name)
        self.assertEqual(self.page.title(), "Reprise")

    def test_live_view_follows_the_recording(self):
        path = self.folder / "live.mcap"
        session = notes_session.NotesSession(path)
        session.start()
        session.tape.flush()
        page = self.page
        page.goto(self.serve(path))
        expect(page.get_by_role("button", name="live")).to_be_visible()
        expect(page.locator(".actions .words")).to_have_text(["Notes"])
        session.fling(400)
        session.tape.flush()
        expect(page.get_by_text("fling the list up in Notes")).to_be_visible()
        # Who looks at something is not carried away; "f" follows again.
        page.get_by_text("fling the list up in Notes").click()
        expect(page.get_by_role("button", name="live, paused")).to_be_visible()
        session.write_note("Milk", "and bread")
        session.tape.flush()
        expect(page.get_by_text("tap 'Save' in NoteEditor")).to_be_visible()
        self.assertEqual(self.selected(), "fling the list up in Notes")
        page.keyboard.press("f")
        expect(page.locator(".actions [aria-selected=true] .words")
               ).to_have_text("Notes")
        session.tape.finish(reason="done")
        expect(page.locator(".badge.live")).to_have_count(0)
        expect(page.get_by_text("cut off")).to_have_count(0)

    def test_nothing_is_missing_that_may_still_come(self):
        path = self.folder / "begun.mcap"
        session = notes_session.NotesSession(path)
        session.tape.flush()
        page = self.page
        page.goto(self.serve(path))
        screen = page.locator("figure[aria-label=Screen]")
        expect(screen).to_contain_text("Nothing yet")
        for tab in ("View tree", "State", "Network"):
            self.tab(tab)
            expect(page.get_by_role("tabpanel")).to_contain_text("Nothing yet")
        session.start()
        session.tape.finish(reason="done")
        self.until(lambda: self.picture("Screen").startswith("720 "))
        expect(page.get_by_role("tabpanel")).not_to_contain_text("Nothing yet")
        page.keyboard.press("Home")
        page.get_by_label("Time on the tape").click(position={"x": 121, "y": 40})
        expect(screen).to_contain_text("The first picture comes at 0.2")

    def test_tape_that_is_read_says_so(self):
        held = []

        def hold(route):
            """Messages are read from behind the header to the end."""
            wanted = route.request.headers.get("range", "bytes=0-0")
            begin, end = map(int, re.findall(r"\d+", wanted))
            if 0 < begin < 200 and end > 1000:
                held.append(route)
            else:
                route.continue_()
        path = self.folder / "bare.mcap"
        session = notes_session.NotesSession(path)
        session.tape.finish(reason="done")
        self.page.route("**/file/*", hold)
        self.page.goto(self.serve(path))
        expect(self.page.locator(".screens")).to_contain_text("Reading")
        self.until(lambda: held)
        held.pop().continue_()
        expect(self.page.locator(".screens")).to_contain_text(
            "No picture on the tape.")

    def test_tape_that_is_replaced_is_read_anew(self):
        path = self.folder / "repacked.mcap"
        session = notes_session.NotesSession(path)
        session.start()
        session.tape.flush()
        self.page.goto(self.serve(path))
        expect(self.page.get_by_role("button", name="live")).to_be_visible()
        other = self.folder / "repacked.part"
        notes_session.recording(other)
        other.rename(path)
        session.tape.finish()  # nobody sees that file any more
        expect(self.page.get_by_text("tap 'Save' in NoteEditor")
               ).to_be_visible()
        expect(self.page.locator(".badge.live")).to_have_count(0)

    def test_folder_to_choose_from(self):
        folder = self.folder / "runs"
        folder.mkdir()
        (folder / "a.mcap").write_bytes(self.run_tape.read_bytes())
        (folder / "notes.txt").write_text("not a tape")
        self.page.goto(self.serve(folder))
        self.page.get_by_role("button", name="a.mcap").click()
        self.wait_until_read()
        self.assertIn("tap 'Save' in NoteEditor", self.actions())

    def test_patches_and_repeated_pictures(self):

        def png(size, colour):
            out = io.BytesIO()
            Image.new("RGB", size, colour).save(out, "PNG")
            return out.getvalue()
        path = self.folder / "patches.mcap"
        tape = TapeMaker(path, verb="record")
        whole = png((40, 80), "white")
        first = tape.add("/screen", width_px=40, height_px=80, encoding=1,
                         content=tape.blob(whole))
        tape.now = 1_000_000_000
        tape.add("/screen", width_px=40, height_px=80, encoding=1,
                 base_ref=first, patches=[dict(
                     area=dict(left=10, top=20, right=20, bottom=30),
                     content=tape.blob(png((10, 10), "red")))])
        tape.now = 2_000_000_000
        tape.add("/screen", width_px=40, height_px=80, encoding=1,
                 content=tape.blob(whole))  # only its digest
        tape.now = 3_000_000_000
        tape.add("/log", line=dict(priority=4, tag="end", text="end"))
        tape.finish()
        self.open_page()
        self.drop(path)
        self.page.wait_for_selector(".work")
        seen = []
        for _ in range(2):
            with self.changes(lambda: self.picture("Screen")):
                self.page.keyboard.press("ArrowRight")
            seen.append(self.page.get_by_label("Screen: the").evaluate(
                "c => [...c.getContext('2d').getImageData(15, 25, 1, 1).data]"))
        self.assertEqual(seen, [[255, 0, 0, 255], [255, 255, 255, 255]])


if __name__ == "__main__":
    unittest.main()
