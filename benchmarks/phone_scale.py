"""Measures many virtual phones on one machine, many starts, and long use.

    tools/bench phone-scale [PART]...

Takes at most twenty minutes on an idle machine, tells on stderr how long each part
took, and writes the second half of docs/benchmarks-phone.md; given parts (crowd,
starts, hour) it prints theirs and writes nothing. What is done is in
tests/phone/scale.py; test_leaks and test_scale do less of it.
"""

import concurrent.futures
import os
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/benchmarks-phone.md"
MARK = "<!-- written by benchmarks/phone_scale.py -->\n"
sys.path.insert(0, str(ROOT / "tests/phone"))

import phone_rig
import scale

DEMOS = phone_rig.apk("android-apidemos")
PHONES = 10
TAPS = 12
STARTS = 500
MINUTES = 60
SAMPLES = 12


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def crowd():
    with scale.Crowd(PHONES, profile="1080x1920@420") as phones:
        share = phones.share_mb()
        ways = {"one after the other": phones.in_turn(TAPS),
                "all at the same moment": phones.at_once(TAPS)}
    rows = []
    for way, times in ways.items():
        every = sorted(t for one in times for t in one)
        rows.append([way, f"{statistics.median(every):.2f} s",
                     f"{every[len(every) * 95 // 100]:.2f} s",
                     f"{min(map(max, times)):.2f} to {every[-1]:.2f} s"])
    memory = [[part, f"{mb / PHONES:.0f}", mb] for part, mb in
              [*share.items(), ("together", sum(share.values()))]]
    return f"""## {PHONES} phones at once

On the real clock, 1080x1920, each with ApiDemos: a tap on a row of the list, another
one on each phone, or Back, to the very picture that it leads to, {TAPS} times on each
phone. Pictures are looked at by the phone's own shell (`screencap | md5sum`), 50 ms
after the one before; a look costs 65 ms of CPU time. Asked were at most 2 s.

""" + table(["used", "median", "95 of 100", "slowest of each phone"], rows) + """

""" + table(["PSS, MB", "a phone", "all"], memory) + """

PSS counts a page that several processes share in parts; ten phones take less than
ten times one phone by what they share: code, fonts, resources, classes of the JDK.
"""


def apps_again():
    """What a phone held before and after, and how long it took."""
    begin = time.monotonic()
    with phone_rig.Phones() as phones:
        phone = phones.begin("apps", "small", DEMOS)
        return *scale.app_rounds(phone, STARTS), time.monotonic() - begin


def phones_again():
    begin = time.monotonic()
    with scale.Watched() as phones:
        return *scale.phone_rounds(phones, STARTS), time.monotonic() - begin


def starts():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        both = [pool.submit(apps_again), pool.submit(phones_again)]
        *apps, apps_s = both[0].result()
        *whole, phones_s = both[1].result()
    rows = [[what, *(held[key] for held in apps)] for what, key in
            (("supervisor: open files", "files"), ("threads", "threads"),
             ("sockets of processes", "sockets"), ("memory that is no file's, KiB", "kib"))]
    rows += [[what, *(held[key] for held in whole)] for what, key in
             (("phones: processes left", "processes"), ("files in all their folders", "files"),
              ("their size, KiB", "kib"), ("shared memory by name", "shared"))]
    return f"""## {STARTS} starts and stops

Of an app in one phone ({apps_s:.0f} s; of ten one crashes and one is killed), and of phones
({phones_s:.0f} s; most are stopped while their first process boots, of ten one shows an app
and one is killed), both at the same time. Ten came before the first look, and the log
was filled before them: the supervisor keeps up to 16 MiB of it.

""" + table(["what is held", "before", "after"], rows) + "\n"


def hour():
    begin = time.monotonic()
    with phone_rig.Phones() as phones:
        samples = scale.monkey(phones.begin("hour", "small", DEMOS), MINUTES, SAMPLES)
    took = time.monotonic() - begin
    names = {"app mb": "app: resident, MB", "heap": "objects after a collection, MB",
             "metaspace": "classes, MB", "app threads": "threads", "app files": "open files",
             "supervisor kib": "supervisor: memory that is no file's, KiB",
             "supervisor threads": "threads", "supervisor files": "open files"}
    quarter = SAMPLES // 4
    rows = []
    for key, name in names.items():
        values = [sample[key] for sample in samples]
        rows.append([name, *(f"{statistics.mean(part):.0f}" for part in
                             (values[:quarter], values[quarter:-quarter], values[-quarter:]))])
    return f"""## An hour of monkey

{samples[-1]["events"]} events in {samples[-1]["minute"]} minutes of phone time, {took:.0f} s of the host's; \
means of the samples in
the first quarter, in between, and in the last quarter. The app's screens are closed
again and again; the supervisor's log was filled before.

""" + table(["what is held", "first quarter", "between", "last quarter"], rows) + "\n"


PARTS = {"crowd": crowd, "starts": starts, "hour": hour}


def measured(name):
    """What a part has to say."""
    begin = time.monotonic()
    text = PARTS[name]()
    print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    return text


def main(words):
    for word in words:
        print(measured(word), flush=True)
    if words:
        return
    load = os.getloadavg()[0]
    text = "\n".join(measured(name) for name in PARTS)
    kept = PAGE.read_text().split(MARK)[0]
    PAGE.write_text(f"""{kept}{MARK}
What follows was measured with the usual priority; the load of the machine was
{load:.1f} when it began.

{text}""")
    print("docs/benchmarks-phone.md is written")


if __name__ == "__main__":
    main(sys.argv[1:])
