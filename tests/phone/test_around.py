"""The phone around an app, by adb: its death and return, other screens of the
phone, the device's settings, fingers and text, and what it cannot do."""

import json
import re
import unittest

import samples
from phone_rig import Phones, PhoneTest, wait_for

TRIAL = "io.reprise.trial"
HOME, APP_SWITCH, BACK = 3, 187, 4


class Around(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("trial"), check=True)

    def setUp(self):
        self.phone.shell(f"am force-stop {TRIAL}; pm clear {TRIAL}; logcat -c")

    def do(self, what, name=".Main", *more):
        """Starts Main with something to do; what the app says."""
        self.phone.shell(f"am start -W -n {TRIAL}/{name} --es do {what} " + " ".join(more))
        return self.said()

    def said(self):
        return re.findall(r"trial +: (.*)", self.phone.shell("logcat -d -s trial"))

    def nodes(self):
        """What is on the screen: text and middle."""
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

    def front(self):
        return self.phone.shell("dumpsys window | grep mCurrentFocus")

    def test_state_outlives_the_process(self):
        self.phone.shell(f"am start -W -n {TRIAL}/.Main -a android.intent.action.MAIN "
                         "-c android.intent.category.LAUNCHER")
        self.phone.shell(f"am start -W -n {TRIAL}/.Screens\\$Standard")
        self.phone.shell(f"input keyevent {HOME}")
        before = self.phone.shell(f"pidof {TRIAL}")
        self.phone.shell(f"am kill {TRIAL}")
        wait_for(lambda: self.phone.adb("shell", f"pidof {TRIAL}").returncode != 0)
        self.phone.shell(f"logcat -c; am start -W -n {TRIAL}/.Main -a android.intent.action.MAIN "
                         "-c android.intent.category.LAUNCHER")
        self.assertNotEqual(self.phone.shell(f"pidof {TRIAL}"), before)
        said = self.said()
        self.assertIn("Standard create 1 task 1", said)
        self.assertNotIn("Main create 0 task 1", said)
        self.phone.shell(f"input keyevent {BACK}")
        self.assertIn("Main create 1 task 1", self.said())

    def test_a_stopped_app_begins_anew(self):
        self.do("nothing")
        self.phone.shell(f"input keyevent {HOME}; am force-stop {TRIAL}")
        self.assertEqual(self.do("nothing").count("Main create 0 task 1"), 2)

    def test_chooser(self):
        self.do("choose")
        self.tap("Take it")
        self.assertIn("Receiving resume", self.said())

    def test_clipboard_outlives_the_app(self):
        self.do("copy")
        self.phone.shell(f"am force-stop {TRIAL}")
        self.assertIn("Main pasted kept text", self.do("paste"))

    def test_configuration(self):
        dpi = int(self.phone.shell("wm density").split()[-1])
        before = f"Main configuration false 1.0 en_US 1 {dpi}"
        self.assertIn(before, self.do("configuration"))
        for change, undo, after in (
                ("cmd uimode night yes", "cmd uimode night no",
                 f"Main configuration true 1.0 en_US 1 {dpi}"),
                ("settings put system font_scale 1.3", "settings put system font_scale 1.0",
                 f"Main configuration false 1.3 en_US 1 {dpi}"),
                ("cmd locale set-device-locale de-DE", "cmd locale set-device-locale en-US",
                 f"Main configuration false 1.0 de_DE 1 {dpi}"),
                ("wm density 200", "wm density reset",
                 f"Main configuration false 1.0 en_US 1 200"),
                ("settings put system accelerometer_rotation 0; settings put system user_rotation 1",
                 "settings put system user_rotation 0",
                 f"Main configuration false 1.0 en_US 2 {dpi}")):
            with self.subTest(change):
                # Main is made anew and says it again.
                self.phone.shell(f"logcat -c; {change}")
                self.assertIn(after, self.said())
                self.phone.shell(f"logcat -c; {undo}")
                self.assertIn(before, self.said())

    def test_home_and_recents(self):
        self.do("nothing")
        for key in (HOME, APP_SWITCH):
            self.phone.shell(f"input keyevent {key}")
            self.assertIn("io.reprise.phone", self.front())
            self.assertIn("Main stop", self.said())
            self.phone.shell("logcat -c")
            self.tap("Trial")
            self.assertIn("Main resume", self.said())

    def test_drag_and_drop(self):
        self.do("touch")
        self.phone.shell("input draganddrop 100 300 400 600 1000")
        said = [line for line in self.said() if "touch" in line]
        self.assertEqual(said[0], "Main touch ACTION_DOWN 100 after 0")
        # It holds before it moves.
        first = next(line for line in said if "MOVE" in line)
        self.assertGreaterEqual(int(first.split()[-1]), 500)
        self.assertRegex(said[-1], r"Main touch ACTION_UP 400 after \d+")

    def test_two_fingers(self):
        self.do("touch")
        slot, track, x, y, syn = "3 47", "3 57", "3 53", "3 54", "0 0 0"
        frames = [f"{slot} 0|{track} 1|{x} 100|{y} 400|{syn}",
                  f"{slot} 1|{track} 2|{x} 400|{y} 400|{syn}",
                  f"{slot} 0|{x} 150|{slot} 1|{x} 350|{syn}",
                  f"{slot} 1|{track} -1|{syn}", f"{slot} 0|{track} -1|{syn}"]
        for frame in frames:
            self.phone.shell(";".join(f"sendevent /dev/input/event0 {e}" for e in frame.split("|")))
        said = [re.sub(" after.*", "", line) for line in self.said() if "touch" in line]
        self.assertEqual(said[0], "Main touch ACTION_DOWN 100")
        self.assertEqual(said[1], "Main touch ACTION_POINTER_DOWN(1) 100 400")
        self.assertIn("Main touch ACTION_MOVE 150 350", said)
        self.assertEqual(said[-2:], ["Main touch ACTION_POINTER_UP(1) 150 350", "Main touch ACTION_UP 150"])

    def test_text_goes_through_the_input_connection(self):
        self.do("edit")
        self.phone.shell("input text 42a7")
        self.assertIn("427", self.nodes())

    def test_am_crash_throws_in_the_app(self):
        self.do("nothing")
        self.phone.shell(f"am crash {TRIAL}")
        wait_for(lambda: self.phone.adb("shell", f"pidof {TRIAL}").returncode != 0)
        crash = self.phone.shell("logcat -d -b crash")
        self.assertIn("FATAL EXCEPTION: main", crash)
        self.assertIn("android.app.RemoteServiceException$CrashedByAdbException: shell-induced crash", crash)
        self.assertIn("at android.app.ActivityThread$H.handleMessage", crash)
        self.assertIn("am_crash", self.phone.shell("logcat -d -b events"))

    def test_a_crash_while_it_starts_is_told(self):
        done = self.phone.adb("shell", f"am start -W -n {TRIAL}/.Main --es do throw")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), rf"Error: {TRIAL} crashed: .*Exception: .*logcat -d -b crash")

    def test_the_browser_shows_the_address(self):
        self.phone.shell("am start -W -a android.intent.action.VIEW -d https://example.org/page")
        self.assertIn("https://example.org/page", self.nodes())
        self.do("nothing")
        self.phone.shell("am start -a android.intent.action.VIEW -d http://example.org/other")
        self.assertIn("http://example.org/other", self.nodes())
        self.phone.shell(f"input keyevent {BACK}")
        self.assertIn(TRIAL, self.front())
        done = self.phone.adb("shell", "am start -a com.example.NOTHING")
        self.assertIn(b"unable to resolve Intent", done.stderr)

    def test_launches_and_events(self):
        start = f"am start -W -n {TRIAL}/.Main | grep LaunchState"
        self.assertEqual(self.phone.shell(start), "LaunchState: COLD\n")
        self.assertEqual(self.phone.shell(f"am start -W -n {TRIAL}/.Screens\\$Standard | grep LaunchState"),
                         "LaunchState: WARM\n")
        events = self.phone.shell("logcat -d -b events")
        pid = self.phone.shell(f"pidof {TRIAL}").strip()
        self.assertRegex(events, rf"am_proc_start: \[0,{pid},\d+,{TRIAL},top-activity,")
        self.assertRegex(events, rf"wm_create_activity: \[0,1,1,{TRIAL}/{TRIAL}.Main,")
        self.assertEqual(self.phone.shell(f"cat /proc/{pid}/cmdline | tr -d '\\0'"), TRIAL)

    def test_what_it_cannot_do_is_said(self):
        self.do("web")
        self.assertTrue(any("https://example.org/page" in text for text in self.nodes()))
        self.assertIn("not supported: WebView", self.phone.shell("logcat -d -s reprise"))
        status, = self.phones.list()
        self.assertIn("WebView", json.dumps(status))


class TwoPhones(unittest.TestCase):
    """What an app logs does not tell where on the host its phone lies."""

    def test_their_logs_are_equal(self):
        phones = Phones()
        self.addCleanup(phones.close)
        logs = []
        for name in ("one", "another"):
            phone = phones.start(name, "--clock", "virtual", samples.make("trial"))
            script = (f"am start -W -n {TRIAL}/.Main; input tap 100 100; am start -n {TRIAL}/.Main --es do web; "
                      f"am start -W -n {TRIAL}/.Main --es do throw; logcat -d -b all")
            logs.append(phone.reprise("shell", script).stdout.decode())
            self.assertIn("FATAL EXCEPTION", logs[-1])
            self.assertNotIn(str(phones.home), logs[-1])
        self.assertEqual(*(log.splitlines() for log in logs))


if __name__ == "__main__":
    unittest.main()
