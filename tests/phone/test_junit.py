"""JUnit of phone/framework: Android's methods have their own bodies back; stack traces."""

import subprocess
import unittest

import process


class JUnit(unittest.TestCase):
    def run_class(self, name):
        done = subprocess.run([process.RUN, "test", f"io.reprise.phone.{name}"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        self.assertEqual(0, done.returncode, done.stdout)

    def test_restored(self):
        self.run_class("weave.RestorerTest")

    def test_stacks(self):
        self.run_class("guest.StacksTest")


if __name__ == "__main__":
    unittest.main()
