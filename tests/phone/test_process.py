"""How a process comes up, and what is said of one that does not."""

import os
import pathlib
import tempfile
import unittest
from unittest import mock

from process import Gone, Process


class NotBuilt(unittest.TestCase):
    def test_what_it_said_is_shown(self):
        with tempfile.TemporaryDirectory() as empty, mock.patch.dict(os.environ, REPRISE_PHONE=empty):
            with self.assertRaisesRegex(Gone, "status 1.*not built; run phone/framework/build"):
                with Process():
                    pass


class Boot(unittest.TestCase):
    def test_nothing_is_heard_of_the_rehearsal(self):
        with Process() as p:
            p.boot()
            self.assertEqual("", pathlib.Path(p.errors.name).read_text())
            self.assertEqual([], p.log())
            self.assertEqual(["hello"], [n.WhichOneof("reply") for n in p.news])


if __name__ == "__main__":
    unittest.main()
