"""What apps want of each other, by adb: broadcasts and services of one that does
not run, content, and who may."""

import re
import unittest

import samples
from phone_rig import PhoneTest

PACKAGE = "io.reprise.system"
OTHER = "io.reprise.other"


class AcrossTest(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("other"), check=True)
        cls.phone.adb("install", samples.make("system"), check=True)

    def setUp(self):
        self.phone.shell(f"am force-stop {PACKAGE}; pm clear {PACKAGE}; am force-stop {OTHER}; pm clear {OTHER}")
        self.wake()
        self.phone.shell(f"am kill {OTHER}; logcat -c")

    def wake(self):
        """It is no longer one that was never started."""
        self.phone.shell(f"am startservice -n {OTHER}/.Work")

    def do(self, what, *more):
        """What comes of it: lines of both, the first app's first."""
        self.phone.shell("logcat -c")
        self.phone.shell(f"am start -W -n {PACKAGE}/.Main --es with across --es do {what} " + " ".join(more))
        self.phone.shell("sleep 0.1")
        return self.said()

    def said(self):
        log = self.phone.shell("logcat -d -s sys other")
        return [line for tag in ("sys", "other") for line in re.findall(rf"{tag} *: (.*)", log)
                if not line.startswith("did ")]

    def runs(self):
        return self.phone.adb("shell", f"pidof {OTHER}").returncode == 0


class Broadcasts(AcrossTest):
    def test_a_receiver_is_started(self):
        self.assertFalse(self.runs())
        self.assertEqual(self.do("tell", "--es name Told --es word one"), ["begins", "Told got one"])
        self.assertEqual(self.do("tell", "--es name Told --es word two"), ["Told got two"])

    def test_one_that_was_stopped_is_started_by_its_component_only(self):
        self.phone.shell(f"am force-stop {OTHER}")
        self.assertEqual(self.do("package", "--es word one"), [])
        self.assertFalse(self.runs())
        self.assertEqual(self.do("tell", "--es name Told --es word two"), ["begins", "Told got two"])

    def test_a_package_is_started(self):
        self.assertEqual(self.do("package", "--es word one"), ["begins", "open got one", "Told got one"])

    def test_nobody_is_started_by_one_that_names_nobody(self):
        self.assertEqual(self.do("all", "--es word one"), [])
        self.assertFalse(self.runs())
        self.wake()
        self.assertEqual(self.do("all", "--es word two"), ["open got two"])

    def test_what_is_not_exported_is_not_reached(self):
        self.assertEqual(self.do("tell", "--es name Private --es word one"), [])
        self.assertFalse(self.runs())

    def test_the_senders_permission(self):
        self.assertEqual(self.do("tell", "--es name Family --es word one"), ["begins"])
        self.assertEqual(self.do("tell", "--es name Asked --es word two"), ["Asked got two"])

    def test_the_receivers_permission(self):
        self.assertEqual(self.do("package", "--es word one --es needs io.reprise.other.MISSING"), ["begins"])
        self.assertEqual(self.do("package", "--es word two --es needs io.reprise.other.ASKED"),
                         ["open got two", "Told got two"])


class Ordered(AcrossTest):
    def test_within_one_app_and_another_that_does_not_run(self):
        self.assertEqual(self.do("order"), [
            "own 10 got 7 begin >", "own -10 got 17 begin own >o", "final got 27 begin own own >oo"])
        self.assertFalse(self.runs())

    def test_by_priority_across_apps(self):
        self.wake()
        self.assertEqual(self.do("order"), [
            "own 10 got 7 begin >", "own -10 got 18 begin own Middle >oM", "final got 28 begin own Middle own >oMo",
            "Middle got 17 begin own >o"])

    def test_a_named_one_is_started(self):
        self.assertEqual(self.do("order", "--ez named true"), [
            "final got 9 begin First Last >FL", "begins", "First got 7 begin >", "Last got 8 begin First >F"])

    def test_aborted(self):
        self.assertEqual(self.do("order", "--ei abort 10"), ["own 10 got 7 begin >", "final got 17 begin own >o"])
        self.assertEqual(self.do("order", "--ez named true --ez ends true"), [
            "final got 8 begin First >F", "begins", "First got 7 begin >"])

    def test_later(self):
        self.do("order", "--ez named true --ez slow true")
        self.phone.shell("sleep 4")
        self.assertEqual(self.said()[0], "final got 7 begin First late Last late >")


class Sticky(AcrossTest):
    def test_stays_for_others(self):
        self.assertEqual(self.do("stick", "--es word one"), ["own one"])
        self.assertEqual(self.do("start", "--es name Work --es word listen --ez stays true")[2:],
                         ["Work 1 does listen", "there one", "stays one true"])
        self.assertEqual(self.do("stick", "--es word two"), ["own two", "stays two false"])
        self.assertEqual(self.do("stick", "--ez remove true"), ["own null"])
        self.phone.shell(f"am kill {OTHER}")
        self.assertIn("there null", self.do("start", "--es name Work --es word listen"))


class Services(AcrossTest):
    def test_started(self):
        self.assertEqual(self.do("start", "--es name Work --es word one"),
                         ["started .Work", "begins", "Work 1 does one", "Work ends"])

    def test_stopped(self):
        self.do("start", "--es name Work --es word one --ez stays true")
        self.assertEqual(self.do("stop", "--es name Work"), ["stopped true", "Work ends"])

    def test_refused(self):
        for name, why in (("PrivateWork", "private to package"), ("FamilyWork", "io.reprise.other.FAMILY")):
            said, = self.do("start", f"--es name {name}")
            self.assertRegex(said, f"refused: Not allowed to start service Intent .*without permission {why}")
        self.assertFalse(self.runs())

    def test_the_same_each_time(self):
        runs = []
        for _ in range(2):
            self.phone.reprise("reset", check=True)
            runs.append([])
            for words in ("start --es name Work --es word one", "package --es word two", "order"):
                self.do(*words.split())
                runs[-1].append(self.phone.shell("logcat -d -v monotonic"))
        self.assertEqual(runs[0], runs[1])


if __name__ == "__main__":
    unittest.main()
