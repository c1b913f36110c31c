"""Our tapes through the official readers, and their files through ours.

Exists to prove that a tape is an MCAP file like any other. Run by tools/test:
  REPRISE=build/release/reprise venv/bin/python -m unittest interop_test
with the venv of ./setup.
"""

import base64
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import rig

ROOT = rig.HERE.parent.parent
TAPES = ROOT / "tests/data"


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
    """What our reader sees by the index, in the terms of peer_view."""
    info = json.loads(reprise("info", "--json", path))
    assert info["state"] == "complete" and not info["problems"], info
    return {
        "channels": sorted((c["topic"], c["encoding"], c["count"])
                           for c in info["channels"]),
        "attachments": sorted((a["name"], a["media_type"], a["size"])
                              for a in info["attachments"]),
        "metadata": sorted((m["name"], sorted(m["values"].items()))
                           for m in info["metadata"])}


def decoded_by_us(path):
    """Every protobuf message as `show --json` has it, by its place."""
    lines = map(json.loads, reprise("show", "--json", path).splitlines())
    return sorted((line["t"], line["topic"], line["data"])
                  for line in lines if "data" in line)


def as_ours(theirs, ours):
    """Their JSON with numbers and bytes written as the text form does."""
    if isinstance(theirs, dict):
        pairs = ours if isinstance(ours, dict) else {}
        return {k: as_ours(v, pairs.get(k)) for k, v in theirs.items()}
    if isinstance(theirs, list):
        pairs = ours if isinstance(ours, list) else []
        return [as_ours(v, pairs[i] if i < len(pairs) else None)
                for i, v in enumerate(theirs)]
    if isinstance(theirs, str) and isinstance(ours, int):
        return int(theirs)
    if isinstance(theirs, str) and isinstance(ours, str) and theirs != ours:
        try:  # bytes are base64 there and hex here
            return base64.b64decode(theirs, validate=True).hex()
        except ValueError:
            return theirs
    return theirs


def peer_view(dump):
    """What a peer saw, from its streaming reader, which every file allows."""
    messages = dump.rows("stream", "message")
    count = {}
    for m in messages:
        count[m["topic"]] = count.get(m["topic"], 0) + 1
    return {
        "channels": sorted((c["topic"], c["message_encoding"],
                            count.get(c["topic"], 0))
                           for c in dump.rows("stream", "channel")),
        "attachments": sorted((a["name"], a["media_type"], int(a["size"]))
                              for a in dump.rows("stream", "attachment")),
        "metadata": sorted((m["name"], sorted(m["metadata"].items()))
                           for m in dump.rows("stream", "metadata"))}


def content(dump):
    """Every record of the data, in any order: what copying must keep."""
    kinds = {"header", "schema", "channel", "message", "attachment",
             "metadata"}
    return sorted(line for line in dump.lines["stream"]
                  if json.loads(line)["kind"] in kinds)


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
            chunks = self.folder / (text.stem + "-chunks.mcap")
            reprise("convert", text, chunks, "--chunk-size", "1KiB",
                    "--compression", "none")
            yield chunks
            edited = self.folder / (text.stem + "-edited.mcap")
            reprise("edit", chunks, tape, "-o", edited, "--gap", "1s")
            yield edited
            cut = self.folder / "cut"
            cut.write_bytes(chunks.read_bytes()[:-3000])
            recovered = self.folder / (text.stem + "-recovered.mcap")
            reprise("recover", cut, recovered)
            yield recovered

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
                if dump.peer in rig.DECODING_PEERS:
                    with self.subTest(tape=tape.name, decoded=dump.peer):
                        self.check_decoded(dump, tape)

    def check_decoded(self, dump, tape):
        """The peer decodes each message to the fields that we show."""
        theirs = sorted((int(m["log_time"]), m["topic"], m["json"])
                        for m in dump.rows("decoded", "message"))
        ours = decoded_by_us(tape)
        self.assertEqual([row[:2] for row in ours], [row[:2] for row in theirs])
        self.assertTrue(ours)
        for (_, topic, a), (_, _, b) in zip(ours, theirs):
            self.assertTrue(rig.alike(a, as_ours(b, a)), f"{topic}: {a}, {b}")

    def test_the_doctor_finds_nothing(self):
        for tape in self.tapes():
            with self.subTest(tape=tape.name):
                remarks = {f for f in rig.doctor(tape) if f[0] != "info"}
                # A tape made of several names each of them in a record
                # "reprise.source", as the specification allows.
                if tape.stem.endswith("-edited"):
                    remarks.discard(("warning", "METADATA_NAME_DUPLICATE"))
                self.assertEqual(remarks, set())


class TheirFiles(InteropTest):
    def test_we_see_what_the_peers_see(self):
        for writer in rig.PEERS:
            for combination in rig.COMBINATIONS:
                with self.subTest(writer=writer, **combination):
                    path = self.folder / "peer.mcap"
                    rig.write(writer, path, **combination)
                    dump = rig.Dump(writer, path)
                    self.assertEqual(our_view(path), peer_view(dump))
                    # Through our reader, the text form and our writer it is
                    # the same file to the peer, to the last byte of data.
                    text = self.folder / "peer.jsonl"
                    again = self.folder / "again.mcap"
                    reprise("convert", path, text)
                    reprise("convert", text, again)
                    self.assertEqual(content(rig.Dump(writer, again)),
                                     content(dump))

    def test_lz4_is_refused_in_words(self):
        path = self.folder / "lz4.mcap"
        if rig.write("python", path, compression="lz4", chunked="yes",
                     indexed="yes") == rig.UNSUPPORTED:
            self.skipTest("the Python library has no lz4 here")
        for verb in ("info", "show"):
            with self.assertRaisesRegex(AssertionError, 'exit code 5.*"lz4"'):
                reprise(verb, path)


if __name__ == "__main__":
    unittest.main()
