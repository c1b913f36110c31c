"""The pages in docs/guide say what the tables say."""

import re
import shutil
import unittest

from tool import ROOT, ToolTest

GUIDE = ROOT / "docs" / "guide"
SECTION = re.compile(
    r"<!-- options: begin -->\n(.*)<!-- options: end -->\n", re.S
)


class Docs(ToolTest):
    def test_pages_agree_with_the_tables(self):
        pages = self.folder / "guide"
        shutil.copytree(GUIDE, pages)
        self.ok("help", "--markdown", pages)
        names = {path.name for path in GUIDE.iterdir()}
        self.assertEqual({path.name for path in pages.iterdir()}, names)
        for name in sorted(names):
            self.assertEqual(
                (GUIDE / name).read_text(),
                (pages / name).read_text(),
                f"docs/guide/{name} is behind: run tools/gen-docs",
            )

    def test_changed_pages_are_found_out(self):
        pages = self.folder / "guide"
        shutil.copytree(GUIDE, pages)
        page = pages / "show.md"
        page.write_text(page.read_text().replace("--topic GLOB", "--topic X"))
        self.assertNotEqual(page.read_text(), (GUIDE / "show.md").read_text())
        self.ok("help", "--markdown", pages)
        self.assertEqual(page.read_text(), (GUIDE / "show.md").read_text())

    # The hand-written part may only speak of options that exist.
    def test_prose_names_existing_options(self):
        known = {}
        for page in GUIDE.glob("*.md"):
            section = SECTION.search(page.read_text())
            self.assertIsNotNone(section, page)
            known[page.stem] = set(re.findall(r"`(--[a-z-]+)", section[1]))
        known["verbs"] = known["info"] & known["show"]  # the common ones
        for page in GUIDE.glob("*.md"):
            prose = SECTION.sub("", page.read_text())
            verb = page.stem
            for line in prose.splitlines():
                called = re.search(r"reprise ([a-z]+)", line)
                options = known.get(called[1] if called else verb, set())
                for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", line):
                    self.assertIn(
                        option,
                        options | known[verb] | {"--help", "--version"},
                        f"{page.name}: {line}",
                    )

    def test_every_page_has_prose(self):
        for page in GUIDE.glob("*.md"):
            prose = SECTION.sub("", page.read_text())
            self.assertGreater(len(prose.split()), 40, page.name)


if __name__ == "__main__":
    unittest.main()
