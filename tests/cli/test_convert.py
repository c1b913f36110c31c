"""reprise convert"""

import json
import os
import signal
import subprocess
import time
import unittest

from tool import (BAD_INPUT, DONE, INTERRUPTED, NOTES, REPRISE, SYSTEM, USAGE,
                  ToolTest, last_chunk, run)

HEAD = (
    '{"tape":1,"profile":"x-reprise/1",'
    '"library":"reprise 0.1.0, tape version 1"}\n'
)


class Convert(ToolTest):
    def test_there_and_back(self):
        tape = self.tape()
        text = self.folder / "back.jsonl"
        self.ok("convert", tape, text)
        lines = text.read_text().splitlines()
        again = [line for line in lines if not line.startswith('{"schema"')
                 and not line.startswith('{"channel"')]
        self.assertEqual(again, NOTES.read_text().splitlines())
        second = self.folder / "second.mcap"
        self.ok("convert", text, second)
        self.assertEqual(self.ok("convert", second, "-"), text.read_text())

    def test_standard_output(self):
        tape = self.tape()
        text = self.folder / "notes.jsonl"
        self.ok("convert", tape, text)
        self.assertEqual(self.ok("convert", tape, "-"), text.read_text())
        self.assertEqual(
            self.ok("convert", tape, "-", "--to=jsonl"), text.read_text()
        )
        self.fails(USAGE, "convert", NOTES, "-", "--to=mcap")

    # By content where it tells, by the name only of the output.
    def test_formats_are_recognised(self):
        tape = self.tape()
        odd = self.folder / "tape.bin"
        tape.rename(odd)
        text = self.folder / "text.jsonl"
        self.ok("convert", odd, text)
        odder = self.folder / "text.txt"
        text.rename(odder)
        self.ok("convert", odder, self.folder / "a.mcap")
        self.fails(USAGE, "convert", odd, self.folder / "out.txt")
        self.ok("convert", odd, self.folder / "out.txt", "--to=jsonl")
        self.ok("convert", odder, self.folder / "out.bin", "--to", "mcap",
                "--from", "jsonl")

    def test_unknown_formats(self):
        message = self.fails(USAGE, "convert", NOTES, "x", "--to=rerun")
        self.assertIn("--to is mcap, jsonl, getevent, ", message)
        self.assertIn("not 'rerun'", message)
        message = self.fails(USAGE, "convert", NOTES, "x", "--from=rerun")
        self.assertIn("--from is mcap, jsonl, getevent, ", message)
        self.fails(USAGE, "convert", self.tape(), self.folder / "b.mcap")

    def test_json_report(self):
        out = self.folder / "out.mcap"
        self.assertEqual(
            self.objects("convert", NOTES, out, "--json"),
            [{"path": str(out), "from": "jsonl", "to": "mcap",
              "messages": 35, "losses": []}],
        )

    def test_compression_and_chunks(self):
        zstd = self.tape("zstd.mcap")
        plain = self.tape("none.mcap", "--compression=none")
        self.assertIn(b"milk", plain.read_bytes())
        self.assertEqual(self.ok("convert", zstd, "-"),
                         self.ok("convert", plain, "-"))
        many = self.tape("many.mcap", "--chunk-size=1KiB")
        (info,) = self.objects("info", "--json", many)
        self.assertGreater(info["chunks"]["count"], 1)
        for size in ("1", "1GiB", "x", "-1"):
            message = self.fails(
                USAGE, "convert", NOTES, self.folder / "x.mcap",
                f"--chunk-size={size}",
            )
            self.assertIn("--chunk-size: ", message)
        self.fails(USAGE, "convert", zstd, "-", "--compression=none")
        self.fails(USAGE, "convert", NOTES, self.folder / "x.mcap",
                   "--compression=gzip")

    def test_wrong_lines_are_named(self):
        text = self.folder / "wrong.jsonl"
        out = self.folder / "out.mcap"
        text.write_text(
            HEAD + '{"t":1,"topic":"/input/key","data":{"id":1,"key_cod":4}}\n'
        )
        message = self.fails(BAD_INPUT, "convert", text, out)
        self.assertIn("wrong.jsonl:2: field data.key_cod: ", message)
        self.assertIn("key_code", message)
        self.assertEqual(os.listdir(self.folder), ["wrong.jsonl"])

    # What was at OUT is there until the new file is whole.
    def test_failure_keeps_the_old_output(self):
        out = self.tape("out.mcap")
        before = out.read_bytes()
        text = self.folder / "wrong.jsonl"
        text.write_text(HEAD + "{\n")
        self.fails(BAD_INPUT, "convert", text, out)
        self.assertEqual(out.read_bytes(), before)
        self.assertEqual(
            sorted(os.listdir(self.folder)), ["out.mcap", "wrong.jsonl"]
        )

    def test_link_is_followed(self):
        real = self.folder / "real.mcap"
        real.write_bytes(b"old")
        link = self.folder / "link.mcap"
        link.symlink_to(real)
        self.ok("convert", NOTES, link)
        self.assertTrue(link.is_symlink())
        self.assertNotEqual(real.read_bytes(), b"old")

    def test_cut_tape(self):
        tape = self.tape("cut.mcap", "--chunk-size=1KiB")
        whole = tape.read_bytes()
        tape.write_bytes(whole[: last_chunk(whole) + 20])
        result = run("convert", tape, "-")
        self.assertEqual(result.returncode, DONE)
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertIn("warning", result.stderr)

    # Stopped while it works, so that it cannot be done before the signal.
    def test_interrupt_leaves_nothing_behind(self):
        text = self.folder / "large.jsonl"
        with open(text, "w") as file:
            file.write(HEAD)
            for i in range(200_000):
                file.write(
                    '{"t":%d,"topic":"/input/key","data":{"id":%d,'
                    '"key_code":4}}\n' % (i, i + 1)
                )
        out = self.folder / "out.mcap"
        part = self.folder / "out.mcap.part"
        process = subprocess.Popen(
            [REPRISE, "convert", text, out],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        while not part.exists():
            self.assertIsNone(process.poll())
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        self.assertTrue(part.exists())
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        _, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (INTERRUPTED, b""))
        self.assertEqual(os.listdir(self.folder), ["large.jsonl"])

    def test_full_disk_on_standard_output(self):
        tape = self.tape()
        with open("/dev/full", "w") as full:
            message = self.fails(SYSTEM, "convert", tape, "-", stdout=full)
        self.assertIn("No space left on device", message)


if __name__ == "__main__":
    unittest.main()
