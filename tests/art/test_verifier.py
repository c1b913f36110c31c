"""Real apps, read and written by src/dex or woven, as ART verifies them."""

import os
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

from ground import ROOT, output_of
from verifier import verify

APPS = ("android-apidemos", "io.appium.settings")
# What weaves, and how; see tests/weave/weave_stress.cc.
MODES = ("all", "repoint")


def rewrite(apk, target, folder):
    """The APK's dex files, read and written."""
    with zipfile.ZipFile(apk) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if not name.endswith(".dex"):
                continue
            read, written = folder / "read.dex", folder / "written.dex"
            read.write_bytes(old.read(name))
            output_of(os.environ["DEX_TOOL"], "rewrite", read, written)
            new.write(written, name)


class VerifierTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="reprise-art-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        apks = pathlib.Path(output_of(ROOT / "tools" / "get-apks").strip())
        cls.apks = {app: apks / f"{app}.apk" for app in APPS}
        cls.before = {app: verify(apk) for app, apk in cls.apks.items()}

    def expect_same(self, app, after, more_classes=0):
        before = self.before[app]
        self.assertEqual(after.hard, [])
        self.assertEqual(after.absent, before.absent)
        self.assertEqual(after.classes, before.classes + more_classes)
        self.assertEqual(sorted(after.soft - before.soft), [])

    def test_apps_themselves_verify(self):
        # Else the tests below would compare nothing with nothing.
        for app, before in self.before.items():
            with self.subTest(app):
                self.assertGreater(before.classes, 1000)
                self.assertEqual(before.hard, [])
                self.assertGreater(len(before.soft), 0)

    def test_read_and_written_classes_verify_as_before(self):
        for app, apk in self.apks.items():
            with self.subTest(app):
                written = self.folder / "written.apk"
                rewrite(apk, written, self.folder)
                after = verify(written)
                self.expect_same(app, after)
                self.assertEqual(after.soft, self.before[app].soft)

    def test_hooks_everywhere_verify_as_before(self):
        for app, apk in self.apks.items():
            for mode in MODES:
                with self.subTest(app=app, mode=mode):
                    woven = self.folder / "woven.apk"
                    subprocess.run(
                        [os.environ["WEAVE_STRESS"], apk, woven, mode],
                        check=True, stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL)
                    # The runtime's two classes are in it.
                    self.expect_same(app, verify(woven), more_classes=2)


if __name__ == "__main__":
    unittest.main()
