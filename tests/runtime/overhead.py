"""What a woven call costs on Android's runtime, which interprets here: not
woven, off, recording and replaying. Prints a line each: ns per call, and what a
program that works and makes 1,000 calls a second loses by it. Then what the
runtime adds to the start of a program. A benchmark, no test.

  RUNTIME=... RING_TOOL=... WEAVE_APP=... python3 overhead.py
"""

import os
import pathlib
import statistics
import time

import test_art
from test_art import build, output_of, run, dex_of

ROUNDS = 9
FOLDER = pathlib.Path(__file__).resolve().parent / "java" / "overhead"


class Overhead(test_art.Replay):
    def runTest(self):
        name = "reprise.apps.overhead.Main"
        plain = build(f"{FOLDER}")
        woven = self.folder / "woven"
        (woven / "reprise").mkdir(parents=True)
        output_of(os.environ["WEAVE_APP"], dex_of(plain, self.folder), name,
                  woven / "classes.dex", woven / "reprise" / "plan.txt")
        (woven / "classes2.dex").write_bytes(
            (test_art.RUNTIME / "runtime.dex").read_bytes())
        jar = self.folder / "woven.jar"
        output_of("jar", "--create", "--no-manifest", "--no-compress", "--file",
                  jar, "-C", woven, ".")
        self.show("not woven", "--android", "-cp", plain, name)
        self.show("off", "--android", "-cp", jar, name)
        (self.session / "session.txt").write_text(
            "reprise-session 1\nmode record\nring 67108864\n",
            encoding="utf-8")
        session = f"-Dreprise.session={self.session}"
        self.show("recording", "--android", session, "-cp", jar, name)
        tape, _ = self.drain()
        output_of(test_art.TOOL, "replay", tape, self.session / "replay.ring")
        (self.session / "session.txt").write_text(
            "reprise-session 1\nmode replay\nring 67108864\n",
            encoding="utf-8")
        self.show("replaying", "--android", session, "-cp", jar, name)
        self.starts(session)

    def show(self, what, *words):
        call, bit = map(int, run(*words)[0].split())
        self.plain = getattr(self, "plain", None) or bit
        lost = 100 * (bit - self.plain) / self.plain
        print(f"{what}: {call} ns a call; {bit / 1e6:.3f} ms between calls, "
              f"{lost:+.2f} %")

    def starts(self, session):
        """Seconds from nothing to the end of a program that does nothing."""
        name = "reprise.apps.hello.Main"
        plain, woven = build("hello"), self.weave("hello")
        seconds = {}
        for _ in range(ROUNDS):
            for what, words in (("not woven", (plain, name)),
                                ("off", (woven, name)),
                                ("recording", (woven, name))):
                options = [session] if what == "recording" else []
                (self.session / "session.txt").write_text(
                    "reprise-session 1\nmode record\nring 8388608\n",
                    encoding="utf-8")
                began = time.monotonic()
                run("--android", *options, "-cp", *words)
                seconds.setdefault(what, []).append(time.monotonic() - began)
        base = statistics.median(seconds["not woven"])
        for what, all_of_it in seconds.items():
            median = statistics.median(all_of_it)
            print(f"start, {what}: {1000 * median:.0f} ms, "
                  f"{1000 * (median - base):+.0f} ms")


if __name__ == "__main__":
    test = Overhead()
    test.setUp()
    try:
        test.runTest()
    finally:
        test.doCleanups()
