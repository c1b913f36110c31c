"""Plays the supervisor of one process of the virtual phone.

    with Process() as p:
        p.boot()
        p.attach(app("android-apidemos"))
        p.start(wait_s=10)
        picture, frame = p.shoot()

Every test of phone/framework goes through it. Run tests with the Python of
tests/phone/setup: tests/phone/run FILE.
"""

import collections
import hashlib
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import unittest

from reprise import phone_pb2 as pb

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = ROOT / "phone/framework/run"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "reprise"
SECOND = 1_000_000_000
MS = 1_000_000
# For waiting on what is quick on an idle machine; more on a busy one.
PATIENCE_S = int(os.environ.get("REPRISE_PATIENCE_S", 120))

App = collections.namedtuple("App", "apk classes manifest")
_apps = {}
_manifests = {}


def translated(apk):
    """The folder with an APK's classes.jar; translated once, kept by digest."""
    apk = pathlib.Path(apk)
    digest = hashlib.sha256(apk.read_bytes())
    for source in sorted((ROOT / "phone/framework/src/main/java/io/reprise/phone/translate").iterdir()):
        digest.update(source.read_bytes())
    folder = CACHE / "phone-tests" / "translated" / digest.hexdigest()[:16]
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([RUN, "translate", apk, folder], check=True, stdout=subprocess.DEVNULL)
        (folder / "done").touch()
    return folder


def app(name_or_path):
    """An APK by path, or by its name in tools/get-apks."""
    path = pathlib.Path(name_or_path)
    if not path.suffix == ".apk":
        path = CACHE / "apks" / f"{name_or_path}.apk"
    if path not in _apps:
        _apps[path] = App(path, translated(path) / "classes.jar", None)
    return _apps[path]


class Failed(Exception):
    """The process refused a request; its sentence."""


class Gone(Exception):
    """The process has ended."""


