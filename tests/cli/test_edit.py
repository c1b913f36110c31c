"""reprise edit and reprise recover"""

import json
import unittest

from tool import DONE, USAGE, ToolTest, last_chunk, run


class Edit(ToolTest):
    def setUp(self):
        super().setUp()
        self.notes = self.tape()
        self.out = self.folder / "out.mcap"

    def edit(self, *options):
        """Edits, and gives the report and the messages of the new tape."""
        (report,) = self.objects(
            "edit", self.notes, "-o", self.out, "--json", *options
        )
        self.ok("info", "--verify", self.out)
        return report, self.objects("show", "--json", self.out)

    def test_without_changes_nothing_changes(self):
        before = self.objects("show", "--json", self.notes)
        report, after = self.edit()
        self.assertEqual(after, before)
        self.assertEqual(report["messages_kept"], 35)

    def test_what_cannot_be_taken_out(self):
        for word in ("nothing", "everything", ""):
            message = self.fails(USAGE, "edit", self.notes, "-o", self.out,
                                 "--redact", word)
            self.assertIn("--redact is passwords, text, ", message)
            self.assertIn(f"not '{word}'", message)
        message = self.fails(USAGE, "record", "com.a", "--redact", "nothing",
                             "--redact", "text", "-o", self.out)
        self.assertIn("--redact nothing", message)
        self.assertFalse(self.out.exists())

    def test_timing_moves_all_streams_and_says_so(self):
        before = self.objects("show", "--json", self.notes)
        report, after = self.edit("--max-gap=100ms")
        warped = [m for m in after if m["topic"] == "/reprise"]
        self.assertEqual(len(warped), report["gaps_changed"])
        self.assertGreater(len(warped), 0)
        self.assertEqual(
            [m["data"]["id"] for m in after if m["topic"] != "/reprise"],
            [m["data"]["id"] for m in before],
        )
        self.assertEqual(
            [p.name for p in self.folder.glob("*.part*")], []
        )

    def test_timing_needs_somebody_who_did_something(self):
        error = self.fails(
            USAGE, "edit", self.notes, "-o", self.out, "--timing=warp",
            "--keep=/log",
        )
        self.assertIn("has no touches and no keys", error)
        self.assertFalse(self.out.exists())
        self.fails(USAGE, "edit", self.notes, "-o", self.out, "--speed=0")

    # Anchors are brought to the edge of a cut; everything else is the part.
    def test_cut_keeps_what_show_shows(self):
        shown = self.objects(
            "show", "--json", self.notes, "--from=1s", "--to=3s"
        )
        for options in (["--cut=1s..3s"], ["--cut=@8121s..@8123s"]):
            _, after = self.edit(*options)
            self.assertEqual(
                [m["data"]["id"] for m in after
                 if m["topic"] != "/reprise/anchor"],
                [m["data"]["id"] for m in shown],
            )

    def test_several_cuts(self):
        _, after = self.edit("--cut=..500ms", "--cut=3.7s..")
        times = [m["t"] - 8_120_000_000_000 for m in after
                 if m["topic"] != "/reprise/anchor"]
        self.assertEqual(
            times,
            [40_000_000, 100_000_000, 350_000_000, 3_700_000_000,
             3_850_000_000],
        )

    # Without its anchors a tape could not be placed in time: they stay.
    def test_topics(self):
        _, after = self.edit("--keep=/input/**", "--drop", "/input/key",
                             "--rename=/input/text=/typed/text")
        self.assertEqual(
            {m["topic"] for m in after},
            {"/input/touch", "/typed/text", "/reprise/anchor"},
        )

    def test_shift(self):
        _, after = self.edit("--shift", "-120s")
        self.assertEqual(after[0]["t"], 8_000_000_000_000)

    def test_metadata(self):
        self.edit("--set=note:by=Ada", "--set", "note:a=b=c",
                  "--unset=reprise.end")
        (info,) = self.objects("info", "--json", self.out)
        metadata = {m["name"]: m["values"] for m in info["metadata"]}
        self.assertEqual(metadata["note"], {"a": "b=c", "by": "Ada"})
        self.assertNotIn("reprise.end", metadata)

    def test_concatenation(self):
        (report,) = self.objects(
            "edit", self.notes, self.notes, "-o", self.out, "--gap=1s",
            "--json",
        )
        self.assertEqual(report["messages_kept"], 70)
        (info,) = self.objects("info", "--json", self.out)
        self.assertEqual(info["duration_ns"], 9_000_000_000)
        ids = [m["data"]["id"]
               for m in self.objects("show", "--json", self.out)]
        self.assertEqual(len(set(ids)), len(ids))

    def test_report_for_people(self):
        lines = self.lines("edit", self.notes, "-o", self.out, "--drop=/log")
        self.assertIn("30 messages were kept", lines)
        self.assertIn("5 messages were dropped", lines)
        self.assertEqual(
            self.lines("edit", "-q", self.notes, "-o", self.out), []
        )

    def test_a_topic_that_is_not_there_is_a_warning(self):
        result = run("edit", self.notes, "-o", self.out, "--drop=/lgo")
        self.assertEqual(result.returncode, DONE)
        self.assertRegex(result.stderr, r"\Areprise edit: warning: .*/lgo")

    def test_bad_values(self):
        self.assertIn(
            "--output OUT is missing", self.fails(USAGE, "edit", self.notes)
        )
        for options in (
            ["--cut", "1s"],
            ["--cut", "1..2"],
            ["--cut", "1s..@2s"],
            ["--cut", "2s..1s"],
            ["--cut", "1s..3s", "--cut", "2s..4s"],
            ["--drop", ""],
            ["--rename", "/a"],
            ["--rename", "/log=log"],
            ["--shift", "later"],
            ["--shift", "5"],
            ["--gap", "-1s"],
            ["--set", "a=b"],
            ["--set", "a:b"],
            ["--set", ":a=b"],
        ):
            self.fails(USAGE, "edit", self.notes, "-o", self.out, *options)
            self.assertFalse(self.out.exists(), options)


