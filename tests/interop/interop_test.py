"""Our tapes through the official readers, and their files through ours.

Exists to prove that a tape is an MCAP file like any other. Run by tools/test:
  REPRISE=build/release/reprise venv/bin/python -m unittest interop_test
with the venv of ./setup. TAPES names the folder of the shipped text tapes.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import rig

ROOT = rig.HERE.parent.parent
TAPES = pathlib.Path(os.environ.get("TAPES", ROOT / "tests/tapes"))


def reprise(*arguments):
    """Runs our tool; returns its stdout."""
    tool = os.environ.get("REPRISE", ROOT / "build/release/reprise")
    done = subprocess.run([str(tool), *map(str, arguments)],
                          capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"reprise {arguments[0]}: exit code "
                             f"{done.returncode}: {done.stderr}")
    return done.stdout


def our_view(path):
    """What our reader sees, in the terms of peer_view.

    TO BE FINISHED with the formats of `info --json` and `show --json`: the
    names of the keys here are a guess. Nothing else in this file depends on
    them.
    """
    info = json.loads(reprise("info", "--json", path))
    shown = map(json.loads, reprise("show", "--json", path).splitlines())
    return {
        "schemas": sorted((s["name"], s["encoding"]) for s in info["schemas"]),
        "channels": sorted((c["topic"], c["message_encoding"],
                            int(c["message_count"]))
                           for c in info["channels"]),
        "attachments": sorted((a["name"], a["media_type"], int(a["size"]))
                              for a in info["attachments"]),
        "metadata": sorted((m["name"], sorted(m["metadata"].items()))
                           for m in info["metadata"]),
        "messages": sorted(
            (int(m["log_time"]), int(m["publish_time"]), m["topic"],
             int(m["sequence"]),
             hashlib.sha256(bytes.fromhex(m["data"])).hexdigest())
            for m in shown)}


def peer_view(dump):
    """What a peer saw, from its streaming reader, which every file allows."""
    messages = dump.rows("stream", "message")
    count = {}
    for m in messages:
        count[m["topic"]] = count.get(m["topic"], 0) + 1
    return {
        "schemas": sorted((s["name"], s["encoding"])
                          for s in dump.rows("stream", "schema")),
        "channels": sorted((c["topic"], c["message_encoding"],
                            count.get(c["topic"], 0))
                           for c in dump.rows("stream", "channel")),
        "attachments": sorted((a["name"], a["media_type"], int(a["size"]))
                              for a in dump.rows("stream", "attachment")),
        "metadata": sorted((m["name"], sorted(m["metadata"].items()))
                           for m in dump.rows("stream", "metadata")),
        "messages": sorted(
            (int(m["log_time"]), int(m["publish_time"]), m["topic"],
             int(m["sequence"]), m["sha256"]) for m in messages)}


class InteropTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)


class OurTapes(InteropTest):
    def tapes(self):
        """Every shipped text tape as a tape."""
        texts = sorted(TAPES.rglob("*.jsonl"))
        self.assertTrue(texts, f"no text tapes in {TAPES}")
        for text in texts:
            tape = self.folder / (text.stem + ".mcap")
            reprise("convert", text, tape)
            yield tape

    def test_every_peer_sees_the_same(self):
        for tape in self.tapes():
            with self.subTest(tape=tape.name):
                dumps = rig.dump_all(tape)
                rig.check_agreement(self, dumps)
                for dump in dumps:
                    self.assertTrue(dump.complete, dump.errors)
                    self.check_index(dump)

    def check_index(self, dump):
        """By the index a peer finds all that it finds by streaming."""
        self.assertTrue(dump.rows("summary", "end")[0]["available"])
        self.assertEqual(len(dump.rows("summary", "statistics")), 1)
        for kind in ("message", "attachment", "metadata"):
            streamed, indexed = (
                sorted(json.dumps({**row, "section": ""}, sort_keys=True)
                       for row in dump.rows(section, kind))
                for section in ("stream", "indexed"))
            self.assertEqual(streamed, indexed)
        if dump.peer in rig.DECODING_PEERS:
            schemas = {s["id"] for s in dump.rows("summary", "schema")
                       if s["encoding"] == "protobuf"}
            ids = {c["id"] for c in dump.rows("summary", "channel")
                   if c["schema_id"] in schemas}
            protobuf = [m for m in dump.rows("indexed", "message")
                        if m["channel_id"] in ids]
            decoded = dump.rows("decoded", "message")
            self.assertEqual(len(decoded), len(protobuf))

    def test_the_peers_see_what_we_see(self):
        for tape in self.tapes():
            ours = our_view(tape)
            for dump in rig.dump_all(tape):
                with self.subTest(tape=tape.name, peer=dump.peer):
                    self.assertEqual(peer_view(dump), ours)

    def test_the_doctor_finds_nothing(self):
        for tape in self.tapes():
            with self.subTest(tape=tape.name):
                remarks = {f for f in rig.doctor(tape) if f[0] != "info"}
                self.assertEqual(remarks, set())


class TheirFiles(InteropTest):
    def test_we_see_what_the_peers_see(self):
        for writer in rig.PEERS:
            for combination in rig.COMBINATIONS:
                with self.subTest(writer=writer, **combination):
                    path = self.folder / "peer.mcap"
                    rig.write(writer, path, **combination)
                    theirs = peer_view(rig.Dump(writer, path))
                    self.assertEqual(our_view(path), theirs)


if __name__ == "__main__":
    unittest.main()
