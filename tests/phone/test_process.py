"""process.py says why a process did not come up."""

import os
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


if __name__ == "__main__":
    unittest.main()
