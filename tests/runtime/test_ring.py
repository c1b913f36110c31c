"""The ring between the runtime and the host: nothing is lost at the rate of
VALERA's camera and beyond, with a ring that is far too small, and when the app
is killed; what Java writes, the host reads, and Tags.java has the numbers of
the .proto files."""

import json
import os
import re
import subprocess
import tempfile
import time
import unittest

RUNTIME = os.environ["RUNTIME"]
TOOL = os.environ["RING_TOOL"]
CLASS_PATH = f"{RUNTIME}/runtime.jar:{RUNTIME}/runtime-test.jar"
JAVA = ["java", "-ea", "-cp", CLASS_PATH]
SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                       "app", "runtime", "src", "io", "reprise", "runtime")


class Ring(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.ring = os.path.join(folder.name, "main.ring")
        self.tape = os.path.join(folder.name, "tape.mcap")

    def load(self, capacity, threads, messages, size, rate):
        """A writer that waits for a byte before it begins."""
        writer = subprocess.Popen(
            JAVA + ["io.reprise.runtime.RingLoad", self.ring, str(capacity),
                    str(threads), str(messages), str(size), str(rate)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(writer.wait)
        self.addCleanup(writer.kill)
        self.addCleanup(writer.stdin.close)
        self.addCleanup(writer.stdout.close)
        self.assertEqual("ready\n", writer.stdout.readline())
        return writer

    def drained(self, *load):
        writer = self.load(*load)
        drain = subprocess.Popen([TOOL, "drain", self.ring, self.tape],
                                 stdout=subprocess.PIPE, text=True)
        writer.stdin.write("\n")
        writer.stdin.flush()
        seconds = float(writer.stdout.readline())
        said, _ = drain.communicate(timeout=120)
        self.assertEqual(0, drain.returncode)
        facts = json.loads(said)
        facts["lanes"].pop("0", None)  # what the drain reports itself
        print(f"{load}: {facts['bytes'] / 1e6 / seconds:.1f} MB/s, {facts}")
        return facts

    def test_frames_of_a_camera_at_20_mb_per_second_are_not_lost(self):
        facts = self.drained(32 << 20, 1, 50, 1_300_000, 20)
        self.assertEqual({"1": [50, 50]}, facts["lanes"])
        self.assertEqual(0, facts["lost"])

    def test_small_messages_of_many_threads_are_not_lost(self):
        facts = self.drained(32 << 20, 4, 50_000, 300, 0)
        self.assertEqual({str(t): [50_000, 50_000] for t in range(1, 5)},
                         facts["lanes"])
        self.assertEqual(0, facts["lost"])

    def test_a_full_ring_makes_callers_wait_and_says_so(self):
        facts = self.drained(1 << 16, 4, 20_000, 500, 0)
        self.assertEqual({str(t): [20_000, 20_000] for t in range(1, 5)},
                         facts["lanes"])
        self.assertEqual(0, facts["lost"])
        self.assertGreater(facts["waits"], 0)

    def test_what_was_written_before_a_kill_is_there(self):
        writer = self.load(32 << 20, 4, 1_000_000, 200, 0)
        writer.stdin.write("\n")
        writer.stdin.flush()
        # The ring is full after some 100,000 messages, so it is never closed.
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with open(self.ring, "rb") as file:
                file.seek(4096 + (24 << 20))
                if file.read(8) != bytes(8):
                    break
        writer.kill()
        writer.wait()
        said = subprocess.run([TOOL, "rest", self.ring, self.tape], check=True,
                              capture_output=True, text=True).stdout
        facts = json.loads(said)
        print(facts)
        self.assertGreater(facts["bytes"], 15 << 20)
        # Of each thread at most the one entry that it was writing is missing.
        for count, greatest in facts["lanes"].values():
            self.assertLessEqual(greatest - count, 1)

    def test_a_tape_becomes_a_replay_file(self):
        self.drained(1 << 20, 2, 10, 100, 0)
        replay = self.ring + ".replay"
        said = subprocess.run([TOOL, "replay", self.tape, replay], check=True,
                              capture_output=True, text=True).stdout
        self.assertEqual({"messages": 20}, json.loads(said))
        again = subprocess.run([TOOL, "rest", replay, self.tape + "2"],
                               check=True, capture_output=True, text=True)
        self.assertEqual({"1": [10, 10], "2": [10, 10]},
                         json.loads(again.stdout)["lanes"])


class Numbers(unittest.TestCase):
    """Tags.java against proto/reprise."""

    MESSAGES = {"VALUE": "Value", "FIELD": "ValueField",
                "OBJECT": "ValueObject", "CALL": "CallEvent",
                "ARGUMENT": "CallEvent.Argument", "THREAD": "ThreadInfo",
                "EVENT": "RepriseEvent", "LOSS": "RepriseEvent.Loss",
                "HEAP": "ValueHeap"}
    # Where a field's name is not the tag's in small letters.
    NAMES = {"VALUE_LIVE": "live_handle", "VALUE_OBJECT": "object_index",
             "OBJECT_CLASS": "class_name", "FIELD_DECLARING": "declaring_class",
             "CALL_DURATION": "duration_ns", "LOSS_WAITED": "waited_ns",
             "LOSS_CAPACITY": "capacity_bytes"}
    ENUMS = ("FORM", "DIRECTION", "PHASE", "MODE", "TREATMENT", "SEVERITY",
             "KIND")

    def proto(self):
        """Numbers of fields by message, and of enum values of the messages
        that the runtime writes."""
        fields, values = {}, {}
        for name in ("value", "call", "thread", "reprise_event"):
            path = os.path.join(os.environ["PROTO"], "reprise",
                                name + ".proto")
            stack = []
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    line = line.split("//")[0].strip()
                    begin = re.match(r"(message|enum|oneof) (\w+) {", line)
                    field = re.match(r"(?:.* )?(\w+) = (\d+);", line)
                    if begin:
                        stack.append(begin.groups())
                    elif line.startswith("}"):
                        stack.pop()
                    elif field and stack:
                        if stack[-1][0] == "enum":
                            values[field[1]] = int(field[2])
                            continue
                        message = ".".join(n for k, n in stack
                                           if k == "message")
                        fields[message, field[1]] = int(field[2])
        return fields, values

    def test_the_runtime_has_the_numbers_of_the_proto_files(self):
        fields, values = self.proto()
        checked = 0
        with open(os.path.join(SOURCES, "Tags.java"), encoding="utf-8") as f:
            for tag, number in re.findall(r"int (\w+) = (\d+);", f.read()):
                first, _, rest = tag.partition("_")
                if first in self.ENUMS:
                    expected = values[tag]
                elif rest:
                    message = self.MESSAGES[first]
                    name = self.NAMES.get(tag, rest.lower())
                    expected = fields.get((message, name)) or fields[
                        message, name + "_value"]
                else:
                    expected = fields["CallEvent", tag.lower()]
                self.assertEqual(expected, int(number), tag)
                checked += 1
        self.assertGreater(checked, 80)


if __name__ == "__main__":
    unittest.main()
