"""reprise instrument on real apps, as apksigner, aapt, zipalign and dexdump see
the result."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).parent
TOOLS = HERE.parent.parent / "tools"
REPRISE = os.environ["REPRISE"]

SPEC = """
stream method;
class io.appium.settings.* { [upcall, live] * on*(..); }
class android.** { [off] * *(..); }
"""


class Instrument(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="reprise-weave-"))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.apks = pathlib.Path(
            subprocess.check_output([TOOLS / "get-apks"], text=True).strip())
        cls.env = dict(os.environ, XDG_CONFIG_HOME=str(cls.work / "config"))
        # Any dex file is a runtime to the tool.
        with zipfile.ZipFile(cls.apks / "android-apidemos.apk") as apk:
            cls.runtime = cls.work / "runtime.dex"
            names = [n for n in apk.namelist() if n.endswith(".dex")]
            smallest = min(names, key=lambda n: apk.getinfo(n).file_size)
            cls.runtime.write_bytes(apk.read(smallest))

    def run_tool(self, *words, code=0):
        done = subprocess.run([REPRISE, "instrument", *map(str, words)],
                              env=self.env, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def instrument(self, name, *words):
        out = self.work / f"{name}-woven.apk"
        done = self.run_tool("--json", "--runtime", self.runtime, "-o", out,
                             self.apks / f"{name}.apk", *words)
        return out, json.loads(done.stdout)

    def accepted(self, out):
        subprocess.run(["apksigner", "verify", out], check=True,
                       capture_output=True)
        subprocess.run(["zipalign", "-c", "4", out], check=True)
        with zipfile.ZipFile(out) as apk:
            for name in apk.namelist():
                if name.endswith(".dex"):
                    path = self.work / "one.dex"
                    path.write_bytes(apk.read(name))
                    subprocess.run(["dexdump", path], check=True,
                                   stdout=subprocess.DEVNULL)
            return apk.read("reprise/plan.txt").decode()

    def test_api_demos(self):
        out, told = self.instrument("android-apidemos", "--debuggable")
        self.assertGreater(told["places"], 500)
        self.assertEqual(told["left_out"], 0)
        plan = self.accepted(out)
        self.assertTrue(plan.startswith("reprise-plan 1\npoint 0 "))
        self.assertIn("hook around ", plan)
        subprocess.run(["aapt", "dump", "badging", out], check=True,
                       stdout=subprocess.DEVNULL)
        again = self.run_tool(out, "-o", self.work / "b.apk", code=5)
        self.assertIn("is instrumented already", again.stderr)

    def test_an_app_without_application_class_gets_one(self):
        out, _ = self.instrument("io.appium.settings")
        self.accepted(out)
        tree = subprocess.check_output(
            ["aapt", "dump", "xmltree", out, "AndroidManifest.xml"], text=True)
        before = subprocess.check_output(
            ["aapt", "dump", "xmltree", self.apks / "io.appium.settings.apk",
             "AndroidManifest.xml"], text=True)
        application = before.split("E: application")[1].split("E: ")[0]
        self.assertEqual("io.reprise.woven.App" in tree,
                         "android:name" not in application)

    def test_list_says_what_a_specification_changes(self):
        apk = self.apks / "io.appium.settings.apk"
        spec = self.work / "my.spec"
        spec.write_text(SPEC)
        all_of_it = self.run_tool(apk, "--list", "--json").stdout.splitlines()
        less = self.run_tool(apk, "--list", "--json", "--spec",
                             spec).stdout.splitlines()
        streams = {json.loads(line)["stream"] for line in all_of_it}
        self.assertLessEqual({"clock", "schedule", "net", "intent"}, streams)
        methods = [json.loads(line) for line in less]
        self.assertTrue(any(m["stream"] == "method" for m in methods))
        self.assertFalse(any(m["kind"] == "downcall" and
                             m["method"].startswith("Landroid/")
                             for m in methods))

    def test_errors_are_told(self):
        apk = self.apks / "io.appium.settings.apk"
        spec = self.work / "bad.spec"
        spec.write_text("class A {\n  [downcal] int a();\n}\n")
        done = self.run_tool(apk, "--list", "--spec", spec, code=5)
        self.assertIn("bad.spec:2:4: ", done.stderr)
        self.assertIn("did you mean downcall?", done.stderr)
        self.assertIn("--output is missing",
                      self.run_tool(apk, code=1).stderr)


if __name__ == "__main__":
    unittest.main()
