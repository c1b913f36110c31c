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
# A hook casts what goes through it. Where that is of a class that this Android
# does not have, the cast is one more thing that may fail when it runs; such a
# method cannot be used here anyway.
ABSENT_CLASS = "Unresolved Reference"


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

    def expect_loaded(self, app, after, more_classes=0):
        before = self.before[app]
        self.assertEqual(after.hard, [])
        self.assertEqual(after.absent, before.absent)
        self.assertEqual(after.classes, before.classes + more_classes)

    def woven(self, app, mode):
        """As tests/weave/weave_stress.cc weaves it."""
        target = self.folder / "woven.apk"
        subprocess.run(
            [os.environ["WEAVE_STRESS"], self.apks[app], target, mode],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return verify(target)

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
                self.expect_loaded(app, after)
                self.assertEqual(after.soft, self.before[app].soft)

    def test_hooks_everywhere_fail_nothing_new(self):
        for app in APPS:
            with self.subTest(app):
                after = self.woven(app, "all")
                # The runtime's two classes are in it.
                self.expect_loaded(app, after, more_classes=2)
                self.assertEqual(sorted(
                    (method, why) for method, why
                    in after.soft - self.before[app].soft
                    if ABSENT_CLASS not in why), [])

    def test_repointed_arguments_everywhere_fail_nothing_hard(self):
        # Softly they do: a caller may hold what it may not name.
        for app in APPS:
            with self.subTest(app):
                self.expect_loaded(app, self.woven(app, "repoint"),
                                   more_classes=2)


if __name__ == "__main__":
    unittest.main()
