"""Real apps, rewritten: what apksigner, aapt, zipalign, unzip and Python say."""

import re
import struct
import unittest
import zipfile

from rig import BAD_INPUT, TOOL, ApkTest, run

PAGE = 16384


def data_offset(apk, info):
    with open(apk, "rb") as file:
        file.seek(info.header_offset + 26)
        name, extra = struct.unpack("<HH", file.read(4))
    return info.header_offset + 30 + name + extra


def is_signature(name):
    return re.fullmatch(r"META-INF/(MANIFEST\.MF|[^/]*\.(SF|RSA|DSA|EC))", name)


class Rewrite(ApkTest):
    def dump(self, apk, *words):
        return self.output("aapt", "dump", words[0], apk, *words[1:])

    def test_unchanged(self):
        for app in self.apps.values():
            with self.subTest(app.name):
                out = self.rewrite(app)
                self.assertEqual(self.assert_signed(out), self.key_digest)
                self.assertEqual(self.signers(out), [("v2", self.key_digest),
                                                     ("v3", self.key_digest)])
                for words in (("badging",), ("permissions",),
                              ("xmltree", "AndroidManifest.xml")):
                    self.assertEqual(self.dump(app, *words),
                                     self.dump(out, *words))
                self.output("zipalign", "-c", "-p", 4, out)

    def test_entries_are_the_same_and_in_order(self):
        for app in self.apps.values():
            with self.subTest(app.name):
                out = self.rewrite(app)
                self.output("unzip", "-tq", out)
                with zipfile.ZipFile(app) as old, zipfile.ZipFile(out) as new:
                    self.assertIsNone(new.testzip())
                    kept = [i for i in old.infolist()
                            if not is_signature(i.filename)]
                    self.assertEqual(
                        [i.filename for i in new.infolist()],
                        [i.filename for i in kept] +
                        ["META-INF/CERT.SF", "META-INF/CERT.RSA",
                         "META-INF/MANIFEST.MF"])
                    for info in kept:
                        ours = new.getinfo(info.filename)
                        self.assertEqual(
                            (info.CRC, info.compress_type, info.compress_size,
                             info.date_time, info.external_attr),
                            (ours.CRC, ours.compress_type, ours.compress_size,
                             ours.date_time, ours.external_attr))

    def test_same_input_same_bytes(self):
        app = self.apps["io.appium.settings"]
        one = self.rewrite(app, "debuggable", name="one.apk").read_bytes()
        two = self.rewrite(app, "debuggable", name="two.apk").read_bytes()
        self.assertEqual(one, two)

    def test_manifest_edits(self):
        attribute = 'A: android:{}="{}" (Raw: "{}")'
        added_provider = [
            "E: provider (line={line})",
            attribute.format("name(0x01010003)", "dev.P", "dev.P"),
            "A: android:exported(0x01010010)=(type 0x12)0x0",
            attribute.format("authorities(0x01010018)", "dev.P", "dev.P"),
            "A: android:initOrder(0x0101001a)=(type 0x10)0x3e8"]
        added = [
            attribute.format("name(0x01010003)", "dev.App", "dev.App"),
            attribute.format("appComponentFactory(0x0101057a)", "dev.F",
                             "dev.F"),
            "A: android:extractNativeLibs(0x010104ea)=(type 0x12)0xffffffff",
            "A: android:usesCleartextTraffic(0x010104ec)=(type 0x12)0xffffffff",
            attribute.format("name(0x01010003)", "dev.PERMISSION",
                             "dev.PERMISSION")]
        core = "androidx.core.app.CoreComponentFactory"
        old_factory = attribute.format("appComponentFactory(0x0101057a)", core,
                                       core)
        application = "io.appium.android.apis.ApiDemosApplication"
        cases = {
            "android-apidemos": (73, 24, [
                old_factory,
                attribute.format("name(0x01010003)", application, application),
            ]),
            "io.appium.settings": (50, 2, [
                old_factory,
                "A: android:extractNativeLibs(0x010104ea)=(type 0x12)0x0"]),
        }
        for name, (line, root_line, removed) in cases.items():
            with self.subTest(name):
                app = self.apps[name]
                out = self.rewrite(
                    app, "application=dev.App", "factory=dev.F", "extract=true",
                    "cleartext", "debuggable", "permission=dev.PERMISSION",
                    "provider=dev.P")
                self.assert_added(
                    self.dump(app, "xmltree", "AndroidManifest.xml"),
                    self.dump(out, "xmltree", "AndroidManifest.xml"),
                    added + [l.format(line=line) for l in added_provider] +
                    [f"E: uses-permission (line={root_line})"], removed)
                self.assert_added(self.dump(app, "badging"),
                                  self.dump(out, "badging"),
                                  ["uses-permission: name='dev.PERMISSION'"])
                self.assertEqual(self.assert_signed(out), self.key_digest)

    def test_debuggable_is_seen(self):
        # The one that ships debuggable is made so anew, beside the other edit.
        text = self.output(TOOL, "manifest", self.rewrite(
            self.apps["android-apidemos"], "debuggable", "application=.Ours"))
        self.assertIn("application io.appium.android.apis.Ours\n", text)

    def test_every_binary_xml_survives(self):
        for app in self.apps.values():
            with self.subTest(app.name):
                out = self.rewrite(app, "xml")
                with zipfile.ZipFile(app) as old:
                    names = [n for n in old.namelist() if n.endswith(".xml")
                             and n.startswith("res/")
                             and old.read(n)[:4] == b"\x03\x00\x08\x00"]
                self.assertGreater(len(names), 10)
                self.assertEqual(self.dump(app, "xmltree", *names),
                                 self.dump(out, "xmltree", *names))
                self.assertEqual(self.dump(app, "badging"),
                                 self.dump(out, "badging"))

    def test_added_code_and_libraries(self):
        dex = self.folder / "x.dex"
        dex.write_bytes(b"dex\n035\0" * 100)
        library = self.folder / "x.so"
        library.write_bytes(b"\x7fELF" * 5000)
        app = self.apps["android-apidemos"]
        for page in (4096, PAGE):
            out = self.rewrite(
                app, f"page={page}", f"put=classes9.dex:{dex}",
                f"put=lib/arm64-v8a/libx.so:{library}",
                f"put=lib/x86_64/libx.so:{library}",
                f"put=resources.arsc:{dex}")
            self.assert_signed(out)
            self.output("zipalign", "-c", "-p", 4, out)
            self.output("unzip", "-tq", out)
            with zipfile.ZipFile(out) as new:
                for abi in ("arm64-v8a", "x86_64"):
                    info = new.getinfo(f"lib/{abi}/libx.so")
                    self.assertEqual(new.read(info), library.read_bytes())
                    self.assertEqual(data_offset(out, info) % page, 0)
                info = new.getinfo("classes9.dex")
                self.assertEqual(info.compress_type, zipfile.ZIP_DEFLATED)
                self.assertEqual(info.date_time, (1981, 1, 1, 1, 1, 2))
                info = new.getinfo("resources.arsc")
                self.assertEqual(info.compress_type, zipfile.ZIP_STORED)
                self.assertEqual(new.read(info), dex.read_bytes())

    def test_splits_are_signed_alike(self):
        app = self.apps["io.appium.settings"]
        base = self.folder / "base.apk"
        base.write_bytes(app.read_bytes())
        split = self.rewrite(app, "split=config.de", key="-",
                             name="split_config.de.apk")
        out = self.folder / "set"
        out.mkdir()
        self.output(TOOL, "rewrite-set", out, self.key, "", split, base)
        digests = {self.assert_signed(out / name)
                   for name in ("base.apk", "split_config.de.apk")}
        self.assertEqual(digests, {self.key_digest})
        done = run(TOOL, "rewrite-set", out, self.key, "", split)
        self.assertIn(b"no base", done.stderr)

    def test_the_manifest_as_aapt_reads_it(self):
        for app in self.apps.values():
            with self.subTest(app.name):
                ours = self.output(TOOL, "manifest", app).splitlines()
                badging = self.dump(app, "badging")
                package = re.search(
                    "name='(.*?)' versionCode='(.*?)' versionName='(.*?)'",
                    badging)
                self.assertIn(f"package {' '.join(package.groups())}", ours)
                self.assertIn(
                    "sdk {} {}".format(
                        re.search("^sdkVersion:'(.*)'", badging, re.M)[1],
                        re.search("targetSdkVersion:'(.*)'", badging)[1]),
                    ours)
                implied = re.findall("uses-implied-permission: name='(.*?)'",
                                     badging)
                self.assertEqual(
                    [l.split()[1] for l in ours if l.startswith("permission ")],
                    [name for name in re.findall(
                        "^uses-permission: name='(.*?)'", badging, re.M)
                     if name not in implied])
                tree = self.dump(app, "xmltree", "AndroidManifest.xml")
                for kind in ("activity", "service", "receiver", "provider"):
                    self.assertEqual(
                        len([l for l in ours if l.startswith(kind + " ")]),
                        len(re.findall(rf"E: {kind} ", tree)))
                with zipfile.ZipFile(app) as old:
                    count = len([n for n in old.namelist()
                                 if re.fullmatch(r"classes\d*\.dex", n)])
                self.assertEqual(len([l for l in ours if l.startswith("dex ")]),
                                 count)

    def test_a_zip_of_another_tool(self):
        class Pipe:
            """Cannot seek, so that zipfile writes data descriptors."""
            def __init__(self, file):
                self.write, self.flush = file.write, file.flush
        path = self.folder / "piped.zip"
        with open(path, "wb") as file:
            with zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as new:
                new.writestr("a", "a" * 1000)
                new.writestr("b", "b")
        self.assertEqual(self.output(TOOL, "entries", path), "a 1000\nb 1\n")

    def test_what_is_no_apk(self):
        path = self.folder / "text.apk"
        path.write_text("not an apk" * 100)
        out = self.folder / "never.apk"
        done = run(TOOL, "rewrite", path, out, self.key, "")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"not a zip file", done.stderr)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
