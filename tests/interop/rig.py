"""Runs the peers: the official MCAP libraries behind one small interface.

Exists so that the tests speak of libraries and dumps, not of commands. The
programs come from the folder that ./setup prints; the dump's format is in
README.md.
"""

import functools
import itertools
import json
import math
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ("python", "node", "rust")
DECODING_PEERS = ("python", "node")
COMPLETE, UNSUPPORTED, INCOMPLETE = 0, 3, 4  # exit codes of the programs

# What every writer offers: only chunks can be compressed.
COMBINATIONS = [
    {"compression": compression, "chunked": chunked, "indexed": indexed}
    for compression, chunked, indexed in itertools.product(
        ("none", "zstd"), ("yes", "no"), ("yes", "no"))
    if chunked == "yes" or compression == "none"]


@functools.cache
def folder():
    run = subprocess.run([HERE / "setup"], stdout=subprocess.PIPE, text=True,
                         check=True)
    return pathlib.Path(run.stdout.strip())


def run(command, **options):
    env = {**os.environ, "NODE_PATH": str(folder() / "node_modules")}
    return subprocess.run([str(c) for c in command], capture_output=True,
                          encoding="utf-8", env=env, **options)


def program(peer, name):
    return {"python": [folder() / "venv/bin/python", HERE / f"python/{name}.py"],
            "node": ["node", HERE / f"node/{name}.js"],
            "rust": [folder() / "bin" / name]}[peer]


def write(peer, path, messages=200, **combination):
    """Lets the peer write a file; returns the exit code."""
    options = [f for k, v in combination.items() for f in (f"--{k}", v)]
    done = run([*program(peer, "write"), path, "--messages", messages,
                *options])
    if done.returncode not in (COMPLETE, UNSUPPORTED):
        raise AssertionError(f"{peer} could not write {path}: {done.stderr}")
    return done.returncode


class Dump:
    """What one peer sees in one file."""

    def __init__(self, peer, path):
        done = run([*program(peer, "dump"), path])
        if done.returncode not in (COMPLETE, INCOMPLETE):
            raise AssertionError(f"{peer} failed on {path}: {done.stderr}")
        self.peer = peer
        self.complete = done.returncode == COMPLETE
        self.errors = done.stderr
        self.lines = {"stream": [], "summary": [], "indexed": [],
                      "decoded": []}
        for line in done.stdout.splitlines():
            self.lines[json.loads(line)["section"]].append(line)

    def rows(self, section, kind):
        """The records of one kind, parsed, in the dump's order."""
        rows = map(json.loads, self.lines[section])
        return [row for row in rows if row["kind"] == kind]

    def shared(self):
        """The text every peer must agree on, byte for byte.

        Equal log times in overlapping chunks are the exception: the format
        gives them no order, and the libraries differ. They are sorted.
        """
        def key(line):
            row = json.loads(line)
            if row["kind"] != "message":
                return (1, 0, "")
            return (0, int(row["log_time"]), line)
        indexed = sorted(self.lines["indexed"], key=key)
        return "\n".join(self.lines["stream"] + self.lines["summary"] +
                         indexed)


def dump_all(path):
    return [Dump(peer, path) for peer in PEERS]


def doctor(path):
    """The findings of `pymcap-cli doctor`: (severity, code) pairs."""
    done = run([folder() / "venv/bin/pymcap-cli", "doctor", path,
                "--format", "jsonl"])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    if not rows or rows[-1]["type"] != "summary":
        raise AssertionError(f"doctor failed on {path}: {done.stderr}")
    return {(row["severity"], row["code"])
            for row in rows if row["type"] == "finding"}


def check_agreement(test, dumps):
    """Asserts that all peers saw the same, each in order of log time."""
    first, *others = dumps
    for other in others:
        with test.subTest(peers=f"{first.peer} and {other.peer}"):
            test.assertMultiLineEqual(first.shared(), other.shared())
    for dump in dumps:
        with test.subTest(order=dump.peer):
            times = [int(m["log_time"])
                     for m in dump.rows("indexed", "message")]
            test.assertEqual(times, sorted(times))
    one, two = [sorted(dump.rows("decoded", "message"), key=_place)
                for dump in dumps if dump.peer in DECODING_PEERS]
    test.assertEqual(len(one), len(two))
    for a, b in zip(one, two):
        test.assertTrue(alike(a, b), f"decoded differently: {a} and {b}")


def _place(message):
    return (int(message["log_time"]), message["topic"], message["sequence"])


def alike(a, b):
    """Whether two libraries' JSON of one protobuf message means the same.

    They differ in printing zeros that are present, and 32-bit floats.
    """
    if isinstance(a, dict) and isinstance(b, dict):
        return all(alike(a.get(k), b.get(k)) for k in a.keys() | b.keys())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float) or isinstance(b, float):
        return math.isclose(a or 0, b or 0, rel_tol=1e-6)
    zeros = (None, 0, "0", "", False)
    return a == b or (a in zeros and b in zeros)
