"""What a woven call costs on Android's runtime, which interprets here: not
woven, off, recording and replaying; and with hooks that are written by hand on
a desktop's Java, which compiles. Each run does the same work by turns in a
woven class and in a copy of it that is not, in one process, and what is told
is the median of the pairs' ratios with its 95 % interval: the machine's speed,
which changes by more than what is looked for, is out of it. Then what the
runtime adds to the start of a program. A benchmark, no test.

  RUNTIME=... RING_TOOL=... WEAVE_APP=... python3 overhead.py [PAIRS]
"""

import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

import test_art
from test_art import build, output_of, run, dex_of

PAIRS = 400
STARTS = 9
CALLS = 1000  # of a block of them, as in Pairs.java
JAVA = pathlib.Path(__file__).resolve().parent / "java"
NAME = "reprise.apps.overhead.Main"
KINDS = {"clock": "1,000 calls a second of one kind",
         "mixed": "1,000 calls a second of seven kinds"}
PLAN = ("reprise-plan 1\npoint 0 downcall clock value - "
        "Ljava/lang/System;->currentTimeMillis()J -\n")


def median_of(values):
    """The median, and the values between which it is with 95 % (the interval
    of the sign test: it assumes nothing of how they are spread)."""
    values = sorted(values)
    count = len(values)
    rank = max(0, math.floor((count - 1.96 * math.sqrt(count)) / 2))
    return statistics.median(values), values[rank], values[count - 1 - rank]


def tell(what, lines):
    pairs = {}
    for line in lines:
        kind, *times = line.split()
        pairs.setdefault(kind, []).append([int(word) for word in times])
    one = statistics.median(pair[0] / CALLS for pair in pairs["calls"])
    more, low, high = median_of([(pair[2] - pair[0]) / CALLS
                                 for pair in pairs["calls"]])
    print(f"{what}: a call takes {one:.0f} ns and {more:+.0f} "
          f"({low:+.0f} .. {high:+.0f})")
    for kind in filter(pairs.__contains__, KINDS):
        for at, clock in enumerate(("processor", "clock")):
            lost, low, high = median_of([100 * (pair[at + 2] / pair[at] - 1)
                                         for pair in pairs[kind]])
            print(f"{what}, {KINDS[kind]}, {clock}: {lost:+.2f} % "
                  f"({low:+.2f} .. {high:+.2f})", flush=True)


class Overhead(test_art.Replay):
    def runTest(self):
        plain = build(f"{self.sources()}")
        jar = self.woven(plain)
        session = f"-Dreprise.session={self.session}"

        def on_art(what, *words):
            tell(what, run("--android", *words, NAME, PAIRS, "calls", *KINDS))

        on_art("not woven", "-cp", plain)
        self.measure(lambda what: on_art(what, "-cp", jar) if what == "off"
                     else on_art(what, session, "-cp", jar))
        self.assertEqual([], self.sentences())

        classes = self.compiled()

        def on_java(what):
            tell(f"compiled, {what}", output_of(
                "java", *([] if what == "off" else [session]), "-cp",
                f"{classes}:{test_art.RUNTIME / 'runtime.jar'}", NAME, PAIRS,
                "calls", "clock").splitlines())

        self.measure(on_java)
        self.starts(session)

    def measure(self, run_it):
        """Off, recording, and replaying that recording."""
        run_it("off")
        self.begin("record", 1 << 27)
        run_it("recording")
        tape, facts = self.drain()
        self.assertGreater(facts["messages"], PAIRS * CALLS)
        output_of(test_art.TOOL, "replay", tape, self.session / "replay.ring")
        self.begin("replay", 1 << 27)
        run_it("replaying")

    def sources(self):
        """The program, with a copy of its work where nothing is woven."""
        folder = self.folder / "overhead"
        shutil.copytree(JAVA / "overhead", folder)
        self.copy_work(folder)
        return folder

    def copy_work(self, folder):
        work = (folder / "reprise/apps/overhead/Work.java").read_text()
        (folder / "io/reprise/bench/Work.java").write_text(
            work.replace("package reprise.apps.overhead;",
                         "package io.reprise.bench;")
            .replace("WOVEN = true", "WOVEN = false"))

    def compiled(self):
        """The same for a desktop's Java, where the hooks are in the source."""
        folder = self.folder / "compiled"
        shutil.copytree(JAVA / "overhead", folder)
        shutil.copytree(JAVA / "compiled", folder, dirs_exist_ok=True)
        self.copy_work(folder)
        classes = self.folder / "classes"
        subprocess.run(["javac", "-cp", test_art.RUNTIME / "runtime.jar", "-d",
                        classes, *folder.rglob("*.java")], check=True)
        (classes / "reprise" / "plan.txt").write_text(PLAN)
        return classes

    def woven(self, plain):
        woven = self.folder / "woven"
        (woven / "reprise").mkdir(parents=True)
        output_of(os.environ["WEAVE_APP"], dex_of(plain, self.folder), NAME,
                  woven / "classes.dex", woven / "reprise" / "plan.txt")
        (woven / "classes2.dex").write_bytes(
            (test_art.RUNTIME / "runtime.dex").read_bytes())
        jar = self.folder / "woven.jar"
        output_of("jar", "--create", "--no-manifest", "--no-compress", "--file",
                  jar, "-C", woven, ".")
        return jar

    def begin(self, mode, ring):
        (self.session / "session.txt").write_text(
            f"reprise-session 1\nmode {mode}\nring {ring}\n", encoding="utf-8")

    def starts(self, session):
        """Seconds from nothing to the end of a program that does nothing."""
        name = "reprise.apps.hello.Main"
        plain, woven = build("hello"), self.weave("hello")
        seconds = {}
        self.begin("record", 1 << 23)
        for _ in range(STARTS):
            for what, words in (("not woven", (plain, name)),
                                ("off", (woven, name)),
                                ("recording", (woven, name))):
                options = [session] if what == "recording" else []
                began = time.monotonic()
                run("--android", *options, "-cp", *words)
                seconds.setdefault(what, []).append(time.monotonic() - began)
        base = statistics.median(seconds["not woven"])
        for what, all_of_it in seconds.items():
            median = statistics.median(all_of_it)
            print(f"start, {what}: {1000 * median:.0f} ms, "
                  f"{1000 * (median - base):+.0f} ms")


if __name__ == "__main__":
    PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    test = Overhead()
    test.setUp()
    try:
        test.runTest()
    finally:
        test.doCleanups()
