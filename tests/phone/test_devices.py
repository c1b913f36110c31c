"""What the host feeds into the phone reaches the app as on a device: sensors by
`adb emu` and `reprise phone feed`, with the sample app `devices`."""

import math
import pathlib
import re
import struct
import unittest
import wave

import samples
from phone_rig import PhoneTest

APP = "io.reprise.devices"
US = 1_000_000


class Devices(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", "-g", samples.make("devices"), check=True)

    def setUp(self):
        self.phone.shell(f"am force-stop {APP}; logcat -c")
        self.feed("none")
        self.seen = 0

    def do(self, screen, what, **extras):
        """Lets the app do something; what it says."""
        words = " ".join(f"--{'ei' if isinstance(v, int) else 'es'} {k} {v}" for k, v in extras.items())
        self.phone.shell(f"am start -W -n {APP}/.{screen} --es do {what} {words}")
        return self.said()

    def said(self):
        """What the app said since it was last asked."""
        lines = re.findall(r"devices +: (.*)", self.phone.shell("logcat -d -s devices"))
        new = lines[self.seen:]
        self.seen = len(lines)
        return new

    def advance(self, duration):
        self.phone.reprise("advance", duration, check=True)

    def feed(self, *files):
        return self.phone.reprise("feed", *files, check=True).stdout.decode()

    def file(self, name, content):
        path = pathlib.Path(self.phones.home) / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def emu(self, *words):
        done = self.phones.adb("-s", self.phone.status["serial"], "emu", *words)
        return done.stdout.decode().replace("\r", "")


def events(lines, type=1):
    """Of a sensor: thread, stamp and delivery in us, values."""
    found = []
    for line in lines:
        words = line.split()
        if words[:2] == ["event", str(type)]:
            found.append((words[2], int(words[3]), int(words[4]), eval(words[5])))
    return found


class Sensors(Devices):
    def shake(self, count=100, step=0.02):
        """A CSV with numbered events."""
        lines = ["time,sensor,x,y,z"]
        for i in range(count):
            lines.append(f"{10 + i * step:.4f},acceleration,{i},{i + 0.5},-{i}")
            lines.append(f"{10 + i * step:.4f},light,{i // 10}")
        return self.file("shake.csv", "\n".join(lines))

    def test_all_types(self):
        rows = [line.split() for line in self.do("SensorScreen", "list")]
        types = [int(row[1]) for row in rows]
        for type in list(range(1, 7)) + list(range(8, 22)) + [29, 30, 31, 34, 35, 36, 42]:
            self.assertIn(type, types)
        self.assertIn(["sensor", "1", "android.sensor.accelerometer", "0", "5000"], rows)
        self.assertIn(["sensor", "5", "android.sensor.light", "1", "0"], rows)

    def test_every_event_in_order_on_the_listeners_thread(self):
        self.assertIn("registered true", self.do("SensorScreen", "listen", us=20000))
        self.said()
        self.feed(self.shake())
        self.advance("1990ms")
        got = events(self.said())
        self.assertEqual([e[3] for e in got], [[i, i + 0.5, -i] for i in range(100)])
        self.assertEqual({e[0] for e in got}, {"listener"})
        begin = got[0][1]
        self.assertEqual([e[1] for e in got], [begin + i * 20_000 for i in range(100)])
        self.assertEqual([e[2] for e in got], [e[1] for e in got])
        # Then the last one is what the sensor measures.
        self.advance("200ms")
        after = events(self.said())
        self.assertEqual([e[3] for e in after], [[99, 99.5, -99]] * len(after))
        self.assertIn(len(after), (10, 11))

    def test_a_slow_listener_gets_fewer(self):
        self.do("SensorScreen", "listen", us=200000)
        self.said()
        self.feed(self.shake())
        self.advance("1900ms")
        self.assertEqual([e[3][0] for e in events(self.said())], list(range(0, 100, 10)))

    def test_batches(self):
        self.do("SensorScreen", "listen", us=20000, latency=500_000)
        self.advance("2s")
        self.said()
        self.feed(self.shake())
        self.advance("2500ms")
        got = [e for e in events(self.said()) if e[3][1] != 9.80665]
        self.assertEqual([e[3][0] for e in got][:100], list(range(100)))
        by_delivery = {}
        for e in got:
            by_delivery.setdefault(e[2], []).append(e[1])
        for delivered, stamps in by_delivery.items():
            self.assertGreater(len(stamps), 10)
            self.assertEqual(sorted(stamps), stamps)
            self.assertLessEqual(delivered - stamps[0], 500_000)

    def test_flush(self):
        self.do("SensorScreen", "listen", us=20000, latency=10_000_000)
        self.advance("1s")
        self.assertEqual(events(self.said()), [])
        said = self.do("SensorScreen", "flush")
        self.assertIn("flush true", said)
        self.assertGreaterEqual(len(events(said)), 50)
        self.assertEqual(said[-1], "flushed 1")

    def test_nothing_after_it_stops(self):
        self.do("SensorScreen", "listen")
        self.do("SensorScreen", "stop")
        self.advance("1s")
        self.assertEqual(events(self.said()), [])

    def test_changes_only(self):
        self.assertEqual(events(self.do("SensorScreen", "listen", type=5), 5)[0][3], [100])
        self.advance("1s")
        self.assertEqual(self.said(), [])
        self.assertEqual(self.emu("sensor", "set", "light", "7.5"), "OK\n")
        self.assertEqual([e[3] for e in events(self.said(), 5)], [[7.5]])
        self.assertEqual(self.emu("sensor", "get", "light"), "light = 7.5\nOK\n")
        self.feed(self.shake())
        self.advance("2s")
        self.assertEqual([e[3] for e in events(self.said(), 5)], [[i] for i in range(10)])

    def test_trigger(self):
        self.assertIn("requested true", self.do("SensorScreen", "trigger"))
        self.emu("sensor", "set", "significant-motion", "1")
        self.assertEqual(self.said(), ["trigger 17 [1.0]"])
        self.emu("sensor", "set", "significant-motion", "2")
        self.assertEqual(self.said(), [])

    def test_console(self):
        self.assertIn("acceleration: enabled.\n", self.emu("sensor", "status"))
        self.assertIn("KO: unknown sensor name: spin", self.emu("sensor", "set", "spin", "1"))
        self.assertIn("KO: the sensor light takes 1 value", self.emu("sensor", "set", "light", "1:2"))
        self.assertIn("KO: argument 'x' is not a number", self.emu("sensor", "set", "light", "x"))

    def test_rotate(self):
        self.assertEqual(self.emu("rotate"), "OK\n")
        self.assertIn("cur=800x480", self.phone.shell("dumpsys window displays | head -5").replace(" app", ""))
        self.assertIn("acceleration = 9.80665:0:0", self.emu("sensor", "get", "acceleration"))
        for _ in range(3):
            self.emu("rotate")

    def test_bad_files(self):
        for name, content, sentence in (
                ("a.csv", "1,spin,3\n", "line 1: there is no sensor"),
                ("b.csv", "1,light,3\n0,light,3\n", "line 2: its time 0 is before"),
                ("c.csv", "1,light,3,4\n", "the sensor light has 1 value"),
                ("d.xyz", "?", "accepted are .csv (sensors)")):
            done = self.phone.reprise("feed", self.file(name, content))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(sentence, done.stderr.decode())

    def test_the_same_run_again(self):
        runs = []
        for _ in range(2):
            self.phone.reprise("reset", "--seed", "5", check=True)
            self.seen = 0
            self.feed("none")
            self.do("SensorScreen", "listen", us=20000)
            self.feed(self.shake())
            self.advance("1s")
            runs.append(events(self.said()))
        self.assertGreater(len(runs[0]), 50)
        self.assertEqual(runs[0], runs[1])


def points(lines):
    """Where the app was told to be: latitude, longitude, uptime in ms."""
    found = []
    for line in lines:
        words = line.split()
        if words[0] == "at":
            found.append((float(words[2]), float(words[3]), int(words[7])))
    return found


class Location(Devices):
    def walk(self):
        """Northwards, 11.12 m a second, for a minute."""
        return self.file("walk.gpx", "<gpx><trk><trkseg>" + "".join(
            f'<trkpt lat="{48 + i / 10000}" lon="11"><ele>{500 + i}</ele>'
            f"<time>2024-06-15T12:00:{i:02}Z</time></trkpt>" for i in range(60)) + "</trkseg></trk></gpx>")

    def test_every_point(self):
        self.do("LocationScreen", "listen")
        self.said()
        self.feed(self.walk())
        self.advance("59500ms")
        said = self.said()
        got = points(said)
        self.assertEqual([p[0] for p in got], [48 + i / 10000 for i in range(60)])
        self.assertEqual([p[2] - got[0][2] for p in got], [i * 1000 for i in range(60)])
        self.assertTrue(said[0].startswith("at gps 48.0 11.0 500.0 5.0 false "), said[0])
        self.assertTrue(said[0].endswith(" main"), said[0])

    def test_minimum_distance(self):
        self.do("LocationScreen", "listen", m=50)
        self.said()
        self.feed(self.walk())
        self.advance("59500ms")
        # 50 m are more than four and less than five points away.
        self.assertEqual([p[0] for p in points(self.said())], [48 + i / 10000 for i in range(0, 60, 5)])

    def test_minimum_time(self):
        self.do("LocationScreen", "listen", ms=10000)
        self.said()
        self.feed(self.walk())
        self.advance("59500ms")
        self.assertEqual([p[0] for p in points(self.said())], [48 + i / 10000 for i in range(0, 60, 9)])

    def test_fix_of_the_console(self):
        self.do("LocationScreen", "listen")
        self.assertEqual(self.do("LocationScreen", "last"), ["last null"])
        self.advance("5s")
        self.assertEqual(self.said(), [])
        self.assertEqual(self.emu("geo", "fix", "13.4", "52.5", "34", "8"), "OK\n")
        said = self.said()
        self.assertEqual(len(said), 1, said)
        self.assertTrue(said[0].startswith("at gps 52.5 13.4 34.0 5.0 false "), said[0])
        self.advance("3s")
        again = points(self.said())
        self.assertEqual([p[:2] for p in again], [(52.5, 13.4)] * 3)
        self.assertTrue(self.do("LocationScreen", "last")[-1].startswith("last gps 52.5 13.4 "))
        self.assertIn("KO: argument '<latitude>' is not a number", self.emu("geo", "fix", "13.4", "north"))

    def test_other_providers(self):
        self.emu("geo", "fix", "13.4", "52.5", "34")
        self.do("LocationScreen", "listen", provider="passive")
        self.assertEqual(points(self.said()), [])
        said = self.do("LocationScreen", "current", provider="network")
        self.advance("1s")
        said += self.said()
        self.assertTrue(any(s.startswith("current network 52.5 13.4 - 30.0 false") for s in said), said)
        self.assertTrue(any(s.startswith("at network 52.5 13.4 - 30.0 false") for s in said), said)

    def test_on_and_off(self):
        said = self.do("LocationScreen", "state")
        self.assertEqual(said, ["enabled true true",
                                "providers [passive, network, fused, gps] [passive, network, fused, gps]",
                                "best fused"])
        self.emu("geo", "fix", "13.4", "52.5")
        self.do("LocationScreen", "listen")
        self.said()
        self.phone.shell("settings put secure location_mode 0")
        try:
            self.assertEqual(self.said(), ["off gps"])
            self.advance("5s")
            self.assertEqual(self.said(), [])
            self.assertEqual(self.do("LocationScreen", "state")[:1], ["enabled false false"])
        finally:
            self.phone.shell("settings put secure location_mode 3")
        self.assertEqual([s.split()[:2] for s in self.said()], [["on", "gps"], ["at", "gps"]])

    def test_mock(self):
        self.emu("geo", "fix", "13.4", "52.5")
        self.do("LocationScreen", "listen")
        self.said()
        said = self.do("LocationScreen", "mock")
        self.assertEqual([s[:26] for s in said if s.startswith("at ")], ["at gps 1.5 2.5 - 3.0 true "])
        self.do("LocationScreen", "unmock")
        self.advance("2s")
        self.assertEqual(points(self.said())[-1][:2], (52.5, 13.4))

    def test_permissions(self):
        self.emu("geo", "fix", "13.4", "52.5")
        for name in ("FINE", "COARSE"):
            self.phone.shell(f"pm revoke {APP} android.permission.ACCESS_{name}_LOCATION")
        try:
            self.assertIn("thrown java.lang.SecurityException: uid", self.do("LocationScreen", "listen")[-1])
            self.phone.shell(f"pm grant {APP} android.permission.ACCESS_COARSE_LOCATION")
            self.do("LocationScreen", "listen")
            self.advance("1s")
            latitude, longitude, _ = points(self.said())[0]
            self.assertNotEqual((latitude, longitude), (52.5, 13.4))
            self.assertAlmostEqual(latitude, 52.5, delta=0.01)
            self.assertAlmostEqual(longitude, 13.4, delta=0.016)
        finally:
            self.phone.shell(f"pm grant {APP} android.permission.ACCESS_FINE_LOCATION")
            self.phone.shell(f"pm grant {APP} android.permission.ACCESS_COARSE_LOCATION")


class Sound(Devices):
    def tone(self, pitch=440, rate=44100, seconds=1.0, channels=2):
        """A sine of half the loudness."""
        frames = b"".join(
            struct.pack("<h", round(16384 * math.sin(2 * math.pi * pitch * i / rate))) * channels
            for i in range(int(rate * seconds)))
        path = self.file("tone.wav", b"")
        with wave.open(str(path), "wb") as to:
            to.setnchannels(channels)
            to.setsampwidth(2)
            to.setframerate(rate)
            to.writeframes(frames)
        return path

    def heard(self, what, **extras):
        said = self.do("AudioScreen", what, **extras)
        self.advance("1s")
        return said + self.said()

    def test_pitch(self):
        for pitch, rate in ((440, 16000), (1000, 44100)):
            self.feed(self.tone(pitch))
            self.phone.shell(f"am force-stop {APP}")
            heard = self.heard("pitch", rate=rate)[-1]
            found, loudest, count, took = map(int, re.findall(r"\d+", heard))
            self.assertEqual((found, count, took), (pitch, rate // 2, 500), heard)
            self.assertAlmostEqual(loudest, 16384, delta=200)

    def test_silence(self):
        self.assertEqual(self.heard("pitch")[-1], "pitch 0 Hz, loudest 0, 8000 samples in 500 ms")

    def test_recorder(self):
        self.feed(self.tone(500, rate=8000, channels=1))
        self.assertEqual(self.do("AudioScreen", "record", rate=8000), ["records 0"])
        self.advance("500ms")
        loudest = self.do("AudioScreen", "stop")[0]
        self.assertAlmostEqual(int(loudest.split()[1]), 16384, delta=100)
        made = self.phone.adb("exec-out", f"cat /sdcard/Android/data/{APP}/files/sound.mp4", check=True).stdout
        boxes, at = {}, 0
        while at < len(made):
            (size,) = struct.unpack(">I", made[at:at + 4])
            boxes[made[at + 4:at + 8]] = made[at + 8:at + size]
            at += size
        self.assertEqual(list(boxes), [b"ftyp", b"mdat", b"moov"])
        samples = struct.unpack(f"<{len(boxes[b'mdat']) // 2}h", boxes[b"mdat"])
        self.assertGreater(len(samples), 4000)
        self.assertEqual(list(samples[:4000]),
                         [round(16384 * math.sin(2 * math.pi * 500 * i / 8000)) for i in range(4000)])
        time, rate, frames = struct.unpack(">III", boxes[b"moov"].split(b"mdhd")[1][8:20])
        self.assertEqual((rate, frames), (8000, len(samples)))

    def test_no_permission(self):
        self.phone.shell(f"pm revoke {APP} android.permission.RECORD_AUDIO")
        try:
            self.assertEqual(self.do("AudioScreen", "pitch"), ["state 0"])
        finally:
            self.phone.shell(f"pm grant {APP} android.permission.RECORD_AUDIO")

    def test_notifications(self):
        said = self.heard("count")
        self.assertEqual(said.count("marker"), 1)
        self.assertIn(said.count("period"), (10, 11, 12))
        self.assertEqual(said.index("marker"), 2)


if __name__ == "__main__":
    unittest.main()
