"""Runs the benchmarks of the tape and writes docs/benchmarks.md.

Usage: run.py FOLDER [--quick], with the folder that tests/interop/setup
prints. Ours and the peers take turns in one run, each round after the other;
of each the fastest round counts, and what is compared is the ratio.
"""

import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release/benchmarks"
MESSAGES = 500_000
PYTHON_ROUNDS = 1  # it takes seconds where the others take tenths


def run(command):
    done = subprocess.run([*map(str, command), "--repeat", "1"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"run.py: {command[0]}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Best:
    """The fastest round of each library and operation."""

    def __init__(self):
        self.seconds = {}
        self.size = {}

    def take(self, rows, variant=""):
        for row in rows:
            name = row["library"].split()[0] + variant
            key = (name, row["op"], row.get("compression") or row["order"],
                   row["crc"])
            fastest = min(row["seconds"])
            self.seconds[key] = min(fastest, self.seconds.get(key, fastest))
            if row["op"] == "write":
                self.size[name, row["compression"]] = row["file_bytes"]


def cpu_warm_up(ours, messages, here):
    """So that the first round is not slower for being the first."""
    run([ours, "write", messages, here / "warm.mcap"])


def compare(folder, rounds):
    best = Best()
    ours = BUILD / "tape_peer"
    rust = pathlib.Path(folder) / "bin/bench"
    python = [pathlib.Path(folder) / "venv/bin/python",
              ROOT / "benchmarks/peers/bench.py"]
    with tempfile.TemporaryDirectory() as temporary:
        here = pathlib.Path(temporary)
        messages = here / "messages.bin"
        run([ours, "generate", messages, MESSAGES])
        cpu_warm_up(ours, messages, here)
        payload = messages.stat().st_size - 4 - 14 * MESSAGES
        for round_number in range(rounds):
            for compression in ("zstd", "none"):
                options = ["--compression", compression]
                best.take(run([ours, "write", messages, here / "o.mcap",
                               *options]))
                best.take(run([rust, "write", messages, here / "r.mcap",
                               *options]))
                if round_number < PYTHON_ROUNDS:
                    best.take(run([*python, "write", messages,
                                   here / "p.mcap", *options]))
                if compression == "zstd":
                    best.take(run([ours, "write", messages, here / "3.mcap",
                                   "--level", "3"]), " at level 3")
                    # All read the same file, the one that Rust wrote.
                    best.take(run([ours, "read", here / "r.mcap"]))
                    best.take(run([rust, "read", here / "r.mcap"]))
                    if round_number < PYTHON_ROUNDS:
                        best.take(run([*python, "read", here / "r.mcap"]))
    return best, payload


def hot_path():
    """Nanoseconds of the caller per small message, by number of threads."""
    done = subprocess.run(
        [BUILD / "tape_benchmark", "--benchmark_format=json",
         "--benchmark_repetitions=5", "--benchmark_min_time=0.2"],
        capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)["benchmarks"]
    medians = {}
    for row in rows:
        if row.get("aggregate_name") == "median":
            medians[row["run_name"]] = row["real_time"]
    return medians


def table(best, payload, medians):
    def rate(seconds):
        return f"{MESSAGES / seconds / 1e6:.2f} M/s"

    lines = ["| what | reprise | Rust `mcap` | Python `mcap` | times Rust |",
             "|---|---|---|---|---|"]

    def row(what, ours, rust, python):
        lines.append(f"| {what} | {rate(ours)} | {rate(rust)} | "
                     f"{rate(python)} | {rust / ours:.2f} |")

    s = best.seconds
    row("write, zstd (each at its default level)",
        s["reprise", "write", "zstd", True],
        s["mcap-rust", "write", "zstd", True],
        s["mcap-python", "write", "zstd", True])
    row("write, zstd level 3",
        s["reprise at level 3", "write", "zstd", True],
        s["mcap-rust", "write", "zstd", True],
        s["mcap-python", "write", "zstd", True])
    row("write, not compressed", s["reprise", "write", "none", True],
        s["mcap-rust", "write", "none", True],
        s["mcap-python", "write", "none", True])
    row("read, order of the file, CRCs checked",
        s["reprise", "read", "file", True],
        s["mcap-rust", "read", "file", True],
        s["mcap-python", "read", "file", True])
    row("read, order of time (Rust's checks no CRC)",
        s["reprise", "read", "time", True],
        s["mcap-rust", "read", "time", False],
        s["mcap-python", "read", "time", True])
    size = best.size
    lines += ["", "| size of the file | bytes | of the payload |", "|---|---|---|"]
    for name, label in (("reprise", "reprise, zstd level 1 (default)"),
                        ("reprise at level 3", "reprise, zstd level 3"),
                        ("mcap-rust", "Rust, zstd level 3"),
                        ("mcap-python", "Python, zstd level 3")):
        lines.append(f"| {label} | {size[name, 'zstd']:,} | "
                     f"{100 * size[name, 'zstd'] / payload:.0f} % |")
    lines += ["", "| a caller's time for one small message | ns |", "|---|---|"]
    for name, value in medians.items():
        lines.append(f"| `{name}` | {value:.0f} |")
    return "\n".join(lines)


def main():
    quick = "--quick" in sys.argv[2:]
    best, payload = compare(sys.argv[1], 2 if quick else 7)
    medians = hot_path()
    text = table(best, payload, medians)
    print(text)
    if quick:
        return
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                if line.startswith("model name")), platform.machine())
    page = f"""# Benchmarks

Made by `tools/bench` on {os.cpu_count()} cores of {cpu}.
{MESSAGES:,} messages of {payload / MESSAGES:.0f} bytes on average (kernel
frames, motion events, sensor samples, log lines), one thread, chunks of 1 MiB,
all checksums and indexes written. Everybody reads the same file. Ours and the
peers take turns; the fastest round of each counts.

{text}

The last table is the hot path of recording: `Feed::Write` of 64 bytes in
bursts of 1,000, for one thread and for two at once (then the time in which
both together write one); the aim is under 1,000 ns. `BM_NewId` is the cost of
an id for a message.
"""
    (ROOT / "docs/benchmarks.md").write_text(page)


if __name__ == "__main__":
    main()
