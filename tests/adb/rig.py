"""A private adb server (Debian's) and our daemon, for tests of both ends."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

ADBD = os.environ.get("REPRISE_ADBD", "reprise_adbd")
REPRISE = os.environ.get("REPRISE", "reprise")
CLIENT = os.environ.get("ADB_CLIENT", "adb_client")
PATIENCE = 120


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Daemon:
    """Our daemon on a free port, with a folder of its own as its files."""

    def __init__(self, root, *options):
        self.process = subprocess.Popen(
            [ADBD, "--port", "0", "--root", root, "--serial", "testbed",
             "--model", "Test_Bed", *options],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1])
        self.serial = f"127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class AdbTest(unittest.TestCase):
    """A test with an adb server of its own; most have a daemon, too."""

    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="reprise-adb-"))
        cls.server_port = free_port()
        cls.environment = dict(
            os.environ,
            HOME=str(cls.home),
            ANDROID_ADB_SERVER_PORT=str(cls.server_port),
            # Daemons of others on the emulators' ports are not ours to use.
            ADB_LOCAL_TRANSPORT_MAX_PORT="5553",
            LC_ALL="C.UTF-8",
            TERM="xterm",
        )
        for name in ("ADB_SERVER_SOCKET", "ANDROID_SERIAL",
                     "ANDROID_ADB_SERVER_ADDRESS", "REPRISE_LOG"):
            cls.environment.pop(name, None)
        cls.run_adb("start-server", check=True)

    @classmethod
    def tearDownClass(cls):
        cls.run_adb("kill-server")
        shutil.rmtree(cls.home, ignore_errors=True)

    @classmethod
    def run_adb(cls, *words, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run(
            ["adb", *map(str, words)], stderr=subprocess.PIPE,
            env=cls.environment, timeout=PATIENCE, **options)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-adb-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.root = self.folder / "root"
        self.root.mkdir()

    def connect(self, *options):
        """A daemon that the server knows."""
        daemon = Daemon(self.root, *options)
        self.addCleanup(daemon.kill)
        done = self.run_adb("connect", daemon.serial)
        self.assertIn(b"connected to", done.stdout, done.stderr)
        self.addCleanup(self.run_adb, "disconnect", daemon.serial)
        self.run_adb("-s", daemon.serial, "wait-for-device", check=True)
        self.daemon = daemon
        return daemon

    def adb(self, *words, **options):
        return self.run_adb("-s", self.daemon.serial, *words, **options)

    def reprise(self, *words, **options):
        environment = dict(self.environment, **options.pop("env", {}))
        return subprocess.run(
            [REPRISE, *map(str, words)], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, env=environment, timeout=PATIENCE,
            **options)
