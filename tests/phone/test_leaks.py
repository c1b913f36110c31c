"""Starting and stopping apps and phones again and again leaves nothing behind."""

import os
import unittest

import held
import process
import scale
from phone_rig import PhoneTest

ROUNDS = int(os.environ.get("PHONE_ROUNDS", "200"))


class Leaks(PhoneTest):
    APKS = ("android-apidemos",)
    OPTIONS = ("--clock", "virtual")

    def test_starts_and_stops(self):
        before, after = scale.app_rounds(self.phone, ROUNDS)
        self.assertLess(after["kib"], before["kib"] + 1024)


class Phones(unittest.TestCase):
    """Phones that are started and stopped, or killed, half as often."""

    def test_starts_and_stops(self):
        phones = scale.Watched()
        try:
            before, after = scale.phone_rounds(phones, max(ROUNDS // 2, 10))
        finally:
            phones.close()
        self.assertEqual(0, after["processes"])
        self.assertLessEqual(after["files"], before["files"] + 2)
        self.assertLess(after["kib"], before["kib"] + 1024)


class Resets(unittest.TestCase):
    """A process that begins anew again and again, half as often."""

    RESETS = max(ROUNDS // 2, 8)

    def holds(self, p):
        pid = p.hello.host_pid
        return {
            **held.heap(pid),
            "resident": held.resident_kib(pid) // 1024,
            "files": held.files(pid),
            "threads": held.threads(pid),
        }

    def test_resets(self):
        app = process.app("android-apidemos")
        with process.Process() as p:
            p.boot()
            for number in range(1, self.RESETS + 1):
                p.attach(app)
                p.start()
                p.tap_on("Animation")
                p.back()
                if number == self.RESETS // 4:
                    before = self.holds(p)
            after = self.holds(p)
        # A heap in MB that swings by some; before, each reset left 2 MB.
        for key, more in (("heap", 16), ("metaspace", 4), ("resident", 64),
                          ("files", 4), ("threads", 4)):
            self.assertLessEqual(after[key], before[key] + more,
                                 (before, after))


if __name__ == "__main__":
    unittest.main()
