"""The settings pages: permissions, special access, date and time, language; what
is switched there holds, and apps are told."""

import unittest

from asks import PACKAGE, AsksTest

S = "android.settings."
LOCATION = "android.permission.ACCESS_FINE_LOCATION"


class Permissions(AsksTest):
    def page(self):
        self.do("start", act=S + "APPLICATION_DETAILS_SETTINGS", uri=f"package:{PACKAGE}")

    def test_granted_and_taken_back(self):
        self.assertEqual(self.do("check", permission=LOCATION), ["check -1"])
        pid = self.phone.shell(f"pidof {PACKAGE}")
        self.page()
        self.assertEqual(self.tap("Access fine location"), [])
        self.back()
        self.assertEqual(self.do("check", permission=LOCATION), ["check 0"])
        self.assertEqual(self.phone.shell(f"pidof {PACKAGE}"), pid)
        self.page()
        self.tap("Access fine location")
        # The app's process has ended; its page is still there, and it comes back behind it.
        self.assertIn("App info", self.nodes())
        self.assertNotEqual(self.phone.shell(f"pidof {PACKAGE}"), pid)
        self.assertEqual(self.back(), ["created again"])
        self.assertEqual(self.do("check", permission=LOCATION), ["check -1"])
        self.assertNotIn(f"{LOCATION}: granted=true", self.phone.shell(f"dumpsys package {PACKAGE}"))

    def test_special_access_is_given_by_its_page_only(self):
        self.assertEqual(self.do("special"), ["special false false false"])
        for page in ("action.MANAGE_OVERLAY_PERMISSION", "MANAGE_APP_ALL_FILES_ACCESS_PERMISSION",
                     "REQUEST_SCHEDULE_EXACT_ALARM"):
            self.do("start", act=S + page, uri=f"package:{PACKAGE}")
            self.tap("android:id/toggle")
            self.back()
        self.assertEqual(self.do("special"), ["special true true true"])
        self.phone.shell(f"am force-stop {PACKAGE}")
        self.assertEqual(self.do("special"), ["special true true true"])


class Time(AsksTest):
    def test_zone_and_format(self):
        self.assertEqual(self.do("time"), ["time UTC false 12:00 1"])
        self.do("start", act=S + "DATE_SETTINGS")
        self.tap("Set time zone automatically")
        said = self.tap("UTC", "America/Chicago")
        self.assertEqual(said, ["told android.intent.action.TIMEZONE_CHANGED America/Chicago"])
        self.assertIn("America/Chicago", self.nodes())
        self.phone.shell("input swipe 240 600 240 200 300")
        self.assertEqual(self.tap("Use 24-hour format"), ["told android.intent.action.TIME_SET null"])
        self.back()
        self.assertRegex(self.do("time")[0], "^time America/Chicago true 07:0\\d 0$")
        self.phone.shell(f"am force-stop {PACKAGE}")
        self.assertRegex(self.do("time")[0], "^time America/Chicago true 07:0\\d 0$")
        self.assertEqual(self.phone.shell("settings get global auto_time_zone").strip(), "0")
        self.phone.reprise("reset", check=True)
        self.assertEqual(self.do("time"), ["time UTC false 12:00 1"])


class Language(AsksTest):
    def test_chosen(self):
        self.assertEqual(self.do("locale"), ["locale en-US en-US"])
        self.do("start", act=S + "LOCALE_SETTINGS")
        said = self.tap("Deutsch (Deutschland)")
        self.assertEqual(said, ["told android.intent.action.LOCALE_CHANGED null"])
        # The activity below was made for another one.
        self.assertEqual(self.back(), ["created again"])
        self.assertEqual(self.do("locale"), ["locale de-DE de-DE"])
        self.phone.reprise("reset", check=True)


class Others(AsksTest):
    def test_pages_for_all_actions(self):
        for action, text in (("SETTINGS", "Dark theme"), ("WIFI_SETTINGS", "Wi-Fi"),
                             ("LOCATION_SOURCE_SETTINGS", "Use location")):
            self.do("start", act=S + action)
            self.assertIn(text, self.nodes())
            self.back()

    def test_a_switch_is_a_setting(self):
        self.do("start", act=S + "LOCATION_SOURCE_SETTINGS")
        self.tap("Use location")
        self.assertEqual(self.phone.shell("settings get secure location_mode").strip(), "0")
        self.tap("Use location")
        self.assertEqual(self.phone.shell("settings get secure location_mode").strip(), "3")


if __name__ == "__main__":
    unittest.main()