class Recover(ToolTest):
    def test_a_part_that_was_left_behind_is_not_touched(self):
        """It may be the only copy of a recording that was killed."""
        whole = self.tape("run.mcap")
        left = self.folder / "out.mcap.part"
        left.write_bytes(whole.read_bytes())
        out = self.folder / "out.mcap"
        for words in (("recover", left, out), ("edit", left, "-o", out)):
            self.ok(*words)
            self.assertEqual(left.read_bytes(), whole.read_bytes())
            info = json.loads(self.ok("info", "--json", out))
            self.assertEqual(info["messages"], 35)

    def test_a_cut_recording_does_not_claim_to_have_ended_well(self):
        tape = self.tape("run.mcap", "--chunk-size=1KiB")
        cut = self.folder / "cut.mcap"
        cut.write_bytes(tape.read_bytes()[:9000])
        out = self.folder / "out.mcap"
        self.assertEqual(run("recover", cut, out).returncode, DONE)
        info = json.loads(self.ok("info", "--json", out))
        ends = [m["values"]["reason"] for m in info["metadata"]
                if m["name"] == "reprise.end"]
        self.assertEqual(ends, ["recovered"])

    def test_cut_tape(self):
        whole = self.tape("whole.mcap", "--chunk-size=1KiB")
        cut = self.folder / "cut.mcap"
        bytes_ = whole.read_bytes()
        bytes_ = bytes_[: last_chunk(bytes_) + 20]
        cut.write_bytes(bytes_)
        readable = run("show", "--json", "--quiet", cut).stdout
        out = self.folder / "out.mcap"
        result = run("recover", cut, out)
        self.assertEqual(result.returncode, DONE)
        self.assertRegex(
            result.stderr, r"\Areprise recover: warning: \S+cut.mcap: "
        )
        count = len(readable.splitlines())
        self.assertIn(f"{count} messages, ", result.stdout)
        self.assertEqual(self.ok("show", "--json", out), readable)
        self.assertEqual(cut.read_bytes(), bytes_)

    def test_whole_tape(self):
        whole = self.tape()
        out = self.folder / "out.mcap"
        self.assertEqual(
            self.lines("recover", whole, out),
            ["35 messages, 2 attachments and 2 metadata records were "
             "recovered; nothing is missing"],
        )
        self.assertEqual(self.ok("show", "--json", out),
                         self.ok("show", "--json", whole))

    def test_json(self):
        whole = self.tape()
        (report,) = self.objects(
            "recover", "--json", whole, self.folder / "out.mcap"
        )
        self.assertEqual(report["was_complete"], True)
        self.assertEqual(report["messages"], 35)
        self.assertEqual(report["losses"], [])


if __name__ == "__main__":
    unittest.main()
