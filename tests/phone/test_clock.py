"""The clock alone, without Android: its tests in Java, phone/framework/src/test."""

import signal
import subprocess
import unittest

import process

TESTS = ("WaitsTest", "OrderTest", "FileTimesTest")


class Java(unittest.TestCase):
    def test_waits_orders_and_files(self):
        names = ["io.reprise.phone.time.tests." + name for name in TESTS]
        running = subprocess.Popen([process.RUN, "test"] + names, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            said, _ = running.communicate(timeout=process.PATIENCE_S)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGQUIT)  # prints the stacks of its threads
            try:
                running.communicate(timeout=5)
            except subprocess.TimeoutExpired:
                running.kill()
            said = "it hangs\n" + running.communicate()[0]
        self.assertEqual(0, running.returncode, said[:20000])


if __name__ == "__main__":
    unittest.main()
