"""Real apps of others install, start and show their first screen."""

import re
import unittest

from phone_rig import PhoneTest, apk

# Name in tools/get-apks: package, activity in front, what it shows.
APPS = {
    "contact-manager": ("com.example.android.contactmanager",
                        ".ContactManager", "Add Contact"),
    "selendroid-test-app": ("io.selendroid.testapp", ".HomeScreenActivity",
                            "Hello Default Locale, Selendroid-test-app!"),
    "app-bootstrap": ("com.github.android_app_bootstrap",
                      ".activity.LoginActivity", "Login"),
    "unlock": ("io.appium.unlock", ".Unlock", "Unlock"),
    "uiautomator2": ("com.github.uiautomator", ".MainActivity",
                     "UIAutomator Stopped"),
}


class Apps(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    def start(self, name, package):
        done = self.phone.adb("install", "-g", apk(name))
        self.assertIn(b"Success", done.stdout, done)
        launcher = self.phone.shell(
            f"cmd package resolve-activity --brief {package}").split()[-1]
        started = self.phone.shell(f"am start -W -n {launcher}")
        self.assertIn("Status: ok", started)
        self.assertIn(f"Activity: {launcher}", started)
        self.assertEqual(self.phone.shell("logcat -d -b crash"), "")

    def test_io_appium_settings(self):
        # Its screen goes by itself and leaves a service.
        self.start("io.appium.settings", "io.appium.settings")
        self.assertIn("io.appium.settings/.ForegroundService",
                      self.phone.shell("dumpsys activity services"))

    def test_a_foreground_service_lives_on_without_notifications(self):
        self.phone.adb("install", apk("io.appium.settings"), check=True)
        self.phone.shell("am start -W -n io.appium.settings/.Settings")
        # Longer than one has to call startForeground.
        self.phone.shell("sleep 40")
        self.assertIn("io.appium.settings/.ForegroundService",
                      self.phone.shell("dumpsys activity services"))
        self.assertEqual(self.phone.shell("logcat -d -b crash"), "")

    def first_screen(self, name):
        package, activity, text = APPS[name]
        self.start(name, package)
        # A splash screen may come first.
        self.phone.shell("sleep 6")
        self.phone.shell("uiautomator dump /sdcard/view.xml")
        texts = re.findall(r' text="([^"]*)"',
                           self.phone.shell("cat /sdcard/view.xml"))
        self.assertIn(text, texts)
        self.assertIn(f"{package}/{activity}",
                      self.phone.shell("dumpsys activity activities | "
                                       "grep ResumedActivity"))
        self.assertEqual(self.phone.shell("logcat -d -b crash"), "")


for name in APPS:
    setattr(Apps, "test_" + re.sub(r"\W", "_", name),
            lambda self, name=name: self.first_screen(name))


if __name__ == "__main__":
    unittest.main()
