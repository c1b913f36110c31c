"""Measures one virtual phone and writes the first half of docs/benchmarks-phone.md.

    tools/bench phone

A process alone is spoken to as the supervisor does: cold is a new process to the
first picture of ApiDemos, spare is from a booted one, reset is Attach in the
same process. The whole phone gets commands as a person types them: from `reprise
phone start`, or from `am start`, to a PNG on disk. Medians of several runs;
memory is what the kernel says is resident.
"""

import os
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/phone"))

import held
import phone_rig
import process
from phone_scale import MARK, PAGE
from process import SECOND, Process, touch
from scale import calm

RUNS = 5
TAPS = 200
MAIN = "io.appium.android.apis/.ApiDemos"


def cpu_name():
    return pathlib.Path("/proc/cpuinfo").read_text().split("model name")[1].split(":")[1].splitlines()[0].strip()


def seconds(since):
    return time.monotonic() - since


def picture(p, app, step=lambda name: None):
    """Seconds to the first picture."""
    begin = time.monotonic()
    p.attach(app)
    step("Attach: package, resources, Application")
    p.start()
    step("Start: the activity, laid out")
    p.shoot()
    step("Shoot: 1080x1920, drawn and compared")
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


def alone(figures, steps):
    """A process without a supervisor; `steps` are the parts of its cold start."""
    app = process.app("android-apidemos")
    for _ in range(RUNS):
        begin = last = time.monotonic()

        def step(name):
            nonlocal last
            steps.add(name, seconds(last))
            last = time.monotonic()

        with Process() as p:
            step("JVM and the clock's agent, to Hello")
            p.boot()
            step("Boot: framework, then the rehearsal")
            booted = seconds(begin)
            if app.manifest is None:
                app = app._replace(manifest=p.describe(app.apk))
            last = time.monotonic()
            first = picture(p, app, step)
            figures.add("a process, cold", booted + first)
            figures.add("a process, spare", first)
            picture(p, app)
            figures.add("a process, reset", picture(p, app))
            figures.add(f"{TAPS} taps, 4 s of phone time apart", taps(p))


def shown(phone, to):
    """Seconds from `am start` to a picture on disk."""
    begin = time.monotonic()
    phone.reprise("shell", f"am start -W -n {MAIN}", check=True)
    phone.reprise("screenshot", to, check=True)
    return seconds(begin)


def whole(figures, memory, clock):
    """A phone with its supervisor, from outside."""
    phones = phone_rig.Phones()
    png = phones.home / "now.png"
    words = ("--profile", "1080x1920@420", "--clock", clock)
    start = ("phone", "start", "--json", "--name", "bench")
    name = f"the phone, {clock} clock, "
    try:
        phones.reprise(*start, *words, phone_rig.apk("android-apidemos"), check=True)
        for _ in range(RUNS):
            phones.reprise("phone", "stop", "--name", "bench", check=True)
            begin = time.monotonic()
            phones.reprise(*start, check=True)
            phone = phone_rig.Phone(phones, phones.list()[0])
            shown(phone, png)
            figures.add(name + "cold", seconds(begin))
            phones.reprise("phone", "stop", "--name", "bench", check=True)
            phones.reprise(*start, check=True)
            phone = phone_rig.Phone(phones, phones.list()[0])
            calm(phone)
            figures.add(name + "spare", shown(phone, png))
            children = phone.processes()[1:]
            memory.add("supervisor and the app's process", held.resident_mb(phone.pid) + held.resident_mb(children[0]))
            phone_rig.wait_for(lambda: len(phone.processes()) == 3)
            calm(phone)
            memory.add("the spare, beside them", held.resident_mb(phone.processes()[-1]))
            phone.reprise("shell", "am force-stop " + MAIN.split("/")[0], check=True)
            figures.add(name + "stopped and started again", shown(phone, png))
    finally:
        phones.close()


class Figures(dict):
    """Values by name, in the order in which the names came."""

    def add(self, name, value):
        self.setdefault(name, []).append(value)

    def rows(self, form):
        return "\n".join(f"| {name} | {form.format(statistics.median(values))} |"
                         for name, values in self.items())


def main():
    figures, steps, memory = Figures(), Figures(), Figures()
    load = os.getloadavg()[0]
    alone(figures, steps)
    whole(figures, memory, "virtual")
    whole(figures, memory, "real")
    scale = "".join(PAGE.read_text().partition(MARK)[1:])
    PAGE.write_text(f"""# Benchmarks of the virtual phone

Written by `tools/bench phone`: {os.cpu_count()} cores of {cpu_name()}, {RUNS} runs, medians, with
real-time priority; the load of the machine was {load:.1f} when it began. The app is
ApiDemos, installed before.

| to the first picture | time |
|---|---|
""" + figures.rows("{:.2f} s") + f"""

Asked were at most 4 s cold, 1 s from a spare, 0.5 s for a reset, and 5 s for the
taps. Cold is from nothing, spare from a process that waits booted, reset from
one that ran the app before. A process alone is spoken to as the supervisor does;
with the phone it is from the command (`reprise phone start`, `am start -W`) to
the PNG that `reprise phone screenshot` writes.

| resident | MB |
|---|---|
""" + memory.rows("{:.0f}") + """

At most 600 MB were asked for. The spare is made three seconds after an app took
the last one.

| where a cold start goes | time |
|---|---|
""" + steps.rows("{:.2f} s") + """

A third of Boot is the rehearsal ([architecture](architecture/phone.md)): without
it Attach, Start and Shoot take 1.0 s. The rest of it is some 3,700 classes of
Android and its shadows that are defined, and 2,200 small ones that the JDK makes
to link calls to shadows.

Where the memory of a process goes that shows its first screen, by the JVM's own
tables (`jcmd`) and the kernel's: objects 80 MB, of which 24 young, 16 Android's
table of resources and 10 the directories of jars; classes 58 MB, their names 14 MB;
compiled code 11 MB; fonts, pictures and the rest of native code 80 MB; shared files
20 MB.

What was tried, and what it gave: a young generation of 24 MB instead of 85, 56 MB
less and no more CPU time; limits on free heap, 80 MB less after twenty resets but a
third more CPU time for each, not taken; one malloc arena, and giving freed memory
back, 3 MB, not taken; an archive of the JDK's and our own classes (CDS), 0.1 s of a
start and nothing of what is resident, not taken; the debug agent that every process
loads costs nothing that can be measured.

""" + scale)
    print("docs/benchmarks-phone.md is written")


if __name__ == "__main__":
    main()
