"""reprise show"""

import json
import os
import signal
import subprocess
import unittest
import zipfile

from tool import (BAD_INPUT, DONE, INTERRUPTED, REPRISE, SYSTEM, USAGE,
                  ToolTest, last_chunk, run)


class Show(ToolTest):
    def setUp(self):
        super().setUp()
        self.notes = self.tape()

    def test_one_line_per_message(self):
        lines = self.lines("show", self.notes)
        self.assertEqual(len(lines), 35)
        self.assertEqual(
            lines[1],
            "   0.040000  /log             id=2 pid=4711 line={buffer=BUFFER_MAIN"
            ' priority=4 tag="Notes" text="started"}',
        )

    def test_topics(self):
        lines = self.lines("show", self.notes, "--topic", "/input/*")
        self.assertEqual(len(lines), 11)
        both = self.lines("show", self.notes, "-t/input/key", "-t", "/log")
        self.assertEqual(len(both), 7)
        self.assertEqual(self.lines("show", self.notes, "-t", "/nothing"), [])

    def test_times(self):
        from_start = self.lines("show", self.notes, "--from=3s", "--to=3.6s")
        self.assertEqual(
            [line.split()[0] for line in from_start],
            ["3.000000", "3.071200", "3.085000", "3.086000", "3.100000",
             "3.350000"],
        )
        on_the_clock = self.lines(
            "show", self.notes, "--from=@8123s", "--to=@8123600000000ns"
        )
        self.assertEqual(on_the_clock, from_start)
        self.assertEqual(self.lines("show", self.notes, "--to=0"), [])
        self.assertEqual(len(self.lines("show", self.notes, "--from=4s")), 1)
        self.assertEqual(self.lines("show", self.notes, "--from=5s"), [])

    def test_grep(self):
        def grep(regex, *options):
            return self.lines("show", self.notes, "--grep", regex, *options)

        self.assertEqual(len(grep('text="milk"')), 1)
        self.assertEqual(len(grep("/input/(key|text)")), 6)
        self.assertEqual(len(grep("^/log .*(started|stopped)")), 2)
        self.assertEqual(grep("no such thing"), [])
        self.assertEqual(len(grep('"text":"milk"', "--json")), 1)

    # A value that is cut on the screen is searched all the same.
    def test_grep_finds_what_is_cut(self):
        text = self.folder / "long.jsonl"
        words = "x" * 500 + "needle"
        text.write_text(
            '{"tape":1,"profile":"x-reprise/1",'
            '"library":"reprise 0.1.0, tape version 1"}\n'
            '{"t":1,"topic":"/input/text","data":{"id":1,"text":"%s"}}\n' % words
        )
        tape = self.folder / "long.mcap"
        self.ok("convert", text, tape)
        (line,) = self.lines("show", tape, "--grep", "needle")
        self.assertNotIn("needle", line)
        (line,) = self.lines("show", tape, "--grep", "needle", "--full")
        self.assertIn("needle", line)

    def test_limits(self):
        everything = self.lines("show", self.notes)
        self.assertEqual(
            self.lines("show", self.notes, "-n", "3"), everything[:3]
        )
        self.assertEqual(
            self.lines("show", self.notes, "--last", "3"), everything[-3:]
        )
        self.assertEqual(
            self.lines("show", self.notes, "--last", "99"), everything
        )
        self.fails(USAGE, "show", self.notes, "--last=1", "--limit=1")

    def test_order(self):
        text = self.folder / "order.jsonl"
        head = '{"tape":1,"profile":"","library":""}\n'
        channel = (
            '{"channel":1,"topic":"/a","schema":0,"encoding":"","metadata":{}}\n'
        )
        text.write_text(
            head + channel
            + '{"t":3,"channel":1,"text":"three"}\n'
            + '{"t":1,"channel":1,"text":"one"}\n'
        )
        tape = self.folder / "order.mcap"
        self.ok("convert", text, tape)

        def order(*options):
            return [json.loads(l)["t"] for l in
                    self.lines("show", tape, "--json", *options)]

        self.assertEqual(order(), [1, 3])
        self.assertEqual(order("--order=time"), [1, 3])
        self.assertEqual(order("--order=file"), [3, 1])

    # Every line stands for itself, so each has its sequence number; otherwise
    # they are the lines of the text form.
    def test_json_is_the_text_form(self):
        shown = self.objects("show", self.notes, "--json", "--order=file")
        converted = [
            json.loads(line) for line in self.lines("convert", self.notes, "-")
        ]
        messages = [line for line in converted if "t" in line
                    and "attachment" not in line]
        self.assertEqual(len(shown), 35)
        for line in shown + messages:
            line.pop("seq", None)
        self.assertEqual(shown, messages)

    def test_a_report_of_what_is_no_tape(self):
        out = self.folder / "out.html"
        apk = self.folder / "app.apk"
        with zipfile.ZipFile(apk, "w") as file:
            file.writestr("AndroidManifest.xml", "")
        settings = self.folder / "settings.json"
        settings.write_text('{"a": 1}')
        text = self.folder / "words.txt"
        text.write_text("words\n")
        for other, what in ((apk, "is not a tape .*: it is a .*APK"),
                            (settings, "is JSON, but no report"),
                            (text, "is not a tape")):
            message = self.fails(BAD_INPUT, "show", self.notes, "--report", out,
                                 "--with", other)
            self.assertRegex(message, f"{other} {what}")
            self.fails(BAD_INPUT, "show", self.notes, "--web", "--no-open",
                       "--with", other)
            self.fails(BAD_INPUT, "ui", "--no-open", other)
        self.assertFalse(out.exists())
        report = self.folder / "few.json"
        report.write_text('{"units_before": 9, "units_after": 2}')
        self.ok("show", self.notes, "--report", out, "--with", self.notes,
                "--with", report)
        self.assertTrue(out.exists())
        message = self.fails(SYSTEM, "show", self.notes, "--report",
                             self.folder / "no" / "out.html")
        self.assertIn("there is no folder", message)

    def test_bad_values(self):
        for options in (
            ["--from", "5"],
            ["--from", "soon"],
            ["--to", "-1s"],
            ["--limit", "0"],
            ["--limit", "-3"],
            ["--limit", "many"],
            ["--last", "1.5"],
            ["--grep", "("],
            ["--topic", ""],
            ["--order", "size"],
        ):
            message = self.fails(USAGE, "show", self.notes, *options)
            self.assertTrue(
                message.startswith(f"reprise show: {options[0]}"), message
            )

    def test_cut_tape(self):
        tape = self.tape("cut.mcap", "--chunk-size=1KiB")
        whole = tape.read_bytes()
        tape.write_bytes(whole[:-100])
        result = run("show", tape)
        self.assertEqual(result.returncode, DONE)
        self.assertEqual(len(result.stdout.splitlines()), 35)
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertIn("warning", result.stderr)


