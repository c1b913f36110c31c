"""Starting and stopping apps again and again leaves nothing behind."""

import os
import pathlib
import unittest

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
        supervisor = pathlib.Path(f"/proc/{self.phone.pid}")
        status = dict(line.split(":", 1) for line in
                      (supervisor / "status").read_text().splitlines())
        return {
            "files": len(list((supervisor / "fd").iterdir())),
            "threads": int(status["Threads"]),
            "kib": int(status["VmRSS"].split()[0]),
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


if __name__ == "__main__":
    unittest.main()
