"""JVMTI: an agent in C++ replaces a boot class, at the start and later."""

import signal
import subprocess
import unittest

from ground import (
    JAVA, TIMEOUT, AgentTest, build, dex_of, run, start_attachable)

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
        program = start_attachable(pipe, "-cp", self.probe,
                                   "reprise.probe.Main", "wait",
                                   stdin=subprocess.PIPE)
        self.addCleanup(program.kill)
        self.assertEqual(program.stdout.readline(), "before: random\n")
        with open(pipe, "w", encoding="utf-8") as attach:
            attach.write(self.words + "\n")
        # The agent's thread and the program's print when they get to it.
        self.assertCountEqual([program.stdout.readline() for _ in range(3)], [
            f"agent: {CLASS} comes as dex\n", "agent: attached, error 0\n",
            "after: all sevens\n"])
        rest, _ = program.communicate(timeout=TIMEOUT)
        self.assertEqual(("", 0), (rest, program.returncode))

    def test_does_not_wait_for_an_agent_that_is_not_there(self):
        pipe = self.folder / "attach-nothing"
        program = start_attachable(pipe, "-cp", self.probe,
                                   "reprise.probe.Main", "wait")
        self.addCleanup(program.kill)
        self.assertEqual(program.stdout.readline(), "before: random\n")
        pipe.write_text(f"{self.folder}/nothing.so\n", encoding="utf-8")
        rest, _ = program.communicate(timeout=TIMEOUT)
        self.assertEqual(("", -signal.SIGKILL), (rest, program.returncode))


if __name__ == "__main__":
    unittest.main()
