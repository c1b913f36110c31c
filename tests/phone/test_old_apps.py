"""Apps of others that showed what the phone did not have."""

import unittest

import process
from process import Failed, ProcessTest


class OldApps(ProcessTest):
    def test_one_that_names_no_version_has_its_permissions(self):
        # It reads contacts and messages, and then trips over the IMEI that no
        # app is told since Android 10.
        self.p.attach(process.app("droidbox-tests"))
        with self.assertRaises(Failed) as failed:
            self.p.start()
        self.assertIn('"this.imei" is null', str(failed.exception))

    def test_there_is_a_calendar_provider(self):
        self.p.attach(process.app("polite-droid"))
        self.p.start()
        self.p.tap_on("Calendars")
        self.assertEqual(self.p.activities(), ["Preferences resumed"])
        self.assertIn("Cancel", self.p.texts())

    def test_a_pending_intent_need_not_say_whether_it_is_mutable(self):
        # Its service makes one of neither kind; it is for Android 7.
        self.p.attach(process.app("a2dp-volume"))
        self.p.start()
        self.p.advance(5)
        self.assertIn("a2dp.Vol.service", self.p.state().services)


if __name__ == "__main__":
    unittest.main()
