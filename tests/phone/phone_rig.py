"""A virtual phone of one's own, and an adb server that knows it, for tests."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

REPRISE = os.environ.get("REPRISE", "reprise")
CACHE = pathlib.Path(os.environ.get(
    "XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "reprise"
PATIENCE = 300


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def apk(name):
    """An APK that tools/get-apks knows by this name."""
    return CACHE / "apks" / f"{name}.apk"


def wait_for(what, patience=PATIENCE):
    """The first true value of what()."""
    end = time.monotonic() + patience
    while True:
        value = what()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError("it did not happen")
        time.sleep(0.05)


class Phones:
    """A home for phones: what they keep, and an adb server."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="reprise-phones-"))
        self.environment = dict(
            os.environ,
            HOME=str(self.home),
            XDG_DATA_HOME=str(self.home / "data"),
            XDG_CACHE_HOME=str(CACHE.parent),
            ANDROID_ADB_SERVER_PORT=str(free_port()),
            LC_ALL="C.UTF-8",
        )
        for name in ("ADB_SERVER_SOCKET", "ANDROID_SERIAL",
                     "ANDROID_ADB_SERVER_ADDRESS"):
            self.environment.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for phone in self.list():
            if phone["state"] == "runs":
                self.reprise("phone", "stop", "--name", phone["name"])
        self.adb("kill-server")
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, *words, check=False, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run([str(word) for word in words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment, timeout=PATIENCE,
                              **options)
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: {done.returncode}\n"
                                 f"{done.stdout}\n{done.stderr}")
        return done

    def reprise(self, *words, **options):
        return self.run(REPRISE, *words, **options)

    def adb(self, *words, **options):
        return self.run("adb", *words, **options)

    def list(self):
        done = self.reprise("phone", "list", "--json", check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def start(self, name="phone", *words, profile="small"):
        done = self.reprise("phone", "start", "--json", "--name", name,
                            "--profile", profile, *words, check=True)
        return Phone(self, json.loads(done.stdout))

    def begin(self, name, profile, *apks):
        """One with the virtual clock, connected; if it fails none is left."""
        try:
            phone = self.start(name, "--clock", "virtual", *apks, profile=profile)
            phone.connect()
            return phone
        except BaseException:
            self.close()
            raise


class Phone:
    """One that runs."""

    def __init__(self, phones, status):
        self.phones = phones
        self.status = status
        self.name = status["name"]
        self.pid = status["pid"]
        # By its port: the emulators of others are not ours.
        self.serial = f"127.0.0.1:{status['port']}"

    def connect(self):
        done = self.phones.adb("connect", self.serial)
        if b"connected to" not in done.stdout:
            raise AssertionError(done)
        self.phones.adb("-s", self.serial, "wait-for-device", check=True)

    def adb(self, *words, **options):
        return self.phones.adb("-s", self.serial, *words, **options)

    def shell(self, command, **options):
        """What a command prints; it must succeed."""
        return self.adb("shell", command, check=True,
                        **options).stdout.decode()

    def reprise(self, action, *words, **options):
        return self.phones.reprise("phone", action, "--name", self.name,
                                   *words, **options)

    def processes(self):
        """Process ids of everything that belongs to it."""
        found = [self.pid]
        for pid in found:
            try:
                for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                    found += map(int, (task / "children").read_text().split())
            except FileNotFoundError:
                pass
        return found


class PhoneTest(unittest.TestCase):
    """Tests that share one phone with the APKs named here."""

    APKS = ()
    OPTIONS = ()

    @classmethod
    def setUpClass(cls):
        cls.phones = Phones()
        try:
            cls.phone = cls.phones.start("phone", *cls.OPTIONS,
                                         *map(apk, cls.APKS))
            cls.phone.connect()
        except BaseException:
            cls.phones.close()
            raise

    @classmethod
    def tearDownClass(cls):
        cls.phones.close()
