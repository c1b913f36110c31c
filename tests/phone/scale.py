"""Many phones at once, many starts, long use: what test_leaks and test_scale try
and benchmarks/phone_scale.py measures in full."""

import concurrent.futures
import os
import pathlib
import re
import signal
import time

import held
from phone_rig import Phone, Phones, apk, wait_for

DEMOS = "io.appium.android.apis"
MAIN = f"{DEMOS}/.ApiDemos"
# Events of the monkey at once: each may wait ten seconds of phone time for rest.
BATCH = 25


def ticks(pid):
    """CPU time so far."""
    stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    return sum(map(int, stat.rsplit(")", 1)[1].split()[11:13]))


def calm(phone):
    """Waits until nothing boots any more: no process of it has computed much
    for two seconds."""
    seen = []

    def quiet():
        time.sleep(1)
        seen.append({pid: ticks(pid) for pid in phone.processes()})
        last = seen[-3:]
        return len(last) == 3 and last[0].keys() == last[2].keys() and all(
            last[2][pid] - last[0][pid] < 10 for pid in last[0])

    wait_for(quiet)


def fill_log(phone):
    """The log takes all the memory it may: what still grows is something else."""
    phone.shell("x=$(head -c 4000 /dev/zero | tr '\\0' x); i=0; "
                "while [ $i -lt 4300 ]; do log $x; i=$((i + 1)); done")


# --- apps, again and again in one phone ---


def rest(phone):
    """What a phone holds when no app runs."""
    # A process that is kept, and a spare.
    wait_for(lambda: len(phone.processes()) <= 3)
    sockets = os.readlink(f"{phone.status['folder']}/sockets")
    return {
        "files": held.files(phone.pid),
        "threads": held.threads(phone.pid),
        "sockets": len(list(pathlib.Path(sockets).iterdir())),
        "kib": held.own_kib(phone.pid),
    }


def app_round(phone, number):
    """An app is started and ended, in one of three ways."""
    phone.shell(f"am start -W -n {MAIN} >/dev/null")
    if number % 10 == 9:
        # This one ends its process, too.
        phone.shell(f"kill -9 $(pidof {DEMOS})")
        wait_for(lambda: DEMOS not in phone.shell("ps -A"))
    elif number % 10 == 4:
        # And this one wants the screen while its process is put aside.
        phone.shell(f"(while pidof {DEMOS}; do true; done; screencap -p) "
                    f">/dev/null & am crash {DEMOS}; wait")
    else:
        phone.shell(f"am force-stop {DEMOS}")


def app_rounds(phone, count):
    """What the phone held before and after so many, with its log full."""
    fill_log(phone)
    for number in range(10):
        app_round(phone, number)
    before = rest(phone)
    for number in range(count):
        app_round(phone, number)
    # Threads of commands that just ended are reaped with the next one.
    phone.shell("true")

    def after():
        now = rest(phone)
        grown = any(now[key] > before[key] + 4
                    for key in ("files", "threads", "sockets"))
        return None if grown else now

    return before, wait_for(after)


# --- phones, again and again ---


class Watched(Phones):
    """Phones whose every file is below their home."""

    def __init__(self):
        super().__init__()
        for name in ("run", "tmp"):
            (self.home / name).mkdir(mode=0o700)
        self.environment.update(
            XDG_RUNTIME_DIR=str(self.home / "run"),
            TMPDIR=str(self.home / "tmp"),
            REPRISE_PHONE_JAVA=f"-Djava.io.tmpdir={self.home / 'tmp'}")

    def holds(self):
        """What there is of them when none runs."""
        found = [path for path in self.home.rglob("*")
                 if path.is_file() and not path.is_symlink()]
        return {
            "processes": len(held.with_home(self.home)),
            "files": len(found),
            "kib": sum(path.stat().st_blocks for path in found) // 2,
            "shared": len(list(pathlib.Path("/dev/shm").iterdir())),
        }


def phone_round(phones, number):
    """A phone is started and stopped. Most while the first process boots; of
    ten one shows an app, and one is killed and leaves all to the next."""
    phone = phones.start("again", "--clock", "virtual")
    if number % 10 == 9:
        phone.reprise("shell", f"am start -W -n {MAIN}", check=True)
        phone.reprise("screenshot", phones.home / "now.png", check=True)
    if number % 10 == 4:
        processes = phone.processes()
        os.kill(phone.pid, signal.SIGKILL)
        wait_for(lambda: not any(pathlib.Path(f"/proc/{pid}/exe").exists()
                                 for pid in processes))
    else:
        phone.reprise("stop", check=True)


def phone_rounds(phones, count):
    """What was there before and after so many."""
    phones.start("again", "--clock", "virtual", apk("android-apidemos"))
    phones.reprise("phone", "stop", "--name", "again", check=True)
    for number in range(10):
        phone_round(phones, number)
    before = phones.holds()
    for number in range(count):
        phone_round(phones, number)
    return before, phones.holds()


# --- several phones at once ---


