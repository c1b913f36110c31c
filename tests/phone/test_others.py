"""Who answers an intent: chooser and resolver, share targets, browser, dialer and
messages, as the phone's own screens."""

import unittest

import samples
from asks import PACKAGE, AsksTest

SEND = "android.intent.action.SEND"
VIEW = "android.intent.action.VIEW"


class Chooser(AsksTest):
    def test_all_that_answer_are_shown(self):
        self.do("choose", act=SEND, typ="text/plain", text="words")
        nodes = self.nodes()
        self.assertIn("Share it", nodes)
        for name in ("Asks itself", "Copy to clipboard", "Save to Files", "Messages", "Mail"):
            self.assertIn(name, nodes)
        self.assertEqual(self.tap("Asks itself"), ["chosen .Taker", "taken words"])

    def test_left_out_and_added(self):
        self.do("choose", act=SEND, typ="text/plain", text="words", **{"except": True})
        self.assertNotIn("Asks itself", self.nodes())
        self.back()
        self.do("choose", act="android.intent.action.DIAL", initial=True)
        nodes = self.nodes()
        self.assertIn("Asks itself", nodes)
        self.assertIn("Phone", nodes)
        self.assertEqual(self.tap("Asks itself"), ["chosen .Taker", "taken null"])

    def test_several_answer_without_a_chooser(self):
        self.do("start", act=SEND, typ="text/plain", text="words")
        self.assertIn("Complete action using", self.nodes())
        self.assertEqual(self.tap("Asks itself"), ["taken words"])

    def test_nobody_answers(self):
        self.assertEqual(self.do("who", act="io.reprise.NONE"), ["who nobody"])
        self.assertRegex(self.do("start", act="io.reprise.NONE")[0], "^threw ActivityNotFoundException: No Activity found")


class Shared(AsksTest):
    def test_to_the_clipboard(self):
        self.do("choose", act=SEND, typ="text/plain", text="to be kept")
        self.tap("Copy to clipboard")
        # A field takes it by paste.
        self.do("start", act="android.intent.action.SENDTO", uri="smsto:1")
        x, y = self.nodes()["android:id/message"]
        self.phone.shell(f"input tap {x} {y}; input keyevent 279")
        self.assertIn("to be kept", self.nodes())

    def test_to_files(self):
        self.do("write", uri="content://io.reprise.asks.files/own.txt", text="of the app")
        self.do("choose", act=SEND, typ="application/pdf", stream="content://io.reprise.asks.files/own.txt")
        self.tap("Save to Files", "Save")
        self.assertEqual(self.phone.shell("cat /sdcard/Download/own.txt"), "of the app")


class Screens(AsksTest):
    def shows(self, *texts, **intent):
        self.do("start", **intent)
        nodes = self.nodes()
        for text in texts:
            self.assertIn(text, nodes)

    def test_browser(self):
        self.shows("example.org", "https://example.org/a?b=c", act=VIEW, uri="https://example.org/a?b=c")
        self.tap("Navigate up")
        self.assertIn("Asks", self.nodes())

    def test_maps(self):
        self.shows("geo:52.5,13.4?q=Zoo+Berlin", "52.5,13.4", "Zoo Berlin", act=VIEW, uri="geo:52.5,13.4?q=Zoo+Berlin")

    def test_dialer(self):
        self.shows("+49 30 123", act="android.intent.action.DIAL", uri="tel:+49%2030%20123")
        self.tap("4", "Call")
        self.assertIn("+49 30 1234", self.nodes())
        self.tap("End call")
        self.assertRegex(self.do("start", act="android.intent.action.CALL", uri="tel:1")[0],
                         "^threw SecurityException: Permission Denial: starting Intent .* requires "
                         "android.permission.CALL_PHONE$")

    def test_message_and_mail(self):
        self.shows("+491234", "hello", act="android.intent.action.SENDTO", uri="smsto:+491234", text="hello")
        self.back()
        self.shows("a@b.c", "About", "Hi there", act="android.intent.action.SENDTO",
                   uri="mailto:a@b.c?subject=About&body=Hi%20there")

    def test_viewer(self):
        self.push("Documents/poem.txt", b"two lines\nof text")
        self.ask("android.intent.action.GET_CONTENT", typ="text/plain")
        self.tap("Documents", "poem.txt")
        self.shows("poem.txt", "two lines&#10;of text", act=VIEW,
                   uri="content://com.android.externalstorage.documents/document/primary%3ADocuments%2Fpoem.txt")


class Recents(AsksTest):
    def recents(self):
        self.phone.shell("input keyevent KEYCODE_APP_SWITCH")
        return self.nodes()

    def test_tasks(self):
        self.assertIn("No recent items", self.recents())
        self.do("check", permission="x")
        self.phone.shell("input keyevent 3")
        self.assertIn("Close Asks", self.recents())
        before = len(self.said())
        self.tap("Asks")
        self.assertIn(PACKAGE, self.phone.shell("dumpsys window | grep mCurrentFocus"))
        self.assertEqual(self.said()[before:], [])
        self.recents()
        self.tap("Close Asks")
        self.assertNotIn("Asks", self.nodes())
        self.phone.shell(f"am start -W -n {PACKAGE}/.Main")
        self.assertEqual(self.said()[-1], "created")

    def test_another_app_comes_back_and_is_closed(self):
        self.phone.adb("install", samples.make("trial"), check=True)
        self.addCleanup(self.phone.adb, "uninstall", "io.reprise.trial")
        self.do("check", permission="x")
        self.phone.shell("am start -W -n io.reprise.trial/.Main")
        nodes = self.recents()
        self.assertLess(nodes["Close Trial"][1], nodes["Close Asks"][1])
        self.tap("Asks")
        self.assertIn(PACKAGE, self.phone.shell("dumpsys window | grep mCurrentFocus"))
        self.recents()
        self.tap("Close Trial")
        self.assertNotIn("Trial", self.nodes())
        self.assertNotEqual(self.phone.adb("shell", "pidof io.reprise.trial").returncode, 0)


if __name__ == "__main__":
    unittest.main()
