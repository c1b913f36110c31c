"""Files that are not what a verb wants: one sentence and the right code."""

import json
import os
import pwd
import stat
import struct
import subprocess
import unittest

from tool import (BAD_INPUT, CHUNK, DONE, NOTES, REPRISE, SYSTEM, USAGE,
                  ToolTest, records, run)

MAGIC = b"\x89MCAP0\r\n"


def text(value):
    return struct.pack("<I", len(value)) + value


def record(op, content):
    return bytes([op]) + struct.pack("<Q", len(content)) + content


def header(profile, library):
    return MAGIC + record(1, text(profile) + text(library))


class BadInput(ToolTest):
    def commands(self, path):
        """Every verb that reads a tape, on this one."""
        out = self.folder / "out"
        return [
            ("info", path),
            ("info", "--verify", "--json", path),
            ("show", path),
            ("show", "--follow", "--json", path),
            ("convert", path, f"{out}.jsonl"),
            ("convert", path, "-"),
            ("convert", "--from=mcap", path, f"{out}.jsonl"),
            ("convert", "--from=jsonl", path, f"{out}.mcap"),
            ("recover", path, f"{out}.mcap"),
            ("edit", path, "-o", f"{out}.mcap"),
        ]

    def refused(self, path, pattern, code=BAD_INPUT, **options):
        for words in self.commands(path):
            message = self.fails(code, *words, **options)
            self.assertTrue(
                message.startswith(f"reprise {words[0]}: "), message
            )
            self.assertIn(str(path), message)
            if "--from=jsonl" not in words:
                self.assertRegex(message, pattern)
            self.assertEqual(
                [n for n in os.listdir(self.folder) if n.startswith("out")], []
            )

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def test_no_file(self):
        self.refused(self.folder / "missing", "No such file")
        self.refused("", "No such file")

    def test_directory(self):
        path = self.folder / "folder"
        path.mkdir()
        self.refused(path, "is a directory")

    def test_device(self):
        self.refused("/dev/zero", "not a regular file")

    def test_picture(self):
        picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(100)
        self.refused(self.file("a.png", picture), "PNG|can be converted")

    def test_empty_file(self):
        self.refused(self.file("empty", b""), "empty|can be converted")
        self.refused(self.file("empty.mcap", b""), "empty")

    def test_text(self):
        path = self.file("letter.txt", b"Dear reader,\n")
        self.refused(path, "not a tape|can be converted")

    def test_newer_tape(self):
        path = self.file("n.mcap", header(b"x-reprise/99", b"reprise 9.9"))
        self.refused(path, "version 99.* newer")

    def test_newer_mcap(self):
        content = header(b"", b"").replace(MAGIC, b"\x89MCAP1\r\n")
        path = self.file("n.mcap", content + b"\x89MCAP1\r\n")
        self.refused(path, "version 1.* newer")

    def test_newer_text(self):
        path = self.file("n.jsonl", b'{"tape":99,"profile":"","library":""}\n')
        self.fails(BAD_INPUT, "convert", path, self.folder / "out.mcap")

    # A length that nothing could hold: the other chunks are read, and neither
    # time nor memory is spent on it.
    def test_four_gibibytes(self):
        tape = self.tape("large.mcap", "--chunk-size=1KiB")
        content = bytearray(tape.read_bytes())
        first = [o for o, kind, _ in records(content) if kind == CHUNK][0]
        struct.pack_into("<Q", content, first + 1, 4 << 30)
        tape.write_bytes(content[:-8])
        result = run("show", tape)
        self.assertEqual(result.returncode, DONE)
        self.assertIn("warning", result.stderr)
        self.assertGreater(len(result.stdout.splitlines()), 0)
        self.assertLess(len(result.stdout.splitlines()), 35)
        # With its index the tape is found to be damaged when asked to verify.
        tape.write_bytes(content)
        info = json.loads(run("info", "--verify", "--json", tape).stdout)
        self.assertEqual(info["state"], "damaged")

    def test_four_gibibytes_at_the_beginning(self):
        path = self.file("h.mcap", MAGIC + b"\1" + struct.pack("<Q", 4 << 30))
        self.refused(path, "neither its Header nor anything", BAD_INPUT)

    def test_unreadable(self):
        path = self.tape()
        path.chmod(0)
        if os.getuid() != 0:
            self.refused(path, "Permission denied", SYSTEM)
            return
        # root reads everything; somebody else does not.
        nobody = pwd.getpwnam("nobody").pw_uid
        self.folder.chmod(0o777)
        try:
            subprocess.run([REPRISE, "--version"], user=nobody, check=True,
                           stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("others may not run the tool where it is")
        self.refused(path, "Permission denied", SYSTEM, user=nobody)


class BadOutput(ToolTest):
    def commands(self, out):
        """Every verb that writes a file, to this one."""
        tape = self.tape()
        return [
            ("convert", "--to=jsonl", tape, out),
            ("convert", "--to=mcap", NOTES, out),
            ("recover", tape, out),
            ("edit", tape, "-o", out),
        ]

    def test_missing_folder(self):
        out = self.folder / "nowhere" / "out"
        for words in self.commands(out):
            message = self.fails(SYSTEM, *words)
            self.assertIn("No such file or directory", message)

    def test_directory(self):
        out = self.folder / "folder"
        out.mkdir()
        for words in self.commands(out):
            self.assertIn("is a directory", self.fails(SYSTEM, *words))

    # It must not be replaced by a file.
    def test_device(self):
        for words in self.commands("/dev/full"):
            self.fails(SYSTEM, *words)
            self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))
            self.assertFalse(os.path.exists("/dev/full.part"))

    def test_empty_name(self):
        for words in self.commands(""):
            self.fails(USAGE, *words)

    def test_output_is_the_input(self):
        tape = self.tape()
        before = tape.read_bytes()
        link = self.folder / "link.mcap"
        os.link(tape, link)
        for out in (tape, link, self.folder / "." / tape.name):
            for words in (
                ("convert", tape, out, "--to=jsonl"),
                ("recover", tape, out),
                ("edit", tape, "-o", out),
            ):
                message = self.fails(USAGE, *words)
                self.assertIn("both input and output", message)
                self.assertEqual(tape.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
