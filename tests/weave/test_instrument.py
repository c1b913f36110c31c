"""reprise instrument on real apps, as apksigner, aapt, zipalign and dexdump see
the result."""

import hashlib
import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest
import zipfile
import zlib

HERE = pathlib.Path(__file__).parent
TOOLS = HERE.parent.parent / "tools"
REPRISE = os.environ["REPRISE"]

SPEC = """
stream method;
class io.appium.settings.* { [upcall, live] * on*(..); }
class android.** { [off] * *(..); }
"""


CODE_ITEMS = 0x2001


def without_locals(dex):
    """The dex file with a first method that uses registers it does not have."""
    at = struct.unpack_from("<I", dex, 0x34)[0]
    count = struct.unpack_from("<I", dex, at)[0]
    kinds = [struct.unpack_from("<HHII", dex, at + 4 + 12 * i)
             for i in range(count)]
    code = next(kind[3] for kind in kinds if kind[0] == CODE_ITEMS)
    broken = bytearray(dex)
    broken[code:code + 2] = dex[code + 2:code + 4]  # only its parameters
    broken[12:32] = hashlib.sha1(broken[32:]).digest()
    broken[8:12] = struct.pack("<I", zlib.adler32(broken[12:]))
    return bytes(broken)


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

    def split_app(self):
        """The settings app as a base and a split with one of its dex files."""
        whole = self.apks / "io.appium.settings.apk"
        marked = self.work / "marked.apk"
        subprocess.run([os.environ["APK_TOOL"], "rewrite", whole, marked, "-",
                        "", "split=feature"], check=True,
                       stdout=subprocess.DEVNULL)
        base, split = self.work / "base.apk", self.work / "feature.apk"
        with zipfile.ZipFile(whole) as old, zipfile.ZipFile(base, "w") as new:
            code = old.read("classes6.dex")  # some of the app's own
            for name in old.namelist():
                if name == "classes9.dex":  # the last: leaves no gap
                    new.writestr("classes6.dex", old.read(name))
                elif (name != "classes6.dex"
                      and not name.startswith("META-INF/")):
                    new.writestr(old.getinfo(name), old.read(name))
        with zipfile.ZipFile(marked) as old, zipfile.ZipFile(split, "w") as new:
            new.writestr("AndroidManifest.xml", old.read("AndroidManifest.xml"))
            new.writestr("classes.dex", code)
        return base, split

    def test_a_base_and_its_splits_are_woven_together(self):
        base, split = self.split_app()
        out = self.work / "set"
        whole = self.instrument("io.appium.settings")[1]
        told = json.loads(self.run_tool(
            "--json", "--runtime", self.runtime, "-o", out, split,
            base).stdout)
        self.assertEqual(told["places"], whole["places"])
        self.assertEqual(told["package"], "io.appium.settings")
        signers = set()
        for name in ("base.apk", "feature.apk"):
            signers.add(subprocess.check_output(
                ["apksigner", "verify", "--min-sdk-version", "26",
                 "--print-certs", out / name], text=True))
        self.assertEqual(len(signers), 1)
        with zipfile.ZipFile(out / "base.apk") as apk:
            self.assertIn("reprise/plan.txt", apk.namelist())
        with zipfile.ZipFile(out / "feature.apk") as apk:
            self.assertNotIn("reprise/plan.txt", apk.namelist())
            woven = apk.read("classes.dex")
        self.assertTrue(b"Lio/reprise/runtime/Hooks;" in woven)
        self.assertIn("base", self.run_tool(split, "-o", out, code=1).stderr)

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

    def test_rules_about_nothing_are_told(self):
        spec = self.work / "idle.spec"
        spec.write_text("[downcall] class java.lang.System {\n"
                        "  static long nanoTime();\n"
                        + 13 * "  static long nanoTimes();\n"
                        + "}\n")
        done = self.run_tool(self.apks / "io.appium.settings.apk", "--list",
                             "--spec", spec)
        self.assertIn("idle.spec:3 is about nothing in it", done.stderr)
        self.assertIn(": and 3 more\n", done.stderr)
        self.assertNotIn("idle.spec:2", done.stderr)

    def test_broken_code_is_told_with_its_place(self):
        broken, spec = self.work / "broken.apk", self.work / "all.spec"
        spec.write_text("[upcall] class ** { * *(..); new(..); static(); }")
        with zipfile.ZipFile(self.apks / "io.appium.settings.apk") as old:
            with zipfile.ZipFile(broken, "w") as new:
                for name in ("AndroidManifest.xml", "classes.dex"):
                    data = old.read(name)
                    new.writestr(name, without_locals(data)
                                 if name == "classes.dex" else data)
        done = self.run_tool("--runtime", self.runtime, "--spec", spec, "-o",
                             self.work / "b.apk", broken, code=5)
        self.assertIn("broken.apk: classes.dex: in method ", done.stderr)

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
