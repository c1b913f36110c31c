"""The page that `reprise diff --html` writes, in a browser."""

import subprocess
import unittest

from playwright.sync_api import expect

from rig import REPRISE, PageTest


class DiffPage(PageTest):
    def write(self, *tapes):
        page = self.folder / "diff.html"
        page.unlink(missing_ok=True)
        subprocess.run([REPRISE, "diff", *map(str, tapes), "--html", page],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
        self.page.goto(page.as_uri())
        return self.page

    def test_both_screens_are_drawn_with_the_place(self):
        page = self.write(self.run_tape, self.replay_tape)
        sections = page.locator("section")
        self.assertGreater(sections.count(), 0)
        first = sections.filter(has=page.locator("svg rect")).first
        expect(first.locator(".class")).to_have_text("content")
        expect(first.locator("figure")).to_have_count(2)
        expect(first).to_contain_text("MILK")
        for svg in first.locator("svg").all():
            box = svg.bounding_box()
            self.assertGreater(box["width"], 100)
            self.assertGreater(box["height"], box["width"])
        # The pictures are there, each a PNG that the browser can draw.
        sizes = page.evaluate("""() => Promise.all(
          [...document.querySelectorAll("image")].map(async (one) => {
            const image = new Image();
            image.src = one.getAttribute("href");
            await image.decode();
            return image.naturalWidth;
          }))""")
        self.assertTrue(sizes)
        self.assertEqual(set(sizes), {720})
        # The box is inside of the picture.
        inside = page.evaluate("""() =>
          [...document.querySelectorAll("svg")].every((svg) => {
            const box = svg.querySelector("rect");
            if (!box) return true;
            const { width, height } = svg.viewBox.baseVal;
            const { x, y } = box;
            return x.baseVal.value >= 0 && y.baseVal.value >= 0 &&
              x.baseVal.value + box.width.baseVal.value <= width &&
              y.baseVal.value + box.height.baseVal.value <= height;
          })""")
        self.assertTrue(inside)

    def test_it_fits_a_narrow_window_in_dark(self):
        self.page = self.new_page(viewport={"width": 400, "height": 800},
                                  color_scheme="dark")
        page = self.write(self.run_tape, self.replay_tape)
        self.assertLessEqual(
            page.evaluate("document.documentElement.scrollWidth"), 400)
        self.assertNotEqual(
            page.evaluate("getComputedStyle(document.body).color"),
            "rgb(0, 0, 0)")

    def test_the_same_runs_say_so(self):
        page = self.write(self.run_tape, self.run_tape)
        expect(page.locator("body")).to_contain_text("the same")
        expect(page.locator("section")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
