"""reprise minimize --pass: what can be left out inside the units."""

import json
import shlex
import sys
import unittest

from tool import REPRISE, ToolTest

EV_ABS, EV_KEY = 3, 1
ABS_X, SLOT, POSITION_X, POSITION_Y, TRACKING_ID = 0, 47, 53, 54, 57
BTN_TOUCH = 330

DEVICES = """\
add device 1: /dev/input/event2
  name:     "screen"
  events:
    KEY (0001): BTN_TOUCH
    ABS (0003): {slot}ABS_MT_POSITION_X : value 0, min 0, max 1079, \
fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y : value 0, min 0, max 1919, fuzz 0, flat 0, \
resolution 0
                ABS_MT_TRACKING_ID : value 0, min 0, max 65535, fuzz 0, \
flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
add device 2: /dev/input/event6
  name:     "accelerometer"
  events:
    ABS (0003): ABS_X : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 0
                ABS_Y : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 0
                ABS_Z : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_ACCELEROMETER
"""
SLOTS = """\
ABS_MT_SLOT : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                """

# Reached when the tape holds what the test names: a finger that comes to a
# place, characters in their order, and a value of the accelerometer.
ORACLE = """
import json, subprocess, sys
show = subprocess.run([sys.argv[1], "show", "--json", sys.argv[-1]],
                      capture_output=True, text=True, check=True)
wanted = json.loads(sys.argv[2])
text, places, values = "", set(), set()
for line in show.stdout.splitlines():
    message = json.loads(line)
    if message["topic"] == "/input/text":
        text += message["data"].get("text", "")
    for event in message["data"].get("events", []):
        number = event.get("value", 0)
        if event.get("type") == 3 and event.get("code", 0) == 53:
            places.add(number)
        if event.get("type") == 3 and event.get("code", 0) == 0:
            values.add(number)
rest = iter(text)
typed = all(letter in rest for letter in wanted["letters"])
reached = typed and {wanted["place"]} <= places and {wanted["tilt"]} <= values
sys.exit(0 if reached else 1)
"""


def getevent(frames):
    """Lines of getevent for (time, device, [(type, code, value)])."""
    lines = []
    for at, device, events in frames:
        for kind, code, value in [*events, (0, 0, 0)]:
            lines.append(f"[{at:15.6f}] /dev/input/event{device}: "
                         f"{kind:04x} {code:04x} {value & 0xffffffff:08x}\n")
    return "".join(lines)


def pinch_b():
    """Two fingers with slots; the second comes to 480."""
    def finger(slot, *events):
        return [(EV_ABS, SLOT, slot), *((EV_ABS, *e) for e in events)]
    touch = [(EV_KEY, BTN_TOUCH, 1)]
    return [
        (12.00, 2, finger(0, (TRACKING_ID, 7), (POSITION_X, 100),
                          (POSITION_Y, 100)) + touch),
        (12.01, 2, finger(1, (TRACKING_ID, 8), (POSITION_X, 500),
                          (POSITION_Y, 500))),
        (12.02, 2, finger(0, (POSITION_X, 110)) +
         finger(1, (POSITION_X, 490))),
        (12.03, 2, finger(1, (POSITION_X, 480))),
        (12.04, 2, finger(0, (TRACKING_ID, -1))),
        (12.05, 2, finger(1, (TRACKING_ID, -1)) + [(EV_KEY, BTN_TOUCH, 0)]),
    ]


def pinch_a():
    """The same in protocol A."""
    def contacts(*fingers):
        events = []
        for number, x in fingers:
            events += [(EV_ABS, TRACKING_ID, number), (EV_ABS, POSITION_X, x),
                       (EV_ABS, POSITION_Y, 100 * number), (0, 2, 0)]
        return events or [(0, 2, 0)]
    return [
        (12.00, 2, contacts((1, 100)) + [(EV_KEY, BTN_TOUCH, 1)]),
        (12.01, 2, contacts((1, 100), (5, 500))),
        (12.02, 2, contacts((1, 110), (5, 490))),
        (12.03, 2, contacts((1, 110), (5, 480))),
        (12.04, 2, contacts((5, 480))),
        (12.05, 2, contacts() + [(EV_KEY, BTN_TOUCH, 0)]),
    ]


