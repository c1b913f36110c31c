#!/usr/bin/env python3
"""Prints the Java files of the class library, as its build files list them.

    core_sources.py LIBCORE
"""

import pathlib
import re
import sys

GROUP = re.compile(r'filegroup \{\s*name: "([^"]+)",\s*srcs: \[(.*?)\]',
                   re.DOTALL)


def main():
    libcore = pathlib.Path(sys.argv[1])
    groups = {}
    for name in ("openjdk_java_files.bp", "non_openjdk_java_files.bp"):
        text = re.sub(r"//.*", "", (libcore / name).read_text())
        for group in GROUP.finditer(text):
            groups[group[1]] = re.findall(r'"([^"]+)"', group[2])

    def files(group):
        for entry in groups[group]:
            if entry.startswith(":"):
                yield from files(entry[1:])
            else:
                yield entry

    listed = {*files("openjdk_java_files"), *files("non_openjdk_java_files")}
    # Debian leaves out a few that it may not distribute.
    for file in sorted(listed):
        if (libcore / file).exists():
            print(libcore / file)


main()
