"""The page as a person uses it, served by the tool."""

import re
import unittest

from playwright.sync_api import expect

from rig import PageTest
from tape_maker import TapeMaker

STEPS = ["fling the list up in Notes", "tap 'New note' in Notes",
         "tap 'Title' in NoteEditor", "type 'Milk' into 'title' in NoteEditor",
         "type 'and bread' into 'text'",
         "tap 'Save' in NoteEditor", "tap 'Milk' in Notes",
         "tap 'Delete' in NoteEditor"]


class Page(PageTest):
    def test_tells_what_was_done(self):
        page = self.open(self.run_tape)
        actions = self.actions()
        self.assertEqual([a for a in actions if a in STEPS], STEPS)
        self.assertEqual(actions[-1],
                         "crash: NullPointerException: note is null")
        self.assertEqual(self.selected(), STEPS[0])
        expect(page.get_by_text("9 steps")).to_be_visible()
        expect(page.get_by_text("1 crash", exact=True)).to_be_visible()

    def test_screens_before_and_after_with_the_touch(self):
        page = self.open(self.run_tape)
        with self.changes(lambda: self.picture("After")):
            page.get_by_text("tap 'New note' in Notes").click()
        finger = page.locator("figure[aria-label=Before] .finger circle").last
        self.assertEqual(finger.get_attribute("cx"), "625")
        self.assertEqual(finger.get_attribute("cy"), "1475")
        self.assertNotEqual(self.picture("Before"), self.picture("After"))
        self.assertTrue(self.picture("After").startswith("720 "))

    def test_scrubbing_shows_the_screen_of_the_time(self):
        page = self.open(self.run_tape)
        slider = page.get_by_role("slider")
        box = slider.bounding_box()
        page.mouse.move(box["x"] + 200, box["y"] + 60)
        page.mouse.down()
        shown = set()
        for part in (0.1, 0.4, 0.9):
            page.mouse.move(box["x"] + 120 + (box["width"] - 130) * part,
                            box["y"] + 60)
            self.until(lambda: abs(5680 * part - int(
                slider.get_attribute("aria-valuenow"))) < 40)
            self.until(lambda: self.picture("Screen") not in shown)
            shown.add(self.picture("Screen"))
        page.mouse.up()

    def test_zooming_and_panning(self):
        page = self.open(self.run_tape)
        slider = page.get_by_role("slider")
        box = slider.bounding_box()
        middle = box["x"] + 120 + (box["width"] - 130) / 2

        def time_there():
            page.mouse.click(middle, box["y"] + 60)
            page.evaluate("new Promise(done => requestAnimationFrame("
                          "() => requestAnimationFrame(done)))")
            return int(slider.get_attribute("aria-valuenow"))

        before = time_there()
        page.mouse.wheel(0, -800)
        self.assertAlmostEqual(time_there(), before, delta=10)
        page.mouse.wheel(400, 0)
        self.assertGreater(time_there(), before + 50)
        page.keyboard.press("0")
        self.assertAlmostEqual(time_there(), before, delta=10)

    def test_keyboard(self):
        page = self.open(self.run_tape)
        page.keyboard.press("ArrowDown")
        expect(page.locator(".actions [aria-selected=true] .words")
               ).to_have_text(STEPS[1])
        page.keyboard.press("k")
        expect(page.locator(".actions [aria-selected=true] .words")
               ).to_have_text(STEPS[0])
        page.keyboard.press("End")
        expect(page.locator(".actions [aria-selected=true] .words")
               ).to_have_text(re.compile("crash"))
        page.keyboard.press("3")
        expect(page.get_by_role("tab", name="Log")).to_have_attribute(
            "aria-selected", "true")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Help")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        time = page.get_by_role("slider").get_attribute("aria-valuenow")
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("slider")).not_to_have_attribute(
            "aria-valuenow", time)

    def test_view_tree_and_screen_point_at_each_other(self):
        page = self.open(self.run_tape)
        page.get_by_text("tap 'Save' in NoteEditor").click()
        page.get_by_role("option").filter(has_text="#save").click()
        chosen = page.locator("figure[aria-label=Before] rect.chosen")
        self.assertEqual([chosen.get_attribute(name)
                          for name in ("x", "y", "width", "height")],
                         ["440", "760", "256", "90"])
        expect(page.get_by_label("The selected view")).to_contain_text(
            "android.widget.Button")
        # And the other way: a click on the picture.
        box = page.locator("figure[aria-label=Before] svg").bounding_box()
        page.mouse.click(box["x"] + box["width"] * 150 / 720,
                         box["y"] + box["height"] * 800 / 1600)
        expect(page.get_by_label("The selected view")).to_contain_text(
            "com.example.notes:id/delete")

    def test_state_says_what_changed(self):
        page = self.open(self.run_tape)
        page.get_by_text("tap 'Save' in NoteEditor").click()
        self.tab("State")
        changed = page.locator("tr.changed")
        expect(changed.filter(has_text="settings/count")).to_contain_text("1011")
        self.assertEqual(changed.locator("del").all_inner_texts(),
                         ["10", "Groceries"])
        self.assertEqual(changed.locator("ins").all_inner_texts(),
                         ["11", "Milk"])
        expect(page.get_by_role("tabpanel")).to_contain_text(
            "com.example.notes/.NoteEditor")

    def test_log_with_levels_words_and_crash(self):
        page = self.open(self.run_tape)
        self.tab("Log")
        self.assertIn("enter NoteEditor", self.texts(".line .text"))
        page.get_by_label("Lowest level").select_option("Error")
        expect(page.locator(".line .tag")).to_have_text(
            ["crash", "AndroidRuntime"])
        page.locator(".line").first.click()
        expect(page.get_by_label("Crash")).to_contain_text(
            "com.example.notes.NoteEditor.save")
        page.get_by_label("Lowest level").select_option("Verbose")
        page.get_by_label("Filter the log").fill("sync.example")
        expect(page.locator(".line")).to_have_count(2)

    def test_network(self):
        page = self.open(self.run_tape)
        self.tab("Network")
        rows = page.locator("[role=option] .exchange")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("https://sync.example.com/v1/notes")
        expect(rows.first).to_contain_text("200")
        rows.first.click()
        details = page.get_by_label("The selected exchange")
        expect(details).to_contain_text('{"notes":[{"id":42')
        expect(details).to_contain_text("authorization Bearer «token-1»")

    def test_raw_messages_by_their_schemas(self):
        page = self.open(self.run_tape)
        self.tab("Raw")
        page.get_by_label("Topic").select_option("/ui/widget")
        page.get_by_role("listbox", name="Raw messages").locator(
            ".row").first.click()
        message = page.get_by_label("The selected message")
        expect(message).to_contain_text("action ACTION_SCROLL")
        expect(message).to_contain_text("words fling the list up in Notes")

    def test_search_finds_everywhere(self):
        page = self.open(self.run_tape)
        page.keyboard.press("/")
        box = page.get_by_label("Search the tape")
        expect(box).to_be_focused()
        box.fill("milk")
        hits = page.locator(".hit")
        expect(hits.first).to_contain_text("type 'Milk' into 'title'")
        box.fill("last_opened")  # only inside messages
        expect(hits.first).to_contain_text("/state")
        box.fill("no such thing")
        expect(page.get_by_role("status")).to_have_text("Nothing found")
        box.fill("Save")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".actions [aria-selected=true] .words")
               ).to_have_text("tap 'Save' in NoteEditor")

    def test_filter_of_actions(self):
        page = self.open(self.run_tape)
        page.get_by_label("Filter actions").fill("type")
        expect(page.locator(".actions .words")).to_have_text(STEPS[3:5])

    def test_dark_and_light(self):
        def ground():
            return page.evaluate(
                "getComputedStyle(document.body).backgroundColor")
        page = self.page = self.new_page(color_scheme="dark")
        self.open(self.run_tape)
        self.assertEqual(ground(), "rgb(18, 21, 28)")
        page.keyboard.press("t")  # dark, whatever the system has
        page.keyboard.press("t")  # light
        self.until(lambda: ground() == "rgb(244, 245, 248)")
        page.reload()
        self.wait_until_read()
        self.assertEqual(ground(), "rgb(244, 245, 248)")

    def test_everything_has_a_name(self):
        page = self.open(self.run_tape, self.replay_tape)
        for tab in ("View tree", "State", "Log", "Network", "Divergences",
                    "Raw"):
            self.tab(tab)
            bare = page.evaluate("""() =>
              [...document.querySelectorAll(
                 "button, input, select, canvas, [role=listbox]")]
              .filter(e => !(e.getAttribute("aria-label") ||
                             e.innerText?.trim() || e.title))
              .map(e => e.outerHTML.slice(0, 80))""")
            self.assertEqual(bare, [], tab)

    def test_nothing_overflows(self):
        page = self.open(self.run_tape, self.replay_tape)
        for width, height in ((1440, 900), (1100, 700), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            self.until(lambda: page.evaluate(
                "[document.body.scrollWidth, document.body.scrollHeight]")
                == [width, height])

            def fit():
                # None: it is being drawn anew.
                boxes = [one.bounding_box()
                         for one in page.locator(".glass").all()]
                return boxes and all(
                    box and box["height"] > 200
                    and box["y"] + box["height"] <= height for box in boxes)

            self.until(fit)

    def test_keys_in_a_row_are_a_text(self):
        tape = TapeMaker(self.folder / "keys.mcap", verb="record")
        shift, ctrl = 0x41, 0x3000
        for code, meta in ((59, shift), (41, shift), (37, 0), (62, 0),
                           (8, shift), (4, 0), (39, 0), (31, ctrl)):
            for action in (0, 1):
                tape.now += 10_000_000
                tape.add("/input/key", key_code=code, meta_state=meta,
                         action=action)
        tape.finish()
        page = self.open(self.folder / "keys.mcap")
        self.assertEqual(self.actions(), ["type 'Mi !'", "press Back",
                                          "press K", "press C"])
        page.keyboard.press("End")
        page.keyboard.press("k")
        self.until(lambda: self.selected() == "press K")

    def test_texts_that_touches_on_a_keyboard_brought_about_are_a_text(self):
        tape = TapeMaker(self.folder / "touched.mcap", verb="record")
        for character in "milk":
            tape.now += 300_000_000
            touch = tape.add("/input/touch", action=0)
            tape.add("/input/text", kind=1, text=character, cause=touch)
            gesture = tape.add("/input/gesture", kind=1, touch_refs=[touch],
                               fingers=[dict(start_x=10, start_y=20)])
            tape.add("/ui/widget", action=1, gesture_ref=gesture,
                     input_ref=touch, window_title="InputMethod",
                     activity="a/.Editor",
                     words=f"tap '{character}' on the keyboard in Editor")
        tape.finish()
        page = self.open(self.folder / "touched.mcap")
        self.assertEqual(self.actions(),
                         ["type 'milk' on the keyboard in Editor"])
        expect(page.get_by_text("4 steps")).to_be_visible()

    def test_it_fits_on_a_phone(self):
        page = self.open(self.run_tape, self.replay_tape)
        page.set_viewport_size({"width": 480, "height": 900})
        self.until(lambda: page.evaluate("document.body.scrollWidth") == 480)
        for name in ("Timeline", "Actions", "Screens", "Details"):
            box = page.get_by_label(name, exact=True).bounding_box()
            self.assertEqual((name, box["x"], box["width"]), (name, 0, 480))
            self.assertGreater(box["height"], 150, name)
        for tab in ("View tree", "State", "Log", "Network", "Divergences",
                    "Raw"):
            self.tab(tab)  # each can be reached, none is cut off
            wide = page.evaluate("""() =>
              [...document.querySelectorAll(".bar > *, .tabs nav button")]
              .filter(e => e.getBoundingClientRect().right > 480)
              .map(e => e.outerHTML)""")
            self.assertEqual(wide, [])
        page.get_by_text("tap 'Save' in NoteEditor", exact=True).click()
        self.until(lambda: self.selected() == "tap 'Save' in NoteEditor")
        page.get_by_role("button", name="Search").click()
        self.assertLessEqual(
            page.get_by_role("dialog").bounding_box()["width"], 480)


if __name__ == "__main__":
    unittest.main()
