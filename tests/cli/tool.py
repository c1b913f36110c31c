"""Runs the tool under test, whose path is in REPRISE."""

import json
import os
import pathlib
import shutil
import struct
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
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    for name in ("COLUMNS", "NO_COLOR", "REPRISE_LOG"):
        environment.pop(name, None)
    environment.update(options.pop("env", {}))
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


CHUNK = 6


def records(tape):
    """(offset, kind, length) of each record in the bytes of a tape."""
    offset = 8
    while offset + 9 <= len(tape) - 8:
        kind, length = struct.unpack_from("<BQ", tape, offset)
        yield offset, kind, 9 + length
        offset += 9 + length


def last_chunk(tape):
    """Where the last chunk of a tape begins."""
    return [offset for offset, kind, _ in records(tape) if kind == CHUNK][-1]


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

    def lines(self, *words, **options):
        return self.ok(*words, **options).splitlines()

    def objects(self, *words, **options):
        """The JSON objects on stdout: one per line, and nothing else."""
        return [json.loads(line) for line in self.lines(*words, **options)]

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
