"""Launches every exported activity of an app, one after the other.

    tests/phone/run tests/phone/sweep.py [NAME or APK] [CLASS...]

Prints those that crashed, with the exception and its first frames, and how
many there were. After a crash the process begins anew by Attach.
"""

import sys

import process
from process import Failed, Gone, Process


def cause(died):
    """The innermost exception and the frames that follow it."""
    text = died.stack.split("Caused by: ")[-1].splitlines()
    return "\n      ".join(line.strip() for line in text[:6])


def exported(manifest, wanted):
    for c in manifest.components:
        if c.kind == process.pb.PhoneComponent.KIND_ACTIVITY and c.exported:
            if not wanted or any(c.name.endswith(w) for w in wanted):
                yield c.name


def launch(p, app, name):
    """Launches one activity in a process that begins anew; Died or None."""
    manifest = app.manifest
    p.attach(app, granted=list(manifest.runtime_permissions))
    del p.news[:]
    try:
        p.start(f"{manifest.package_name}/{name}", wait_s=5)
        p.settle(1)
        p.shoot()
        p.look()
        p.back()
    except Failed:
        pass
    died = [n.died for n in p.news if n.HasField("died") and n.died.cause != n.died.CAUSE_EMPTY]
    return died[0] if died else None


def main():
    app = process.app(sys.argv[1] if len(sys.argv) > 1 else "android-apidemos")
    names = None
    count = 0
    bad = []
    while names is None or names:
        with Process() as p:
            p.boot()
            if names is None:
                app = app._replace(manifest=p.describe(app.apk))
                names = list(exported(app.manifest, sys.argv[2:]))
            while names:
                name = names.pop(0)
                count += 1
                try:
                    died = launch(p, app, name)
                except (TimeoutError, Gone) as e:
                    bad.append(name)
                    print(f"{name}\n      {e}", flush=True)
                    break
                if died:
                    bad.append(name)
                    print(f"{name}\n      {cause(died)}", flush=True)
    print(f"{count} activities, {len(bad)} crashed or hung")


if __name__ == "__main__":
    main()
