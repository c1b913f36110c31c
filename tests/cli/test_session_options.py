"""The options of record and replay: what is wrong with them is told before a
device is looked for."""

import unittest

from tool import BAD_INPUT, SYSTEM, USAGE, ToolTest

ACCEPTED = ("a serial, as 'reprise devices' lists it, the name of a virtual "
            "phone, as 'reprise phone list' does, phone, or phone:PROFILE")


class SessionOptions(ToolTest):
    def fails(self, code, *words, **options):
        # Nobody answers there, and nobody can be started.
        options["env"] = {"ANDROID_ADB_SERVER_PORT": "1",
                          "PATH": str(self.folder)}
        return super().fails(code, *words, **options)

    def test_values_of_record(self):
        app = "com.example.notes"
        for words, said in (
                (["--monkey", "0"], "--monkey: '0' is no count"),
                (["--monkey", "many"], "--monkey: 'many' is no count"),
                (["--monkey", "99999999"], "1 to "),
                (["--monkey", "3", "--stop-at", "bogus"], "--stop-at: "),
                (["--stop-at", "crash"], "--stop-at needs --monkey"),
                (["--monkey", "3", "--input-script", "a"], "exclude each other"),
                (["--wait", "3"], "--wait: \"3\" is not a duration"),
                (["--for", "0s"], "--for: 0s is no time to record"),
                (["--on", ""], ACCEPTED),
                (["--on", "phone:"], ACCEPTED)):
            with self.subTest(words):
                self.assertIn(said, self.fails(USAGE, "record", app, *words))

    def test_files_of_record(self):
        app = "com.example.notes"
        for code, words in (
                (BAD_INPUT, [app, "--input-script", self.folder / "none"]),
                (BAD_INPUT, [self.folder / "none.apk"]),
                (SYSTEM, [app, "-o", self.folder / "none" / "run.mcap"])):
            with self.subTest(words):
                self.assertIn("none", self.fails(code, "record", *words))

    def test_replay_takes_the_same_places(self):
        tape = self.tape()
        for on in ("", "phone:"):
            said = self.fails(USAGE, "replay", tape, "--on", on)
            self.assertIn(ACCEPTED, said)
        said = self.fails(BAD_INPUT, "replay", tape, "--app",
                          self.folder / "none.apk")
        self.assertIn("none.apk", said)


if __name__ == "__main__":
    unittest.main()
