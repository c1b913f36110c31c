#!/usr/bin/env python3
"""Packs a folder into a jar that ART maps: dex files first, stored, aligned.

    pack_jar.py JAR FOLDER

The same folder gives the same bytes.
"""

import pathlib
import sys
import zipfile

ALIGNMENT = 4
LOCAL_HEADER = 30  # bytes, before the name
LONG_AGO = (2020, 1, 1, 0, 0, 0)


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    names = [str(path.relative_to(folder))
             for path in folder.rglob("*") if path.is_file()]
    names.sort(key=lambda name: (not name.endswith(".dex"), name))
    with zipfile.ZipFile(target, "w") as jar:
        for name in names:
            entry = zipfile.ZipInfo(name, LONG_AGO)
            if name.endswith(".dex"):
                start = jar.fp.tell() + LOCAL_HEADER + len(name)
                entry.extra = b"\0" * (-start % ALIGNMENT)
            else:
                entry.compress_type = zipfile.ZIP_DEFLATED
            jar.writestr(entry, (folder / name).read_bytes())


main()
