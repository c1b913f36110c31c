"""Compares the searches of `reprise minimize` and writes
docs/benchmarks-minimize.md and docs/benchmarks-minimize.svg.

Usage: minimize_run.py [CASES [SEED]]. Needs the target minimize_search of the
release build. If picire is there (minimize_peers.py says how), it is asked the
deterministic cases, too.
"""

import bisect
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/benchmarks/minimize_search"
PAGE = ROOT / "docs/benchmarks-minimize.md"
PLOT = ROOT / "docs/benchmarks-minimize.svg"
COLORS = ["#c0392b", "#e67e22", "#2c3e50", "#2980b9", "#16a085", "#8e44ad", "#95a5a6"]


def plot(rows):
    """The share of cases that are done after so many steps."""
    width, height, left, bottom, most = 640, 320, 50, 40, 120
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
           f'height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']

    def x(step):
        return left + (width - left - 150) * min(step, most) / most

    def y(share):
        return 10 + (height - 10 - bottom) * (1 - share)

    for share in (0, 0.25, 0.5, 0.75, 1):
        out.append(f'<line x1="{left}" x2="{x(most):.0f}" y1="{y(share):.0f}" '
                   f'y2="{y(share):.0f}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y(share) + 4:.0f}" '
                   f'text-anchor="end">{share:.0%}</text>')
    for step in range(0, most + 1, 20):
        out.append(f'<text x="{x(step):.0f}" y="{height - bottom + 16}" '
                   f'text-anchor="middle">{step}</text>')
    out.append(f'<text x="{x(most / 2):.0f}" y="{height - 6}" '
               'text-anchor="middle">steps of 15 runs</text>')
    for i, row in enumerate(rows):
        steps = row["all_steps"]
        points = [f"{x(0):.1f},{y(0):.1f}"]
        for step in range(1, most + 1):
            done = bisect.bisect_right(steps, step) / len(steps)
            points.append(f"{x(step):.1f},{y(done):.1f}")
        out.append(f'<polyline fill="none" stroke="{COLORS[i]}" '
                   f'stroke-width="2" points="{" ".join(points)}"/>'
                   f'<text x="{x(most) + 10:.0f}" y="{30 + 18 * i}" '
                   f'fill="{COLORS[i]}">{row["search"]}</text>')
    out.append("</svg>\n")
    PLOT.write_text("\n".join(out))


def page(rows, planted, deterministic, cases, seed):
    heuristic = next(r for r in rows if r["search"] == "nd3min heuristic")
    out = [
        "# Benchmarks of minimize", "",
        f"Made by `benchmarks/minimize_run.py {cases} {seed}`: {cases} "
        "synthetic apps of 500 units (architecture/minimize.md has the model), "
        "m = 15, nr = 20, st = 18. The final check counts in no column.", "",
        "| search | steps | median | 90 % | calls | units left | p ≥ 0.85 | "
        "certified | no result |", "|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for r in rows:
        out.append(
            f"| {r['search']} | {r['steps']:.1f} | {r['median']} | {r['p90']} "
            f"| {r['calls']:.0f} | {r['size']:.2f} | {r['good']:.1%} "
            f"| {r['certified']:.1%} | {r['no_result']} |")
    out += [
        "", "*p ≥ 0.85* is the share of results whose true success probability "
        "is at least that; *certified* the share that the search itself "
        "certifies: st of nr runs passed, and every deletion of one unit "
        "failed. The suite was built on "
        f"{planted:.2f} units in the mean; a result may need more where they "
        "alone pass too rarely. *No result* counts the cases that were given up "
        "because the first check found them not reproducible; they are in the "
        "columns up to the calls only.", "", "![steps](benchmarks-minimize.svg)", "",
        "## When runs cost time", "",
        "Worker hours (all 15 workers together) per case when starting a run "
        "takes half an hour, as the paper's times imply, a minute, or nothing, "
        "and each unit 4 s; workers never wait, in virtual time. The factor is "
        "nd3min heuristic's by the search's; that of the steps is beside it.",
        "",
        "| search | half an hour | factor | a minute | factor | nothing "
        "| factor | factor of steps |", "|---|--:|--:|--:|--:|--:|--:|--:|"]
    for r in rows:
        cells = "".join(
            f" {mine:.1f} | {other / mine:.2f} |" for mine, other in
            zip(r["worker_hours"], heuristic["worker_hours"]))
        out.append(f"| {r['search']} |{cells} "
                   f"{heuristic['steps'] / r['steps']:.2f} |")
    out += [
        "", "Hours until the search ended:", "",
        "| search | half an hour | a minute | nothing |", "|---|--:|--:|--:|"]
    for r in rows:
        out.append(f"| {r['search']} | " + " | ".join(
            f"{hours:.2f}" for hours in r["hours"]) + " |")
    out += [
        "", "## Deterministic cases", "",
        "The plain cases of the suite as a question that other minimisers can "
        "answer, too: are all required units there? One run decides (nr = st "
        "= 1), one worker. Mean number of calls:", "",
        "| minimiser | cases | calls |", "|---|--:|--:|"]
    for d in deterministic:
        out.append(f"| {d['deterministic']} | {d['cases']} "
                   f"| {d['calls']:.1f} |")
    PAGE.write_text("\n".join(out) + "\n")


def main():
    cases = sys.argv[1] if len(sys.argv) > 1 else "490"
    seed = sys.argv[2] if len(sys.argv) > 2 else "1001"
    done = subprocess.run([PROGRAM, cases, seed], capture_output=True,
                          text=True)
    if done.returncode != 0:
        sys.exit(f"minimize_run.py: {PROGRAM}: {done.stderr}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    rows = [line for line in lines if "search" in line]
    planted = next(line["planted"] for line in lines if "planted" in line)
    deterministic = [line for line in lines if "deterministic" in line]
    peers = subprocess.run(
        [sys.executable, ROOT / "benchmarks/minimize_peers.py", cases, seed],
        capture_output=True, text=True)
    sys.stderr.write(peers.stderr)
    deterministic += [json.loads(line) for line in peers.stdout.splitlines()]
    steps = next(r["steps"] for r in rows if r["search"] == "nd3min heuristic")
    if not 37 <= steps <= 46:
        sys.exit(f"minimize_run.py: this suite does not count: nd3min needs "
                 f"{steps} steps on it, which must be 37 to 46")
    plot(rows)
    page(rows, planted, deterministic, cases, seed)


if __name__ == "__main__":
    main()
