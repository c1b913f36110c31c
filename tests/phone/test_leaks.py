"""Starting and stopping apps again and again leaves nothing behind."""

import os
import pathlib
import unittest

import held
import process
from phone_rig import PhoneTest, wait_for

DEMOS = "io.appium.android.apis"
ROUNDS = int(os.environ.get("PHONE_ROUNDS", "200"))


class Leaks(PhoneTest):
    APKS = ("android-apidemos",)
    OPTIONS = ("--clock", "virtual")

    def holds(self):
        """What the phone holds when it is at rest."""
        # The app's process, or one that is kept, and a spare.
        wait_for(lambda: len(self.phone.processes()) <= 3)
        return {
            "files": held.files(self.phone.pid),
            "threads": held.threads(self.phone.pid),
            "kib": held.resident_kib(self.phone.pid),
            "sockets": len(list(pathlib.Path(
                os.readlink(f"{self.phone.status['folder']}/sockets"))
                .iterdir())),
        }

    def round(self, number):
        self.phone.shell(f"am start -W -n {DEMOS}/.ApiDemos >/dev/null")
        if number % 10 == 9:
            # This one ends its process, too.
            self.phone.shell(f"kill -9 $(pidof {DEMOS})")
            wait_for(lambda: DEMOS not in self.phone.shell("ps -A"))
        elif number % 10 == 4:
            # And this one wants the screen while its process is put aside.
            self.phone.shell(f"(while pidof {DEMOS}; do true; done; screencap -p) >/dev/null & am crash {DEMOS}; wait")
        else:
            self.phone.shell(f"am force-stop {DEMOS}")

    def test_starts_and_stops(self):
        for number in range(10):
            self.round(number)
        before = self.holds()
        for number in range(ROUNDS):
            self.round(number)
        # Threads of commands that just ended are reaped with the next one.
        self.phone.shell("true")
        after = wait_for(lambda: self.close_to(before, self.holds()))
        self.assertLess(after["kib"], before["kib"] + 16 * 1024)

    @staticmethod
    def close_to(before, after):
        grown = any(after[key] > before[key] + 4
                    for key in ("files", "threads", "sockets"))
        return None if grown else after


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
