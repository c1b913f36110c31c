"""Looking into an app by adb: Java debuggers (with a real jdb), stacks, heaps."""

import contextlib
import pathlib
import re
import subprocess
import threading
import time
import unittest

import samples
from phone_rig import PATIENCE, PhoneTest, wait_for

PACKAGE = "io.reprise.debug"
MAIN = f"{PACKAGE}/.Main"


class Jdb:
    """A jdb that was attached to a port, spoken to by lines."""

    def __init__(self, port):
        self.process = subprocess.Popen(
            ["jdb", "-connect", f"com.sun.jdi.SocketAttach:hostname=127.0.0.1,port={port}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.text = ""
        self.read = threading.Thread(target=self._read, daemon=True)
        self.read.start()

    def _read(self):
        while True:
            some = self.process.stdout.read(1)
            if not some:
                return
            self.text += some

    def do(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def until(self, pattern, since=0):
        """What it prints from `since` on, when the pattern is in it."""
        try:
            wait_for(lambda: re.search(pattern, self.text[since:]), 60)
        except TimeoutError:
            raise AssertionError(f"{pattern!r} is not in {self.text!r}") from None
        return self.text[since:]

    def ask(self, command, pattern):
        since = len(self.text)
        self.do(command)
        return self.until(pattern, since)

    def close(self):
        if self.process.poll() is None:
            try:
                self.do("quit")
                self.process.wait(10)
            except (OSError, subprocess.TimeoutExpired):
                self.process.kill()
        with contextlib.suppress(BrokenPipeError):  # it went before it read "quit"
            self.process.stdin.close()
        self.process.wait()
        self.read.join()
        self.process.stdout.close()


class DebugTest(PhoneTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("debug"), check=True)

    def setUp(self):
        self.phone.shell(f"am clear-debug-app; am force-stop {PACKAGE}; logcat -c")

    def said(self):
        return re.findall(r"dbg +: (.*)", self.phone.shell("logcat -d -s dbg:I"))

    def pid(self):
        return int(self.phone.shell(f"pidof {PACKAGE}"))

    def jdwp(self):
        return [int(line) for line in self.phone.adb("jdwp", check=True).stdout.split()]

    def start(self, words):
        """One that may stop at a breakpoint, and is not waited for then."""
        start = subprocess.Popen(["adb", "-s", self.phone.serial, "shell", f"am start -n {MAIN} {words}"],
                                 env=self.phones.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(start.wait, PATIENCE)
        self.addCleanup(start.kill)
        return start

    def attach(self, pid):
        port = int(self.phone.adb("forward", "tcp:0", f"jdwp:{pid}", check=True).stdout)
        self.addCleanup(self.phone.adb, "forward", "--remove", f"tcp:{port}")
        jdb = Jdb(port)
        self.addCleanup(jdb.close)
        jdb.until("Initializing jdb")
        return jdb


class Debuggers(DebugTest):
    def test_locals(self):
        self.phone.shell(f"am start -W -n {MAIN}")
        jdb = self.attach(self.pid())
        line = 1 + samples_line("Main.java", "return total;")
        jdb.ask(f"stop at {PACKAGE}.Main:{line}", "Set breakpoint")
        self.start("--es do sum --ei a 2 --ei b 40")
        jdb.until(r"Breakpoint hit:.*Main\.sum")
        seen = jdb.ask("locals", "twice = ")
        for local in ("a = 2", "b = 40", 'text = "a2"', "total = 42", "twice = 84"):
            self.assertIn(local, seen)
        jdb.do("cont")

    def test_lists(self):
        self.assertEqual(self.jdwp(), [])
        track = subprocess.Popen(["adb", "-s", self.phone.serial, "track-jdwp"],
                                 env=self.phones.environment, stdout=subprocess.PIPE)
        try:
            read = lambda: track.stdout.read(int(track.stdout.read(4), 16)).decode()
            self.assertEqual(read(), "")
            self.phone.shell(f"am start -W -n {MAIN}")
            self.assertEqual(read(), f"{self.pid()}\n")
            self.assertEqual(self.jdwp(), [self.pid()])
            self.phone.shell(f"am force-stop {PACKAGE}")
            self.assertEqual(read(), "")
        finally:
            track.kill()
            track.wait()
            track.stdout.close()

    def test_no_such_process(self):
        jdb = Jdb(self.forward(99))
        self.addCleanup(jdb.close)
        jdb.until("Unable to attach")

    def forward(self, pid):
        return int(self.phone.adb("forward", "tcp:0", f"jdwp:{pid}", check=True).stdout)

    def test_start_waits(self):
        self.phone.shell(f"am start -D -n {MAIN} --es do sum --ei a 1 --ei b 2")
        self.assertEqual(self.said(), [])
        jdb = self.attach(self.pid())
        jdb.ask(f"stop in {PACKAGE}.Begun.onCreate", "breakpoint")
        jdb.until(r"Breakpoint hit:.*Begun\.onCreate")
        jdb.do("cont")
        wait_for(lambda: "sum 3" in self.said())
        self.assertEqual(self.said(), ["began, debugger true", "sum 3"])
        self.assertIn("is waiting for the debugger", self.phone.shell("logcat -d"))
        # Only once.
        jdb.close()
        self.phone.shell(f"am start -W -S -n {MAIN} --es do debugger")
        self.assertEqual(self.said()[2:], ["began, debugger false", "debugger false"])

    def test_debug_app(self):
        self.phone.shell(f"am set-debug-app -w --persistent {PACKAGE}")
        for _ in range(2):
            self.phone.shell(f"am start -n {MAIN}")
            self.assertEqual(self.said(), [])
            self.phone.shell(f"am force-stop {PACKAGE}")
        self.phone.shell("am clear-debug-app")
        self.phone.shell(f"am start -W -n {MAIN}")
        self.assertEqual(self.said(), ["began, debugger false"])

    def test_breaks_in_a_method_and_reads_variables(self):
        self.phone.shell(f"am start -W -n {MAIN}")
        jdb = self.attach(self.pid())
        jdb.ask(f"stop in {PACKAGE}.Main.sum", "Set breakpoint")
        start = self.start("--es do sum --ei a 2 --ei b 40")
        jdb.until(r"Breakpoint hit:.*Main\.sum")
        self.assertIn("calls = 0", jdb.ask(f"print this.calls", r"calls = "))
        where = jdb.ask("where", r"\[2\]")
        self.assertIn("Main.sum (Main.java:", where)
        self.assertIn("Main.act (Main.java:", where)
        # It waits for as long as somebody thinks.
        time.sleep(7)
        self.assertEqual(self.pid(), int(self.phone.adb("jdwp", check=True).stdout))
        jdb.ask(f"clear {PACKAGE}.Main.sum", "Removed")
        jdb.ask(f"set {PACKAGE}.Begun.answer = 7", r"answer = 7 = 7")
        jdb.do("cont")
        start.wait(PATIENCE)
        wait_for(lambda: "sum 42" in self.said(), 20)
        jdb.close()
        self.assertNotIn("ANR in", self.phone.shell("logcat -d"))

    def test_comes_again(self):
        self.phone.shell(f"am start -W -n {MAIN}")
        for answer in (1, 2):
            jdb = self.attach(self.pid())
            jdb.ask(f"stop in {PACKAGE}.Main.second", "Set breakpoint")
            self.phone.shell(f"am start -W -n {MAIN} --es do debugger")
            wait_for(lambda: self.said().count("debugger true") == answer, 20)
            jdb.close()
        wait_for(lambda: self.gone())

    def gone(self):
        self.phone.shell(f"am start -n {MAIN} --es do debugger")
        return self.said()[-1] == "debugger false"

    def test_says_before_it_stops(self):
        self.phone.shell(f"am start -W -n {MAIN}")
        jdb = self.attach(self.pid())
        jdb.ask(f"stop in {PACKAGE}.Main.sum", "Set breakpoint")
        self.start("--es do say-sum")
        jdb.until(r"Breakpoint hit:.*Main\.sum")
        wait_for(lambda: "before" in self.said(), 20)
        jdb.ask(f"clear {PACKAGE}.Main.sum", "Removed")
        jdb.do("cont")


def samples_line(name, text):
    """Number of the line before the one that has the text, from 0."""
    path = pathlib.Path(__file__).parent / "samples/debug/src" / name
    return next(i for i, line in enumerate(path.read_text().splitlines()) if text in line)


class DebuggersOnVirtualClock(Debuggers):
    OPTIONS = ("--clock", "virtual")
    # Who reads the log lets time pass first, which waits for an app at a breakpoint.
    test_says_before_it_stops = None


class Quiet(DebugTest):
    """The log of an app that nobody asks for anything, on the real clock."""

    def test_comes_by_itself(self):
        self.phone.shell(f"am start -W -n {MAIN} --es do later")
        wait_for(lambda: "later" in self.said(), 20)


class Inside(DebugTest):
    """Stacks, heaps and StrictMode."""

    OPTIONS = ("--clock", "virtual")

    def do(self, what):
        self.phone.shell(f"am start -W -n {MAIN} --es do {what}")

    def test_stacks(self):
        self.do("lock")
        pid = self.pid()
        self.phone.shell(f"kill -3 {pid}")
        text = self.phone.shell(f"cat /data/anr/trace_{pid}")
        self.assertRegex(text, rf"^----- pid {pid} at .*-----\nCmd line: {PACKAGE}\n")
        self.assertTrue(text.endswith(f"----- end {pid} -----\n"))
        threads = dict(re.findall(r'(?m)^"([^"]+)" .*\n((?:  .*\n)*)', text))
        self.assertIn("at android.os.MessageQueue.next", threads["main"])
        self.assertIn("at io.reprise.debug.Main.hold(Main.java:", threads["holder"])
        self.assertIn("at io.reprise.debug.Main.want(Main.java:", threads["wanter"])
        self.assertIn("Wrote stack traces", self.phone.shell("logcat -d"))

    def test_heap(self):
        self.do("sum")
        for words, file in ((f"{PACKAGE} /data/local/tmp/heap", "/data/local/tmp/heap"), (str(self.pid()), "")):
            said = self.phone.shell(f"am dumpheap {words}")
            file = file or re.search(r"File: (\S+)", said)[1]
            local = self.phones.home / "heap"
            self.phone.adb("pull", file, local, check=True)
            names = classes_of(local.read_bytes())
            self.assertIn("io/reprise/debug/Main", names)
            self.assertIn("android/app/ActivityThread", names)
        self.do("sum")  # it goes on
        self.assertEqual(self.said()[-2:], ["sum 0", "sum 0"])

    def test_heap_refused(self):
        done = self.phone.adb("shell", "am dumpheap no.such /data/local/tmp/heap")
        self.assertIn(b"Unknown process: no.such", done.stdout + done.stderr)

    def violations(self):
        return re.findall(r"StrictMode policy violation.*?: android\.os\.strictmode\.(\w+)",
                          self.phone.shell("logcat -d -s StrictMode"))

    def test_strict_mode_logs(self):
        for what, violation in (("write", "DiskWriteViolation"), ("read", "DiskReadViolation"),
                                ("network", "NetworkViolation"), ("slow", "CustomViolation")):
            self.phone.shell(f"logcat -c; am force-stop {PACKAGE}")
            self.do(what)
            self.assertIn(violation, self.violations(), what)

    def test_strict_mode_ends_it(self):
        done = self.phone.adb("shell", f"am start -W -n {MAIN} --es do write-death")
        self.assertIn(b"StrictMode ThreadPolicy violation", done.stdout + done.stderr)
        crash = self.phone.shell("logcat -d -b crash")
        self.assertIn("DiskWriteViolation", crash)
        self.assertNotIn("write-death done", self.said())


def classes_of(dump):
    """Names of the classes in a heap dump, by its own format (JAVA PROFILE 1.0.2)."""
    end = dump.index(b"\0")
    if dump[:end] != b"JAVA PROFILE 1.0.2":
        raise AssertionError(dump[:end])
    size, at = int.from_bytes(dump[end + 1:end + 5], "big"), end + 13
    texts, names = {}, set()
    while at < len(dump):
        tag, length = dump[at], int.from_bytes(dump[at + 5:at + 9], "big")
        body = dump[at + 9:at + 9 + length] if tag in (1, 2) else b""
        if tag == 1:  # a text: its id, then it
            texts[body[:size]] = body[size:].decode(errors="replace")
        elif tag == 2:  # a class: serial, id, stack, id of its name
            names.add(texts[body[8 + size:8 + 2 * size]])
        at += 9 + length
    if at != len(dump):
        raise AssertionError("it is cut")
    return names


del DebugTest

if __name__ == "__main__":
    unittest.main()
