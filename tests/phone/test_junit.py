"""JUnit of phone/framework: Android's methods have their own bodies back; stack
traces; constructors that R8 left out."""

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

    def test_borrowed_constructors(self):
        self.run_class("translate.BorrowedConstructorsTest")

    def test_stacks(self):
        self.run_class("guest.StacksTest")


if __name__ == "__main__":
    unittest.main()
