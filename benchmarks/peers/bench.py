"""Times the PyPI `mcap` library, for our benchmark to compare with.

Usage and formats are in README.md. The input is in memory before the clock
starts; the clock covers the library and the file it writes or reads.
"""

import argparse
import importlib.metadata
import json
import os
import struct
import time

from mcap.reader import NonSeekingReader, SeekingReader
from mcap.writer import CompressionType, Writer

CHUNK_SIZE = 1 << 20
RECORD = struct.Struct("<HQI")


def load(path):
    """The number of channels, and (channel, log_time, data) of each message."""
    with open(path, "rb") as f:
        data = f.read()
    channels = struct.unpack_from("<I", data)[0]
    messages, at = [], 4
    while at < len(data):
        channel, log_time, size = RECORD.unpack_from(data, at)
        at += RECORD.size
        messages.append((channel, log_time, data[at:at + size]))
        at += size
    if at != len(data):
        raise SystemExit("bench.py: the input is cut off")
    return channels, messages


def write(channels, messages, out, compression):
    with open(out, "wb") as f:
        writer = Writer(f, chunk_size=CHUNK_SIZE,
                        compression=CompressionType[compression.upper()],
                        enable_data_crcs=True)
        writer.start()
        ids = [writer.register_channel(f"/channel/{i}", "", 0)
               for i in range(channels)]
        size = 0
        for sequence, (channel, log_time, data) in enumerate(messages):
            writer.add_message(ids[channel], log_time, data, log_time,
                               sequence & 0xFFFFFFFF)
            size += len(data)
        writer.finish()
    return len(messages), size


def read(path, order, crc):
    by_time = order == "time"
    with open(path, "rb") as f:
        kind = SeekingReader if by_time else NonSeekingReader
        reader = kind(f, validate_crcs=crc)
        count = size = 0
        for _, _, message in reader.iter_messages(log_time_order=by_time):
            count += 1
            size += len(message.data)
    return count, size


def report(line, path, repeat, work):
    """Runs `work` `repeat` times and prints the line for it."""
    seconds = []
    for _ in range(repeat):
        start = time.perf_counter()
        count, size = work()
        seconds.append(time.perf_counter() - start)
    print(json.dumps({
        "library": f"mcap-python {importlib.metadata.version('mcap')}", **line,
        "seconds": seconds, "messages": count, "bytes": size,
        "file_bytes": os.path.getsize(path)}), flush=True)


def main():
    options = argparse.ArgumentParser(add_help=False)
    options.add_argument("--repeat", type=int, default=3)
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="op", required=True)
    writing = commands.add_parser("write", parents=[options])
    writing.add_argument("input")
    writing.add_argument("out")
    writing.add_argument("--compression", choices=["zstd", "none"],
                         default="zstd")
    commands.add_parser("read", parents=[options]).add_argument("file")
    args = parser.parse_args()
    if args.op == "write":
        channels, messages = load(args.input)
        report({"op": "write", "compression": args.compression, "crc": True},
               args.out, args.repeat,
               lambda: write(channels, messages, args.out, args.compression))
        return
    for order in ("file", "time"):
        for crc in (False, True):
            report({"op": "read", "order": order, "crc": crc}, args.file,
                   args.repeat, lambda: read(args.file, order, crc))


main()
