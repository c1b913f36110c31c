"""Apps that do the worst to themselves: the phone survives and says so."""

import unittest

import samples
from phone_rig import PhoneTest, wait_for

TRIAL = "io.reprise.trial"


class Hostile(PhoneTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("trial"), check=True)

    def setUp(self):
        self.phone.shell(f"am force-stop {TRIAL}; logcat -c")

    def start(self, what):
        """Starts it to do that; what it does need not end."""
        return self.phone.adb("shell", f"am start -n {TRIAL}/.Main "
                                       f"--es do {what}")

    def logged(self, *texts):
        def all_there():
            log = self.phone.shell("logcat -d -b all")
            return log if all(text in log for text in texts) else None
        return wait_for(all_there)

    def gone(self):
        wait_for(lambda: not self.running())

    def running(self):
        return self.phone.adb("shell", f"pidof {TRIAL}").stdout.strip()

    def survives(self):
        """The same app can be used as if nothing had been."""
        started = self.phone.shell(f"am start -W -n {TRIAL}/.Main")
        self.assertIn("Status: ok", started)
        self.assertTrue(self.running())

    def test_an_exception(self):
        self.start("throw")
        self.logged("FATAL EXCEPTION: main", f"Process: {TRIAL}, PID:",
                    "java.lang.IllegalStateException: as asked",
                    f"Process {TRIAL} (pid")
        self.gone()
        self.survives()

    def test_an_exception_in_a_thread(self):
        self.start("thread")
        self.logged("FATAL EXCEPTION: worker",
                    "IllegalArgumentException: in the background",
                    f"Process {TRIAL} (pid")
        self.gone()
        self.survives()

    def test_exit(self):
        for way in ("exit", "kill"):
            self.start(way)
            self.logged(f"Process {TRIAL} (pid")
            self.gone()
        self.survives()

    def test_no_memory(self):
        self.start("memory")
        self.logged("OutOfMemoryError", f"Process {TRIAL} (pid")
        self.gone()
        self.survives()

    def test_a_loop_on_main_is_said_and_can_be_stopped(self):
        self.start("loop")
        self.logged(f"ANR in {TRIAL}")
        self.assertTrue(self.running())
        self.phone.shell(f"am force-stop {TRIAL}")
        self.gone()
        self.survives()

    def test_what_it_keeps_survives_a_restart_of_the_phone(self):
        self.phone.shell(f"pm clear {TRIAL}")
        self.start("store")
        self.logged("stored 1 1")
        self.phone.reprise("stop", check=True)
        type(self).phone = self.phones.start("phone")
        self.phone.connect()
        self.start("store")
        self.logged("stored 2 2")


if __name__ == "__main__":
    unittest.main()
