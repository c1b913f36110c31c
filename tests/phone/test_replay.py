"""Replays that look: at other places, at widgets, adaptive, in parts, by steps."""

import json
import os
import pathlib
import pty
import shutil
import subprocess
import tempfile
import unittest

import session_list
from phone_rig import REPRISE
from proof_sessions import OTHERS, Proof, same

SHORT = ("choice", "note", "turn")


def session(name):
    return next(one for one in session_list.SESSIONS if one[0] == name)


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.proof = Proof(cls.folder)
        cls.addClassCleanup(cls.proof.phones.close)
        cls.tapes = {}
        for name in SHORT:
            _, _, app, steps = session(name)
            cls.tapes[name] = cls.proof.record(name, app, steps)

    def reprise(self, *words, **options):
        return self.proof.phones.reprise(*words, **options)

    def replay(self, tape, *words):
        """The exit code, and what was said on stderr."""
        done = self.reprise("replay", tape, "--on", self.proof.phone.serial, *words)
        return done.returncode, done.stderr.decode()

    def lines(self, tape):
        text = self.folder / "lines.jsonl"
        self.reprise("convert", tape, text, check=True)
        return [json.loads(line) for line in text.read_text(encoding="utf-8").splitlines()]

    def tape_of(self, lines, name):
        text = self.folder / f"{name}.jsonl"
        text.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        tape = self.folder / f"{name}.mcap"
        self.reprise("convert", text, tape, check=True)
        return tape

    def of_topic(self, lines, topic):
        return [line for line in lines if line.get("topic") == topic and "data" in line]

    def test_sessions_are_the_same_again_and_on_another_display(self):
        for name, tape in self.tapes.items():
            said = self.proof.replay(tape, self.proof.phone, "--repeat", "2")
            self.assertEqual(same(said), 2, (name, said))
        other = self.proof.start("tablet", OTHERS["tablet"])
        self.addCleanup(other.reprise, "stop")
        for name, tape in self.tapes.items():
            said = self.proof.replay(tape, other, "--level", "widget")
            self.assertEqual(same(said), 1, (name, said))

    def test_adaptive_waits_for_screens_and_not_for_pauses(self):
        tape = self.tapes["choice"]
        exact, soon = self.folder / "exact.mcap", self.folder / "soon.mcap"
        self.assertEqual(self.replay(tape, "-o", exact)[0], 0)
        code, said = self.replay(tape, "-o", soon, "--timing", "adaptive")
        self.assertEqual(code, 0, said)
        times = [[line["t"] for line in self.of_topic(self.lines(one), "/input/gesture")]
                 for one in (exact, soon)]
        self.assertEqual(len(times[0]), len(times[1]))
        spans = [int(float(one[-1]) - float(one[0])) for one in times]
        self.assertLess(spans[1], spans[0])

    def lossy(self, name):
        """The tape without the input of its second step."""
        lines = self.lines(self.tapes[name])
        gesture = self.of_topic(lines, "/input/gesture")[1]["data"]
        gone = set(gesture["frame_refs"])
        return self.tape_of(
            [line for line in lines
             if not (line.get("topic", "").startswith("/input/evdev") and
                     line.get("data", {}).get("id") in gone)], f"lossy-{name}")

    def test_it_ends_at_the_first_divergence(self):
        tape = self.lossy("choice")
        out = self.folder / "stopped.mcap"
        code, said = self.replay(tape, "-o", out, "--wait", "1s")
        self.assertEqual(code, 3, said)
        self.assertIn("diverged after step 2", said)
        self.assertIn("screen", said)
        self.assertIn(str(out), said)
        lines = self.lines(out)
        self.assertEqual(len(self.of_topic(lines, "/input/gesture")), 1)
        told = [line["data"] for line in self.of_topic(lines, "/reprise")
                if line["data"].get("kind") == "KIND_DIVERGENCE"]
        self.assertEqual(told[0]["divergence"]["divergence_class"], "CLASS_SCREEN")
        code, said = self.replay(tape, "-o", out, "--force", "--keep-going")
        self.assertEqual(code, 3, said)
        self.assertGreater(len(self.of_topic(self.lines(out), "/input/gesture")), 3)

    def test_a_widget_that_is_missing_is_told_with_what_is_near(self):
        lines = self.lines(self.tapes["choice"])
        for line in self.of_topic(lines, "/ui/widget"):
            if line["data"].get("target", {}).get("text") == "Satellite":
                line["data"]["target"]["text"] = "Nowhere"
                line["data"]["target"]["resource_name"] = "a:id/nowhere"
        tape = self.tape_of(lines, "missing")
        # Also where a part is played, which is not compared.
        code, said = self.replay(tape, "--level", "widget", "--wait", "1s",
                                 "--only", "touch")
        self.assertEqual(code, 3, said)
        code, said = self.replay(tape, "--level", "widget", "--wait", "1s")
        self.assertEqual(code, 3, said)
        self.assertIn("at step 4", said)
        self.assertIn("'Nowhere' is missing; the nearest are ", said)
        self.assertIn("'Satellite'", said)

    def test_parts(self):
        tape = self.tapes["choice"]
        code, said = self.replay(tape, "--until", "3")
        self.assertEqual(code, 0, said)
        code, said = self.replay(tape, "--from", "4")
        self.assertEqual(code, 0, said)
        code, said = self.replay(tape, "--until", "99")
        self.assertEqual(code, 1)
        self.assertIn("there is no step 99", said)
        code, said = self.replay(tape, "--from", "soon")
        self.assertEqual(code, 1)
        self.assertIn("neither the number of a step", said)

    def test_steps_wait_for_enter(self):
        tape = self.tapes["note"]
        code, said = self.replay(tape, "--step")
        self.assertEqual(code, 1)
        self.assertIn("no terminal", said)
        main, end = pty.openpty()
        try:
            process = subprocess.Popen(
                [REPRISE, "replay", tape, "--on", self.proof.phone.serial, "--step",
                 "--until", "2"], stdin=end, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=self.proof.phones.environment)
            os.write(main, b"\n\n")
            _, errors = process.communicate(timeout=120)
        finally:
            os.close(main)
            os.close(end)
        self.assertEqual(process.returncode, 0, errors)
        self.assertIn(b"step 1: ", errors)
        self.assertIn(b"step 2: ", errors)
        self.assertNotIn(b"step 3: ", errors)


