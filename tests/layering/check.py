#!/usr/bin/env python3
"""Checks that the tree keeps the rules of layers.txt, which lies beside this.

  check.py [ROOT]

Rules: includes go down only; a header begins with a comment and has #pragma
once; files are not too long; a README inside a folder is short and names only
files that exist; no text file has the path of somebody's home or work folder.
Prints one line per violation, `path:line: what`, and exits with 1 if there is
one.
"""

import os
import re
import subprocess
import sys

HEADERS = (".h",)
CODE = HEADERS + (".cc", ".c", ".cpp")
SOURCES = (".cc", ".c", ".cpp", ".java", ".ts", ".tsx", ".js", ".py", ".rs")
NAMED_IN_README = CODE + SOURCES + (
    ".cmake", ".json", ".jsonl", ".md", ".proto", ".sh", ".txt")
SKIPPED_FOLDERS = {".git", "__pycache__", "node_modules", "target"}
SKIPPED_AT_ROOT = {"build", "demo-out"}

INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')
# A root that only exists on one machine, when it begins a path.
FOREIGN_PATH = re.compile(rb"(?<![\w.}$~-])/(?:home|Users|root|work)/[\w.~-]+")
# A single word in backticks, or the target of a link.
README_NAME = re.compile(r"`([\w./*+-]+)`|\]\(([^)#\s]+)[^)]*\)")


class Rules:
    """What layers.txt and exceptions.txt say."""

    def __init__(self, folder):
        self.order = []
        self.allow = {}
        self.generated = {}
        self.limit = {}
        for words in self._lines(os.path.join(folder, "layers.txt")):
            if words[0] == "order":
                self.order = words[1:]
            elif words[0] == "allow":
                self.allow[words[1]] = words[2:]
            elif words[0] == "generated":
                self.generated[words[1]] = words[2]
            elif words[0] == "limit":
                self.limit[words[1]] = int(words[2])
            else:
                raise SystemExit(f"layers.txt: unknown word {words[0]!r}")
        self.exceptions = {
            words[0]: " ".join(words[1:])
            for words in self._lines(os.path.join(folder, "exceptions.txt"))}

    @staticmethod
    def _lines(path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                words = line.split("#")[0].split()
                if words:
                    yield words

    def may_use(self, layer):
        """The folders of src/ that a layer may include; None for any."""
        if layer in self.allow:
            return set(self.allow[layer])
        if layer in self.order:
            return set(self.order[:self.order.index(layer) + 1])
        return None


def list_files(root):
    """Paths of the files of the project, relative to its root."""
    git = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"],
        capture_output=True, check=False)
    if git.returncode == 0:
        names = git.stdout.decode().split("\0")
        return sorted(n for n in set(names)
                      if n and os.path.isfile(os.path.join(root, n)))
    found = []
    for folder, folders, names in os.walk(root):
        relative = os.path.relpath(folder, root)
        skipped = SKIPPED_FOLDERS | (
            SKIPPED_AT_ROOT if relative == "." else set())
        folders[:] = [f for f in folders if f not in skipped]
        found += [os.path.normpath(os.path.join(relative, n)) for n in names]
    return sorted(found)


