"""JVMTI: an agent in C++ replaces a boot class, at the start and later."""

import os
import subprocess
import unittest

from ground import ART, JAVA, TIMEOUT, AgentTest, build, dex_of, run

CLASS = "com/android/org/conscrypt/OpenSSLRandom"


class ReplacementTest(AgentTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.probe = build(JAVA / "probe")
        dex = dex_of(build(JAVA / "replacement"), cls.folder)
        cls.words = f"{cls.agent}={CLASS},{dex}"

    def test_without_agent_nothing_changes(self):
        self.assertEqual(run("-cp", self.probe, "reprise.probe.Main"),
                         ["before: random"])

    def test_replaces_a_boot_class_as_it_loads(self):
        lines = run("-Xplugin:libopenjdkjvmti.so", f"-agentpath:{self.words}",
                    "-cp", self.probe, "reprise.probe.Main")
        self.assertEqual(lines, [
            "agent: loaded, error 0", f"agent: {CLASS} comes as dex",
            "before: all sevens", "agent: saw many classes"])

    def test_attaches_to_a_running_program(self):
        pipe = self.folder / "attach"
        os.mkfifo(pipe)
        program = subprocess.Popen(
            [ART / "run", "--android", "--attachable", pipe, "-cp", self.probe,
             "reprise.probe.Main", "wait"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.kill)
        self.assertEqual(program.stdout.readline(), "before: random\n")
        with open(pipe, "w", encoding="utf-8") as attach:
            attach.write(self.words + "\n")
        rest, _ = program.communicate(timeout=TIMEOUT)
        self.assertEqual(program.returncode, 0)
        # The agent's thread and the program's print when they get to it.
        self.assertCountEqual(rest.splitlines(), [
            f"agent: {CLASS} comes as dex", "agent: attached, error 0",
            "after: all sevens"])


if __name__ == "__main__":
    unittest.main()
