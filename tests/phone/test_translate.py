"""`run translate`: what it makes of an APK, and of what is none."""

import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest
import zipfile

import process


class Translate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.apk = self.folder / "a.apk"
        self.to = self.folder / "to"

    def translate(self):
        return subprocess.run([process.RUN, "translate", self.apk, self.to], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)

    def refused(self, *words):
        done = self.translate()
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertEqual(1, len(done.stderr.strip().splitlines()), done.stderr)
        self.assertNotIn("\tat ", done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse((self.to / "classes.jar").exists())

    def zip(self, **dexes):
        with zipfile.ZipFile(self.apk, "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("AndroidManifest.xml", b"x")
            for name, data in dexes.items():
                z.writestr(name + ".dex", data)

    def real_dex(self):
        with zipfile.ZipFile(process.CACHE / "apks/io.appium.settings.apk") as z:
            return z.read("classes.dex")

    def test_real_app(self):
        self.apk = process.CACHE / "apks/io.appium.settings.apk"
        done = self.translate()
        self.assertEqual(0, done.returncode, done.stderr)
        with zipfile.ZipFile(self.to / "classes.jar") as z:
            infos = z.infolist()
            self.assertTrue(all(i.compress_type == zipfile.ZIP_STORED for i in infos))
            one = z.read("io/appium/settings/Settings.class")
        self.assertEqual(b"\xca\xfe\xba\xbe\0\0\0\x34", one[:8])
        self.assertIn(b"Settings.java", one)
        self.assertIn(b"LineNumberTable", one)
        report = (self.to / "translation.txt").read_text().splitlines()
        self.assertIn(f"classes: {len(infos)} of {len(infos)}", report)
        self.assertEqual([], [l for l in report if l.startswith("not translated")])
        self.assertEqual({"classes.jar", "translation.txt"}, set(os.listdir(self.to)))

    def test_app_without_code(self):
        self.zip()
        done = self.translate()
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertTrue((self.to / "classes.jar").exists())

    def test_no_file(self):
        self.refused("is not a file")

    def test_no_zip(self):
        self.apk.write_bytes(b"not an APK at all" * 100)
        self.refused("is no intact APK")

    def test_truncated_zip(self):
        whole = (process.CACHE / "apks/io.appium.settings.apk").read_bytes()
        self.apk.write_bytes(whole[:len(whole) // 2])
        self.refused("is no intact APK")

    def test_no_dex(self):
        self.zip(classes=b"MZ" + bytes(500))
        self.refused("classes.dex is no dex file")

    def test_truncated_dex(self):
        self.zip(classes=self.real_dex()[:50_000])
        self.refused("classes.dex is damaged")

    def test_zip_bomb(self):
        self.zip(classes=b"dex\n035\0" + bytes(200 << 20))
        self.refused("unpacks to more than is accepted")

    def test_lying_sizes(self):
        dex = bytearray(self.real_dex())
        struct.pack_into("<I", dex, 0x38, 0x7fffffff)  # string_ids_size
        self.zip(classes=bytes(dex))
        self.refused("classes.dex")

    def test_noise_ends_in_a_sentence_or_a_jar(self):
        dex = self.real_dex()
        rolls = random.Random(1)
        for _ in range(4):
            bad = bytearray(dex)
            for _ in range(200):
                bad[rolls.randrange(0x70, len(bad))] = rolls.randrange(256)
            self.zip(classes=bytes(bad))
            done = self.translate()
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertNotIn("\tat ", done.stderr)
            self.assertEqual(done.returncode == 0, (self.to / "classes.jar").exists())
            if (self.to / "classes.jar").exists():
                (self.to / "classes.jar").unlink()


if __name__ == "__main__":
    unittest.main()
