"""reprise info"""

import json
import unittest

from tool import BAD_INPUT, DONE, ToolTest, last_chunk, run


class Info(ToolTest):
    def test_tells_what_is_on_a_tape(self):
        tape = self.tape()
        text = self.ok("info", tape).replace(str(tape), "notes.mcap")
        size = len(tape.read_bytes())
        self.assertIn(f"  size      {size / 1024:.1f} KiB, 1 chunk", text)
        kept = [line for line in text.splitlines() if "  size " not in line]
        self.assertEqual(
            kept[:17],
            """\
notes.mcap
  app       com.example.notes 2.1 (57)
  device    Google Pixel 7, Android 14 (SDK 34)
  state     complete
  start     2026-05-01T10:11:12.000Z
  duration  4s
  end       it came to its end
  made by   reprise 0.1.0, tape version 1

  topic            message              count  per s  bytes  share   first    last
  /input/key       reprise.KeyEvent         2    0.5   36 B   3.1%  3.600s  3.655s
  /input/text      reprise.TextEvent        4    1.0   57 B   4.9%  1.200s  2.620s
  /input/touch     reprise.MotionEvent      5    1.2  398 B  34.5%  0.512s  3.071s
  /log             reprise.LogEvent         5    1.2  187 B  16.2%  0.040s  3.700s
  /reprise/anchor  reprise.ClockAnchor      2    0.5   66 B   5.7%  0.000s  4.000s
  /screen          reprise.ScreenFrame      1    0.2   57 B   4.9%  0.640s  0.640s
  /sensor/light    reprise.SensorEvent     16    4.0  352 B  30.5%  0.100s  3.850s""".splitlines(),
        )
        self.assertIn("  app.pb      application/protobuf  70 B\n", text)
        self.assertIn("  reprise.end  log_time        8124000000000\n", text)

    def test_json(self):
        tape = self.tape()
        (info,) = self.objects("info", "--json", tape)
        self.assertEqual(info["state"], "complete")
        self.assertEqual(info["problems"], [])
        self.assertEqual(info["messages"], 35)
        self.assertEqual(info["duration_ns"], 4_000_000_000)
        self.assertEqual(info["first_ns"], 8_120_000_000_000)
        self.assertEqual(info["start"], "2026-05-01T10:11:12.000Z")
        self.assertEqual(
            info["app"],
            {
                "package": "com.example.notes",
                "version_name": "2.1",
                "version_code": 57,
            },
        )
        self.assertEqual(info["device"]["model"], "Pixel 7")
        self.assertEqual(info["size"], len(tape.read_bytes()))
        counts = {c["topic"]: c["count"] for c in info["channels"]}
        self.assertEqual(counts["/sensor/light"], 16)
        self.assertEqual(sum(counts.values()), 35)
        self.assertEqual(
            sum(c["bytes"] for c in info["channels"]), info["message_bytes"]
        )
        names = [a["name"] for a in info["attachments"]]
        self.assertEqual(names, ["app.pb", "device.pb"])

    def test_another_day_than_the_hosts_is_told(self):
        tape = self.folder / "virtual.mcap"
        self.ok("edit", self.tape(), "-o", tape, "-q", "--set",
                "reprise:created=2026-11-18T20:14:20Z")
        self.assertIn("  start     2026-05-01T10:11:12.000Z\n"
                      "            by the device's own clock; recorded "
                      "2026-11-18T20:14:20Z\n", self.ok("info", tape))

    def test_verify_agrees_with_a_good_tape(self):
        tape = self.tape()
        self.assertEqual(
            self.ok("info", "--verify", tape), self.ok("info", tape)
        )

    def test_cut_tape(self):
        tape = self.tape("cut.mcap", "--chunk-size=1KiB")
        whole = tape.read_bytes()
        tape.write_bytes(whole[: last_chunk(whole) + 20])
        result = run("info", tape)
        self.assertEqual(result.returncode, DONE)
        self.assertRegex(
            result.stderr,
            r"\Areprise info: warning: \S+cut.mcap: the tape was not finished",
        )
        self.assertIn("  state     the tape was not finished", result.stdout)
        quiet = run("info", "--quiet", "--json", tape)
        self.assertEqual((quiet.returncode, quiet.stderr), (DONE, ""))
        info = json.loads(quiet.stdout)
        self.assertEqual(info["state"], "cut")
        self.assertEqual(info["cut_at"], last_chunk(whole))
        self.assertTrue(0 < info["messages"] < 35)

    def test_damaged_tape(self):
        tape = self.tape("damaged.mcap", "--compression=none")
        bytes_ = bytearray(tape.read_bytes())
        place = bytes_.index(b"started")
        bytes_[place] ^= 1
        tape.write_bytes(bytes_)
        result = run("info", tape)
        self.assertEqual(result.returncode, DONE)
        self.assertIn("warning", result.stderr)
        self.assertNotIn("state     complete", result.stdout)
        info = json.loads(run("info", "--json", tape).stdout)
        self.assertEqual(info["state"], "damaged")
        self.assertEqual(len(info["damage"]), 1)

    def test_several_tapes(self):
        tape = self.tape()
        other = self.tape("other.mcap")
        infos = self.objects("info", "--json", tape, other)
        self.assertEqual([i["path"] for i in infos], [str(tape), str(other)])
        missing = self.folder / "missing.mcap"
        result = run("info", "--json", tape, missing, other)
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertEqual(len(result.stdout.splitlines()), 2)
        self.assertEqual(
            result.stderr,
            f"reprise info: {missing}: cannot open: No such file or directory\n",
        )

    # Names on a tape may come from anybody.
    def test_hostile_names(self):
        text = self.folder / "hostile.jsonl"
        text.write_text(
            '{"tape":1,"profile":"","library":"\\u001b]0;x\\u0007"}\n'
            '{"channel":1,"topic":"/\\u001b[2J\\n","schema":0,'
            '"encoding":"json","metadata":{}}\n'
            '{"metadata":"a\\u009bb","values":{"k\\r":"v\\u202e"}}\n'
            '{"t":1,"channel":1,"text":"x\\u001b[0m"}\n'
        )
        tape = self.folder / "hostile.mcap"
        self.ok("convert", text, tape)
        for verb in ("info", "show"):
            shown = self.ok(verb, tape)
            self.assertNotRegex(shown, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")
            self.assertIn("\\x1b[2J\\n", shown)


if __name__ == "__main__":
    unittest.main()
