"""How quick the phone's processes are. Run with tests/phone/run:

    tests/phone/run benchmarks/phone_benchmark.py

Cold: a new process to the first picture of ApiDemos. Spare: from a booted
process. Reset: Attach in the same process. Medians of several runs; memory is
what the kernel says is resident.
"""

import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/phone"))

import process
from process import SECOND, Process, touch

RUNS = 5
TAPS = 200


def picture(p, app):
    """Seconds to attach, and to the first picture."""
    begin = time.monotonic()
    p.attach(app)
    attached = time.monotonic()
    p.start()
    p.shoot()
    return attached - begin, time.monotonic() - begin


def taps(p):
    """Seconds for taps with four seconds of phone time between them."""
    now = p.state().uptime_ns
    inputs = []
    for i in range(TAPS):
        at = now + 4 * i * SECOND
        inputs += [touch(0, 900, 1500, at), touch(1, 900, 1500, at + SECOND // 20)]
    begin = time.monotonic()
    p.play(inputs)
    return time.monotonic() - begin


def main():
    app = process.app("android-apidemos")
    cold, spare, reset, memory = [], [], [], []
    for _ in range(RUNS):
        begin = time.monotonic()
        with Process() as p:
            p.boot()
            booted = time.monotonic() - begin
            if app.manifest is None:
                app = app._replace(manifest=p.describe(app.apk))
            _, first = picture(p, app)
            cold.append(booted + first)
            spare.append(first)
            picture(p, app)
            reset.append(picture(p, app)[1])
            memory.append(p.resident_mb())
            tapped = taps(p)
    print(f"cold to first picture   {statistics.median(cold):6.2f} s")
    print(f"spare to first picture  {statistics.median(spare):6.2f} s")
    print(f"reset to first picture  {statistics.median(reset):6.2f} s")
    print(f"resident                {max(memory):6d} MB")
    print(f"{TAPS} taps, 4 s apart    {tapped:6.2f} s")


if __name__ == "__main__":
    main()
