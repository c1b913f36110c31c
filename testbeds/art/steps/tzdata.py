#!/usr/bin/env python3
"""Makes Android's one file of time zones from the system's many.

    tzdata.py ZONEINFO FILE

Header: a version of 12 bytes and three big-endian offsets (index, data, list of
zones). Index: 40 bytes of name, then offset, length and an unused word. Android
reads the first block of each TZif file, so "fat" files are needed, as Debian's.
"""

import pathlib
import struct
import sys

VERSION = b"tzdata2025b\0"
HEADER = len(VERSION) + 12
NAME = 40


def main():
    zoneinfo, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    index, data = b"", b""
    for path in sorted(zoneinfo.rglob("*")):
        name = str(path.relative_to(zoneinfo))
        if (name.startswith(("posix", "right")) or name == "localtime"
                or len(name) >= NAME or not path.is_file()):
            continue
        zone = path.read_bytes()
        if not zone.startswith(b"TZif"):
            continue
        zone += b"\0" * (-len(zone) % 4)
        index += name.encode().ljust(NAME, b"\0")
        index += struct.pack(">iii", len(data), len(zone), 0)
        data += zone
    if not index:
        sys.exit(f"tzdata.py: no time zones in {zoneinfo}; install tzdata")
    target.parent.mkdir(parents=True, exist_ok=True)
    start = HEADER + len(index)
    target.write_bytes(VERSION
                       + struct.pack(">iii", HEADER, start, start + len(data))
                       + index + data + b"\n")


main()
