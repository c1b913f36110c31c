"""The tool itself: help, version, unknown words, standard output."""

import os
import re
import resource
import signal
import subprocess
import unittest

from tool import DONE, REPRISE, SYSTEM, USAGE, ToolTest, run

VERBS = ["record", "replay", "diff", "minimize", "simulate", "instrument",
         "phone", "devices", "doctor", "info", "show", "ui", "convert", "edit",
         "recover",
         "completion", "help"]


class Tool(ToolTest):
    def test_version(self):
        self.assertRegex(self.ok("--version"), r"\Areprise \d+\.\d+\.\d+\n\Z")

    def test_help_lists_the_verbs(self):
        text = self.ok("--help")
        listed = re.findall(r"^  (\w+) ", text.split("Verbs:")[1], re.M)
        self.assertEqual(listed[: len(VERBS)], VERBS)
        self.assertEqual(self.ok("help"), text)
        self.assertEqual(self.ok("-h"), text)

    def test_help_of_a_verb(self):
        for verb in VERBS:
            text = self.ok(verb, "--help")
            self.assertTrue(text.startswith(f"reprise {verb} - "), text)
            self.assertIn(f"\nUsage: reprise {verb}", text)
            self.assertIn("\nEnvironment:\n", text)
            self.assertIn("\nExit codes:\n", text)
            self.assertEqual(self.ok("help", verb), text)
            self.assertNotIn("\033", text)

    def test_phones_that_are_gone_are_not_listed(self):
        phones = self.folder / "reprise" / "phones"
        (phones / "old").mkdir(parents=True)
        (phones / "gone").symlink_to(self.folder / "deleted")
        listed = self.objects("phone", "list", "--json",
                              env={"XDG_DATA_HOME": str(self.folder)})
        self.assertEqual([one["name"] for one in listed], ["old"])

    def test_help_is_as_wide_as_the_terminal(self):
        wide = self.ok("show", "--help", env={"COLUMNS": "120"})
        narrow = self.ok("show", "--help", env={"COLUMNS": "60"})
        self.assertGreater(len(narrow.splitlines()), len(wide.splitlines()))
        self.assertGreater(max(map(len, wide.splitlines())), 80)
        self.assertEqual(narrow.split(), wide.split())

    def test_unknown_words(self):
        self.assertEqual(
            self.fails(USAGE, "shwo", "x"),
            "reprise: unknown verb shwo; did you mean show? See reprise --help",
        )
        self.assertEqual(
            self.fails(USAGE, "show", "--topc", "x"),
            "reprise show: unknown option --topc; did you mean --topic? "
            "See reprise show --help",
        )
        self.assertEqual(
            self.fails(USAGE), "reprise: no verb is given. See reprise --help"
        )
        self.fails(USAGE, "--verbose")
        self.fails(USAGE, "help", "shwo")
        self.fails(USAGE, "completion", "fish")
        self.fails(USAGE, "completion")

    def test_control_characters_do_not_reach_the_terminal(self):
        message = self.fails(USAGE, "\033[2Jshow\n")
        self.assertIn("\\x1b[2Jshow\\n", message)

    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            self.assertEqual(
                self.fails(SYSTEM, "--help", stdout=full),
                "reprise: cannot write to standard output: "
                "No space left on device",
            )

    def test_closed_standard_output(self):
        result = subprocess.run(
            ["bash", "-c", '"$0" --help >&-', REPRISE],
            stderr=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(result.returncode, SYSTEM)
        self.assertEqual(
            result.stderr,
            "reprise: cannot write to standard output: Bad file descriptor\n",
        )

    # A file that is opened must not take the number of a closed stdout: the
    # result would be written into it.
    def test_closed_standard_output_is_not_a_tape(self):
        tape = self.tape()
        before = tape.read_bytes()
        result = subprocess.run(
            ["bash", "-c", '"$0" info "$1" >&- <&-', REPRISE, tape],
            stderr=subprocess.PIPE,
        )
        self.assertEqual(result.returncode, SYSTEM)
        self.assertEqual(tape.read_bytes(), before)

    def test_reader_that_goes_away(self):
        tape = self.tape()
        script = (
            'set -o pipefail; "$0" show "$1" | true; '
            'for i in $(seq 400); do set -- "$@" "$1"; done; '
            '"$0" info "$@" | head -n 1 >/dev/null'
        )
        result = subprocess.run(
            ["bash", "-c", script, REPRISE, tape],
            stderr=subprocess.PIPE,
            text=True,
        )
        self.assertEqual((result.returncode, result.stderr), (DONE, ""))

    # Quotas and limits of the shell end a write like a full disk does.
    def test_file_size_limit(self):
        out = self.folder / "out.mcap"
        tape = self.tape()
        message = self.fails(
            SYSTEM,
            "convert",
            tape,
            self.folder / "out.jsonl",
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_FSIZE, (1000, 1000)
            ),
        )
        self.assertIn("File too large", message)
        self.assertEqual(os.listdir(self.folder), [tape.name])
        self.assertFalse(out.exists())

    def test_colours_only_on_a_terminal(self):
        tape = self.tape()
        self.assertNotIn("\033", self.ok("info", tape))
        self.assertIn("\033[", self.on_terminal("info", tape))
        plain = self.on_terminal("info", tape, env={"NO_COLOR": "1"})
        self.assertNotIn("\033", plain)
        self.assertIn("/input/touch", plain)

    def on_terminal(self, *words, env=None):
        ours, theirs = os.openpty()
        environment = dict(os.environ, TERM="xterm")
        environment.pop("NO_COLOR", None)
        environment.update(env or {})
        process = subprocess.Popen(
            [REPRISE, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        os.close(theirs)
        text = b""
        try:
            while piece := os.read(ours, 4096):
                text += piece
        except OSError:
            pass  # the other end was closed
        os.close(ours)
        self.assertEqual(process.wait(), DONE)
        return text.decode()


if __name__ == "__main__":
    unittest.main()
