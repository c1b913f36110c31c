"""The system around an app, by adb: alarms, jobs, notifications, broadcasts and
what the phone says of its network and battery."""

import re
import unittest

import samples
from phone_rig import PhoneTest, wait_for

PACKAGE = "io.reprise.system"


class SystemTest(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("system"), check=True)

    def setUp(self):
        self.phone.shell(f"am force-stop {PACKAGE}; pm clear {PACKAGE}; logcat -c")

    def do(self, service, what, *more):
        """Main does something; what the app says of it."""
        before = len(self.said())
        self.phone.shell(f"am start -W -n {PACKAGE}/.Main --es with {service} --es do {what} " + " ".join(more))
        return [line for line in self.said()[before:] if not line.startswith("did ")]

    def said(self):
        return re.findall(r"sys +: (.*)", self.phone.shell("logcat -d -s sys"))

    def pass_time(self, seconds):
        self.phone.shell(f"sleep {seconds}")

    def after(self, seconds):
        """What the app says while time passes."""
        before = len(self.said())
        self.pass_time(seconds)
        return self.said()[before:]

    def kill(self):
        self.phone.shell("input keyevent 3")
        self.phone.shell(f"am kill {PACKAGE}")
        wait_for(lambda: self.phone.adb("shell", f"pidof {PACKAGE}").returncode != 0)


class Alarms(SystemTest):
    def alarms(self):
        """What `dumpsys alarm` lists: names of operations with their windows."""
        text = self.phone.shell("dumpsys alarm")
        return re.findall(r"window=(\S+) repeatInterval=(\d+).*\n +operation=.*act=io\.reprise\.system\.(\w+)", text)

    def test_exact_comes_at_its_time(self):
        self.do("alarm", "exact", "--es name one --ei in 60000")
        self.assertEqual(self.alarms(), [("+0ms", "0", "one")])
        self.assertEqual(self.after(59), [])
        self.assertEqual(self.after(2), ["received one at 60 s"])
        self.assertEqual(self.alarms(), [])

    def test_by_the_wall_clock(self):
        self.do("alarm", "wall", "--es name wall --ei in 90000")
        self.assertEqual(self.after(91), ["received wall at 90 s"])

    def test_none_comes_sooner_than_in_five_seconds(self):
        self.do("alarm", "exact", "--es name soon --ei in 1000")
        self.assertEqual(self.after(4), [])
        self.assertEqual(self.after(2), ["received soon at 5 s"])

    def test_inexact_comes_at_the_end_of_its_window(self):
        self.do("alarm", "inexact", "--es name lax --ei in 100000")
        self.assertEqual(self.alarms(), [("+1m15s0ms", "0", "lax")])
        self.assertEqual(self.after(174), [])
        self.assertEqual(self.after(2), ["received lax at 175 s"])

    def test_inexact_comes_with_an_exact_one_in_its_window(self):
        self.do("alarm", "inexact", "--es name lax --ei in 100000")
        self.do("alarm", "exact", "--es name exact --ei in 120000")
        said = [line.split()[1] for line in self.after(130)]
        self.assertEqual(said, ["lax", "exact"])

    def test_window(self):
        self.do("alarm", "window", "--es name wide --ei in 3600000")
        self.assertEqual(self.alarms(), [("+10m0s0ms", "0", "wide")])
        self.assertEqual(self.after(4100), [])
        self.assertEqual(self.after(200), ["received wide at 4200 s"])

    def test_repeating_and_cancel(self):
        self.do("alarm", "repeat", "--es name often --ei in 120000")
        self.assertEqual(len(self.after(120 * 5)), 4)
        self.do("alarm", "cancel", "--es name often")
        self.assertEqual(self.alarms(), [])
        self.assertEqual(self.after(600), [])

    def test_listener(self):
        self.do("alarm", "listener", "--es name ear --ei in 10000")
        self.assertIn("listener=ear", self.phone.shell("dumpsys alarm"))
        self.assertEqual(self.after(11), ["listener ear at 10 s"])

    def test_alarm_clock(self):
        self.assertEqual(self.do("alarm", "clock", "--es name wake --ei in 600000"), ["clock in 600 s"])
        self.assertIn("Alarm clock:", self.phone.shell("dumpsys alarm"))

    def test_starts_an_app_that_was_killed(self):
        self.do("alarm", "exact", "--es name late --ei in 300000")
        self.kill()
        self.assertEqual(self.alarms(), [("+0ms", "0", "late")])
        self.assertEqual(self.after(290), [])
        self.assertEqual(self.after(20), ["received late at 300 s"])
        self.assertNotIn(PACKAGE, self.phone.shell("dumpsys window | grep mCurrentFocus"))

    def test_force_stop_cancels(self):
        self.do("alarm", "exact", "--es name gone --ei in 60000")
        self.phone.shell(f"am force-stop {PACKAGE}")
        self.assertEqual(self.alarms(), [])
        self.assertEqual(self.after(120), [])

    def test_set_anew_after_a_reboot(self):
        self.do("alarm", "keep")
        self.do("alarm", "exact", "--es name lost --ei in 60000")
        self.phone.adb("reboot")
        wait_for(lambda: any("BOOT_COMPLETED" in line for line in self.said()))
        said = self.said()
        boots = [line.split()[1] for line in said if "BOOT" in line]
        self.assertEqual(boots, ["LOCKED_BOOT_COMPLETED", "BOOT_COMPLETED"])
        self.assertEqual([name for _, _, name in self.alarms()], ["again"])
        self.assertEqual(self.after(120), ["received again at 30 s"])

    def test_one_that_was_stopped_hears_of_no_boot(self):
        self.do("alarm", "keep")
        self.phone.shell(f"am force-stop {PACKAGE}; logcat -c")
        self.phone.adb("reboot")
        self.pass_time(1)
        self.assertEqual(self.said(), [])
        self.assertNotEqual(self.phone.adb("shell", f"pidof {PACKAGE}").returncode, 0)

    def test_the_same_each_time(self):
        runs = []
        for _ in range(2):
            self.setUp()
            self.do("alarm", "repeat", "--es name a --ei in 70000")
            self.do("alarm", "inexact", "--es name b --ei in 100000")
            self.pass_time(400)
            runs.append(self.said())
        self.assertEqual(runs[0], runs[1])


