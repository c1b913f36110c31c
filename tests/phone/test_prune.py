"""phone/framework/prune: what it deletes of a cache, and what not."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import process

PRUNE = process.ROOT / "phone/framework/prune"
HOUR = 3600


class Prune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cache = pathlib.Path(folder.name).resolve() / "cache"
        self.cache.mkdir()
        self.trees = self.cache.parent / "trees"
        self.trees.mkdir()

    def made(self, name, hours_ago, *links, **to):
        """A folder as build leaves it, noted to be linked by some trees."""
        folder = self.cache / name
        folder.mkdir()
        for what, where in to.items():
            (folder / what).symlink_to(self.cache / where)
        if links:
            (folder / "links").write_text("".join(f"{self.trees / l}\n" for l in links))
        (folder / "done").touch()
        at = time.time() - hours_ago * HOUR
        for path in (folder / "done", folder):
            os.utime(path, (at, at))
        return folder

    def prune(self):
        subprocess.run([PRUNE, self.cache], check=True)
        return {p.name for p in self.cache.iterdir()}

    def test_the_newest_stay(self):
        for i in range(8):
            self.made(f"classes-{i}", 2 + i, "gone")
        self.assertEqual({f"classes-{i}" for i in range(5)}, self.prune())

    def test_what_a_tree_links_to_stays(self):
        for i in range(5):
            self.made(f"classes-new{i}", 2, "gone")
        used = self.made("classes-used", 50, "other", "here")
        self.made("classes-moved", 50, "moved")
        (self.trees / "here").symlink_to(used)
        (self.trees / "moved").symlink_to(used)
        left = self.prune()
        self.assertIn("classes-used", left)
        self.assertNotIn("classes-moved", left)

    def test_what_was_just_made_stays(self):
        for i in range(9):
            self.made(f"classes-{i}", 0.1, "gone")
        self.made("woven-a", 0.1)
        self.assertEqual(10, len(self.prune()))

    def test_without_a_note_a_day_is_waited(self):
        for i in range(5):
            self.made(f"classes-new{i}", 2, "gone")
        self.made("classes-today", 5)
        self.made("classes-before", 60)
        left = self.prune()
        self.assertIn("classes-today", left)
        self.assertNotIn("classes-before", left)

    def test_what_no_classes_link_to_goes(self):
        self.made("woven-used", 9)
        self.made("woven-left", 9)
        self.made("libraries-used", 9)
        self.made("libraries-left", 9)
        self.made("classes-1", 2, "gone", woven="woven-used", libraries="libraries-used")
        self.assertEqual({"woven-used", "libraries-used", "classes-1"}, self.prune())

    def test_an_empty_cache(self):
        self.assertEqual(set(), self.prune())


if __name__ == "__main__":
    unittest.main()
