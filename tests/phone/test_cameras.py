"""What the host feeds into the phone for its cameras, its fingerprint sensor and
who listens to speech, with the sample app `devices`."""

import hashlib
import re
import struct
import unittest

from picture import Picture
from test_devices import APP, Devices


def flat_jpeg(width, height, ycc):
    """A JPEG of one colour: after the first blocks all others are the same."""
    def segment(kind, body):
        return bytes((0xff, kind)) + struct.pack(">H", len(body) + 2) + body

    def block(difference):
        size = abs(difference).bit_length()
        bits = difference if difference >= 0 else difference + (1 << size) - 1
        return f"{size:04b}" + (f"{bits:0{size}b}" if size else "") + "0"

    blocks = "".join(block(value - 128) for value in ycc)
    blocks += block(0) * 3 * ((width + 7) // 8 * ((height + 7) // 8) - 1)
    blocks += "1" * (-len(blocks) % 8)
    data = int(blocks, 2).to_bytes(len(blocks) // 8, "big").replace(b"\xff", b"\xff\0")
    return (b"\xff\xd8" + segment(0xe0, b"JFIF\0\1\1\0\0\1\0\1\0\0")
            + segment(0xdb, b"\0" + b"\x08" * 64)
            + segment(0xc0, struct.pack(">BHHB", 8, height, width, 3) + b"\1\x11\0\2\x11\0\3\x11\0")
            + segment(0xc4, b"\0" + bytes((0, 0, 0, 9)) + bytes(12) + bytes(range(9)))
            + segment(0xc4, b"\x10" + bytes((1,)) + bytes(15) + b"\0")
            + segment(0xda, b"\3\1\0\2\0\3\0\0\x3f\0") + data + b"\xff\xd9")


class Cameras(Devices):
    COLOR = (201, 40, 90)  # what YCbCr 94, 126, 204 is

    def jpeg(self):
        return self.file("seen.jpg", flat_jpeg(640, 480, (94, 126, 204)))

    def look(self, what, **extras):
        said = self.do("CameraScreen", what, **extras)
        self.advance("2s")
        return said + self.said()

    def near(self, text, color):
        for got, wanted in zip(map(int, text.split(",")), color):
            self.assertAlmostEqual(got, wanted, delta=4)

    def test_list(self):
        said = self.look("list")
        self.assertTrue(said[0].startswith("camera 0 1 [1920x1080, "), said)
        self.assertTrue(said[1].startswith("camera 1 0 [1920x1080, "), said)
        self.assertEqual(said[2], "old cameras 2")

    def test_preview_and_jpeg(self):
        path = self.jpeg()
        self.feed(path)
        said = self.look("old")
        self.assertEqual(said[0], "preview 640x480 17")
        for i in range(5):
            words = said[1 + i].split()
            self.assertEqual(words[:3], ["frame", str(i + 1), "460800"])
            self.near(words[3], self.COLOR)
            self.near(words[4], self.COLOR)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self.assertEqual(said[6], "shutter")
        self.assertRegex(said[7], "^picture 640x480 [0-9a-f]{8} " + digest)

    def test_image_reader(self):
        path = self.jpeg()
        self.feed(path)
        said = self.look("new")
        self.assertEqual(said[:2], ["opened 0 camera", "configured"])
        images = [line.split() for line in said if line.startswith("image")]
        self.assertEqual([i[1:4] for i in images], [[str(n), "640x480", "35"] for n in range(1, 6)])
        stamps = [int(i[4]) for i in images]
        self.assertTrue(all(33_330 <= b - a <= 33_340 for a, b in zip(stamps, stamps[1:])), stamps)
        for i in images:
            self.near(i[5], self.COLOR)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self.assertTrue(any(re.match("still 640x480 [0-9a-f]{8} " + digest, line) for line in said), said)
        self.assertIn("completed 2", said)
        self.assertIn("closed", said)

    def test_picture_of_another_size(self):
        path = self.file("front.png", b"")
        Picture(1000, 500, (b"\0\0\xff" * 500 + b"\xff\xff\0" * 500) * 500).write(path)
        self.assertEqual(self.feed(path), f"front camera: {path}\n")
        said = self.look("old", id=1, width=320, height=240)
        self.near(said[1].split()[3], (0, 0, 255))
        self.near(said[1].split()[4], (255, 255, 0))
        self.assertTrue(said[7].startswith("picture 320x240 ff0000f"), said[7])

    def test_no_permission(self):
        self.phone.shell(f"pm revoke {APP} android.permission.CAMERA")
        try:
            self.assertEqual(self.look("old"), ["thrown java.lang.RuntimeException: Fail to connect to camera service"])
            self.assertIn("thrown java.lang.SecurityException", self.look("new")[0])
        finally:
            self.phone.shell(f"pm grant {APP} android.permission.CAMERA")

    def test_the_phones_own_picture(self):
        """An app's readers leave that of the screen alone."""
        self.look("new")
        picture = self.phone.adb("exec-out", "screencap", "-p", check=True).stdout
        self.assertEqual(struct.unpack(">II", picture[16:24]), (480, 800))


class Person(Devices):
    def test_speech(self):
        self.feed(self.file("said.txt", "turn left\nstop\n"))
        for words in ("turn left", "stop", "stop"):
            said = self.do("PersonScreen", "speech")
            self.advance("2s")
            said += self.said()
            self.assertEqual(said, ["available true", "ready", "begins", f"partial [{words.split()[0]}]", "ends",
                                    f"results [{words}]"])

    def test_silence(self):
        said = self.do("PersonScreen", "speech")
        self.advance("6s")
        self.assertEqual(said + self.said(), ["available true", "ready", "error 6"])

    def test_speech_by_intent(self):
        self.feed(self.file("said.txt", "turn left"))
        said = self.do("PersonScreen", "ask")
        self.advance("2s")
        self.assertEqual(said + self.said(), ["heard -1 [turn left]"])

    def test_finger(self):
        self.assertEqual(self.do("PersonScreen", "finger"), ["can 0"])
        self.assertIn("Who is it?", self.phone.shell("uiautomator dump /sdcard/v.xml; cat /sdcard/v.xml"))
        self.assertEqual(self.emu("finger", "touch", "2"), "OK\n")
        self.assertEqual(self.said(), ["unknown"])
        self.emu("finger", "touch", "1")
        self.assertEqual(self.said(), ["known 2"])
        self.assertNotIn("Who is it?", self.phone.shell("uiautomator dump /sdcard/v.xml; cat /sdcard/v.xml"))
        self.emu("finger", "touch", "1")
        self.assertEqual(self.said(), [])

    def test_finger_refused(self):
        self.do("PersonScreen", "finger")
        for _ in range(5):
            self.emu("finger", "touch", "9")
        self.assertEqual(self.said(), ["unknown"] * 4 + ["error 7"])


if __name__ == "__main__":
    unittest.main()
