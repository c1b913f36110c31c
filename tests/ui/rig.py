"""A browser, the tool that serves the page, and tapes made once."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from playwright.sync_api import expect, sync_playwright

import notes_session

REPRISE = os.environ.get("REPRISE", "reprise")
PAGE = os.environ.get("REPRISE_PAGE", "")
CHROMIUM = "/usr/bin/chromium"
PATIENCE_MS = 120_000  # a machine may have much else to do
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update",
         "--disable-sync"]

expect.set_options(timeout=PATIENCE_MS)


class PageTest(unittest.TestCase):
    """A test with a page of its own in a browser that all tests share."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-ui-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.run_tape = cls.folder / "run.mcap"
        cls.replay_tape = cls.folder / "replayed.mcap"
        recorded = notes_session.recording(cls.run_tape)
        notes_session.replay(cls.replay_tape, recorded)
        playwright = cls.enterClassContext(sync_playwright())
        cls.browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=QUIET)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.page = self.new_page()

    def new_page(self, **options):
        options.setdefault("viewport", {"width": 1440, "height": 900})
        context = self.browser.new_context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text)
                if line.type == "error" else None)
        self.addCleanup(lambda: self.assertEqual(self.errors, []))
        return page

    def serve(self, *words):
        """`reprise ui --no-open WORDS`; the address that it prints."""
        process = subprocess.Popen(
            [REPRISE, "ui", "--no-open", *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process.stdout.readline().strip()

    def open(self, *words):
        """A page that shows these tapes, all of them read."""
        self.page.goto(self.serve(*words))
        self.wait_until_read()
        return self.page

    def wait_until_read(self):
        self.page.wait_for_selector(".action")
        self.page.wait_for_selector(".bar progress", state="detached")

    def texts(self, selector):
        return self.page.locator(selector).all_inner_texts()

    def actions(self):
        return self.texts(".actions .words")

    def selected(self):
        return self.page.locator(
            ".actions [aria-selected=true] .words").inner_text()

    def tab(self, name):
        self.page.get_by_role("tab", name=name).click()

    def picture(self, title):
        """The colours of a few pixels of a screen, to tell pictures apart."""
        canvas = self.page.get_by_label(f"{title}: the screen")
        return canvas.evaluate("""canvas => {
          const { data } = canvas.getContext("2d").getImageData(
            0, 0, canvas.width, canvas.height);
          let sum = 0;
          for (let i = 0; i < data.length; i += 4) {
            sum = (sum * 31 + data[i] + data[i + 2]) % 4294967296;
          }
          return canvas.width + " " + sum;
        }""")

    def until(self, holds):
        """Waits until holds() does."""
        for _ in range(PATIENCE_MS // 50):
            if holds():
                return
            self.page.wait_for_timeout(50)
        self.fail("it never came true")

    @contextlib.contextmanager
    def changes(self, what):
        """Waits until what() is another one than before."""
        before = what()
        yield
        self.until(lambda: what() != before)