class Passes(ToolTest):
    def recording(self, frames, slots):
        """A tape of a pinch, a text of 20 letters, and a shaken phone."""
        sensors = [(second + tenth / 10, 6, [(EV_ABS, ABS_X, 10 * second + tenth)])
                   for second in (11, 12, 13) for tenth in (1, 4, 7)]
        raw = self.folder / "pinch.txt"
        raw.write_text(DEVICES.format(slot=SLOTS if slots else "") +
                       getevent(sorted(frames + sensors)))
        text = self.folder / "pinch.jsonl"
        self.ok("convert", raw, text)
        with text.open("a") as out:
            out.write(json.dumps({
                "t": 14_000_000_000, "topic": "/input/text",
                "data": {"id": 5000, "kind": "KIND_COMMIT",
                         "text": "the quick brown fox!"}}) + "\n")
        tape = self.folder / "pinch.mcap"
        self.ok("convert", text, tape)
        return tape

    def oracle(self):
        oracle = self.folder / "oracle.py"
        oracle.write_text(ORACLE)
        wanted = {"letters": "qwx", "place": 480, "tilt": 124}
        return shlex.join([sys.executable, "-IS", str(oracle), REPRISE,
                           json.dumps(wanted)])

    def reduce(self, frames, slots):
        tape = self.recording(frames, slots)
        out = self.folder / "small.mcap"
        test = self.oracle()
        report = json.loads(self.ok(
            "minimize", "--json", tape, "-o", out, "--test", test,
            "--search=ddmin", "--pass=sensors", "--pass=fingers",
            "--pass=points", "--pass=characters"))
        return report, self.objects("show", "--json", out)

    def check(self, frames, slots):
        report, messages = self.reduce(frames, slots)
        self.assertEqual(report["units_after"], 2)
        after = {p["name"]: (p["before"], p["after"])
                 for p in report["passes"]}
        self.assertEqual(after["sensors"][1], 1)
        self.assertEqual(after["fingers"], (2, 1))
        self.assertEqual(after["characters"], (20, 3))
        self.assertEqual([m["data"]["text"] for m in messages
                          if m["topic"] == "/input/text"], ["qwx"])
        # One finger goes down and up, and gestures know of no other.
        (gesture,) = [m["data"] for m in messages
                      if m["topic"] == "/input/gesture"]
        self.assertEqual(len(gesture["fingers"]), 1)
        self.assertEqual(gesture["fingers"][0]["start_x"], 500)
        self.assertNotIn("cut", gesture)
        buttons = [event.get("value", 0) for m in messages
                   if m["topic"] == "/input/evdev/event2"
                   for event in m["data"]["events"]
                   if event.get("code") == BTN_TOUCH]
        self.assertEqual(buttons, [1, 0])
        tilts = [event.get("value", 0) for m in messages
                 if m["topic"] == "/input/evdev/event6"
                 for event in m["data"]["events"]
                 if event.get("type") == EV_ABS]
        self.assertIn(124, tilts)
        self.assertLess(len(tilts), 9)

    def test_one_finger_three_letters_and_one_span_with_slots(self):
        self.check(pinch_b(), slots=True)

    def test_a_resumed_pass_takes_no_verdicts_of_another_one(self):
        tape = self.recording(pinch_b(), slots=True)
        out = self.folder / "small.mcap"
        words = ["minimize", "--json", tape, "-o", out, "--test",
                 self.oracle(), "--search=ddmin"]
        self.ok(*words, "--pass=characters")
        report = json.loads(self.ok(*words, "--resume", "--pass=fingers",
                                    "--pass=characters"))
        after = {p["name"]: (p["before"], p["after"])
                 for p in report["passes"]}
        self.assertEqual(after["fingers"], (2, 1))
        self.assertEqual(after["characters"], (20, 3))

    def test_the_same_in_protocol_a(self):
        self.check(pinch_a(), slots=False)


if __name__ == "__main__":
    unittest.main()
