"""The virtual clock and its seeds: the same input and seed are the same run."""

import concurrent.futures
import hashlib
import subprocess
import unittest

import process
from process import MS, Process, pb

# Processes side by side, and runs in each: the first in a new process, the
# others after a reset.
PROCESSES = 4
RUNS = 5
SEEDS = 50


def built(name):
    """An app of testbeds/phone."""
    apk = subprocess.run([process.ROOT / "testbeds/phone/build-apk", name], check=True,
                         stdout=subprocess.PIPE, text=True).stdout.strip()
    return process.app(apk)


def small(**clock):
    return Process(width=320, height=480, dpi=160, **clock)


class Run:
    """What can be seen of a run: all of the log, and pictures."""

    def __init__(self, p):
        self.p = p
        self.first_line = len(p.lines)
        self.pictures = []

    def see(self):
        self.pictures.append(hashlib.sha256(self.p.shoot()[0]).hexdigest())

    def end(self):
        lines = self.p.lines[self.first_line:]
        self.log = [f"{l.uptime_ns} {l.tid} {l.buffer} {l.priority} {l.tag}: {l.text}" for l in lines]
        self.order = [l.text for l in lines if l.tag == "threads"]
        return self


def threads(p, app):
    p.attach(app)
    run = Run(p)
    p.start()
    p.advance(0.5)
    run.see()
    p.tap_on("go", then_s=2)
    run.see()
    return run.end()


def api_demos(p, app):
    p.attach(app)
    run = Run(p)
    p.start()
    run.see()
    for text in ("Content", "Storage"):
        p.tap_on(text)
        run.see()
    p.start(".view.List1")
    now = p.state().uptime_ns
    p.play([process.touch(0, 160, 400, now)]
           + [process.touch(2, 160, 400 - 25 * i, now + 10 * i * MS) for i in range(1, 9)]
           + [process.touch(1, 160, 200, now + 90 * MS)], then_s=0)
    for _ in range(3):  # in the fling, and after it
        p.advance(0.25)
        run.see()
    p.advance(3)
    run.see()
    p.back()
    p.start(".view.ProgressBar1")
    p.advance(1)
    run.see()
    p.start(".animation.BouncingBalls")
    p.advance(0.5)
    run.see()
    return run.end()


def repeat(script, app, runs):
    with small(seed=7) as p:
        p.boot()
        return [script(p, app) for _ in range(runs)]


class Repeatable(unittest.TestCase):
    maxDiff = 2000

    def same(self, script, app):
        with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
            done = [pool.submit(repeat, script, app, RUNS) for _ in range(PROCESSES)]
            runs = [run for one in done for run in one.result()]
        self.assertEqual(PROCESSES * RUNS, len(runs))
        for run in runs[1:]:
            self.assertEqual(runs[0].log, run.log)
            self.assertEqual(runs[0].pictures, run.pictures)
        return runs[0]

    def test_threads(self):
        run = self.same(threads, built("threads"))
        self.assertGreater(len(run.order), 300)
        self.assertNotEqual(run.pictures[0], run.pictures[1])

    def test_api_demos(self):
        run = self.same(api_demos, process.app("android-apidemos"))
        self.assertGreater(len(set(run.pictures)), 5)


class Seeds(unittest.TestCase):
    maxDiff = 2000

    def runs(self, seeds):
        app = built("threads")
        runs = []
        with small() as p:
            p.boot()
            p.clock.vary = True
            for seed in seeds:
                p.clock.seed = seed
                p.attach(app)
                run = Run(p)
                p.start()
                p.advance(0.3)
                runs.append(run.end())
        return runs

    def test_seeds_give_several_orders(self):
        runs = self.runs(range(SEEDS))
        # Without what is random anyway.
        orders = {tuple(t for t in run.order if "go at" not in t and "[" not in t) for run in runs}
        self.assertGreater(len(orders), SEEDS // 2)
        self.assertEqual({tuple(sorted(o)) for o in orders if len(o) == 0}, set())
        again = self.runs([3, 31])
        self.assertEqual(runs[3].log, again[0].log)
        self.assertEqual(runs[31].log, again[1].log)


class Time(unittest.TestCase):
    def test_it_stands_still_between_requests(self):
        with small() as p:
            p.boot()
            p.attach(built("threads"))
            p.start()
            before = p.state()
            p.look()
            p.shoot()
            after = p.state()
            self.assertEqual(before.uptime_ns, after.uptime_ns)
            self.assertEqual(before.realtime_ns, after.realtime_ns)

    def test_only_idle_says_what_is_due(self):
        with small() as p:
            p.boot()
            p.attach(built("threads"))
            p.start()
            now = p.ask(advance=pb.PhoneRequest.Advance(only_idle=True))
            self.assertGreater(now.next_due_ns, now.uptime_ns)
            then = p.ask(advance=pb.PhoneRequest.Advance(to_ns=now.next_due_ns - 1))
            self.assertEqual(then.next_due_ns, now.next_due_ns)
            later = p.ask(advance=pb.PhoneRequest.Advance(to_ns=now.next_due_ns))
            self.assertGreater(later.next_due_ns, now.next_due_ns)

    def test_settling_ends_when_what_a_tap_began_is_done(self):
        with small(uptime_ns=60 * process.SECOND) as p:
            p.boot()
            p.attach(process.app("android-apidemos"))
            p.start()
            before = p.settle()
            self.assertTrue(before.quiet)
            p.tap_on("Content", then_s=0)
            now = p.settle()
            self.assertTrue(now.quiet)
            self.assertLess(now.uptime_ns, before.uptime_ns + 10 * process.SECOND)
            self.assertIsNotNone(p.find("Storage"))

    def test_settling_ends_at_its_limit(self):
        with small(uptime_ns=60 * process.SECOND) as p:
            p.boot()
            p.attach(process.app("android-apidemos"))
            p.start(".animation.BouncingBalls")
            before = p.state().uptime_ns
            now = p.settle(limit_s=3)
            self.assertFalse(now.quiet)
            self.assertEqual(before + 3 * process.SECOND, now.uptime_ns)


class Java(unittest.TestCase):
    def test_waits_and_orders(self):
        tests = "io.reprise.phone.time.tests."
        done = subprocess.run([process.RUN, "test", tests + "WaitsTest", tests + "OrderTest"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(0, done.returncode, done.stdout[-4000:])


if __name__ == "__main__":
    unittest.main()
