"""The official libraries against each other: proves the rig before ours.

Every reader opens every file that every writer writes, and all must see the
same. Hand-made files pin down what the libraries accept that our writer relies
on, and where they differ. Run: venv/bin/python -m unittest peers_test
"""

import json
import pathlib
import struct
import tempfile
import unittest

import rig

# Content of the peers' files that the doctor may remark on; see README.md.
EXPECTED_REMARKS = {("warning", "MESSAGE_PUBLISH_TIME_AFTER_LOG_TIME")}
# An unchunked file of the Python library names a group that it lacks.
PYTHON_UNCHUNKED = {("error", "SUMMARY_OFFSET_WITHOUT_GROUP")}


class PeersTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def file(self, content):
        path = self.folder / "hand-made.mcap"
        path.write_bytes(content)
        return path


class EveryReaderOnEveryWriter(PeersTest):
    def test_all_see_the_same(self):
        for writer in rig.PEERS:
            for combination in rig.COMBINATIONS:
                with self.subTest(writer=writer, **combination):
                    self.check(writer, combination)

    def check(self, writer, combination):
        path = self.folder / "peer.mcap"
        self.assertEqual(rig.write(writer, path, **combination), 0)
        dumps = rig.dump_all(path)
        rig.check_agreement(self, dumps)
        for dump in dumps:
            self.assertTrue(dump.complete, dump.errors)
            self.check_content(dump, combination)
        remarks = {f for f in rig.doctor(path) if f[0] != "info"}
        if writer == "python" and combination["chunked"] == "no":
            remarks -= PYTHON_UNCHUNKED
        self.assertEqual(remarks, EXPECTED_REMARKS)

    def check_content(self, dump, combination):
        """The sections that must be there are there, with what was written."""
        streamed = dump.rows("stream", "message")
        self.assertEqual(len(streamed), 200)
        self.assertEqual(streamed[0]["publish_time"], str(2**64 - 1))
        self.assertEqual(streamed[1]["sequence"], str(2**32 - 1))
        self.assertEqual(len(dump.rows("stream", "attachment")), 2)
        self.assertEqual(len(dump.rows("stream", "metadata")), 1)
        by_index = combination["indexed"] == "yes"
        available = dump.rows("summary", "end")[0]["available"]
        self.assertEqual(available, by_index)
        self.assertEqual(len(dump.rows("summary", "statistics")), by_index)
        self.assertEqual(len(dump.rows("indexed", "attachment")), 2 * by_index)
        messages_too = by_index and combination["chunked"] == "yes"
        self.assertEqual(len(dump.rows("indexed", "message")),
                         200 * messages_too)

    def test_only_chunks_are_compressed(self):
        for writer in rig.PEERS:
            with self.subTest(writer=writer):
                self.assertEqual(
                    rig.write(writer, self.folder / "x.mcap",
                              compression="zstd", chunked="no", indexed="yes"),
                    rig.UNSUPPORTED)

    def test_every_writer_writes_the_same_messages(self):
        seen = []
        for writer in rig.PEERS:
            path = self.folder / f"{writer}.mcap"
            rig.write(writer, path)
            rows = rig.Dump("python", path).rows("stream", "message")
            seen.append([{**r, "channel_id": "any"} for r in rows])
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])


class DecodedMessages(PeersTest):
    def test_are_what_was_encoded(self):
        path = self.folder / "decoded.mcap"
        rig.write("rust", path)
        for peer in rig.DECODING_PEERS:
            with self.subTest(peer=peer):
                rows = rig.Dump(peer, path).rows("decoded", "message")
                by_sequence = {r["sequence"]: r["json"] for r in rows}
                self.assertEqual(by_sequence["6"], {
                    "id": "6", "text": "née ☃ 6 " + "x" * 22, "ratio": 3,
                    "blob": "AAYMEhge"})
                self.assertEqual(by_sequence["10"], {})


