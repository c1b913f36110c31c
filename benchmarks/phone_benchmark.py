"""How quick the virtual phone is. Run with tests/phone/run:

    REPRISE=build/release/reprise tests/phone/run benchmarks/phone_benchmark.py

Two views. A process alone, spoken to as the supervisor does: cold is a new
process to the first picture of ApiDemos, spare is from a booted one, reset is
Attach in the same process. The whole phone, with commands as a person types
them: from `reprise phone start`, or from `am start`, to a PNG on disk. Medians
of several runs; memory is what the kernel says is resident.
"""

import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/phone"))

import phone_rig
import process
from process import SECOND, Process, touch

RUNS = 5
TAPS = 200
MAIN = "io.appium.android.apis/.ApiDemos"


def seconds(since):
    return time.monotonic() - since


def picture(p, app):
    """Seconds to the first picture."""
    begin = time.monotonic()
    p.attach(app)
    p.start()
    p.shoot()
    return seconds(begin)


def taps(p):
    """Seconds for taps with four seconds of phone time between them."""
    now = p.state().uptime_ns
    inputs = []
    for i in range(TAPS):
        at = now + 4 * i * SECOND
        inputs += [touch(0, 900, 1500, at), touch(1, 900, 1500, at + SECOND // 20)]
    begin = time.monotonic()
    p.play(inputs)
    return seconds(begin)


def alone(figures):
    """A process without a supervisor."""
    app = process.app("android-apidemos")
    for _ in range(RUNS):
        begin = time.monotonic()
        with Process() as p:
            p.boot()
            booted = seconds(begin)
            if app.manifest is None:
                app = app._replace(manifest=p.describe(app.apk))
            first = picture(p, app)
            figures.add("process, cold to first picture", booted + first)
            figures.add("process, spare to first picture", first)
            picture(p, app)
            figures.add("process, reset to first picture", picture(p, app))
            figures.add(f"process, {TAPS} taps 4 s apart", taps(p))


def resident_mb(pid):
    return int(pathlib.Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) // 1024


def cpu(pid):
    """CPU time so far, in ticks."""
    return sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))


def calm(phone):
    """Waits until nothing boots any more: no process of it has computed for a second."""
    before, since = None, time.monotonic()
    while seconds(since) < 1:
        time.sleep(0.1)
        now = [cpu(pid) for pid in phone.processes()]
        if now != before:
            before, since = now, time.monotonic()


def shown(phone, to):
    """Seconds from `am start` to a picture on disk."""
    begin = time.monotonic()
    phone.reprise("shell", f"am start -W -n {MAIN}", check=True)
    phone.reprise("screenshot", to, check=True)
    return seconds(begin)


def whole(figures, clock):
    """A phone with its supervisor, from outside."""
    phones = phone_rig.Phones()
    png = phones.home / "now.png"
    words = ("--profile", "1080x1920@420", "--clock", clock)
    start = ("phone", "start", "--json", "--name", "bench")
    name = f"phone, {clock} clock, "
    try:
        phones.reprise(*start, *words, phone_rig.apk("android-apidemos"), check=True)
        for _ in range(RUNS):
            phones.reprise("phone", "stop", "--name", "bench", check=True)
            begin = time.monotonic()
            phones.reprise(*start, check=True)
            phone = phone_rig.Phone(phones, phones.list()[0])
            shown(phone, png)
            figures.add(name + "cold to first picture", seconds(begin))
            phones.reprise("phone", "stop", "--name", "bench", check=True)
            phones.reprise(*start, check=True)
            phone = phone_rig.Phone(phones, phones.list()[0])
            calm(phone)
            figures.add(name + "spare to first picture", shown(phone, png))
            children = phone.processes()[1:]
            figures.add("phone with an app, resident MB", resident_mb(phone.pid) + resident_mb(children[0]))
            calm(phone)
            figures.add("its spare, resident MB", resident_mb(phone.processes()[-1]))
            phone.reprise("shell", "am force-stop " + MAIN.split("/")[0], check=True)
            figures.add(name + "stop and start again", shown(phone, png))
    finally:
        phones.close()


class Figures(dict):
    """Values by name, in the order in which the names came."""

    def add(self, name, value):
        self.setdefault(name, []).append(value)

    def tell(self):
        print(f"load of the host when it ended: {os.getloadavg()[0]:.1f}")
        for name, values in self.items():
            middle = statistics.median(values)
            print(f"{name:42} " + (f"{middle:6.0f}" if "MB" in name else f"{middle:6.2f} s"))


def main():
    figures = Figures()
    alone(figures)
    whole(figures, "virtual")
    whole(figures, "real")
    figures.tell()


if __name__ == "__main__":
    main()
