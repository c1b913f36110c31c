"""Launches every exported activity of an app, one after the other.

    tests/phone/run tests/phone/sweep.py [NAME or APK] [CLASS...]

Prints those that crashed, with the exception and its first frames, and how
many there were. After a crash the process begins anew by Attach.
"""

import sys

import process
from process import MS, Failed, Gone, Process


def cause(died):
    """The innermost exception and the frames that follow it."""
    text = died.stack.split("Caused by: ")[-1].splitlines()
    return "\n      ".join(line.strip() for line in text[:6])


def sweep(p, app, wanted=()):
    """Yields (class, Died or None) of each exported activity."""
    manifest = p.describe(app.apk)
    app = app._replace(manifest=manifest)
    granted = list(manifest.runtime_permissions)
    p.attach(app, granted=granted)
    for c in manifest.components:
        if c.kind != process.pb.PhoneComponent.KIND_ACTIVITY or not c.exported:
            continue
        if wanted and not any(c.name.endswith(w) for w in wanted):
            continue
        try:
            p.start(f"{manifest.package_name}/{c.name}", wait_s=5)
            p.settle(1)
            p.shoot()
            p.look()
            p.back()
        except Failed:
            pass
        except (TimeoutError, Gone) as e:
            raise RuntimeError(f"{c.name}: {e}") from e
        died = [n.died for n in p.news if n.HasField("died") and n.died.cause != n.died.CAUSE_EMPTY]
        del p.news[:]
        yield c.name, died[0] if died else None
        p.attach(app, granted=granted)


def main():
    app = process.app(sys.argv[1] if len(sys.argv) > 1 else "android-apidemos")
    count = 0
    bad = []
    with Process() as p:
        p.boot()
        for name, died in sweep(p, app, sys.argv[2:]):
            count += 1
            if died:
                bad.append(name)
                print(f"{name}\n      {cause(died)}", flush=True)
        unsupported = sorted({line for line in p.log("reprise")})
    print(f"{count} activities, {len(bad)} crashed")
    for line in unsupported:
        print(line)


if __name__ == "__main__":
    main()
