"""Real dex files through our reader, writer, assembler and disassembler.

Debian's dexdump, which also verifies a file's structure, must print the same
of what we wrote as of what we read. The files are those of two published apps
and of samples/, which D8 makes into dex files of versions 035 and 039.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).parent
TOOLS = HERE.parent.parent / "tools"
DEX_TOOL = os.environ["DEX_TOOL"]

# What may differ: where things are in the file, and strings' numbers, because
# strings that nothing refers to (D8 leaves its name) are not kept.
WHERE = re.compile(
    rb"^(?:Processing |Opened |checksum |signature |file_size |data_size |"
    rb"string_ids_size |\w+_off |source_file_idx )|"
    rb"^\[[0-9a-f]+\]| // string@[0-9a-f]+|// offset \d+")


def run(*command):
    done = subprocess.run([str(part) for part in command],
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command} gave {done.returncode}: "
                             f"{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def dump(path):
    return run("dexdump", "-d", "-a", "-f", "-h", path).split(b"\n")


def meaning(line):
    """The line without offsets; instructions also without their bytes."""
    found = WHERE.match(line)
    if found and not line.startswith((b" ", b"[")):
        return found.group()
    place, bar, rest = line.partition(b"|")
    if bar and re.fullmatch(rb"[0-9a-f]{6,}: [0-9a-f .]*", place):
        line = rest
    return WHERE.sub(b"", line)


class RoundTrip(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="reprise-dex-"))
        cls.addClassCleanup(shutil.rmtree, cls.work)

    def same_dump(self, before, after):
        ours, theirs = dump(after), dump(before)
        self.assertEqual(len(ours), len(theirs))
        for number, (a, b) in enumerate(zip(theirs, ours)):
            if a != b and meaning(a) != meaning(b):
                self.fail(f"line {number + 1} of the dump of {before.name}:\n"
                          f"{a.decode(errors='replace')}\n"
                          f"{b.decode(errors='replace')}")

    def round_trip(self, dex):
        written = dex.with_suffix(".written")
        text = dex.with_suffix(".txt")
        assembled = dex.with_suffix(".assembled")
        run(DEX_TOOL, "rewrite", dex, written)
        self.same_dump(dex, written)
        run(DEX_TOOL, "disassemble", dex, text)
        run(DEX_TOOL, "assemble", text, assembled)
        # So dexdump prints the same of it, too.
        self.assertEqual(assembled.read_bytes(), written.read_bytes(), dex)
        # What was written once is written again as it is.
        again = dex.with_suffix(".again")
        run(DEX_TOOL, "rewrite", written, again)
        self.assertEqual(again.read_bytes(), written.read_bytes(), dex)

    def test_published_apps(self):
        apks = pathlib.Path(run(TOOLS / "get-apks").decode().strip())
        seen = 0
        for apk in ("android-apidemos", "io.appium.settings"):
            with zipfile.ZipFile(apks / f"{apk}.apk") as archive:
                for name in archive.namelist():
                    if not re.fullmatch(r"classes\d*\.dex", name):
                        continue
                    with self.subTest(apk=apk, dex=name):
                        dex = self.work / f"{apk}-{name}"
                        dex.write_bytes(archive.read(name))
                        self.round_trip(dex)
                        seen += 1
        self.assertEqual(seen, 10)

    def dex_samples(self, api):
        classes = self.work / "classes"
        if not classes.exists():
            asm = "--add-exports=java.base/jdk.internal.org.objectweb.asm" \
                "=ALL-UNNAMED"
            classes.mkdir()
            run("javac", asm, "-g", "-d", classes,
                *sorted((HERE / "samples").glob("*.java")))
            run("java", asm, "-cp", classes, "MakeDynamic", classes)
            (classes / "MakeDynamic.class").unlink()
        java_home = pathlib.Path(shutil.which("javac")).resolve().parents[1]
        out = self.work / f"api{api}"
        out.mkdir()
        run("java", "-cp", run(TOOLS / "get-d8").decode().strip(),
            "com.android.tools.r8.D8", "--debug", "--min-api", api, "--lib",
            java_home, "--output", out, *sorted(classes.glob("*.class")))
        return out / "classes.dex"

    def test_samples(self):
        for api, version in ((21, b"035"), (28, b"039")):
            with self.subTest(api=api):
                dex = self.dex_samples(api)
                self.assertEqual(dex.read_bytes()[4:7], version)
                self.round_trip(dex)
                if api < 28:
                    continue
                text = dex.with_suffix(".txt").read_text()
                for word in ("invoke-custom {", "invoke-polymorphic {",
                             "invoke-polymorphic/range {",
                             "const-method-handle ", "const-method-type ",
                             "packed-switch ", "sparse-switch ",
                             "fill-array-data ", ".catchall ", ".local "):
                    self.assertIn(word, text)

    def test_split(self):
        """Too many methods for one file become several sound ones."""
        dex = self.dex_samples(26)
        run(DEX_TOOL, "split", dex, self.work / "part", 20)
        classes = []
        parts = sorted(self.work.glob("part.*"))
        self.assertGreater(len(parts), 1)
        for part in parts:
            lines = dump(part)
            methods = [line for line in lines
                       if line.startswith(b"method_ids_size")]
            self.assertLessEqual(int(methods[0].split(b":")[1]), 20)
            classes += [line for line in lines
                        if b"Class descriptor" in line]
        self.assertCountEqual(
            classes, [line for line in dump(dex) if b"Class descriptor" in line])


if __name__ == "__main__":
    unittest.main()
