"""The sample programs with a hook on every method and call: same output.

Woven ahead, interpreted and compiled, and by the agent as their classes load.
"""

import os
import pathlib
import tempfile
import unittest

from ground import ART, JAVA, build, dex_of, output_of, run
from test_apps import LOOPER, WITH_SERVICES

EVERYTHING = """\
class ** { [upcall] * *(..); [upcall] new(..); [upcall] static(); }
class ** { [downcall] * *(..); [downcall] new(..); }
"""
EXPECTED = {**{app: text.splitlines() for app, text in WITH_SERVICES.items()},
            "looper": LOOPER}
# All that is called, and not only what is called often.
COMPILED = ("--jit", "-Xjitthreshold:0")


class WovenAppsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="reprise-art-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.spec = cls.folder / "everything"
        cls.spec.write_text(EVERYTHING, encoding="utf-8")
        cls.hooks = build(JAVA / "hooks")

    def tool(self, verb, *words):
        return output_of(os.environ["WEAVE_TOOL"], verb, self.spec, *words)

    def test_woven_ahead(self):
        for app, expected in EXPECTED.items():
            with self.subTest(app):
                dex = dex_of(build(app), self.folder)
                woven = self.folder / f"{app}-woven"
                woven.mkdir()
                self.tool("weave", dex, woven / "classes.dex")
                jar = self.folder / f"{app}.jar"
                output_of(ART / "steps" / "pack_jar.py", jar, woven)
                for options in ("-Dreprise.hooks=true",), (
                        "-Dreprise.hooks=false",), (
                        *COMPILED, "-Dreprise.hooks=true"):
                    lines = run("--android", "--services", *options, "-cp",
                                f"{jar}:{self.hooks}",
                                f"reprise.apps.{app}.Main")
                    self.assertEqual(lines, expected)

    def test_woven_by_the_agent(self):
        for app, expected in EXPECTED.items():
            with self.subTest(app):
                jar = build(app)
                plan = self.folder / "plan"
                plan.write_text(
                    self.tool("plan", dex_of(jar, self.folder)),
                    encoding="utf-8")
                log = self.folder / "log"
                lines = run(
                    "--android", "--services", "-Xplugin:libopenjdkjvmti.so",
                    f"-agentpath:{os.environ['AGENT']}=plan={plan},"
                    f"runtime={self.hooks},log={log}", "-cp", jar,
                    f"reprise.apps.{app}.Main")
                self.assertRegex(lines[0], r"^hooks: [1-9]\d+ points$")
                self.assertEqual(lines[1:], expected)
                # Neither off nor anything left as it was.
                report = log.read_text(encoding="utf-8").splitlines()
                self.assertRegex(report[0], "of [1-9][0-9]* classes to weave")
                self.assertEqual(report[1:], [])
                log.unlink()


if __name__ == "__main__":
    unittest.main()