class Jobs(SystemTest):
    def setUp(self):
        super().setUp()
        self.phone.shell("svc wifi enable; svc data enable; dumpsys battery reset")

    def job(self, what, *more):
        self.assertEqual(self.do("job", what, *more)[0], "scheduled 1")

    def state(self, number=1):
        return self.phone.shell(f"cmd jobscheduler get-job-state {PACKAGE} {number}").strip()

    def runs(self, seconds):
        return [line for line in self.after(seconds) if line.startswith("job ")]

    def test_runs_at_once_and_later(self):
        self.assertEqual(self.do("job", "plain"), ["scheduled 1", "job 1 plain runs at 0 s"])
        self.job("late", "--ei in 60000")
        self.assertEqual(self.runs(59), [])
        self.assertEqual(self.runs(2), ["job 1 late runs at 60 s"])
        self.assertEqual(self.runs(600), [])

    def test_its_service_is_destroyed(self):
        self.assertEqual(self.do("job", "tells"), ["scheduled 1", "job 1 tells runs at 0 s", "service destroyed"])

    def test_waits_for_connectivity(self):
        self.phone.shell("svc wifi disable; svc data disable")
        self.job("wait", "--ez network true")
        self.assertEqual(self.runs(300), [])
        self.assertEqual(self.state(), "waiting")
        self.assertIn("Network type: ANY", self.phone.shell("dumpsys jobscheduler"))
        before = len(self.said())
        self.phone.shell("svc data enable")
        self.assertEqual(self.said()[before:], ["job 1 wait runs at 300 s"])

    def test_unmetered_means_wifi(self):
        self.phone.shell("svc wifi disable")
        self.job("wait", "--ez unmetered true")
        self.assertEqual(self.runs(60), [])
        self.phone.shell("svc wifi enable")
        self.assertIn("job 1 wait runs at 60 s", self.said())

    def test_connectivity_starts_an_app_that_was_killed(self):
        self.phone.shell("svc wifi disable; svc data disable")
        self.job("wait", "--ez network true")
        self.kill()
        self.assertEqual(self.after(100), [])
        self.phone.shell("svc wifi enable")
        self.assertEqual(self.said()[-1], "job 1 wait runs at 100 s")

    def test_loses_what_it_needs(self):
        self.job("long", "--ez network true")
        self.assertIn("job 1 long runs at 0 s", self.said())
        self.phone.shell("svc wifi disable; svc data disable")
        self.assertEqual(self.said()[-1], "job 1 stopped 7")
        self.phone.shell("svc wifi enable")
        self.assertTrue(self.said()[-1].startswith("job 1 long runs at"))

    def test_deadline(self):
        self.phone.shell("svc wifi disable; svc data disable")
        self.job("wait", "--ez network true --ei deadline 120000")
        self.assertEqual(self.runs(119), [])
        self.assertEqual(self.runs(2), ["job 1 wait runs at 120 s overdue"])

    def test_content_is_waited_for_and_storage_is_never_low(self):
        self.job("full", "--ez storage true")
        self.assertIn("job 1 full runs at 0 s", self.said())
        self.job("wait", "--ez content true")
        self.assertEqual(self.runs(600), [])

    def test_charging(self):
        self.phone.shell("dumpsys battery unplug")
        self.job("wait", "--ez charging true")
        self.assertEqual(self.runs(60), [])
        self.phone.shell("dumpsys battery set ac 1")
        self.assertIn("job 1 wait runs at 60 s", self.said())

    def test_periodic(self):
        self.job("often", "--ei period 900000")
        said = self.runs(3700)
        self.assertEqual([line.split()[-2] for line in said], ["900", "1800", "2700", "3600"])

    def test_backoff(self):
        self.job("fail", "--ei backoff 30000")
        said = self.runs(250)
        # At once, then after 30, 60 and 120 s.
        self.assertEqual([line.split()[-2] for line in said], ["30", "90", "210"])
        self.assertIn("Num failures: 4", self.phone.shell("dumpsys jobscheduler"))

    def test_run_by_command(self):
        self.phone.shell("svc wifi disable; svc data disable")
        self.job("wait", "--ez network true --ei id 7")
        refused = self.phone.adb("shell", f"cmd jobscheduler run {PACKAGE} 7")
        self.assertEqual(refused.returncode, 255)
        self.assertIn(b"has functional constraints but --force not specified", refused.stderr)
        self.assertIn("Running job [FORCED]", self.phone.shell(f"cmd jobscheduler run -f {PACKAGE} 7"))
        self.assertEqual(self.said()[-1], "job 7 wait runs at 0 s")

    def test_cancel_and_list(self):
        self.job("late", "--ei in 60000")
        self.assertEqual(self.do("job", "list"), ["job 1 pending"])
        self.do("job", "cancel")
        self.assertEqual(self.do("job", "list"), [])
        self.assertEqual(self.runs(120), [])

    def test_outlives_a_reboot_if_it_is_persisted(self):
        self.job("gone", "--ei id 1 --ei in 600000")
        self.job("kept", "--ei id 2 --ei in 600000 --ez persisted true")
        self.phone.adb("reboot")
        wait_for(lambda: any("BOOT_COMPLETED" in line for line in self.said()))
        dump = self.phone.shell("dumpsys jobscheduler")
        self.assertIn(f"JOB #{PACKAGE}/2", dump)
        self.assertNotIn(f"JOB #{PACKAGE}/1", dump)
        self.assertEqual([line.split()[1] for line in self.runs(620)], ["2"])


