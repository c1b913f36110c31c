"""What a woven call costs on Android's runtime, interpreted and compiled by its
JIT: not woven, off, recording and replaying. Each run does the same work by
turns in a woven class and in a copy of it that is not, in one process, and what
is told is the median of the pairs' ratios with its 95 % interval: the machine's
speed, which changes by more than what is looked for, is out of it. Then what the
runtime adds to the start of a program. A benchmark, no test.

  RUNTIME=... RING_TOOL=... WEAVE_APP=... python3 overhead.py [PAIRS]
"""

import json
import math
import os
import pathlib
import shutil
import statistics
import sys
import threading
import time

import test_art
from test_art import build, output_of, run, dex_of

PAIRS = 250
STARTS = 9
CALLS = 1000  # of a block of them, as in Pairs.java
RING = 1 << 25
JAVA = pathlib.Path(__file__).resolve().parent / "java"
NAME = "reprise.apps.overhead.Main"
RATES = {"clock": "1,000 calls a second of one kind",
         "mixed": "1,000 calls a second of seven kinds"}
# Of each group of apps in VALERA's Table 4 the one with most events a second:
# touchscreen, GPS, camera's frames, audio, network, and scheduler, where it has
# ">1,000".
RATES_OF = {"Booking.com": (62, 62, 0, 0, 500, 1000),
            "Amazon": (58, 0, 12.5, 0, 500, 1000),
            "Shazam": (71, 0, 0, 71, 333, 1000),
            "Twitter": (62, 0, 0, 0, 250, 1000)}
APP_SECONDS = 0.08  # of a block, as in Pairs.java


def kind_of(app, rates):
    """As Pairs.java has it, and as people do."""
    events = [round(rate * APP_SECONDS) for rate in rates]
    return (f"{app}={','.join(map(str, events))}",
            f"{app} in Table 4, {sum(events) / APP_SECONDS:.0f} events a second")


TABLE_4 = dict(kind_of(app, rates) for app, rates in RATES_OF.items())
KINDS = {**RATES, **TABLE_4}
# How hot a method must be for the JIT: the warming up is short.
COMPILED = ("--jit", "-Xjitthreshold:500")


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
    def setUp(self):
        super().setUp()
        self.tape = self.folder / "tape.mcap"

    def runTest(self):
        plain = build(f"{self.sources()}")
        jar = self.woven(plain)
        session = f"-Dreprise.session={self.session}"
        for how, options in (("interpreted", ()), ("compiled", COMPILED)):
            def on_art(what, kinds, *words):
                tell(f"{how}, {what}", run("--android", *options, *words, NAME,
                                           PAIRS, "calls", *kinds))

            on_art("not woven", RATES, "-cp", plain)
            on_art("off", RATES, "-cp", jar)
            self.record(lambda: on_art(
                "recording", RATES, session, "-cp", jar))
            output_of(test_art.TOOL, "replay", self.tape,
                      self.session / "replay.ring")
            self.begin("replay", 8 * RING)
            on_art("replaying", RATES, session, "-cp", jar)
            self.assertEqual([], self.sentences())
            self.record(lambda: on_art(
                "recording", TABLE_4, session, "-cp", jar))
        self.starts(session)

    def record(self, run_it):
        """Records it, with the ring drained meanwhile to self.tape."""
        ring = self.session / "main.ring"
        ring.unlink(missing_ok=True)
        self.begin("record", RING)
        ended = threading.Event()

        def drain():
            while not ring.exists() and not ended.wait(0.01):
                pass
            # At no more than the usual priority, whatever the programs have.
            facts.update(json.loads(output_of(
                "chrt", "--other", 0, test_art.TOOL, "drain", ring,
                self.tape)))

        facts = {}
        drainer = threading.Thread(target=drain)
        drainer.start()
        try:
            run_it()
        finally:
            ended.set()
            drainer.join()
        self.assertGreater(facts["messages"], PAIRS)
        self.assertEqual(0, facts["lost"])

    def sources(self):
        """The program, with a copy of its work where nothing is woven."""
        folder = self.folder / "overhead"
        shutil.copytree(JAVA / "overhead", folder)
        work = (folder / "reprise/apps/overhead/Work.java").read_text()
        (folder / "io/reprise/bench/Work.java").write_text(
            work.replace("package reprise.apps.overhead;",
                         "package io.reprise.bench;"))
        return folder

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
