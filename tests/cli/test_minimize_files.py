"""What reprise minimize writes, and what it does not leave behind."""

import unittest

from tool import BAD_INPUT, SYSTEM, USAGE, ToolTest, run

NOT_REPRODUCIBLE = 4


class Files(ToolTest):
    def test_a_refused_minimisation_leaves_nothing_behind(self):
        tape = self.tape()
        few = self.folder / "few.mcap"
        journal = self.folder / "named"
        words = ("minimize", tape, "-o", few, "--test", "false", "--nr=4")
        self.assertEqual(run(*words).returncode, NOT_REPRODUCIBLE)
        self.assertEqual(list(self.folder.iterdir()), [tape])
        # What nobody named is not looked for, what somebody did is.
        self.assertEqual(run(*words, "--journal", journal).returncode,
                         NOT_REPRODUCIBLE)
        self.assertTrue(journal.exists())
        journal.unlink()
        message = self.fails(
            BAD_INPUT, "minimize", tape, "-o", few, "--target", "crash",
            "--app", tape)
        self.assertRegex(message, "is no recording of an app|is no APK")
        self.assertEqual(list(self.folder.iterdir()), [tape])

    def test_a_tape_is_written_over_only_by_force(self):
        tape = self.tape()
        few = self.folder / "few.mcap"
        words = ("minimize", tape, "-o", few, "--test", "true", "--nr=2")
        self.ok(*words)
        before = few.read_bytes()
        self.assertIn("--force", self.fails(USAGE, *words))
        self.assertEqual(few.read_bytes(), before)
        self.ok(*words, "--force")
        # Who goes on with a journal goes on with its tape.
        self.ok(*words, "--resume")

    def test_files_that_cannot_be_written_are_told_first(self):
        tape = self.tape()
        nowhere = self.folder / "no" / "few.mcap"
        for words in (("-o", nowhere, "--journal", self.folder / "journal"),
                      ("-o", self.folder / "few.mcap", "--report",
                       self.folder / "no" / "report.html")):
            message = self.fails(
                SYSTEM, "minimize", tape, "--test",
                f"touch {self.folder}/ran; false", *words)
            self.assertIn("there is no folder", message)
        self.assertEqual(list(self.folder.iterdir()), [tape])


if __name__ == "__main__":
    unittest.main()