class Around(SystemTest):
    def setUp(self):
        super().setUp()
        self.phone.shell("cmd connectivity airplane-mode disable; svc wifi enable; svc data enable; "
                         "dumpsys battery reset")

    def heard(self, command):
        before = len(self.said())
        self.phone.shell(command)
        return self.said()[before:]

    def test_network(self):
        self.assertEqual(self.do("around", "network"), ["network wifi validated metered false info WIFI true"])
        self.phone.shell("svc wifi disable")
        self.assertEqual(self.do("around", "network"), ["network cellular validated metered true info MOBILE true"])
        self.phone.shell("cmd connectivity airplane-mode enable")
        self.assertEqual(self.do("around", "network"), ["network none metered false info null"])

    def test_callbacks(self):
        said = self.do("around", "callback")
        self.assertEqual(sorted(said), ["default available on ConnectivityThread", "default is wifi validated",
                                        "wifi available on ConnectivityThread", "wifi is wifi validated"])
        self.assertEqual(self.heard("svc wifi disable"), [
            "default lost", "default available on ConnectivityThread", "default is cellular validated", "wifi lost"])
        self.assertEqual(self.heard("svc data disable"), ["default lost"])

    def test_battery(self):
        self.assertEqual(self.do("around", "battery"), ["battery 100 plugged 1 capacity 100 charging true",
                                                        "status 5 health 2 present true property 5"])
        self.do("around", "listen")
        self.assertEqual(self.heard("dumpsys battery unplug"), ["heard ACTION_POWER_DISCONNECTED"])
        self.assertEqual(self.heard("dumpsys battery set level 10"), ["heard BATTERY_LOW"])
        self.assertEqual(self.do("around", "battery"), ["battery 10 plugged 0 capacity 10 charging false",
                                                        "status 5 health 2 present true property 5"])
        self.assertEqual(self.heard("dumpsys battery set level 50"), ["heard BATTERY_OKAY"])

    def emu(self, *words):
        done = self.phones.adb("-s", self.phone.status["serial"], "emu", "power", *words)
        return done.stdout.decode().replace("\r\n", "\n")

    def test_power_of_the_console(self):
        self.assertEqual(self.emu("display"),
                         "AC: online\nstatus: Full\nhealth: Good\npresent: true\ncapacity: 100\nOK\n")
        self.do("around", "listen")
        before = len(self.said())
        for words in (("ac", "off"), ("status", "discharging"), ("health", "overheat"), ("present", "false"),
                      ("capacity", "12")):
            self.assertEqual(self.emu(*words), "OK\n")
        self.assertEqual(self.said()[before:], ["heard ACTION_POWER_DISCONNECTED", "heard BATTERY_LOW"])
        self.assertEqual(self.do("around", "battery"), ["battery 12 plugged 0 capacity 12 charging false",
                                                        "status 3 health 3 present false property 3"])
        self.assertEqual(self.emu("display"),
                         "AC: offline\nstatus: Discharging\nhealth: Overheat\npresent: false\ncapacity: 12\nOK\n")
        dump = self.phone.shell("dumpsys battery")
        for line in ("AC powered: false", "status: 3", "health: 3", "present: false", "level: 12"):
            self.assertIn(f"  {line}\n", dump)
        for words in (("ac", "on"), ("status", "charging"), ("health", "good"), ("present", "true"),
                      ("capacity", "60")):
            self.emu(*words)
        self.assertEqual(self.do("around", "battery"), ["battery 60 plugged 1 capacity 60 charging true",
                                                        "status 2 health 2 present true property 2"])

    def test_power_says_what_is_wrong(self):
        self.assertIn('KO: Usage: "ac on" or "ac off"', self.emu("ac", "maybe"))
        self.assertIn('KO: Usage: "status unknown|charging|discharging|not-charging|full"', self.emu("status", "low"))
        self.assertIn('KO: Usage: "health unknown|good|overheat|dead|overvoltage|failure"', self.emu("health"))
        self.assertIn('KO: Usage: "present true" or "present false"', self.emu("present", "1"))
        self.assertIn('KO: Usage: "capacity <percentage>"', self.emu("capacity", "101"))
        self.assertIn("KO: allows to change battery", self.emu("wireless"))

    def test_packages(self):
        self.do("around", "listen")
        before = len(self.said())
        self.phone.adb("install", samples.make("trial"), check=True)
        self.phone.adb("install", "-r", samples.make("trial"), check=True)
        self.phone.adb("uninstall", "io.reprise.trial", check=True)
        self.assertEqual(self.said()[before:], [
            "heard PACKAGE_ADDED io.reprise.trial false", "heard PACKAGE_REMOVED io.reprise.trial true",
            "heard PACKAGE_ADDED io.reprise.trial true", "heard PACKAGE_REPLACED io.reprise.trial true",
            "heard PACKAGE_REMOVED io.reprise.trial false"])

    def test_its_own_update(self):
        self.do("around", "nothing")
        self.phone.adb("install", "-r", samples.make("system"), check=True)
        self.assertEqual(self.said()[-1], "received MY_PACKAGE_REPLACED")

    def test_another_app_is_started_at_its_time(self):
        """However much time passes at once."""
        self.phone.adb("install", samples.make("trial"), check=True)
        self.addCleanup(self.phone.adb, "uninstall", "io.reprise.trial")
        for steps in ((5,), (0.3, 1, 3.7)):
            with self.subTest(steps=steps):
                self.phone.shell("am force-stop io.reprise.trial; logcat -b all -c")
                self.do("around", "start")
                for seconds in steps:
                    self.pass_time(seconds)
                log = self.phone.shell("logcat -d -v monotonic -b main,events")
                wanted, = re.findall(r"^ *([\d.]+) .*starts another", log, re.M)
                came, = re.findall(r"^ *([\d.]+) .*wm_create_activity.*io\.reprise\.trial", log, re.M)
                self.assertEqual(came, wanted)

    def test_ticks_come_at_full_minutes(self):
        self.do("around", "ticks")
        self.assertEqual(self.after(180), ["heard TIME_TICK"] * 3)
        times = re.findall(r":(\d\d\.\d{3}) .*TIME_TICK", self.phone.shell("logcat -d -s sys"))
        self.assertEqual(times, ["00.000"] * 3)

    def test_airplane_mode_is_told(self):
        self.do("around", "listen")
        self.assertIn("heard AIRPLANE_MODE", self.heard("cmd connectivity airplane-mode enable"))


