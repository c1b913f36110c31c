"""reprise convert, from and to recordings of other tools"""

import ctypes
import ctypes.util
import json
import subprocess
import unittest

from tool import BAD_INPUT, DONE, NOTES, USAGE, ToolTest, run

# One tap and one key, as getevent -lt prints them.
TAP = """\
add device 1: /dev/input/event2
  bus:      0018
  vendor    1234
  product   abcd
  version   0000
  name:     "screen"
  location: ""
  id:       ""
  version:  1.0.1
  events:
    KEY (0001): BTN_TOUCH
    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz 0, flat 0, resolution 0
                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
add device 2: /dev/input/event5
  name:     "keys"
  events:
    KEY (0001): KEY_POWER
  input props:
    <none>
[      12.000123] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000007
[      12.000123] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    0000021c
[      12.000123] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    000003c0
[      12.000123] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
[      12.000123] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
[      12.100456] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
[      12.100456] /dev/input/event2: EV_KEY       BTN_TOUCH            UP
[      12.100456] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
[      13.000000] /dev/input/event5: EV_KEY       KEY_POWER            DOWN
[      13.000000] /dev/input/event5: EV_SYN       SYN_REPORT           00000000
"""

# Those that hold several devices and microseconds.
LOSSLESS = ("getevent", "libinput", "revent")
KERNEL = ("getevent", "reran", "evemu", "uinput", "libinput", "revent", "raw")


def events(getevent):
    """The lines of events, without those that describe devices."""
    return [line for line in getevent.splitlines() if line.startswith("[")]


class ConvertForeign(ToolTest):
    def setUp(self):
        super().setUp()
        self.tap = self.folder / "tap.txt"
        self.tap.write_text(TAP)

    def quiet(self, *words):
        return self.ok("convert", "--quiet", *words)

    def test_to_a_tape_and_back(self):
        tape = self.folder / "tap.mcap"
        self.ok("convert", self.tap, tape)
        back = self.ok("convert", tape, "-", "--to=getevent")
        self.assertEqual(events(back), events(TAP))
        (source,) = [
            line["values"] for line in self.objects("convert", tape, "-")
            if line.get("metadata") == "reprise.source"
        ]
        self.assertEqual(
            source, {"name": "tap.txt", "role": "input", "format": "getevent"}
        )

    def test_tapes_have_gestures(self):
        text = self.ok("convert", self.tap, "-")
        kinds = [
            line["data"]["kind"] for line in map(json.loads, text.splitlines())
            if "t" in line and line["topic"] == "/input/gesture"
        ]
        self.assertEqual(len(kinds), 2)
        self.assertIn("KIND_TAP", kinds)

    # Over every format, and recognised by content: the name says nothing.
    def test_there_and_back_in_every_format(self):
        for name in KERNEL:
            other = self.folder / f"file-{name}"
            self.quiet(self.tap, other, f"--to={name}")
            back = self.quiet(other, "-", "--to=getevent")
            count = 8 if name in ("evemu", "raw") else 10
            self.assertEqual(len(events(back)), count, name)
            if name in LOSSLESS:
                self.assertEqual(events(back), events(TAP), name)

    def test_text_of_a_tape_too(self):
        text = self.folder / "tap.jsonl"
        self.ok("convert", self.tap, text)
        back = self.ok("convert", text, "-", "--to=getevent")
        self.assertEqual(events(back), events(TAP))

    def test_names_of_outputs(self):
        for name in ("a.getevent", "a.reran", "a.evemu", "a.uinput",
                     "a.yml", "a.revent", "a.raw"):
            self.quiet(self.tap, self.folder / name)
            self.assertTrue((self.folder / name).exists())

    def test_losses_are_told(self):
        out = self.folder / "tap.evemu"
        result = run("convert", self.tap, out, "--json")
        self.assertEqual(result.returncode, DONE)
        report = json.loads(result.stdout)
        lost = {"what": "frames of event5 are left out, as the format holds "
                        "one device (choose with --device)", "count": 1}
        self.assertIn(lost, report["losses"])
        self.assertEqual((report["frames"], report["devices"]), (3, 2))
        warnings = result.stderr.splitlines()
        self.assertEqual(len(warnings), len(report["losses"]))
        self.assertIn(f"warning: {self.tap}: {lost['what']}", warnings[0])

    def test_a_device_is_chosen(self):
        out = self.folder / "keys.evemu"
        self.quiet(self.tap, out, "--device=event5")
        self.assertIn("N: keys\n", out.read_text())
        message = self.fails(USAGE, "convert", self.tap, out, "--device=event9")
        self.assertIn("there is event2, event5", message)

    def test_variants(self):
        text = self.quiet(self.tap, "-", "--to=getevent", "--variant=t")
        self.assertIn("/dev/input/event5: 0001 0074 00000001\n", text)
        message = self.fails(USAGE, "convert", self.tap, "-", "--to=raw",
                             "--variant=8")
        self.assertIn('"8" is no variant of raw; it has 24, 16', message)
        self.fails(USAGE, "convert", self.tap, self.folder / "x.mcap",
                   "--variant=t")
        self.fails(USAGE, "convert", self.tap, self.folder / "x.mcap",
                   "--device=event2")

    def test_display(self):
        for size in ("1080", "0x5", "1x2x3", "99999x1"):
            message = self.fails(USAGE, "convert", self.tap, "-",
                                 f"--display={size}")
            self.assertIn("as in 1080x2400", message)
        self.ok("convert", self.tap, "-", "--display=1080x1920")
        self.fails(USAGE, "convert", NOTES, self.folder / "x.mcap",
                   "--display=1080x1920")

    def test_damage_is_named(self):
        self.tap.write_text(TAP + "[ 1.0] /dev/input/event2: what\n\n")
        message = self.fails(BAD_INPUT, "convert", self.tap,
                             self.folder / "x.mcap")
        self.assertIn("tap.txt: line 34: ", message)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["tap.txt"])

    def test_tape_without_input(self):
        text = self.folder / "empty.jsonl"
        text.write_text('{"tape":1,"profile":"x-reprise/1","library":""}\n')
        message = self.fails(BAD_INPUT, "convert", text, "-", "--to=getevent")
        self.assertIn("has no input on it", message)