class Process:
    """One process, started and ended by `with`."""

    def __init__(self, width=1080, height=1920, dpi=420, virtual=True, seed=1, uptime_ns=10 * SECOND, **profile):
        self.profile = pb.PhoneProfile(width_px=width, height_px=height, density_dpi=dpi, **profile)
        self.clock = pb.PhoneClock(is_virtual=virtual, uptime_ns=uptime_ns, seed=seed,
                                   realtime_ns=1_700_000_000 * SECOND if virtual else 0)
        self.news = []
        self.lines = []
        self._answers = {}
        self._serial = 0
        self._arrived = threading.Condition()
        self._gone = False

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-phone-test."))
        self.screen = self.folder / "screen"
        with open(self.screen, "wb") as f:
            f.truncate(4 * self.profile.width_px * self.profile.height_px)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.folder / "socket"))
        listener.listen(1)
        listener.settimeout(0.2)
        self.errors = open(self.folder / "errors", "w+b")
        self.popen = subprocess.Popen([RUN, "process", self.folder / "socket"], stdin=subprocess.DEVNULL,
                                      stdout=self.errors, stderr=subprocess.STDOUT, start_new_session=True)
        with listener:
            self.socket = self._accept(listener)
        threading.Thread(target=self._read, daemon=True).start()
        self.hello = self.wait(lambda n: n.HasField("hello")).hello
        return self

    def _accept(self, listener):
        """The process's connection; raises Gone with what it said if it ended before."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                connection, _ = listener.accept()
                connection.settimeout(None)
                return connection
            except TimeoutError:
                status = self.popen.poll()
                if status is None and time.monotonic() < end:
                    continue
            if status is None:
                os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait()
            said = self._said()
            shutil.rmtree(self.folder, ignore_errors=True)
            raise Gone(f"the process did not connect (exit status {status}): {said.strip() or 'it said nothing'}")

    def _said(self):
        """What the process wrote to its output."""
        self.errors.seek(0)
        with self.errors:
            return self.errors.read().decode(errors="replace")

    def __exit__(self, kind, value, trace):
        self.socket.close()
        try:
            os.killpg(self.popen.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.popen.wait()
        said = self._said()
        if kind is not None:
            crash = [l.text for l in self.lines if l.buffer == "crash"]
            print("\n".join(["--- log:"] + self.log()[-20:] + crash))
        if kind is not None and said:
            print("--- what the process said:\n" + said[-3000:])
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- messages ---

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def _read(self):
        try:
            while True:
                (length,) = struct.unpack("<I", self._exactly(4))
                reply = pb.PhoneReply.FromString(self._exactly(length))
                with self._arrived:
                    if reply.serial:
                        self._answers[reply.serial] = reply
                    elif reply.HasField("log"):
                        self.lines.extend(reply.log.lines)
                    else:
                        self.news.append(reply)
                    self._arrived.notify_all()
        except (EOFError, OSError):
            with self._arrived:
                self._gone = True
                self._arrived.notify_all()

    def send(self, **request):
        """Sends a request by its field's name and returns its serial."""
        self._serial += 1
        body = pb.PhoneRequest(serial=self._serial, **request).SerializeToString()
        try:
            self.socket.sendall(struct.pack("<I", len(body)) + body)
        except OSError as e:
            raise Gone(str(e)) from e
        return self._serial

    def answer(self, serial, patience=PATIENCE_S):
        """The answer to a request; raises Failed with its sentence."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: serial in self._answers or self._gone, patience):
                raise TimeoutError(f"no answer to request {serial}; its threads:\n{self.threads()}")
            if serial not in self._answers:
                raise Gone("the process ended before it answered")
            reply = self._answers.pop(serial)
        if reply.HasField("failed"):
            raise Failed(reply.failed.sentence)
        return getattr(reply, reply.WhichOneof("reply"))

    def ask(self, **request):
        return self.answer(self.send(**request))

    def wait(self, wanted, patience=PATIENCE_S):
        """The first news that `wanted` accepts, also of those that came before."""
        with self._arrived:
            found = []

            def look():
                found[:] = [n for n in self.news if wanted(n)]
                return found or self._gone

            if not self._arrived.wait_for(look, patience):
                raise TimeoutError("the news did not come")
            if not found:
                raise Gone("the process ended before the news came")
            return found[0]

    def wait_gone(self, patience=PATIENCE_S):
        """Waits for the end of the process; its exit status."""
        return self.popen.wait(patience)

    def threads(self):
        """The stacks of all its threads, also while a request hangs."""
        serial = self.send(threads=pb.PhoneRequest.Threads())
        self._arrived.wait_for(lambda: serial in self._answers or self._gone, 10)
        reply = self._answers.pop(serial, None)
        return reply.text.text if reply else "it does not say"

    # --- requests ---

    def boot(self):
        return self.ask(boot=pb.PhoneRequest.Boot(profile=self.profile, clock=self.clock))

    def package(self, app, granted=(), uid=10001):
        if app.apk not in _manifests:
            _manifests[app.apk] = app.manifest or self.describe(app.apk)
        manifest = _manifests[app.apk]
        return pb.PhonePackage(manifest=manifest, apk_path=str(app.apk), classes_path=str(app.classes), uid=uid,
                               granted=granted, installed_ns=1_600_000_000 * SECOND)

    def attach(self, app=None, clear=True, granted=(), others=(), **fields):
        """Makes it the process of an app; without one it shows the home screen."""
        packages = [self.package(app, granted)] if app else []
        packages += [self.package(o, uid=10002 + i) for i, o in enumerate(others)]
        name = packages[0].manifest.package_name if app else ""
        values = dict(profile=self.profile, clock=self.clock, package_name=name, packages=packages,
                      data_path=str(self.folder / "data"), storage_path=str(self.folder / "storage"),
                      clear_data=clear, pid=4242, screen_path=str(self.screen))
        values.update(fields)
        self.name = name
        return self.ask(attach=pb.PhoneRequest.Attach(**values))

    def describe(self, apk):
        return self.ask(describe=pb.PhoneRequest.Describe(apk_path=str(apk))).manifest

    def start(self, component="", wait_s=20, action="", **fields):
        """Starts an activity ("com.a/.Main" or ".Main"); without one the launcher's."""
        if component and "/" not in component:
            component = f"{self.name}/{component}"
        intent = pb.PhoneIntent(component=component, action=action, **fields)
        return self.ask(start=pb.PhoneRequest.Start(intent=intent, wait_ns=int(wait_s * SECOND)))

    def state(self):
        return self.ask(ask_state=pb.PhoneRequest.AskState())

    def activities(self):
        """Simple names and states, lowest first: ["Main resumed"]."""
        return [f"{a.name.rsplit('.', 1)[-1]} {a.state}" for a in self.state().activities]

    def advance(self, seconds):
        to = self.state().uptime_ns + int(seconds * SECOND)
        while True:
            now = self.ask(advance=pb.PhoneRequest.Advance(to_ns=to))
            if now.uptime_ns >= to or not wants(now):
                return now

    def settle(self, limit_s=10):
        end = self.state().uptime_ns + int(limit_s * SECOND)
        left = int(limit_s * SECOND)
        while True:
            now = self.ask(settle=pb.PhoneRequest.Settle(limit_ns=left))
            left = end - now.uptime_ns
            if now.quiet or left <= 0 or not wants(now):
                return now

    def shoot(self):
        """The picture's bytes (RGBA) and its Frame."""
        frame = self.ask(shoot=pb.PhoneRequest.Shoot())
        with open(self.screen, "rb") as f:
            return f.read(4 * frame.width_px * frame.height_px), frame

    def save(self, path):
        """Writes what is on the screen as a PNG."""
        picture, frame = self.shoot()
        write_png(path, picture, frame.width_px, frame.height_px)

    def look(self, everything=False):
        return self.ask(look=pb.PhoneRequest.Look(all=everything))

    def texts(self):
        """All texts that are shown."""
        return [n.text for w in self.look().windows for n in w.nodes if n.text]

    def find(self, text=None, name=None):
        """The highest node with this text or resource name; None = there is none."""
        for window in reversed(self.look().windows):
            for node in window.nodes:
                if text is not None and node.text.lower() == text.lower():
                    return node
                if name is not None and node.resource_name.endswith("/" + name):
                    return node
        return None

    def play(self, inputs, then_s=0.5):
        taken = 0
        while True:
            played = self.ask(play=pb.PhoneRequest.Play(inputs=inputs[taken:], then_ns=int(then_s * SECOND)))
            taken += played.taken
            if taken == len(inputs) or not wants(played.now):
                played.taken = taken
                return played

    def tap(self, x, y, then_s=0.5):
        now = self.state().uptime_ns
        return self.play([touch(0, x, y, now), touch(1, x, y, now + 60 * MS)], then_s)

    def tap_on(self, text=None, name=None, then_s=0.5):
        node = self.find(text, name)
        if node is None:
            raise AssertionError(f"nothing shows {text or name!r}; there is {self.texts()}")
        b = node.bounds
        return self.tap((b.left + b.right) / 2, (b.top + b.bottom) / 2, then_s)

    def key(self, code, then_s=0.5):
        return self.play([pb.PhoneInput(key=pb.PhoneKey(code=code, action=a)) for a in (0, 1)], then_s)

    def back(self, then_s=0.5):
        return self.key(4, then_s)

    def log(self, tag=None):
        """Lines of the log so far, as "tag: text"."""
        with self._arrived:
            return [f"{l.tag}: {l.text}" for l in self.lines if tag is None or l.tag == tag]

    def resident_mb(self):
        status = pathlib.Path(f"/proc/{self.hello.host_pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) // 1024


class ProcessTest(unittest.TestCase):
    """Tests that share one process, made with PROCESS; each begins with a fresh app."""

    PROCESS = {}

    @classmethod
    def setUpClass(cls):
        cls.process = Process(**cls.PROCESS)
        cls.process.__enter__()
        cls.process.boot()

    @classmethod
    def tearDownClass(cls):
        cls.process.__exit__(None, None, None)

    def setUp(self):
        self.p = self.process
        self.p.attach(self.app())

    def app(self):
        return app("android-apidemos")


def wants(now):
    """True if time stopped as the app wants something; who asks here is no phone, and goes on."""
    return 0 < now.next_due_ns <= now.uptime_ns


def touch(action, x, y, at_ns=0):
    pointer = pb.PhoneMotion.Pointer(id=0, x=x, y=y)
    return pb.PhoneInput(at_ns=at_ns, motion=pb.PhoneMotion(action=action, pointers=[pointer]))


def write_png(path, rgba, width, height):
    import zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + rgba[y * width * 4:(y + 1) * width * 4] for y in range(height))
    pathlib.Path(path).write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))