class HandMadeFiles(PeersTest):
    """What the libraries accept; our writer relies on the first two."""

    @classmethod
    def setUpClass(cls):
        # Needs the venv's zstandard, so not at the top of the file.
        import raw_mcap
        cls.raw = raw_mcap
        content = json.loads((rig.HERE / "content.json").read_text())
        cls.schema = raw_mcap.schema(
            1, "interop.Sample", "protobuf",
            bytes.fromhex(content["proto_schema_hex"]))

    def start(self):
        """A file with its schema and two channels outside any chunk."""
        f = self.raw.File()
        f.top_level(0x03, self.schema)
        f.top_level(0x04, self.raw.channel(1, 1, "/a", "protobuf"))
        f.top_level(0x04, self.raw.channel(7, 1, "/b", "protobuf"))
        return f

    def two_chunks(self):
        """Also a channel that appears between the chunks."""
        f = self.start()
        f.chunk([(1, i, 1000 + i, b"\x08" + bytes([i])) for i in range(5)])
        f.top_level(0x04, self.raw.channel(9, 0, "/late", "json"))
        f.chunk([(7, i, 2000 + i, b"") for i in range(5)] +
                [(9, 1, 2010, b"{}")])
        return f

    def test_schemas_and_channels_may_be_outside_chunks(self):
        path = self.file(self.two_chunks().finish())
        dumps = rig.dump_all(path)
        rig.check_agreement(self, dumps)
        for dump in dumps:
            self.assertTrue(dump.complete, dump.errors)
            self.assertEqual(len(dump.rows("stream", "message")), 11)
            self.assertEqual(len(dump.rows("indexed", "message")), 11)
        self.assertLessEqual({s for s, _ in rig.doctor(path)}, {"info"})

    def test_such_a_file_cut_off_gives_its_complete_chunks(self):
        f = self.two_chunks()
        data_section = len(f.bytes)
        whole = f.finish()
        first_chunk_only = data_section - 200
        for cut, messages in ((data_section, 11), (first_chunk_only, 5),
                              (len(whole) - 10, 11)):
            with self.subTest(cut=cut):
                dumps = rig.dump_all(self.file(whole[:cut]))
                rig.check_agreement(self, dumps)
                for dump in dumps:
                    self.assertFalse(dump.complete)
                    self.assertEqual(len(dump.rows("stream", "message")),
                                     messages)

    def test_chunks_may_repeat_them(self):
        f = self.start()
        f.chunk([(1, 1, 10, b"\x08\x01")], prefix=self.schema +
                self.raw.channel(1, 1, "/a", "protobuf"))
        path = self.file(f.finish())
        rig.check_agreement(self, rig.dump_all(path))
        self.assertLessEqual({s for s, _ in rig.doctor(path)}, {"info"})

    def test_streaming_needs_them_before_the_message(self):
        f = self.raw.File()
        f.in_summary_only(0x03, self.schema)
        f.in_summary_only(0x04, self.raw.channel(1, 1, "/a", "protobuf"))
        f.chunk([(1, 1, 10, b"\x08\x01")])
        for dump in rig.dump_all(self.file(f.finish())):
            self.assertFalse(dump.complete)
            self.assertEqual(len(dump.rows("indexed", "message")), 1)

    def test_equal_times_in_overlapping_chunks_have_no_common_order(self):
        f = self.start()
        f.chunk([(1, 1, 10, b""), (1, 2, 50, b"")])
        f.chunk([(1, 3, 5, b""), (1, 4, 10, b"")])
        order = {}
        dumps = rig.dump_all(self.file(f.finish()))
        for dump in dumps:
            order[dump.peer] = [
                m["sequence"] for m in dump.rows("indexed", "message")]
        self.assertEqual(order, {"python": ["3", "1", "4", "2"],
                                 "node": ["3", "1", "4", "2"],
                                 "rust": ["3", "4", "1", "2"]})
        rig.check_agreement(self, dumps)

    def test_every_peer_checks_chunk_crcs(self):
        f = self.start()
        f.chunk([(1, 1, 10, b"right")], compression="")
        path = self.file(f.finish().replace(b"right", b"wrong"))
        for peer in rig.PEERS:
            with self.subTest(peer=peer):
                done = rig.run([*rig.program(peer, "dump"), path])
                self.assertIn('"complete":false', done.stdout)
                self.assertIn("crc", done.stderr.lower())

    def test_node_needs_message_indexes(self):
        f = self.start()
        f.chunk([(1, 1, 10, b"")], index=False)
        path = self.file(f.finish())
        for peer in ("python", "rust"):
            rows = rig.Dump(peer, path).rows("indexed", "message")
            self.assertEqual(len(rows), 1)
        with self.assertRaisesRegex(AssertionError, "without message indexes"):
            rig.Dump("node", path)


class BenchmarkPeers(PeersTest):
    PROGRAMS = {
        "rust": lambda: [rig.folder() / "bin/bench"],
        "python": lambda: [
            rig.folder() / "venv/bin/python",
            rig.HERE.parent.parent / "benchmarks/peers/bench.py"]}

    def bench(self, peer, *arguments):
        done = rig.run([*self.PROGRAMS[peer](), *arguments, "--repeat", 2])
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        for row in rows:
            self.assertEqual((row["messages"], row["bytes"]), (100, 4950))
            self.assertEqual(len(row["seconds"]), 2)
        return rows

    def test_read_what_the_other_wrote(self):
        source = self.folder / "in.bin"
        source.write_bytes(struct.pack("<I", 3) + b"".join(
            struct.pack("<HQI", i % 3, 1000 + i, i) + bytes(i)
            for i in range(100)))
        for writer in self.PROGRAMS:
            for compression in ("zstd", "none"):
                out = self.folder / f"{writer}.mcap"
                self.bench(writer, "write", source, out, "--compression",
                           compression)
                for reader in self.PROGRAMS:
                    rows = self.bench(reader, "read", out)
                    self.assertEqual({r["order"] for r in rows},
                                     {"file", "time"})


if __name__ == "__main__":
    unittest.main()