class Checker:
    def __init__(self, root, rules):
        self.root = root
        self.rules = rules
        self.files = list_files(root)
        self.known = set(self.files)
        for path in self.files:  # and the folders above
            while path := os.path.dirname(path):
                self.known.add(path)
        self.violations = []

    def report(self, path, line, what):
        self.violations.append(f"{path}:{line}: {what}")

    def run(self):
        for path in self.files:
            with open(os.path.join(self.root, path), "rb") as file:
                content = file.read()
            if b"\0" in content[:8192]:
                continue  # not text
            self.check_foreign_paths(path, content)
            lines = content.decode("utf-8", "replace").splitlines()
            self.check_length(path, lines)
            if path.endswith(CODE):
                self.check_includes(path, lines)
            if path.endswith(HEADERS):
                self.check_header(path, lines)
            if self.is_inner_readme(path):
                self.check_readme(path, lines)
        for path in self.rules.exceptions:
            if path not in self.known:
                self.report("exceptions.txt", 1, f"{path} does not exist")
        return self.violations

    @staticmethod
    def is_inner_readme(path):
        folder, name = os.path.split(path)
        return bool(folder) and name.split(".")[0] == "README"

    def check_length(self, path, lines):
        kind = ("header" if path.endswith(HEADERS) else
                "source" if path.endswith(SOURCES) else
                "readme" if self.is_inner_readme(path) else None)
        if kind is None:
            return
        limit = self.rules.limit[kind]
        excepted = path in self.rules.exceptions
        if len(lines) > limit and not excepted:
            self.report(path, limit + 1,
                        f"has {len(lines)} lines; a {kind} has at most {limit}")
        if excepted and not self.rules.exceptions[path]:
            self.report("exceptions.txt", 1, f"{path} has no reason")
        if excepted and len(lines) <= limit:
            self.report("exceptions.txt", 1,
                        f"{path} needs no exception any more; remove it")

    def check_header(self, path, lines):
        if not lines or not lines[0].startswith(("//", "/*")):
            self.report(path, 1, "does not begin with a comment that says why "
                                 "it exists")
        if "#pragma once" not in lines:
            self.report(path, 1, "has no #pragma once")

    def layer_of(self, path):
        """base for src/base/x.h, device for device/x.h, None elsewhere."""
        parts = path.split("/")
        if parts[0] in self.rules.allow:
            return parts[0]
        if parts[0] == "src" and len(parts) > 2:
            return parts[1]
        return None

    def check_includes(self, path, lines):
        layer = self.layer_of(path)
        if path.startswith("src/") and layer not in (None, *self.rules.order):
            self.report(path, 1, f"the folder src/{layer} is not in layers.txt")
            return
        may_use = self.rules.may_use(layer)
        for number, line in enumerate(lines, 1):
            if not (match := INCLUDE.match(line)):
                continue
            quote, name = match.groups()
            first = name.split("/")[0]
            if first in self.rules.generated and "/" in name:
                self.check_generated(path, number, layer, name)
                continue
            target = self.find_include(path, name)
            if target is None:
                if quote == '"' and (layer is not None or
                                     first in self.rules.order):
                    self.report(path, number, f"{name} is no file of the tree; "
                                "write foreign ones in <>")
                continue
            used = self.layer_of(target)
            if may_use is None or used == layer:
                continue
            if used is None:
                self.report(path, number,
                            f"{layer} may not include {target}, which is in no "
                            "layer")
            elif used not in may_use:
                self.report(path, number,
                            f"{layer} may not include {used} ({name}); it may "
                            f"use {' '.join(sorted(may_use))}")

    def check_generated(self, path, number, layer, name):
        lowest = self.rules.generated[name.split("/")[0]]
        may_use = self.rules.may_use(layer)
        if may_use is not None and lowest not in may_use:
            self.report(path, number, f"{layer} may not include {name}; "
                                      f"{lowest} is the lowest that may")

    def find_include(self, path, name):
        """The file of the tree that an #include means, or None."""
        top = path.split("/")[0]
        for folder in ("src", os.path.dirname(path), top, ""):
            target = os.path.normpath(os.path.join(folder, name))
            # Not <compare> of the standard, which is a folder here.
            if target in self.known and "." in os.path.basename(target):
                return target
        return None

    def check_readme(self, path, lines):
        for number, line in enumerate(lines, 1):
            for match in README_NAME.finditer(line):
                word, link = match.groups()
                name = word or link
                if name.startswith(("/", "build/")) or "://" in name:
                    continue  # a topic, what the build makes, elsewhere
                exact = link or name.endswith(NAMED_IN_README)
                inside = "/" in name and self.exists(path, name.split("/")[0])
                if (exact or inside) and not self.exists(path, name):
                    self.report(path, number,
                                f"names {name}, which does not exist")

    def exists(self, readme, name):
        for folder in (os.path.dirname(readme), "src", ""):
            target = os.path.normpath(os.path.join(folder, name))
            if "*" not in target:
                if target in self.known:
                    return True
                continue
            pattern = re.escape(target).replace(r"\*", "[^/]*")
            if any(re.fullmatch(pattern, k) for k in self.known):
                return True
        return False

    def check_foreign_paths(self, path, content):
        for match in FOREIGN_PATH.finditer(content):
            line = content.count(b"\n", 0, match.start()) + 1
            self.report(path, line, f"{match.group().decode()} is a path of "
                                    "one machine; make it relative")


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[0] if arguments else os.path.join(here, "..", "..")
    violations = Checker(root, Rules(here)).run()
    print("\n".join(violations) or "the tree keeps its rules")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
