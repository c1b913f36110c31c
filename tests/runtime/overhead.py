"""What a woven call costs on Android's runtime, which interprets here: not
woven, off, recording and replaying. Prints a line each; a benchmark, no test.

  RUNTIME=... RING_TOOL=... WEAVE_APP=... python3 overhead.py
"""

import os
import pathlib

import test_art
from test_art import build, output_of, run, dex_of

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
        print("not woven:", *run("--android", "-cp", plain, name))
        print("off:", *run("--android", "-cp", jar, name))
        (self.session / "session.txt").write_text(
            "reprise-session 1\nmode record\nring 67108864\n",
            encoding="utf-8")
        session = f"-Dreprise.session={self.session}"
        print("recording:", *run("--android", session, "-cp", jar, name))
        tape, _ = self.drain()
        output_of(test_art.TOOL, "replay", tape, self.session / "replay.ring")
        (self.session / "session.txt").write_text(
            "reprise-session 1\nmode replay\nring 67108864\n",
            encoding="utf-8")
        print("replaying:", *run("--android", session, "-cp", jar, name))


if __name__ == "__main__":
    test = Overhead()
    test.setUp()
    try:
        test.runTest()
    finally:
        test.doCleanups()
