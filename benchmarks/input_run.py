"""Measures input and writes docs/benchmarks-input.md.

Usage: input_run.py. How exactly sessions are replayed, in the virtual time of
the kernel ground (tests/kernel), beside evemu-play and a loop like RERAN's in
the same run; and how long it takes to convert an hour of input.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
REPRISE = BUILD / "reprise"
FIGURES = ROOT / "build/kernel/figures"
FORMATS = ("jsonl", "getevent", "reran", "uinput", "libinput", "revent",
           "evemu", "raw", "monkey", "input", "minitouch")
COPIES = 12  # of a session of five minutes


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True,
                          text=True)
    if done.returncode != 0:
        sys.exit(f"input_run.py: {words[0]}: {done.stderr}")
    return done.stdout


def replay_in_guest():
    environment = {**os.environ, "REPRISE": str(REPRISE),
                   "MAKE_SESSION": str(BUILD / "tests/kernel/make_session"),
                   "CHECK_REPLAY": str(BUILD / "tests/kernel/check_replay")}
    for name in ("test_precision", "test_comparison"):
        done = subprocess.run(
            [sys.executable, "-B", ROOT / f"tests/kernel/{name}.py"],
            env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"input_run.py: {name}: {done.stderr[-2000:]}")


def figures(name):
    return json.loads((FIGURES / f"{name}.json").read_text())


def us(value):
    return f"{value / 1000:,.0f} ms" if abs(value) >= 10_000 else \
        f"{value:.1f} us"


def row(name, found):
    return (f"| {name} | {us(found['p50_us'])} | {us(found['p99_us'])} |"
            f" {us(found['max_us'])} | {us(found['drift_us'])} |")


def timed(*words):
    begin = time.monotonic()
    run(*words)
    return time.monotonic() - begin


def convert_an_hour():
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        here = pathlib.Path(temporary)
        session, hour = here / "session.mcap", here / "hour.mcap"
        run(BUILD / "tests/kernel/make_session", "long", session)
        run(REPRISE, "edit", *[session] * COPIES, "-o", hour, "--gap", "500ms")
        for name in FORMATS:
            file, back = here / f"hour.{name}", here / f"{name}.mcap"
            # The touchscreen, for formats of one device.
            device = ["--device", "event0"] if name in ("evemu", "raw") else []
            write = timed(REPRISE, "convert", hour, file, "--to", name,
                          *device)
            read = timed(REPRISE, "convert", file, back, "--from", name)
            rows.append(f"| {name} | {write:.1f} s | {read:.1f} s |"
                        f" {file.stat().st_size / 1e6:.1f} MB |")
        frames = json.loads(run(REPRISE, "info", "--json", hour))
    return rows, frames["messages"]


def main():
    replay_in_guest()
    comparison = figures("comparison")
    rows, messages = convert_an_hour()
    ratio = {name: comparison["ratios"][name]["p99_us"]
             for name in ("evemu", "reran")}
    page = f"""# Benchmarks of input

Written by `tools/bench input`. Times of replay are of a guest in virtual time
([testbeds/kernel](../testbeds/kernel/README.md)): they do not depend on how busy
the machine is, and they are those of Linux' own evdev and uinput, not of a
phone. An error is how far a frame's kernel stamp is from where it should be,
too early or too late; drift is how much later the last frame is than the first.

## Replaying 300 s

{figures('realtime')['frames']:,} frames of a touchscreen and a proximity sensor;
{figures('five')['frames']:,} of five devices that speak at the same microsecond,
which come at most {figures('five')['apart_us']:.0f} us apart. Every recording of
a replay was equal to the original, frame for frame.

| replay | p50 | p99 | max | drift |
|---|---|---|---|---|
{row('with real-time priority', figures('realtime'))}
{row('with ordinary priority', figures('ordinary'))}
{row('five devices at once', figures('five'))}
{row("a loop like RERAN's: relative sleeps, a write per event", figures('reran'))}

## Beside others, one minute, one run

| replay | p50 | p99 | max | drift |
|---|---|---|---|---|
{row('reprise_agent', comparison['agent'])}
{row('evemu-play', comparison['evemu'])}
{row("a loop like RERAN's", comparison['reran'])}

The p99 of evemu-play is {ratio['evemu']:,.0f} times ours, that of the loop like
RERAN's {ratio['reran']:,.0f} times.

## Converting an hour

A tape with {messages:,} messages (an hour of swipes and a proximity sensor) to
each format, and back to a tape with its gestures found. Wall time on two cores;
evemu and raw hold the touchscreen only, monkey, input and minitouch touches and
keys only.

| format | from the tape | to a tape | size |
|---|---|---|---|
""" + "\n".join(rows) + "\n"
    (ROOT / "docs/benchmarks-input.md").write_text(page)
    print("docs/benchmarks-input.md is written")


if __name__ == "__main__":
    main()
