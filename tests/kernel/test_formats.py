"""Foreign formats against the kernel and Debian's own tools: what we write,
they play, and what they record, we read."""

import os
import subprocess
import unittest

import ground

REPRISE = os.environ.get("REPRISE", "reprise")
# Every format that holds kernel frames, and how many devices at once.
FORMATS = {"getevent": "short", "reran": "short", "uinput": "short",
           "libinput": "short", "revent": "short", "jsonl": "short",
           "evemu": "one", "raw": "one"}


def convert(*words):
    subprocess.run([REPRISE, "convert", *map(str, words)], check=True,
                   stderr=subprocess.DEVNULL)


class Formats(ground.GroundTest):
    sessions = ("short",)
    programs = ("evemu-play", "evemu-record", "evemu-device")
    script = f"for format in {' '.join(FORMATS)}; do" + r"""
  $agent replay $format.mcap -o $format.rep.mcap > $format.log 2>&1
done
# Their device from our description, our events played and recorded by theirs.
evemu-device one.evemu > evemu-device.txt 2>&1 & device=$!
sleep 1
node=$(sed -n 's/^.*: *//p' evemu-device.txt | tail -n1)
cp evemu-device.txt device.log
evemu-record $node > theirs.txt 2> evemu-record.log & recorder=$!
sleep 0.5
evemu-play $node < one.evemu > evemu-play.log 2>&1
sleep 0.5
kill -INT $recorder; wait $recorder
kill -TERM $device
"""

    @classmethod
    def prepare(cls):
        subprocess.run([REPRISE, "edit", cls.folder / "short.mcap", "-o",
                        cls.folder / "one.mcap", "--keep",
                        "/input/evdev/event0"], check=True)
        for name, session in FORMATS.items():
            file = cls.folder / f"{session}.{name}"
            convert(cls.folder / f"{session}.mcap", file, "--to", name)
            convert(file, cls.folder / f"{name}.mcap", "--from", name)

    def test_every_format_keeps_frames(self):
        for name, session in FORMATS.items():
            with self.subTest(format=name):
                found = self.check(f"{session}.mcap", f"{name}.mcap")
                self.assertTrue(found["equal"], (name, found))

    def test_a_replay_from_every_format_is_equal(self):
        for name, session in FORMATS.items():
            with self.subTest(format=name):
                found = self.check(f"{session}.mcap", f"{name}.rep.mcap")
                self.assertTrue(found["equal"], (name, found))

    def test_evemu_plays_what_we_write_and_we_read_what_it_records(self):
        theirs = self.folder / "theirs.txt"
        self.assertIn("# EVEMU 1.", theirs.read_text(), (self.read("device.log"), self.read("evemu-record.log")))
        convert(theirs, self.folder / "theirs.mcap", "--from", "evemu")
        found = self.check("one.mcap", "theirs.mcap")
        self.assertTrue(found["equal"], found)


if __name__ == "__main__":
    unittest.main()
