"""The completion scripts, run by the shells they are for."""

import pathlib
import shutil
import subprocess
import unittest

from tool import REPRISE, ToolTest


class Bash(ToolTest):
    def complete(self, *words):
        """What bash offers for the last of `words`, the others before it."""
        script = (
            "source <(\"$0\" completion bash) || exit 9; "
            'COMP_WORDS=(reprise "$@"); COMP_CWORD=$#; '
            '_reprise; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        result = subprocess.run(
            ["bash", "-c", script, REPRISE, *words],
            capture_output=True,
            text=True,
            cwd=self.folder,
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return sorted(result.stdout.split("\n")[:-1])

    def test_verbs(self):
        self.assertEqual(self.complete("rec"), ["record", "recover"])
        self.assertIn("info", self.complete(""))
        self.assertEqual(self.complete("--v"), ["--version"])
        self.assertEqual(self.complete("help", "sh"), ["show"])

    def test_options(self):
        self.assertEqual(self.complete("show", "--to"), ["--to", "--topic"])
        self.assertEqual(self.complete("show", "x", "--q"), ["--quiet"])
        self.assertNotIn("--markdown", self.complete("help", "--"))

    def test_words_of_an_option(self):
        self.assertEqual(
            self.complete("show", "--order", ""), ["file", "time"]
        )
        self.assertEqual(
            self.complete("convert", "--compression", "z"), ["zstd"]
        )
        self.assertEqual(self.complete("completion", ""), ["bash", "zsh"])
        self.assertEqual(self.complete("show", "--order", "=", "f"), ["file"])
        self.assertEqual(
            self.complete("show", "--order", "="), ["file", "time"]
        )
        self.assertEqual(self.complete("show", "--grep", ""), [""])

    def test_files(self):
        for name in ("one.mcap", "one two.mcap", "three.jsonl"):
            (self.folder / name).touch()
        self.assertEqual(
            self.complete("info", "on"), ["one two.mcap", "one.mcap"]
        )
        self.assertEqual(self.complete("convert", "a", "th"), ["three.jsonl"])
        self.assertEqual(self.complete("edit", "-o", "th"), ["three.jsonl"])

    # The script as a shell uses it: `complete` must name the function.
    def test_is_registered(self):
        result = subprocess.run(
            ["bash", "-c", 'source <("$0" completion bash); complete -p reprise',
             REPRISE],
            capture_output=True,
            text=True,
        )
        self.assertEqual(
            result.stdout.strip(), "complete -F _reprise reprise"
        )


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(ToolTest):
    def script(self):
        path = self.folder / "_reprise"
        path.write_text(self.ok("completion", "zsh"))
        return path

    def test_syntax(self):
        result = subprocess.run(
            ["zsh", "-n", self.script()], capture_output=True, text=True
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    # A real shell on a pseudo terminal that is asked to list completions.
    def test_completes(self):
        (self.folder / "one.mcap").touch()
        self.script()
        offered = self.complete("reprise re")
        self.assertIn("recover", offered)
        self.assertIn("zstd", self.complete("reprise convert --compression z"))
        self.assertIn("--topic", self.complete("reprise show --top"))
        self.assertIn("one.mcap", self.complete("reprise info on"))
        self.assertIn("bash", self.complete("reprise completion b"))

    def complete(self, line):
        """What the command line becomes after a TAB."""
        bench = pathlib.Path(__file__).with_name("zsh_complete.zsh")
        result = subprocess.run(
            ["zsh", "-f", bench, self.folder, line],
            capture_output=True,
            text=True,
            cwd=self.folder,
            timeout=60,
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout


if __name__ == "__main__":
    unittest.main()
