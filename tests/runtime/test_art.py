"""The sample programs on Android's runtime: woven by the catalogue, recorded
with their services, drained to a tape by the host, and replayed from that tape
without the services: the same lines, on the same threads, and no difference
reported. Then without what was recorded: missing and changed calls are told."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "art"))

from ground import (  # noqa: E402
    TIMEOUT, build, dex_of, output_of, run, start_attachable)

RUNTIME = pathlib.Path(os.environ["RUNTIME"])
TOOL = os.environ["RING_TOOL"]
APPS = ("sensors", "location", "camera", "audio", "intents", "random", "clock")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Replay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="reprise-art-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.session = self.folder / "session"
        self.session.mkdir()

    def weave(self, app):
        """A jar with the woven program, its plan and the runtime."""
        woven = self.folder / f"{app}-woven"
        (woven / "reprise").mkdir(parents=True)
        output_of(os.environ["WEAVE_APP"], dex_of(build(app), self.folder),
                  f"reprise.apps.{app}.Main", woven / "classes.dex",
                  woven / "reprise" / "plan.txt")
        (woven / "classes2.dex").write_bytes(
            (RUNTIME / "runtime.dex").read_bytes())
        jar = self.folder / f"{app}.jar"
        output_of("jar", "--create", "--no-manifest", "--no-compress", "--file",
                  jar, "-C", woven, ".")
        return jar

    def run_app(self, mode, app, jar, *arguments, options=()):
        (self.session / "session.txt").write_text(
            f"reprise-session 1\nmode {mode}\nring 8388608\n",
            encoding="utf-8")
        return run("--android", *options, f"-Dreprise.session={self.session}",
                   "-cp", jar, f"reprise.apps.{app}.Main", *arguments)

    def drain(self):
        """What the ring held, as the tool tells it, and the tape's reports."""
        tape = self.folder / "tape.mcap"
        facts = json.loads(output_of(
            TOOL, "rest", self.session / "main.ring", tape))
        return tape, facts

    def sentences(self):
        """Reports about differences; found by their words in the raw ring."""
        raw = (self.session / "main.ring").read_bytes()
        return [word for word in (b"did not come", b"differs from",
                                  b"has no counterpart", b"cannot be",
                                  b"which the recording does not have",
                                  b"switched itself off", b"is now made on")
                if word in raw]

    def same(self, app, *arguments, options=("--services",)):
        return self.compare(app, self.weave(app), (), *arguments,
                            services=options)

    def compare(self, app, jar, options, *arguments,
                services=("--services",)):
        """Records with the services, replays without, wants the same."""
        recorded = self.run_app("record", app, jar, *arguments,
                                options=(*services, *options))
        tape, facts = self.drain()
        self.assertGreater(facts["messages"], 2)
        self.assertEqual(0, facts["lost"])
        output_of(TOOL, "replay", tape, self.session / "replay.ring")
        replayed = self.run_app("replay", app, jar, *arguments,
                                options=options)
        self.assertEqual(recorded, replayed)
        self.assertEqual([], self.sentences())
        return recorded

    def test_programs_are_the_same_without_their_services(self):
        for app in APPS:
            with self.subTest(app):
                self.setUp()
                self.assertGreater(len(self.same(app)), 2)

    def agent(self, app):
        """What the agent is told: the plan that weaving ahead makes, and the
        runtime."""
        self.weave(app)
        runtime = self.folder / "runtime"
        runtime.mkdir()
        (runtime / "classes.dex").write_bytes(
            (RUNTIME / "runtime.dex").read_bytes())
        output_of("jar", "--create", "--no-manifest", "--no-compress",
                  "--file", self.folder / "runtime.jar", "-C", runtime, ".")
        plan = self.folder / f"{app}-woven" / "reprise" / "plan.txt"
        return (f"{os.environ['AGENT']}=plan={plan},"
                f"runtime={self.folder}/runtime.jar,log={self.folder}/log")

    def with_agent(self, app):
        return ("-Xplugin:libopenjdkjvmti.so", f"-agentpath:{self.agent(app)}")

    def test_programs_woven_by_the_agent_are_the_same(self):
        for app in APPS:
            with self.subTest(app):
                self.setUp()
                self.compare(app, build(app), self.with_agent(app))

    def run_attached(self, mode, app, agent, services):
        """The program is held back until the agent was attached to it."""
        (self.session / "session.txt").write_text(
            f"reprise-session 1\nmode {mode}\nring 8388608\n",
            encoding="utf-8")
        pipe, log = self.folder / f"{mode}-pipe", self.folder / "log"
        log.unlink(missing_ok=True)
        program = start_attachable(
            pipe, *services, f"-Dreprise.session={self.session}", "-cp",
            build(app), "reprise.apps.Gate", f"reprise.apps.{app}.Main",
            stdin=subprocess.PIPE)
        self.addCleanup(program.kill)
        self.assertEqual(program.stdout.readline(), "waiting\n")
        pipe.write_text(agent + "\n", encoding="utf-8")
        patience = time.monotonic() + TIMEOUT
        while not (log.exists() and "redefined" in log.read_text()):
            self.assertIsNone(program.poll(), "it ended before it was woven")
            self.assertLess(time.monotonic(), patience, "nothing was woven")
            time.sleep(0.05)
        rest, _ = program.communicate("go\n", timeout=TIMEOUT)
        self.assertEqual(program.returncode, 0)
        return rest.splitlines()

    def test_programs_that_run_are_attached_to(self):
        for app in APPS:
            with self.subTest(app):
                self.setUp()
                agent = self.agent(app)
                recorded = self.run_attached("record", app, agent,
                                             ["--services"])
                tape, facts = self.drain()
                self.assertGreater(facts["messages"], 2)
                output_of(TOOL, "replay", tape, self.session / "replay.ring")
                self.assertEqual(
                    recorded, self.run_attached("replay", app, agent, []))
                self.assertEqual([], self.sentences())

    def test_a_changed_run_is_told_from_the_recorded_one(self):
        jar = self.weave("random")
        self.run_app("record", "random", jar)
        tape, _ = self.drain()
        output_of(TOOL, "replay", tape, self.session / "replay.ring")
        # Another program than the recorded one: no clock was asked then.
        self.run_app("replay", "clock", self.weave("clock"))
        self.assertEqual([b"did not come", b"has no counterpart"],
                         self.sentences())

    def test_network_is_the_same_without_the_server(self):
        port = str(free_port())
        lines = self.same("network", port, options=(
            "--services", f"-Dreprise.port={port}"))
        self.assertIn("network: server says you said HELLO", lines)

    def test_network_woven_by_the_agent_is_the_same(self):
        port = str(free_port())
        self.compare("network", build("network"), self.with_agent("network"),
                     port, services=("--services", f"-Dreprise.port={port}"))


if __name__ == "__main__":
    unittest.main()
