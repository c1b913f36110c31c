"""What phone time costs: tests/phone/run benchmarks/phone_time.py

Prints the host's seconds and CPU seconds of a five-minute session and of 200
taps with 4 s between them, with ApiDemos on the virtual clock.
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/phone"))
from process import MS, SECOND, Process, app, pb, touch  # noqa: E402


def cpu(p):
    fields = pathlib.Path(f"/proc/{p.hello.host_pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def measure(p, name, work):
    wall, used = time.monotonic(), cpu(p)
    work()
    print(f"{name}: {time.monotonic() - wall:.2f} s, CPU {cpu(p) - used:.2f} s", flush=True)


def taps(p, count, gap_s):
    """One request, as a minimiser plays them."""
    now = p.state().uptime_ns
    inputs = []
    for i in range(count):
        at = now + int(i * gap_s * SECOND)
        inputs += [touch(0, 300 + i % 400, 1500, at), touch(1, 300 + i % 400, 1500, at + 60 * MS)]
        if i % 2:
            inputs += [pb.PhoneInput(at_ns=at + SECOND, key=pb.PhoneKey(code=4, action=a)) for a in (0, 1)]
            inputs[-2].at_ns = inputs[-1].at_ns
    p.play(inputs, then_s=gap_s)


def session(p):
    for text in ("Animation", "Bouncing Balls"):
        p.tap_on(text, then_s=2)
    p.tap(500, 800, then_s=120)
    p.back()
    p.back()
    p.start(".view.ProgressBar1")
    p.advance(170)


with Process() as phone:
    phone.boot()
    demos = app("android-apidemos")
    phone.attach(demos)
    measure(phone, "first start", phone.start)
    measure(phone, "five minutes", lambda: session(phone))
    phone.attach(demos)
    measure(phone, "second start", phone.start)
    measure(phone, "200 taps, 4 s between", lambda: taps(phone, 200, 4))