class Follow(ToolTest):
    def setUp(self):
        super().setUp()
        whole = self.tape("whole.mcap", "--chunk-size=1KiB")
        self.bytes = whole.read_bytes()
        self.everything = self.lines("show", "--order=file", whole)
        self.growing = self.folder / "growing.mcap"

    def follow(self, *options):
        process = subprocess.Popen(
            [REPRISE, "show", "--follow", "--order=file", *options,
             self.growing],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def append(self, bytes_):
        with open(self.growing, "ab", buffering=0) as file:
            file.write(bytes_)
            os.fsync(file.fileno())

    def test_prints_what_is_added_and_ends_with_the_tape(self):
        cut = last_chunk(self.bytes)
        self.append(self.bytes[:cut])
        before = run("show", "--quiet", "--order=file", self.growing)
        known = before.stdout.splitlines()
        self.assertTrue(0 < len(known) < len(self.everything))
        process = self.follow()
        for line in known:
            self.assertEqual(process.stdout.readline().rstrip("\n"), line)
        self.assertIsNone(process.poll())
        middle = cut + 20  # within the chunk
        self.append(self.bytes[cut:middle])
        self.append(self.bytes[middle:])
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (DONE, ""))
        self.assertEqual(known + out.splitlines(), self.everything)

    def test_whole_tape_ends_at_once(self):
        self.append(self.bytes)
        out, err = self.follow().communicate(timeout=60)
        self.assertEqual((out.splitlines(), err), (self.everything, ""))

    def test_begins_with_the_last_messages(self):
        self.append(self.bytes[:-50])
        process = self.follow("--last=2")
        for line in self.everything[-2:]:
            self.assertEqual(process.stdout.readline().rstrip("\n"), line)
        self.append(self.bytes[-50:])
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err), (DONE, "", ""))

    def test_limit_ends_it(self):
        self.append(self.bytes[:-50])
        out, _ = self.follow("--limit=3").communicate(timeout=60)
        self.assertEqual(out.splitlines(), self.everything[:3])

    def test_interrupt(self):
        self.append(self.bytes[:-50])
        process = self.follow()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (INTERRUPTED, ""))


if __name__ == "__main__":
    unittest.main()