class OthersRead(ToolTest):
    """What the tools themselves make of our files, as far as they need no
    device."""

    def setUp(self):
        super().setUp()
        self.tap = self.folder / "tap.txt"
        self.tap.write_text(TAP)

    def test_evemu(self):
        name = ctypes.util.find_library("evemu")
        if name is None:
            self.skipTest("libevemu is not installed")
        out = self.folder / "tap.evemu"
        self.ok("convert", "--quiet", self.tap, out)
        evemu = ctypes.CDLL(name)
        libc = ctypes.CDLL(None)
        libc.fopen.restype = ctypes.c_void_p
        evemu.evemu_new.restype = ctypes.c_void_p
        evemu.evemu_get_name.restype = ctypes.c_char_p
        device = ctypes.c_void_p(evemu.evemu_new(None))
        file = ctypes.c_void_p(libc.fopen(str(out).encode(), b"r"))
        self.assertEqual(evemu.evemu_read(device, file), 1)
        self.assertEqual(evemu.evemu_get_name(device), b"screen")
        self.assertEqual(evemu.evemu_get_abs_maximum(device, 0x35), 1079)
        self.assertEqual(evemu.evemu_has_prop(device, 1), 1)

        class Event(ctypes.Structure):
            _fields_ = [("sec", ctypes.c_long), ("usec", ctypes.c_long),
                        ("type", ctypes.c_ushort), ("code", ctypes.c_ushort),
                        ("value", ctypes.c_int)]

        read = []
        event = Event()
        while evemu.evemu_read_event(file, ctypes.byref(event)) > 0:
            read.append((event.sec, event.usec, event.type, event.code,
                         event.value))
        self.assertEqual(len(read), 8)
        self.assertEqual(read[0], (12, 123, 3, 0x39, 7))
        self.assertEqual(read[5], (12, 100456, 3, 0x39, -1))

    # Debian's own Python, as that is the one that `libinput replay` runs.
    def test_yaml(self):
        load = ("import json, sys, yaml\n"
                "print(json.dumps(yaml.safe_load(open(sys.argv[1]))))")
        out = self.folder / "tap.yml"
        self.ok("convert", "--quiet", self.tap, out)
        result = subprocess.run(["/usr/bin/python3", "-c", load, out],
                                capture_output=True, text=True)
        if "No module named 'yaml'" in result.stderr:
            self.skipTest("python3-yaml is not installed")
        recording = json.loads(result.stdout)
        self.assertEqual((recording["version"], recording["ndevices"]), (1, 2))
        screen, keys = recording["devices"]
        self.assertEqual(screen["evdev"]["id"], [24, 0x1234, 0xabcd, 0])
        self.assertEqual(screen["evdev"]["absinfo"]["53"], [0, 1079, 0, 0, 0])
        self.assertEqual(screen["udev"]["properties"], [])
        self.assertEqual(keys["events"], [
            {"evdev": [[13, 0, 1, 116, 1], [13, 0, 0, 0, 0]]}
        ])

    def test_half_a_last_line_is_left_out_and_said(self):
        path = self.folder / "cut.evemu"
        path.write_text("# EVEMU 1.3\nN: keys\nI: 0003 0001 0002 0003\n"
                        "E: 0.000001 0001 0074 1\nE: 0.000001 0000 0000 0\n"
                        "E: 0.0000")
        done = run("convert", path, self.folder / "cut.mcap")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the last line is cut off", done.stderr)

    def test_a_file_without_events_is_refused(self):
        path = self.folder / "none.evemu"
        path.write_text("# EVEMU 1.3\nN: keys\nI: 0003 0001 0002 0003\n")
        done = run("convert", path, self.folder / "none.mcap")
        self.assertEqual(done.returncode, 5)
        self.assertIn("no event", done.stderr)


if __name__ == "__main__":
    unittest.main()