class FreshPhones(unittest.TestCase):
    def test_a_phone_of_its_own(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        with Proof(folder) as proof:
            _, _, app, steps = session("log")
            tape = proof.record("log", app, steps)
            proof.phone.reprise("stop", check=True)
            if not proof.phones.reprise("devices", "--json", check=True).stdout:
                done = proof.phones.reprise("replay", tape)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(b"a fresh virtual phone", done.stderr)
            other = folder / "other.mcap"
            done = proof.phones.reprise("replay", tape, "--on", "phone:nexus-4",
                                        "--level", "widget", "-o", other)
            self.assertEqual(done.returncode, 0, done.stderr)
            # The tapes tell the same as the replay, unless asked for all.
            done = proof.phones.reprise("diff", tape, other)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn(b"by its effects", done.stderr)
            done = proof.phones.reprise("diff", tape, other, "--strict")
            self.assertEqual(done.returncode, 3, done.stdout)
            done = proof.phones.reprise("replay", tape, "--on", "phone:nexus-4")
            self.assertIn(b"'--level widget' finds the recorded widgets", done.stderr)
            # None of that name runs: a fresh one.
            done = proof.phones.reprise("replay", tape, "--on", "phone")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn(b"--level widget", done.stderr)
            made = folder / "made.mcap"
            done = proof.phones.reprise("record", app.split("/")[0], "--on", "phone:nexus-4",
                                        "--monkey", "2", "-o", made)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = proof.phones.reprise("replay", tape, "--on", "phone:none")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(b"pixel-7", done.stderr)
            self.assertEqual([one["name"] for one in proof.phones.list()], ["phone"])


if __name__ == "__main__":
    unittest.main()
