"""The program under test, the real apps, and Android's own tools."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOOL = os.environ["APK_TOOL"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 300
BAD_INPUT = 5
USAGE = 1


def run(*words, **options):
    return subprocess.run([str(word) for word in words], timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          **options)


def real_apps():
    """Their paths, by name."""
    done = run(ROOT / "tools" / "get-apks")
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode())
    folder = pathlib.Path(done.stdout.decode().strip())
    return {name: folder / f"{name}.apk"
            for name in ("android-apidemos", "io.appium.settings")}


class ApkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.apps = real_apps()
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="apk-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.key = cls.folder / "key.pem"
        cls.key_digest = cls.output(TOOL, "key", cls.key).strip()

    @staticmethod
    def output(*words):
        done = run(*words)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stdout} {done.stderr}")
        return done.stdout.decode()

    def rewrite(self, app, *edits, key=None, password="", name="out.apk"):
        out = self.folder / name
        self.output(TOOL, "rewrite", app, out, key or self.key, password,
                    *edits)
        return out

    def signers(self, apk):
        """(scheme, certificate digest) of each, as we see them."""
        return [tuple(line.split()[:2])
                for line in self.output(TOOL, "verify", apk).splitlines()]

    def assert_signed(self, apk, schemes=(1, 2, 3)):
        """apksigner finds these schemes; returns the certificate's digest."""
        text = self.output("apksigner", "verify", "--verbose", "--print-certs",
                           "--min-sdk-version", 21, apk)
        for scheme in (1, 2, 3):
            found = re.search(rf"using v{scheme} scheme .*: (true|false)", text)
            self.assertEqual(found[1] == "true", scheme in schemes, text)
        return re.search("certificate SHA-256 digest: (.*)", text)[1]

    def assert_added(self, before, after, added, removed=()):
        """Nothing but these lines differs, wherever they are."""
        def count(lines):
            counts = {}
            for line in lines:
                counts[line.strip()] = counts.get(line.strip(), 0) + 1
            return counts
        old, new = count(before.splitlines()), count(after.splitlines())
        lines = old.keys() | new.keys()
        more = {line: new.get(line, 0) - old.get(line, 0) for line in lines}
        expected = {line: 0 for line in lines}
        for line in added:
            expected[line] = expected.get(line, 0) + 1
        for line in removed:
            expected[line] = expected.get(line, 0) - 1
        self.assertEqual({l: n for l, n in more.items() if n},
                         {l: n for l, n in expected.items() if n})
