"""Runs the tool under test, whose path is in REPRISE."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

REPRISE = os.environ.get("REPRISE", "reprise")
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
NOTES = DATA / "notes.jsonl"

DONE, USAGE, BAD_INPUT, SYSTEM, INTERRUPTED = 0, 1, 5, 6, 130


def run(*words, **options):
    """`reprise WORDS`, with stdout and stderr as text."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", **options.pop("env", {}))
    for name in ("COLUMNS", "NO_COLOR", "REPRISE_LOG"):
        if name not in options.get("env", {}):
            environment.pop(name, None)
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        [REPRISE, *map(str, words)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        timeout=120,
        **options,
    )


class ToolTest(unittest.TestCase):
    """A test with a folder of its own."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def ok(self, *words, **options):
        """Runs; the tool must succeed without a word on stderr."""
        result = run(*words, **options)
        self.assertEqual((result.returncode, result.stderr), (DONE, ""), words)
        return result.stdout

    def lines(self, *words):
        return self.ok(*words).splitlines()

    def objects(self, *words):
        """The JSON objects on stdout: one per line, and nothing else."""
        return [json.loads(line) for line in self.lines(*words)]

    def fails(self, code, *words, **options):
        """Runs; one sentence on stderr, nothing on stdout, and the code."""
        result = run(*words, **options)
        self.assertEqual(result.returncode, code, (words, result.stderr))
        self.assertEqual(result.stdout or "", "", words)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, (words, result.stderr))
        self.assertTrue(lines[0].startswith("reprise"), lines[0])
        return lines[0]

    def tape(self, name="notes.mcap", *options):
        """The shipped recording as a tape."""
        path = self.folder / name
        self.ok("convert", NOTES, path, *options)
        return path
