"""Our client through Debian's adb server: to our daemon and to nobody."""

import hashlib
import json
import os
import socket
import subprocess
import threading
import time
import unittest

from rig import CLIENT, PATIENCE, REPRISE, AdbTest, free_port

MIB = 1 << 20
NO_DEVICE = 202


class ClientTest(AdbTest):
    def client(self, *words, serial=None, **environment):
        return subprocess.run(
            [CLIENT, serial or self.daemon.serial, *map(str, words)],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
            env=dict(self.environment, **environment))

    def ok(self, *words):
        done = self.client(*words)
        self.assertEqual((done.returncode, done.stderr), (0, b""), words)
        return done.stdout.decode()


class Client(ClientTest):
    def setUp(self):
        super().setUp()
        self.connect()

    def test_shell(self):
        done = self.client("shell", "echo out; echo err >&2; exit 37")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (37, b"out\n", b"err\n"))

    def test_binary_output(self):
        data = os.urandom(MIB)
        (self.root / "data").write_bytes(data)
        self.assertEqual(self.client("shell", "cat data").stdout, data)
        self.assertEqual(self.client("exec", "cat data").stdout, data)

    def test_writing_and_reading_do_not_wait_for_each_other(self):
        self.assertEqual(self.ok("echo", "cat", 16 * MIB), "same\n")

    def test_a_command_that_does_not_read_its_input(self):
        done = self.client("echo", "exit 4", 16 * MIB)
        self.assertEqual((done.returncode, done.stdout), (4, b"different\n"))

    def test_files(self):
        data = os.urandom(8 * MIB)
        source = self.folder / "source"
        source.write_bytes(data)
        source.chmod(0o600)
        os.utime(source, (1600000000, 1600000000))
        self.ok("push", source, "/a/b/file")
        pushed = self.root / "a" / "b" / "file"
        self.assertEqual(hashlib.sha256(pushed.read_bytes()).digest(),
                         hashlib.sha256(data).digest())
        self.assertEqual(self.ok("stat", "/a/b/file"),
                         f"100666 {8 * MIB} 1600000000\n")
        self.assertEqual(self.ok("list", "/a/b"), f"100666 {8 * MIB} file\n")
        back = self.folder / "back"
        self.ok("pull", "/a/b/file", back)
        self.assertEqual(hashlib.sha256(back.read_bytes()).digest(),
                         hashlib.sha256(data).digest())

    def test_files_that_are_refused(self):
        for words in (("pull", "/no", self.folder / "x"), ("stat", "/no")):
            done = self.client(*words)
            self.assertEqual(done.returncode, 205, done.stderr)
            self.assertIn(b"No such file or directory", done.stderr)
        (self.root / "file").write_text("")
        source = self.folder / "source"
        source.write_bytes(bytes(4 * MIB))
        done = self.client("push", source, "/file/below")
        self.assertEqual(done.returncode, 206)
        self.assertIn(b"Not a directory", done.stderr)

    def answer_once(self):
        """A socket that answers one caller with b"hello"."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def serve():
            caller, _ = server.accept()
            with caller:
                caller.sendall(b"hello")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        self.addCleanup(thread.join, PATIENCE)
        return server.getsockname()[1]

    def check_hello(self, port):
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as s:
            self.assertEqual(s.recv(100), b"hello")

    def test_forward(self):
        to = self.answer_once()
        lines = self.ok("forward", f"tcp:{to}").split("\n")
        port = int(lines[0])
        self.assertIn(f"tcp:{port} tcp:{to}", lines)
        self.check_hello(port)
        self.ok("remove-forward", f"tcp:{port}")
        done = self.client("remove-forward", f"tcp:{port}")
        self.assertEqual(done.returncode, NO_DEVICE)

    def test_reverse(self):
        to = self.answer_once()
        lines = self.ok("reverse", f"tcp:{to}").split("\n")
        port = int(lines[0])
        self.assertIn(f"tcp:{port} tcp:{to}", lines)
        self.check_hello(port)
        self.ok("remove-reverse", f"tcp:{port}")
        done = self.client("remove-reverse", f"tcp:{port}")
        self.assertEqual(done.returncode, NO_DEVICE)

    def test_the_daemon_dies_while_a_command_runs(self):
        process = subprocess.Popen(
            [CLIENT, self.daemon.serial, "shell", "touch started; exec sleep 1000"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment)
        deadline = time.monotonic() + PATIENCE
        while not (self.root / "started").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.daemon.kill()
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, NO_DEVICE)
        self.assertIn(b"went away", errors)

    def test_the_daemon_dies_in_a_transfer(self):
        source = self.folder / "source"
        with open(source, "wb") as file:
            file.truncate(1 << 34)
        process = subprocess.Popen(
            [CLIENT, self.daemon.serial, "push", source, "/big"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment)
        big = self.root / "big"
        deadline = time.monotonic() + PATIENCE
        while not big.exists() or big.stat().st_size < MIB:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.daemon.kill()
        big.unlink()
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, NO_DEVICE, errors)
        self.assertRegex(errors, rb"went away|was lost")

    def test_a_device_that_is_not_there(self):
        done = self.client("shell", "true", serial="nobody")
        self.assertEqual(done.returncode, NO_DEVICE)
        self.assertIn(b"the device nobody is not connected; connected: 127",
                      done.stderr)


class Devices(ClientTest):
    def test_none(self):
        done = self.reprise("devices")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("no device is connected", done.stderr)
        done = self.reprise("devices", "--json")
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_lists(self):
        daemon = self.connect()
        done = self.reprise("devices")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        row = done.stdout.splitlines()[1].split()
        self.assertEqual(row, [daemon.serial, "device", "Test_Bed", "testbed",
                               "tcp"])
        done = self.reprise("devices", "--json")
        entry = json.loads(done.stdout)
        self.assertEqual(entry["serial"], daemon.serial)
        self.assertEqual(entry["state"], "device")
        self.assertEqual(entry["model"], "Test_Bed")
        self.assertEqual(entry["transport"], "tcp")

    def test_watch(self):
        process = subprocess.Popen(
            [REPRISE, "devices", "--watch", "--json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment, text=True)
        try:
            daemon = self.connect()
            while True:
                entry = json.loads(process.stdout.readline())
                self.assertEqual(entry["serial"], daemon.serial)
                if entry["state"] == "device":
                    break
            daemon.kill()
            self.run_adb("disconnect", daemon.serial)
            while True:
                entry = json.loads(process.stdout.readline())
                if entry["state"] == "gone":
                    break
        finally:
            process.terminate()
            process.communicate()

    def test_no_adb_to_start(self):
        port = str(free_port())
        done = self.reprise(
            "devices",
            env={"ANDROID_ADB_SERVER_PORT": port, "PATH": "/nowhere"})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("the program adb is not there", done.stderr)

    def test_starts_the_server(self):
        port = str(free_port())
        environment = {"ANDROID_ADB_SERVER_PORT": port}
        try:
            done = self.reprise("devices", env=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
        finally:
            subprocess.run(["adb", "kill-server"], capture_output=True,
                           env=dict(self.environment, **environment))

    def test_what_is_not_a_server(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            def serve():
                caller, _ = server.accept()
                caller.close()
                caller, _ = server.accept()
                with caller:
                    caller.recv(100)
                    caller.sendall(b"HTTP/1.0 400\r\n")

            threading.Thread(target=serve, daemon=True).start()
            done = self.reprise(
                "devices",
                env={"ANDROID_ADB_SERVER_PORT": str(server.getsockname()[1])})
        self.assertEqual(done.returncode, 2)
        self.assertIn("not an adb server", done.stderr)

    def test_bad_environment(self):
        for environment in ({"ANDROID_ADB_SERVER_PORT": "x"},
                            {"ADB_SERVER_SOCKET": "udp:3"}):
            done = self.reprise("devices", env=environment)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(next(iter(environment)), done.stderr)


if __name__ == "__main__":
    unittest.main()
