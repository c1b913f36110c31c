"""Hooks on every method and every call of real apps.

weave_stress reads back what it wrote; Debian's dexdump, which verifies a file's
structure, prints all of it. Whether ART verifies it is shown in tests/art.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).parent
TOOLS = HERE.parent.parent / "tools"
WEAVE_STRESS = os.environ["WEAVE_STRESS"]


def run(*command):
    done = subprocess.run([str(part) for part in command],
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command} gave {done.returncode}: "
                             f"{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


class Stress(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="reprise-weave-"))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.apks = pathlib.Path(run(TOOLS / "get-apks").decode().strip())

    def weave(self, name, mode):
        """The dex files of the woven app, as dexdump prints their code."""
        out = self.work / f"{name}-{mode}.apk"
        figures = run(WEAVE_STRESS, self.apks / f"{name}.apk", out, mode)
        found = re.fullmatch(
            rb"hooks (\d+) left (\d+) before \d+ after \d+ ms \d+\n", figures)
        self.assertTrue(found, figures)
        calls = 0
        with zipfile.ZipFile(out) as apk:
            names = [n for n in apk.namelist() if n.endswith(".dex")]
            for number, dex in enumerate(names):
                path = self.work / f"{number}.dex"
                path.write_bytes(apk.read(dex))
                printed = run("dexdump", "-d", path)
                calls += len(re.findall(rb"invoke-static/range .*Hooks;\.enter",
                                        printed))
        out.unlink()
        return int(found[1]), int(found[2]), calls

    def test_everything_in_api_demos(self):
        hooks, left, calls = self.weave("android-apidemos", "all")
        self.assertGreater(hooks, 140000)
        self.assertEqual(left, 6)  # calls whose result is hidden from them
        self.assertEqual(calls, hooks)

    def test_everything_in_appium_settings_with_arguments_replaced(self):
        hooks, left, calls = self.weave("io.appium.settings", "repoint")
        self.assertGreater(hooks, 130000)
        # A native method has no body; three results are hidden.
        self.assertEqual(left, 4)
        self.assertEqual(calls, hooks)


if __name__ == "__main__":
    unittest.main()
