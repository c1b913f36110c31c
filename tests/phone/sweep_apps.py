"""Lets a random user at every app of tools/get-apks --all for a minute each.

    tests/phone/run tests/phone/sweep_apps.py [--write] [NAME or APK]...

Each begins with no data and no permissions, is started as from its icon and
used for 60 s of the phone's time on the virtual clock; when the user left it, it
is started again. Prints what became of each, --write also writes their rows in
docs/phone-apps.md. The exit code is 1 if one failed that is not EXPECTED to.
"""

import collections
import pathlib
import random
import re
import subprocess
import sys

import process
from process import MS, Failed, Gone, Process

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/phone-apps.md"
MARK = "<!-- written by tests/phone/sweep_apps.py -->\n"
USE_S = 60
STEP_MS = 750
STEPS_AT_ONCE = 8
BACK, ENTER, DPAD_DOWN, MENU = 4, 66, 20, 82
DOWN, UP, MOVE = 0, 1, 2

# NAME: (text in the cause, the verdict to write).
EXPECTED = {
    "droidbox-tests": ('"this.imei" is null', "its own crash: it wants the IMEI, which is null since Android 10"),
    "hashmap": ("Bundle.getInt", "its own crash: it wants extras that no launcher gives"),
    "text-styling": ("Font resource ID", "as without Play services: they bring its font"),
    "wear-drawers": ("wearable shared library", "as on a phone that is no watch: it wants a watch's library"),
    "contact-manager": ('"this.mSelectedAccount" is null', "its own crash: saves without an account"),
    "selendroid-test-app": ("Unhandled Exception Test!", "its own crash: a button is there for that"),
}

Result = collections.namedtuple("Result", "verdict cause screens lacks")


def origins():
    """NAME: "registry package version", as tools/get-apks has them."""
    found = re.findall(r"^get (\S+) (\S+) (\S+) (\S+)", (ROOT / "tools/get-apks").read_text(), re.M)
    return {name: " ".join(rest) for name, *rest in found}


def gesture(chance, width, height, at):
    """Something a random user does at a time, done within STEP_MS."""
    x, y = chance.randrange(width), chance.randrange(height)
    kind = chance.random()
    if kind < 0.08:
        code = chance.choice([BACK, BACK, ENTER, DPAD_DOWN, MENU])
        return [process.pb.PhoneInput(at_ns=at, key=process.pb.PhoneKey(code=code, action=a)) for a in (DOWN, UP)]
    if kind < 0.13:
        return [process.pb.PhoneInput(at_ns=at, commit_text="".join(chance.choices("ab 019-.", k=4)))]
    path = [process.touch(DOWN, x, y, at)]
    last = 60
    if kind < 0.20:
        last = 600
    elif kind < 0.40:
        to_x, to_y, last = chance.randrange(width), chance.randrange(height), 220
        path += [process.touch(MOVE, x + (to_x - x) * i / 10, y + (to_y - y) * i / 10, at + 20 * i * MS)
                 for i in range(1, 11)]
        x, y = to_x, to_y
    return path + [process.touch(UP, x, y, at + last * MS)]


def failure(p):
    """What the app died of or hung in, by the news; None = it is well."""
    for news in p.news:
        if news.HasField("died") and news.died.cause != news.died.CAUSE_EMPTY:
            died = news.died
            if died.cause == died.CAUSE_EXIT:
                return "exit", [f"System.exit({died.status}) on {died.thread}"]
            inner = died.stack.split("Caused by: ")[-1].splitlines()
            return "crash", [line.strip() for line in inner[:7]]
        if news.HasField("anr"):
            return "hung", [news.anr.reason] + [line.strip() for line in news.anr.stack.splitlines()[:8]]
    return None


def use(p, app):
    """One app in a process that begins anew."""
    p.attach(app)
    own = {c.name for c in p.package(app).manifest.components}
    del p.news[:]
    chance = random.Random(p.name)
    screens = set()

    def result(verdict, cause=()):
        lacks = sorted({n.unsupported.name for n in p.news if n.HasField("unsupported")})
        return Result(verdict, list(cause), len(screens), lacks)

    for _ in range(USE_S * 1000 // STEP_MS // STEPS_AT_ONCE):
        if not p.state().activities:
            try:
                p.start(wait_s=20)
            except Failed as e:
                return result(*(failure(p) or ("does not start", [str(e)])))
        inputs = []
        now = p.state().uptime_ns
        for step in range(STEPS_AT_ONCE):
            inputs += gesture(chance, p.profile.width_px, p.profile.height_px, now + step * STEP_MS * MS)
        try:
            p.play(inputs, STEP_MS / 1000)
            p.shoot()
            p.look()
        except Failed as e:
            return result(*(failure(p) or ("refused", [str(e)])))
        bad = failure(p)
        if bad:
            return result(*bad)
        screens |= {a.name for a in p.state().activities if a.state == "resumed"} & own
    return result("ok")


def judged(name, result):
    """With the verdict of what is expected."""
    text, verdict = EXPECTED.get(name, (None, None))
    if text and any(text in line for line in result.cause):
        return result._replace(verdict=verdict)
    return result


def sweep(names, each):
    """NAME: Result, in one process for as long as it lives; tells `each` of them."""
    results = {}
    names = list(names)
    while names:
        with Process() as p:
            p.boot()
            lives = True
            while names and lives:
                name = names.pop(0)
                try:
                    app = process.app(name)
                    result = judged(pathlib.Path(name).stem, use(p, app))
                except (Failed, subprocess.CalledProcessError) as e:
                    result = Result("not read", [str(e)], 0, [])
                except (TimeoutError, Gone) as e:
                    result = Result("lost", str(e).splitlines()[:30], 0, [])
                    lives = False
                results[name] = result
                print(f"{name}: {result.verdict}, {result.screens} screens",
                      *result.cause, *("lacks " + lack for lack in result.lacks), sep="\n    ", flush=True)
                each({name: result})
    return results


def write(results):
    """Their rows; those of apps that were not used this time stay."""
    names = origins()
    before, table, after = PAGE.read_text().split(MARK)
    rows = {row.split(" | ")[0][2:]: row for row in table.splitlines()[2:]}
    for name, r in results.items():
        rows[name] = f"| {name} | {names[name]} | {r.screens} | {r.verdict} | {', '.join(r.lacks)} |"
    kept = "".join(rows[name] + "\n" for name in sorted(rows) if name in names)
    PAGE.write_text(f"{before}{MARK}| app | from | screens | verdict | asked for in vain |\n|---|---|---|---|---|\n"
                    f"{kept}{MARK}{after}")


def main():
    subprocess.run([ROOT / "tools/get-apks", "--all"], check=True, stdout=subprocess.DEVNULL)
    results = sweep([word for word in sys.argv[1:] if word != "--write"] or sorted(origins()),
                    write if "--write" in sys.argv else lambda _: None)
    expected = {verdict for _, verdict in EXPECTED.values()} | {"ok"}
    bad = [name for name, r in results.items() if r.verdict not in expected]
    print(f"{len(results)} apps, {len(bad)} failed: {' '.join(bad)}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
