"""Writes a file with the PyPI `mcap` library, for readers to be tested on.

The content is the same for every peer and is defined in ../README.md.
"""

import argparse
import json
import pathlib
import struct
import sys

from mcap.writer import CompressionType, IndexType, Writer

CONTENT = json.loads(
    (pathlib.Path(__file__).parent.parent / "content.json").read_text())
BASE = int(CONTENT["base_time"])


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def text(i):
    return f"née ☃ {i} " + "x" * (i * 37 % 200)


def blob(i):
    return bytes(i * k % 256 for k in range(i % 40))


def sample(i):
    """The bytes of interop.Sample for message i."""
    if i % 11 == 10:
        return b""
    t = text(i).encode()
    return (b"\x08" + varint(i) + b"\x12" + varint(len(t)) + t + b"\x19" +
            struct.pack("<d", i * 0.5) + b"\x22" + varint(i % 40) + blob(i))


def message(i):
    """(channel name, sequence, log_time, publish_time, data) of message i."""
    k = i - 1 if i % 10 == 9 else i
    log_time = BASE + 1000 * (k - 3 if k % 7 == 3 else k)
    publish = 2**64 - 1 if i == 0 else log_time - 500
    sequence = 2**32 - 1 if i == 1 else i
    if i % 5 == 4:
        return "raw", sequence, log_time, publish, blob(i)
    if i % 3 == 2:
        note = f'{{"i":{i},"text":"{text(i)}"}}'
        return "json", sequence, log_time, publish, note.encode()
    return "proto", sequence, log_time, publish, sample(i)


def parse_args():
    yes_no = {"choices": ["yes", "no"], "default": "yes"}
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--compression", choices=["none", "zstd", "lz4"],
                   default="zstd")
    p.add_argument("--chunked", **yes_no)
    p.add_argument("--indexed", **yes_no)
    p.add_argument("--messages", type=int, default=200)
    return p.parse_args()


def main():
    args = parse_args()
    indexed = args.indexed == "yes"
    if args.chunked == "no" and args.compression != "none":
        print("write.py: only chunks are compressed", file=sys.stderr)
        sys.exit(3)
    writer = Writer(
        args.out, chunk_size=CONTENT["chunk_size"],
        compression=CompressionType[args.compression.upper()],
        index_types=IndexType.ALL if indexed else IndexType.NONE,
        repeat_channels=indexed, repeat_schemas=indexed,
        use_chunking=args.chunked == "yes", use_statistics=indexed,
        use_summary_offsets=indexed)
    writer.start(profile="interop")
    proto = writer.register_schema(
        CONTENT["proto_schema_name"], "protobuf",
        bytes.fromhex(CONTENT["proto_schema_hex"]))
    note = writer.register_schema(
        CONTENT["json_schema_name"], "jsonschema",
        CONTENT["json_schema"].encode())
    channels = {
        "proto": writer.register_channel(
            "/proto", "protobuf", proto, {"unit": "none", "née": "☃"}),
        "json": writer.register_channel("/json", "json", note),
        "raw": writer.register_channel("/raw", "", 0)}
    for i in range(args.messages):
        if i == args.messages // 2:
            writer.add_attachment(BASE + 1, BASE + 2, "notes.txt",
                                  "text/plain", b"hello\n" * 100)
            writer.add_metadata("run", {"device": "virtual", "née": "☃"})
        channel, sequence, log_time, publish, data = message(i)
        writer.add_message(channels[channel], log_time, data, publish,
                           sequence)
    writer.add_attachment(0, BASE + 3, "empty.bin", "", b"")
    writer.finish()


main()
