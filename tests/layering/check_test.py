#!/usr/bin/env python3
"""Tests check.py on small trees that break one rule each, so that it is known
to be able to fail."""

import os
import tempfile
import unittest

import check

LAYERS = """
order base tape cli
allow device base
generated gen tape
limit header 10
limit source 20
limit readme 5
"""
HEADER = "// Why it exists.\n#pragma once\n"


class CheckTest(unittest.TestCase):
    def violations(self, files, exceptions="", layers=LAYERS):
        with tempfile.TemporaryDirectory() as root:
            rules_folder = os.path.join(root, "rules")
            for name, content in {"rules/layers.txt": layers,
                                  "rules/exceptions.txt": exceptions,
                                  **files}.items():
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                mode = "wb" if isinstance(content, bytes) else "w"
                with open(path, mode) as file:
                    file.write(content)
            return check.Checker(root, check.Rules(rules_folder)).run()

    def test_a_good_tree_has_no_violations(self):
        self.assertEqual([], self.violations({
            "src/base/a.h": HEADER,
            "src/tape/b.h": HEADER + '#include "base/a.h"\n',
            "src/tape/b.cc": '#include "tape/b.h"\n#include <zstd.h>\n'
                             '#include "gen/x.pb.h"\n',
            "src/main.cc": '#include "cli/c.h"\n',
            "src/cli/c.h": HEADER + '#include "tape/b.h"\n',
            "device/d.h": HEADER + '#include "base/a.h"\n',
            "device/sub/e.cc": '#include "d.h"\n#include "device/d.h"\n',
            "tests/t.cc": '#include "cli/c.h"\n#include "tape/b.h"\n',
            "src/tape/README.md": "`b.h`, `base/a.h`, `*.cc`, `src/main.cc`,\n"
                                  "`/input/touch`, `a word`, [x](../base/a.h)\n",
        }))

    def test_an_include_upwards(self):
        self.assertEqual(
            ["src/base/a.cc:2: base may not include tape (tape/b.h); it may "
             "use base"],
            self.violations({
                "src/base/a.cc": '\n  #  include "tape/b.h"\n',
                "src/tape/b.h": HEADER}))

    def test_an_include_upwards_in_angle_brackets_or_by_a_relative_path(self):
        for include in ("<cli/c.h>", '"../cli/c.h"'):
            found = self.violations({
                "src/tape/a.cc": f"#include {include}\n",
                "src/cli/c.h": HEADER})
            self.assertEqual(1, len(found), found)
            self.assertIn("tape may not include cli", found[0])

    def test_an_include_upwards_of_a_test(self):
        found = self.violations({
            "src/base/a_test.cc": '#include "tape/b.h"\n',
            "src/tape/b.h": HEADER})
        self.assertEqual(1, len(found), found)

    def test_a_device_program_that_includes_too_much(self):
        self.assertEqual(
            ["device/d.cc:1: device may not include tape (tape/b.h); it may "
             "use base"],
            self.violations({
                "device/d.cc": '#include "tape/b.h"\n',
                "src/tape/b.h": HEADER}))

    def test_src_that_includes_a_device_program_or_a_test(self):
        found = self.violations({
            "src/cli/c.cc": '#include "../../device/d.h"\n'
                            '#include "../../tests/t.h"\n',
            "device/d.h": HEADER, "tests/t.h": HEADER})
        self.assertEqual(2, len(found), found)
        self.assertIn("cli may not include device", found[0])
        self.assertIn("tests/t.h, which is in no layer", found[1])

    def test_generated_code_below_its_layer(self):
        self.assertEqual(
            ["src/base/a.cc:1: base may not include gen/x.pb.h; tape is the "
             "lowest that may"],
            self.violations({"src/base/a.cc": '#include "gen/x.pb.h"\n'}))

    def test_a_quoted_include_of_nothing(self):
        self.assertEqual(
            ["src/base/a.cc:1: base/gone.h is no file of the tree; write "
             "foreign ones in <>"],
            self.violations({"src/base/a.cc": '#include "base/gone.h"\n'}))

    def test_a_folder_that_is_in_no_layer(self):
        self.assertEqual(
            ["src/extra/a.cc:1: the folder src/extra is not in layers.txt"],
            self.violations({"src/extra/a.cc": "\n"}))

    def test_a_header_without_comment_or_guard(self):
        self.assertEqual(
            ["src/base/a.h:1: does not begin with a comment that says why it "
             "exists",
             "src/base/b.h:1: has no #pragma once"],
            self.violations({
                "src/base/a.h": "#pragma once\n// Late.\n",
                "src/base/b.h": "// Why.\n#ifndef B_H\n"}))

    def test_files_that_are_too_long(self):
        self.assertEqual(
            ["src/base/README.md:6: has 6 lines; a readme has at most 5",
             "src/base/a.cc:21: has 21 lines; a source has at most 20",
             "src/base/a.h:11: has 11 lines; a header has at most 10"],
            self.violations({
                "README.md": "long\n" * 100,
                "src/base/README.md": "x\n" * 6,
                "src/base/a.cc": "\n" * 21,
                "src/base/a.h": HEADER + "\n" * 9,
                "src/base/fits.cc": "\n" * 20,
                "src/base/fits.h": HEADER + "\n" * 8}))

    def test_exceptions(self):
        files = {"src/base/a.cc": "\n" * 21}
        self.assertEqual(
            [], self.violations(files, "src/base/a.cc a table of 21 rows\n"))
        self.assertEqual(
            ["exceptions.txt:1: src/base/a.cc has no reason"],
            self.violations(files, "src/base/a.cc\n"))

    def test_exceptions_that_are_not_needed(self):
        self.assertEqual(
            ["exceptions.txt:1: src/base/a.cc needs no exception any more; "
             "remove it",
             "exceptions.txt:1: src/base/b.cc does not exist"],
            self.violations({"src/base/a.cc": "\n"},
                            "src/base/a.cc why\nsrc/base/b.cc why\n"))

    def test_a_readme_that_names_what_is_not_there(self):
        self.assertEqual(
            ["src/base/README.md:1: names gone.h, which does not exist",
             "src/base/README.md:2: names src/gone, which does not exist",
             "src/base/README.md:3: names gone.md, which does not exist",
             "src/base/README.md:4: names *.proto, which does not exist"],
            self.violations({
                "src/base/README.md":
                    "`gone.h`\n`src/gone`\n[x](gone.md#part)\n`*.proto`\n"}))

    def test_paths_of_one_machine(self):
        # Put together here, because the real tree is checked for them too.
        for bad in ("/ho" + "me/me/x", "file:///Us" + "ers/me", "/wo" + "rk/x",
                    "=/ro" + "ot/.cache"):
            found = self.violations({"docs/a.txt": f"1\n2 {bad}\n"})
            self.assertEqual(1, len(found), (bad, found))
            self.assertIn("docs/a.txt:2: ", found[0])
        for good in ("$HOME/work/x", "src/work/x", "/data/local/tmp",
                     "example.org/home/x", "/home", "~/work/x"):
            self.assertEqual([], self.violations({"docs/a.txt": good}), good)

    def test_binary_files_may_hold_anything(self):
        self.assertEqual([], self.violations(
            {"a.bin": b"\0/ho" + b"me/me/x"}))

    def test_a_nonsense_line_of_layers(self):
        with self.assertRaisesRegex(SystemExit, "unknown word 'ordre'"):
            self.violations({}, layers="ordre base\n")


if __name__ == "__main__":
    unittest.main()