class InCrowd:
    """One of several phones: a list, and what a row of it leads to."""

    def __init__(self, phones, number, profile):
        self.phone = phones.start(f"crowd{number}", "--clock", "real",
                                  apk("android-apidemos"), profile=profile)
        self.shell(f"am start -W -n {MAIN}")
        rows = re.findall(
            r'text="([^"]+)"[^>]*?bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"',
            self.shell("uiautomator dump /dev/tty"))
        # The first text is the title.
        name, *bounds = rows[1 + number % (len(rows) - 1)]
        left, top, right, bottom = map(int, bounds)
        self.row = name
        tap = f"input tap {(left + right) // 2} {(top + bottom) // 2}"
        width, height = map(int, re.search(
            r"(\d+)x(\d+)", self.shell("wm size")).groups())
        # Below the status bar, whose clock goes on.
        self.see = f"screencap | tail -c +{17 + width * 4 * (height // 16)} | md5sum"
        first = self.still()
        self.shell(tap)
        second = self.still(first)
        self.shell("input keyevent BACK")
        if self.still(second) != first:
            raise AssertionError(f"{name}: Back shows another list")
        self.turns = [(tap, second), ("input keyevent BACK", first)]

    def shell(self, command):
        return self.phone.reprise("shell", command,
                                  check=True).stdout.decode()

    def still(self, other_than=None):
        """The picture when it changes no more."""
        last = []

        def same():
            last.append(self.shell(self.see).split()[0])
            return last[-1] != other_than and last[-3:] == 3 * last[-1:]

        wait_for(same)
        return last[-1]

    def use(self, number):
        """Seconds from a tap, or Back, to the picture that it leads to."""
        act, shows = self.turns[number % 2]
        begin = time.monotonic()
        # As text, since a phone has no other way to compare pictures.
        self.shell(f'{act}; until {self.see} | grep -q {shows}; do sleep 0.05; done')
        return time.monotonic() - begin


class Crowd:
    """So many phones with an app each, on the real clock."""

    def __init__(self, count, profile="small"):
        self.phones = Phones()
        try:
            self.members = [InCrowd(self.phones, number, profile)
                            for number in range(count)]
            for member in self.members:
                # The supervisor, the app's process and a spare.
                wait_for(lambda: len(member.phone.processes()) == 3)
                calm(member.phone)
        except BaseException:
            self.phones.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.phones.close()

    def in_turn(self, rounds):
        """Seconds of each phone, one used after the other."""
        times = [[] for _ in self.members]
        for number in range(rounds):
            for member, seen in zip(self.members, times):
                seen.append(member.use(number))
        return times

    def at_once(self, rounds):
        """The same, all used at the same moment."""
        count = len(self.members)
        times = [[] for _ in self.members]
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            for number in range(rounds):
                done = pool.map(InCrowd.use, self.members, count * [number])
                for seen, took in zip(times, done):
                    seen.append(took)
        return times

    def share_mb(self):
        """Memory by part, of all phones: supervisors, the apps, the spares."""
        total = {"supervisor": 0, "app": 0, "spare": 0}
        for member in self.members:
            supervisor, *others = member.phone.processes()
            others.sort()  # the app took the spare that booted first
            total["supervisor"] += held.share_kib(supervisor)
            total["app"] += held.share_kib(others[0])
            total["spare"] += sum(map(held.share_kib, others[1:]))
        return {part: kib // 1024 for part, kib in total.items()}


# --- long use ---


def monkey(phone, minutes, samples, seed=1):
    """A random user on the virtual clock: what was held at so many times."""
    def uptime():
        return float(phone.shell("cat /proc/uptime").split()[0])

    fill_log(phone)
    begin = uptime()
    events = 0
    held_then = []
    for number in range(1, samples + 1):
        until = begin + 60 * minutes * number / samples
        while uptime() < until:
            seed += 1
            # Screens that it opened before are closed: they are its own.
            phone.shell(f"am start -W -f 0x04000000 -n {MAIN} >/dev/null")
            said = phone.shell(f"monkey -p {DEMOS} -s {seed} --throttle 250 "
                               "--ignore-crashes --ignore-timeouts "
                               f"--pct-syskeys 0 {BATCH}")
            events += int(re.search(r"Events injected: (\d+)", said).group(1))
        phone.shell(f"am start -W -f 0x04000000 -n {MAIN} >/dev/null")
        held_then.append({"minute": round((uptime() - begin) / 60),
                          "events": events, **used(phone)})
    return held_then


def used(phone):
    """What a phone holds while its app runs."""
    supervisor, *others = phone.processes()
    # That of the app; others boot, wait, or are stopped.
    app = max(others, key=ticks)
    return {
        "supervisor kib": held.own_kib(supervisor),
        "supervisor files": held.files(supervisor),
        "supervisor threads": held.threads(supervisor),
        "app mb": held.resident_mb(app),
        "app files": held.files(app),
        "app threads": held.threads(app),
        **held.heap(app),
    }
