"""Proves that sessions replay: each of session_list.py is recorded unattended,
replayed on the same profile with an empty diff, and at widget level on two
other profiles with the same activities and widget effects.

    tests/phone/run tests/phone/proof_sessions.py [--times N] [--only NAME]...
                    [--same-only] [--table FILE] [--keep FOLDER]

Exit code 1 if a replay was not the same. --table writes the table of
docs/proof-sessions.md. A proof that was ended goes on where it was with the
same --keep; --same-only leaves the other profiles for later.
"""

import argparse
import json
import pathlib
import re
import shutil
import sys
import tempfile
import time

import session_list
from phone_rig import Phones
from sessions import User

# That it is recorded on, and that it is replayed on.
RECORDED = "480x800@240"
OTHERS = {"tablet": "1200x1920@240", "lying": "1280x768@320"}


class Proof:
    """The phones, and a folder for the tapes."""

    def __init__(self, folder, profile=RECORDED):
        self.folder = folder
        self.phones = Phones()
        self.phone = self.start("phone", profile)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.phones.close()

    def start(self, name, profile):
        return self.phones.begin(name, profile, *session_list.apks())

    def record(self, name, app, steps):
        """The tape of a session."""
        script = self.folder / f"{name}.monkey"
        script.write_text(User(self.phone).script(app, steps), encoding="utf-8")
        tape = self.folder / f"{name}.mcap"
        self.phones.reprise("record", app.split("/")[0], "--on", self.phone.serial, "-o", tape,
                            "--input-script", script, "--force", check=True)
        return tape

    def replay(self, tape, phone, *words):
        """What each of the replays said."""
        done = self.phones.reprise("replay", tape, "--on", phone.serial, "--json", *words)
        said = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode not in (0, 3):
            raise AssertionError(f"{tape.name}: {done.returncode}: {done.stderr.decode()}")
        return said

    def steps(self, tape):
        """How many steps the user took."""
        text = tape.with_suffix(".jsonl")
        self.phones.reprise("convert", tape, text, check=True)
        lines = map(json.loads, text.read_text(encoding="utf-8").splitlines())
        return sum(line.get("topic") == "/ui/widget" and "t" in line for line in lines)


def same(said):
    return sum(one["verdict"] == "same" for one in said)


def prove(arguments, folder):
    """The rows of the table; what a run before left in the folder is not done again."""
    kept = folder / "rows.json"
    rows = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    sessions = [one for one in session_list.SESSIONS
                if not arguments.only or one[0] in arguments.only]
    for name, shows, app, _ in sessions:
        rows.setdefault(name, {"name": name, "shows": shows, "app": app.split("/")[0],
                               "same": 0, "times": 0, "others": {}})
    # Round by round, so that one that is ended has said something of all.
    while (least := min(rows[one[0]]["times"] for one in sessions)) < arguments.times:
        with Proof(folder) as proof:
            for name, _, app, steps in sessions:
                if rows[name]["times"] > least:
                    continue
                began, row = time.monotonic(), rows[name]
                tape = folder / f"{name}.mcap"
                if not tape.exists():
                    proof.record(name, app, steps)
                row["steps"] = row.get("steps") or proof.steps(tape)
                said = proof.replay(tape, proof.phone)
                row["same"] += same(said)
                row["times"] += len(said)
                tell(row, said, "the same profile", began)
                kept.write_text(json.dumps(rows), encoding="utf-8")
    for other, profile in OTHERS.items():
        left = [one[0] for one in sessions if other not in rows[one[0]]["others"]]
        if not left or arguments.same_only:
            continue
        with Proof(folder, profile) as proof:
            for name in left:
                began = time.monotonic()
                said = proof.replay(folder / f"{name}.mcap", proof.phone, "--level", "widget",
                                    "--force", "-o", folder / f"{name}-{other}.mcap")
                rows[name]["others"][other] = same(said)
                tell(rows[name], said, other, began)
                kept.write_text(json.dumps(rows), encoding="utf-8")
    return [rows[one[0]] for one in sessions]


def tell(row, said, where, began):
    wrong = next((one["divergence"] or one["problem"] or one["difference"]
                  for one in said if one["verdict"] != "same"), "")
    print(f"{row['name']}: {where}: {same(said)} of {len(said)} the same, "
          f"{time.monotonic() - began:.1f} s {wrong}", flush=True)


def table(rows):
    lines = [f"| session | shows | app | steps | {RECORDED} | " +
             " | ".join(f"{name} {profile}" for name, profile in OTHERS.items()) + " |",
             "|---|---|---|---|---|" + "---|" * len(OTHERS)]
    for row in rows:
        lines.append(f"| {row['name']} | {row['shows']} | `{row['app']}` | {row['steps']} | "
                     f"{row['same']} of {row['times']} | " +
                     " | ".join({None: "not run", 0: "**diverged**"}.get(
                         row["others"].get(name), "same") for name in OTHERS) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--only", action="append")
    parser.add_argument("--same-only", action="store_true")
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    try:
        rows = prove(arguments, folder)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder)
    text = table(rows)
    if arguments.table:
        page = arguments.table.read_text(encoding="utf-8")
        page = re.sub(r"(?s)(<!-- table: begin -->\n).*?(<!-- table: end -->)",
                      lambda found: found[1] + text + found[2], page)
        arguments.table.write_text(page, encoding="utf-8")
    print(text)
    good = all(row["same"] == row["times"] and all(row["others"].values()) for row in rows)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