class Rest(SystemTest):
    def test_what_a_phone_has_little_of(self):
        self.assertEqual(self.do("rest", "all"), [
            "vibrator: true true",
            "wallpaper: true null",
            "accounts: 0 0 0",
            "accessibility: false false 0",
            "print: false 0",
            "nfc: false null null",
            "search: null null 0",
            "user: true",
            "shortcuts: false 0 0",
            "widgets: false 0",
            "exits: 0"])


class Notifications(SystemTest):
    def setUp(self):
        super().setUp()
        self.phone.shell(f"pm grant {PACKAGE} android.permission.POST_NOTIFICATIONS")
        self.assertEqual(self.do("note", "channel"), ["channel Newer 4 of 1 enabled true"])

    def nodes(self):
        self.phone.shell("uiautomator dump /sdcard/view.xml")
        found = {}
        for node in re.findall("<node .*?>", self.phone.shell("cat /sdcard/view.xml")):
            values = dict(re.findall(r'([\w-]+)="([^"]*)"', node))
            x1, y1, x2, y2 = map(int, re.findall(r"-?\d+", values["bounds"]))
            found[values["text"] or values["content-desc"]] = ((x1 + x2) // 2, (y1 + y2) // 2)
        return found

    def tap(self, text):
        nodes = self.nodes()
        self.assertIn(text, nodes)
        x, y = nodes[text]
        self.phone.shell(f"input tap {x} {y}")

    def posted(self):
        return [int(key.split("|")[2]) for key in self.phone.shell("cmd notification list").split()]

    def focus(self):
        return self.phone.shell("dumpsys window | grep mCurrentFocus")

    def test_listed(self):
        self.do("note", "post", "--ei id 3")
        self.do("note", "post", "--ei id 4")
        self.assertEqual(self.posted(), [3, 4])
        dump = self.phone.shell("dumpsys notification --noredact")
        self.assertIn("android.title=String (Title 3)", dump)
        self.assertIn('[0] "Do it" -> PendingIntent', dump)
        self.assertIn("mId='news', mName=Newer, mImportance=4", dump)
        self.assertEqual(self.do("note", "active"), ["active 3 Title 3", "active 4 Title 4"])
        self.do("note", "cancel", "--ei id 3")
        self.assertEqual(self.posted(), [4])

    def test_without_a_channel_nothing_is_posted(self):
        self.do("note", "lost")
        self.assertEqual(self.posted(), [])
        self.assertIn("No Channel found for pkg=io.reprise.system", self.phone.shell("logcat -d"))

    def test_without_the_permission_nothing_is_posted(self):
        self.phone.shell(f"pm revoke {PACKAGE} android.permission.POST_NOTIFICATIONS")
        self.do("note", "post")
        self.assertEqual(self.posted(), [])

    def test_an_action_runs(self):
        self.do("note", "post")
        self.phone.shell("input swipe 200 5 200 500 200")
        self.assertIn("NotificationShade", self.focus())
        self.tap("Do it")
        self.assertEqual(self.said()[-1], "received acted1")
        self.assertEqual(self.posted(), [1])
        self.phone.shell("input keyevent 4")
        self.assertNotIn("NotificationShade", self.focus())

    def test_a_tap_opens_and_cancels(self):
        self.do("note", "post")
        self.phone.shell("cmd statusbar expand-notifications")
        self.tap("Title 1")
        self.assertEqual(self.said()[-1], "did open1")
        self.assertNotIn("NotificationShade", self.focus())
        self.assertEqual(self.posted(), [])

    def test_clear_all_leaves_what_is_ongoing(self):
        self.do("note", "post", "--ei id 1")
        self.do("note", "post", "--ei id 2 --ez ongoing true")
        self.phone.shell("cmd statusbar expand-notifications")
        self.tap("Clear all")
        self.assertEqual(self.said()[-1], "received cleared1")
        self.assertEqual(self.posted(), [2])

    def test_swiped_away(self):
        self.do("note", "post")
        self.phone.shell("cmd statusbar expand-notifications")
        x, y = self.nodes()["Title 1"]
        self.phone.shell(f"input swipe {x} {y} {x + 400} {y} 200")
        self.assertEqual(self.said()[-1], "received cleared1")

    def test_outlives_its_process(self):
        self.do("note", "post", "--ei id 5")
        self.kill()
        self.phone.shell("cmd statusbar expand-notifications")
        self.tap("Do it")
        wait_for(lambda: self.said()[-1] == "received acted5")
        self.assertEqual(self.posted(), [5])
        self.tap("Title 5")
        wait_for(lambda: self.said()[-1] == "did open5")
        self.assertIn(PACKAGE, self.focus())
        self.assertEqual(self.posted(), [])

    def test_force_stop_takes_them_away(self):
        self.do("note", "post")
        self.phone.shell(f"am force-stop {PACKAGE}")
        self.assertEqual(self.posted(), [])


if __name__ == "__main__":
    unittest.main()
