"""RANDR's measure: the methods of an app that ran in a recording and in its
replays, compared by Jaccard's index, for every app of tools/get-apks --all.

    tests/phone/run tests/phone/proof_methods.py [--steps N] [--table FILE]
                    [--keep FOLDER] [NAME]...

A random user of N steps is recorded on a display of 768x1280, replayed there,
and by widgets on one of 1440x2880, each as `reprise record --methods`, `replay`
and `diff` do it. --table writes the table of docs/proof-methods.md, anew after
each app; a proof that was ended goes on where it was with the same --keep, which
also has the tapes of replays that ran other methods. The exit code is 1 if a
mean is not above the paper's.
"""

import argparse
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import sweep_apps
from phone_rig import Phones, apk

RECORDED = "768x1280@320"
OTHER = "1440x2880@560"
SEED = 7
# Means of "Randr: Record and Replay for Android Applications via Targeted
# Runtime Instrumentation".
PAPER = {"same": 0.9354, "other": 0.9293}


class Proof:
    """The phones of one app, which no other has changed, and a folder for the tapes."""

    def __init__(self, folder, phones):
        self.folder = folder
        self.phones = phones

    def run(self, phone, verb, *words):
        """Its exit code must say that there is a tape."""
        done = self.phones.reprise(verb, *words, "--on", phone.serial, "--force")
        if done.returncode not in (0, 3, 4):
            raise AssertionError(f"{verb}: {done.returncode}: {done.stderr.decode()[-300:]}")

    def index(self, tape, again):
        """Jaccard's, as diff tells it."""
        done = self.phones.reprise("diff", tape, again, "--json")
        if done.returncode not in (0, 3):
            raise AssertionError(f"diff: {done.returncode}: {done.stderr.decode()[-300:]}")
        return json.loads(done.stdout.splitlines()[-1])["methods"]

    def methods(self, tape):
        """How many are on it."""
        done = self.phones.reprise("show", tape, "--topic", "/method", "--full", "--json", check=True)
        return len({m for line in done.stdout.splitlines() for m in json.loads(line)["data"].get("methods", [])})

    def prove(self, name, steps):
        """The row of an app."""
        tape, same, other = (self.folder / f"{name}{kind}.mcap" for kind in ("", "-same", "-other"))
        phone = self.phones.begin("recorded", RECORDED)
        self.run(phone, "record", apk(name), "-o", tape, "--methods", "--monkey", steps, "--seed", SEED,
                 "--pictures", "0s")
        self.run(phone, "replay", tape, "-o", same)
        # A port that the app listens on is the host's: one phone at a time.
        phone.reprise("stop", check=True)
        phone = self.phones.begin("other", OTHER)
        self.run(phone, "replay", tape, "-o", other, "--app", apk(name), "--level", "widget")
        row = {"ran": self.methods(tape), "same": self.index(tape, same), "other": self.index(tape, other)}
        if row["same"] == row["other"] == 1:
            for made in (tape, same, other):
                made.unlink()
        return row


def percent(index):
    return "" if index is None else f"{100 * index:.2f} %"


def table(rows):
    lines = [f"| app | methods that ran | replayed on {RECORDED} | by widgets on {OTHER} |", "|---|---|---|---|"]
    for name in sorted(rows):
        row = rows[name]
        if "why" in row:
            lines.append(f"| {name} | not compared: {row['why']} | | |")
        else:
            lines.append(f"| {name} | {row['ran']} | {percent(row['same'])} | {percent(row['other'])} |")
    good = [row for row in rows.values() if "why" not in row]
    if good:
        lines.append(f"| **mean of {len(good)}** | | **{percent(mean(rows, 'same'))}** | "
                     f"**{percent(mean(rows, 'other'))}** |")
    lines.append(f"| the paper's mean | | {percent(PAPER['same'])} | {percent(PAPER['other'])} |")
    return "\n".join(lines) + "\n"


def mean(rows, kind):
    found = [row[kind] for row in rows.values() if row.get(kind) is not None]
    return statistics.mean(found) if found else None


def write(page, rows):
    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r"(?s)(<!-- table: begin -->\n).*?(<!-- table: end -->)",
                           lambda found: found[1] + table(rows) + found[2], text), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    subprocess.run([sweep_apps.ROOT / "tools/get-apks", "--all"], check=True, stdout=subprocess.DEVNULL)
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "rows.json"
    rows = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    left = [name for name in arguments.names or sorted(sweep_apps.origins()) if name not in rows]
    try:
        for name in left:
            began = time.monotonic()
            try:
                with Phones() as phones:
                    rows[name] = Proof(folder, phones).prove(name, arguments.steps)
                if rows[name]["same"] is None:
                    rows[name] = {"why": "no methods on a tape"}
            except subprocess.TimeoutExpired as e:
                print(f"{name}: left for another time: {e}", flush=True)
                continue
            except AssertionError as e:
                rows[name] = {"why": " ".join(str(e).split())[:200]}
            print(f"{name}: {rows[name]}, {time.monotonic() - began:.1f} s", flush=True)
            kept.write_text(json.dumps(rows), encoding="utf-8")
            if arguments.table:
                write(arguments.table, rows)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder)
    print(table(rows))
    sys.exit(0 if all((mean(rows, kind) or 0) > PAPER[kind] for kind in PAPER) else 1)


if __name__ == "__main__":
    main()
