"""The bars of the system: what they leave to apps, by buttons and by gestures, and
what they look like; and what this phone refuses. Sample: `bars`."""

import unittest

from test_surfaces import Shown

APP = "io.reprise.bars"
GREY = (0x80, 0x80, 0x80)
GESTURES = "com.android.internal.systemui.navbar.gestural"
BUTTONS = "com.android.internal.systemui.navbar.threebutton"
# The small display: 480 by 800 at 240 dpi, one and a half pixels each dp.
BATTERY, HOME_BUTTON, HANDLE = (456, 22), (240, 764), (240, 782)


class Bars(Shown):
    SAMPLE, APP, TAG = "bars", APP, "bars"
    SCREEN = "Bars"

    def setUp(self):
        super().setUp()
        self.phone.shell(f"cmd overlay enable {BUTTONS}; dumpsys battery reset; "
                         "cmd connectivity airplane-mode disable")
        self.do()

    def resumed(self):
        return self.phone.shell("dumpsys activity activities | grep -i topresumed")

    def test_insets_with_buttons(self):
        self.assertEqual(self.do("insets"), [
            "bars 0,36,0,72", "gestures 0,36,0,72", "mandatory 0,36,0,72",
            "tappable 0,36,0,72", "height 461"])

    def test_insets_with_gestures(self):
        self.phone.shell(f"cmd overlay enable {GESTURES}")
        self.assertEqual(self.do("insets"), [
            "bars 0,36,0,36", "gestures 45,36,45,48", "mandatory 0,36,0,48",
            "tappable 0,36,0,0", "height 485"])
        handle, button = self.colors(HANDLE, (240, 757))
        self.assertNotEqual(handle, GREY)
        self.assertEqual(button, GREY)

    def test_gestures_go_back_and_home(self):
        self.phone.shell(f"cmd overlay enable {GESTURES}")
        self.do("insets")
        # Not far enough: the app's.
        self.phone.shell("input swipe 5 400 20 400 100")
        self.assertEqual(self.said(), ["touch 0", "touch 1"])
        self.phone.shell("input swipe 240 795 240 400 200")
        self.assertNotIn(f"{APP}/.Bars", self.resumed())
        self.do("insets")
        self.assertIn(f"{APP}/.Bars", self.resumed())
        self.phone.shell("input swipe 2 400 300 410 200")
        self.assertEqual(self.said(), ["touch 0", "touch 3"])
        self.assertNotIn(f"{APP}/.Bars", self.resumed())

    def test_icons_are_dark_on_light_bars(self):
        (light,) = self.colors(BATTERY)
        self.assertGreater(light[0], 200)
        self.do("light")
        dark, button = self.colors(BATTERY, HOME_BUTTON)
        self.assertLess(dark[0], 60)
        self.assertLess(button[0], 60)

    def test_immersive_has_no_bars(self):
        self.do("hide")
        self.assertEqual(self.colors(BATTERY, HOME_BUTTON), [GREY, GREY])
        self.assertEqual(self.do("insets")[0], "bars 0,0,0,0")
        self.do("show")
        self.assertEqual(self.do("insets")[0], "bars 0,36,0,72")

    def test_icons_tell_battery_and_network(self):
        upper, lower = (453, 16), (453, 27)
        self.assertEqual(*self.colors(upper, lower))
        self.phone.shell("dumpsys battery unplug; dumpsys battery set level 30")
        above, below = self.colors(upper, lower)
        self.assertLess(above[0] + 40, below[0])
        plane = (432, 18)
        self.assertEqual(self.colors(plane), [GREY])
        self.phone.shell("cmd connectivity airplane-mode enable")
        self.assertNotEqual(self.colors(plane), [GREY])

    def test_no_picture_in_picture(self):
        self.assertEqual(self.do("picture"), ["feature false", "entered false false"])
        self.assertIn("not supported: picture-in-picture", self.phone.shell("logcat -d -s reprise"))

    def test_no_split_screen(self):
        self.assertEqual(sorted(self.do("adjacent")), ["multi false", "other false"])
        self.assertIn("not supported: split screen", self.phone.shell("logcat -d -s reprise"))
        done = self.phone.adb("shell", f"am start --windowingMode 5 -n {APP}/.Bars")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"windowing mode 5 is not supported", done.stderr)
        self.phone.shell(f"am start --windowingMode 1 -n {APP}/.Bars")


if __name__ == "__main__":
    unittest.main()
