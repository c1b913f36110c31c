"""MCAP records from raw bytes, to hand-make files no library would write.

Exists to ask the peers what they accept: it knows the layout of the records
and nothing of what is allowed where. Times, offsets and CRCs are computed so
that a file is right unless a test wants it wrong.
"""

import struct
import zlib

import zstandard

MAGIC = b"\x89MCAP0\r\n"


def string(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def blob(data):
    return struct.pack("<I", len(data)) + data


def record(opcode, body):
    return struct.pack("<BQ", opcode, len(body)) + body


def header(profile, library):
    return record(0x01, string(profile) + string(library))


def schema(id, name, encoding, data):
    return record(0x03, struct.pack("<H", id) + string(name) +
                  string(encoding) + blob(data))


def channel(id, schema_id, topic, encoding):
    return record(0x04, struct.pack("<HH", id, schema_id) + string(topic) +
                  string(encoding) + blob(b""))


def message(channel_id, sequence, log_time, data):
    return record(0x05, struct.pack("<HIQQ", channel_id, sequence, log_time,
                                    log_time) + data)


class File:
    """Collects a data section; `finish` adds the summary and footer."""

    def __init__(self, library="hand-made"):
        self.bytes = bytearray(MAGIC + header("", library))
        self.repeated = {0x03: b"", 0x04: b""}
        self.chunk_indexes = b""
        self.chunks = 0
        self.counts = {}
        self.times = []

    def top_level(self, opcode, rec):
        """Adds a Schema or Channel outside chunks, repeated in the summary."""
        self.bytes += rec
        self.repeated[opcode] += rec

    def in_summary_only(self, opcode, rec):
        self.repeated[opcode] += rec

    def chunk(self, messages, prefix=b"", compression="zstd", index=True):
        """Adds a chunk of (channel, sequence, log_time, data)."""
        body, entries, times = bytearray(prefix), {}, []
        for m in messages:
            entries.setdefault(m[0], []).append((m[2], len(body)))
            times.append(m[2])
            self.counts[m[0]] = self.counts.get(m[0], 0) + 1
            body += message(*m)
        self.times += times
        stored = bytes(body)
        if compression == "zstd":
            stored = zstandard.ZstdCompressor().compress(stored)
        start, end = min(times), max(times)
        rec = record(0x06, struct.pack(
            "<QQQI", start, end, len(body), zlib.crc32(body)) +
            string(compression) + struct.pack("<Q", len(stored)) + stored)
        offset = len(self.bytes)
        self.bytes += rec
        index_start, offsets = len(self.bytes), b""
        for id, list_ in sorted(entries.items()) if index else []:
            offsets += struct.pack("<HQ", id, len(self.bytes))
            pairs = b"".join(struct.pack("<QQ", *e) for e in list_)
            self.bytes += record(0x07, struct.pack("<H", id) + blob(pairs))
        self.chunk_indexes += record(0x08, struct.pack(
            "<QQQQ", start, end, offset, len(rec)) + blob(offsets) +
            struct.pack("<Q", len(self.bytes) - index_start) +
            string(compression) +
            struct.pack("<QQ", len(stored), len(body)))
        self.chunks += 1

    def statistics(self):
        def count(records):
            n = at = 0
            while at < len(records):
                at += 9 + struct.unpack_from("<Q", records, at + 1)[0]
                n += 1
            return n
        counts = b"".join(
            struct.pack("<HQ", *c) for c in sorted(self.counts.items()))
        return record(0x0B, struct.pack(
            "<QHIIIIQQ", sum(self.counts.values()), count(self.repeated[3]),
            count(self.repeated[4]), 0, 0, self.chunks, min(self.times),
            max(self.times)) + blob(counts))

    def finish(self):
        """Data end, summary, summary offsets, footer. The whole file."""
        self.bytes += record(0x0F, struct.pack("<I", zlib.crc32(self.bytes)))
        start, summary, offsets = len(self.bytes), bytearray(), b""
        for opcode, group in ((3, self.repeated[3]), (4, self.repeated[4]),
                              (0x0B, self.statistics()),
                              (8, self.chunk_indexes)):
            if group:
                offsets += record(0x0E, struct.pack(
                    "<BQQ", opcode, start + len(summary), len(group)))
                summary += group
        offset_start = start + len(summary)
        summary += offsets
        footer = struct.pack("<BQQQ", 0x02, 20, start, offset_start)
        crc = zlib.crc32(summary + footer)
        self.bytes += summary + footer + struct.pack("<I", crc) + MAGIC
        return bytes(self.bytes)
