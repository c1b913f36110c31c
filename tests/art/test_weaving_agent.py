"""app/agent on ART: at the start and attached, boot classes and the app's."""

import os
import pathlib
import tempfile
import unittest

from ground import (
    JAVA, TIMEOUT, build, run, run_program, start_attachable)

NEXT_INT = "Ljava/util/Random;->nextInt(I)I"
ROLL = "Lreprise/woven/Main$Game;->roll(Ljava/util/Random;)I"
# Calls of the app are told, and below them the boot class answers.
PLAN = f"""\
reprise-plan 1
point 65536 inside random seven - {NEXT_INT} v
point 65537 downcall random tell - {NEXT_INT} -
hook around 65536 {NEXT_INT}
hook call 65537 {ROLL} 0
"""
IMPOSSIBLE = f"""\
hook around 65536 Ljava/util/Random;->gone(I)I
hook around 65537 Ljava/lang/System;->nanoTime()J
"""
WOVEN = [f"hooks: {NEXT_INT}", "rolled 8"]


class WeavingAgentTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="reprise-art-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "log"
        self.program = build(JAVA / "woven")

    def agent(self, plan, runtime=None):
        file = self.folder / "plan"
        file.write_text(plan, encoding="utf-8")
        runtime = runtime or build(JAVA / "hooks")
        return (f"{os.environ['AGENT']}=plan={file},runtime={runtime},"
                f"log={self.log}")

    def start(self, agent):
        return run("-Xplugin:libopenjdkjvmti.so", f"-agentpath:{agent}", "-cp",
                   self.program, "reprise.woven.Main")

    def logged(self):
        return [line.removeprefix("reprise agent: ") for line in
                self.log.read_text(encoding="utf-8").splitlines()]

    def test_without_the_agent_dice_fall_as_they_must(self):
        self.assertEqual(run("-cp", self.program, "reprise.woven.Main"),
                         ["rolled 3"])

    def test_weaves_boot_classes_and_the_apps_from_the_start(self):
        self.assertEqual(self.start(self.agent(PLAN)),
                         ["hooks: 2 points", *WOVEN])
        self.assertEqual(len(self.logged()), 1)

    def test_weaves_loaded_classes_of_a_running_program(self):
        pipe = self.folder / "attach"
        program = start_attachable(pipe, "-cp", self.program,
                                   "reprise.woven.Main", "wait")
        self.addCleanup(program.kill)
        self.assertEqual(program.stdout.readline(), "rolled 3\n")
        with open(pipe, "w", encoding="utf-8") as attach:
            attach.write(self.agent(PLAN) + "\n")
        rest, _ = program.communicate(timeout=TIMEOUT)
        self.assertEqual(program.returncode, 0)
        self.assertEqual(rest.splitlines(), [
            "hooks: 2 points", f"hooks: {NEXT_INT}", "then 8"])
        self.assertEqual(self.logged(), [
            "of 2 classes to weave, 2 of 2 loaded ones are redefined; "
            "others follow as they load"])

    def test_reports_what_cannot_be_woven_and_weaves_the_rest(self):
        self.assertEqual(self.start(self.agent(PLAN + IMPOSSIBLE)),
                         ["hooks: 2 points", *WOVEN])
        lines = self.logged()
        self.assertIn("left as it was: Ljava/util/Random;->gone(I)I: "
                      "the class has no such method", lines)
        self.assertIn("left as it was: Ljava/lang/System;->nanoTime()J: "
                      "it has no code (abstract or native)", lines)

    def test_is_off_without_a_plan_a_runtime_or_options(self):
        missing = self.agent("no plan\n")
        self.assertEqual(self.start(missing), ["rolled 3"])
        self.assertEqual(self.start(self.agent(PLAN, runtime=self.program)),
                         ["rolled 3"])
        self.assertEqual(self.logged(), [
            "switched off: the plan does not begin with the line "
            "'reprise-plan 1'; make it with this version of reprise",
            "switched off: the runtime has no class "
            "io/reprise/runtime/Hooks"])
        done = run_program(
            "-Xplugin:libopenjdkjvmti.so",
            f"-agentpath:{os.environ['AGENT']}=plan", "-cp", self.program,
            "reprise.woven.Main", env={"ANDROID_LOG_TAGS": "*:w"})
        self.assertEqual(done.stdout, "rolled 3\n")
        self.assertIn("'plan' is no option of the agent", done.stderr)


if __name__ == "__main__":
    unittest.main()
