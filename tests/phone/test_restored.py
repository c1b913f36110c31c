"""Methods of Android have their own bodies back: JUnit of phone/framework."""

import subprocess
import unittest

import process


class Restored(unittest.TestCase):
    def test_junit(self):
        done = subprocess.run([process.RUN, "test", "io.reprise.phone.weave.RestorerTest"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        self.assertEqual(0, done.returncode, done.stdout)


if __name__ == "__main__":
    unittest.main()
