"""Debian's adb against our daemon."""

import concurrent.futures
import hashlib
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import threading
import time
import unittest

from rig import PATIENCE, AdbTest, Daemon

MIB = 1 << 20


class EchoServer:
    """Sends back what it gets, in capitals, until the caller has enough."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                caller, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(
                target=self.answer, args=(caller,), daemon=True).start()

    @staticmethod
    def answer(caller):
        with caller:
            while piece := caller.recv(65536):
                caller.sendall(piece.upper())

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def exchange(port, data):
    """What comes back for `data`, sent and received at the same time."""
    got = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as s:
        sender = threading.Thread(target=s.sendall, args=(data,))
        sender.start()
        while len(got) < len(data):
            piece = s.recv(65536)
            if not piece:
                break
            got += piece
        sender.join()
    return got


class Shell(AdbTest):
    def setUp(self):
        super().setUp()
        self.connect()

    def test_exit_codes_output_and_errors_are_apart(self):
        done = self.adb("shell", "echo out; echo err >&2; exit 37")
        self.assertEqual(
            (done.returncode, done.stdout, done.stderr),
            (37, b"out\n", b"err\n"))
        self.assertEqual(self.adb("shell", "kill -9 $$").returncode, 137)
        self.assertEqual(self.adb("shell", "true").returncode, 0)

    def test_shell_without_the_protocol(self):
        done = self.adb("shell", "-x", "echo out; exit 3")
        self.assertEqual((done.returncode, done.stdout), (0, b"out\n"))

    def test_standard_input(self):
        data = os.urandom(MIB)
        (self.folder / "data").write_bytes(data)
        with open(self.folder / "data", "rb") as source:
            done = self.adb("shell", "cat", stdin=source)
        self.assertEqual(
            hashlib.sha256(done.stdout).digest(), hashlib.sha256(data).digest())

    def test_binary_output(self):
        data = os.urandom(MIB)
        (self.root / "data").write_bytes(data)
        done = self.adb("exec-out", "cat data")
        self.assertEqual(done.stdout, data)

    def test_binary_input_ends_with_the_stream(self):
        (self.folder / "data").write_bytes(bytes(range(256)) * 1000)
        with open(self.folder / "data", "rb") as source:
            self.adb("exec-in", "cat > part && mv part got", stdin=source)
        deadline = time.monotonic() + PATIENCE
        while not (self.root / "got").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertEqual((self.root / "got").read_bytes(),
                         bytes(range(256)) * 1000)

    def test_parallel_streams(self):
        def one(number):
            return self.adb(
                "shell", f"head -c 300000 /dev/zero | tr '\\0' {number}; "
                f"exit {number}")

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            results = list(pool.map(one, range(1, 9)))
        for number, done in enumerate(results, 1):
            self.assertEqual(done.returncode, number)
            self.assertEqual(done.stdout, str(number).encode() * 300000)

    def test_interactive_terminal(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            ["adb", "-s", self.daemon.serial, "shell"], stdin=theirs,
            stdout=theirs, stderr=theirs, env=self.environment,
            start_new_session=True)
        os.close(theirs)
        text = b""
        while not text.endswith((b"$ ", b"# ")):  # adb drops what came before
            text += os.read(ours, 65536)
        os.write(ours, b"tty; echo $TERM; exit 5\n")
        try:
            while select.select([ours], [], [], PATIENCE)[0]:
                text += os.read(ours, 65536)
        except OSError:
            pass  # the other end was closed
        os.close(ours)
        self.assertEqual(process.wait(PATIENCE), 5)
        self.assertIn(b"/dev/pts/", text)
        self.assertIn(b"xterm", text)

    def wait_until_gone(self, pid):
        deadline = time.monotonic() + PATIENCE
        while os.path.exists(f"/proc/{pid}"):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_processes_go_when_the_stream_goes(self):
        process = subprocess.Popen(
            ["adb", "-s", self.daemon.serial, "shell",
             "sleep 1000 & echo $! $$; wait"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env=self.environment)
        pids = process.stdout.readline().split()
        process.kill()
        process.wait()
        process.stdout.close()
        for pid in pids:
            self.wait_until_gone(int(pid))

    def test_a_process_that_ignores_the_hangup_is_killed(self):
        process = subprocess.Popen(
            ["adb", "-s", self.daemon.serial, "shell",
             "trap '' HUP; echo $$; while true; do sleep 1; done"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env=self.environment)
        pid = int(process.stdout.readline())
        process.kill()
        process.wait()
        process.stdout.close()
        self.wait_until_gone(pid)

    def test_background_processes_outlive_their_shell(self):
        done = self.adb(
            "shell", "sleep 1000 </dev/null >/dev/null 2>&1 & echo $!")
        pid = int(done.stdout)
        self.assertTrue(os.path.exists(f"/proc/{pid}"))
        os.kill(pid, signal.SIGKILL)

    def test_refusals_are_polite(self):
        for word in ("root", "unroot", "remount"):
            done = self.adb(word)
            self.assertRegex(done.stdout + done.stderr, rb"cannot|nothing")

    def test_devices_lists_it(self):
        text = self.run_adb("devices", "-l").stdout.decode()
        line = next(l for l in text.splitlines() if self.daemon.serial in l)
        self.assertIn("product:testbed model:Test_Bed device:reprise", line)
        features = self.adb("features").stdout.decode().split()
        self.assertIn("shell_v2", features)


class Files(AdbTest):
    def setUp(self):
        super().setUp()
        self.connect()

    def test_push_and_pull(self):
        data = os.urandom(8 * MIB)
        source = self.folder / "source"
        source.write_bytes(data)
        source.chmod(0o755)
        os.utime(source, (1600000000, 1600000000))
        done = self.adb("push", source, "/deep/er/file")
        self.assertEqual(done.returncode, 0, done.stderr)
        pushed = self.root / "deep" / "er" / "file"
        self.assertEqual(hashlib.sha256(pushed.read_bytes()).digest(),
                         hashlib.sha256(data).digest())
        self.assertEqual(pushed.stat().st_mtime, 1600000000)
        # Android gives everybody the rights of the owner.
        self.assertEqual(pushed.stat().st_mode & 0o777, 0o777)
        back = self.folder / "back"
        done = self.adb("pull", "-a", "/deep/er/file", back)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(hashlib.sha256(back.read_bytes()).digest(),
                         hashlib.sha256(data).digest())
        self.assertEqual(back.stat().st_mtime, 1600000000)

    def test_folders(self):
        tree = self.folder / "tree"
        (tree / "sub").mkdir(parents=True)
        (tree / "a").write_text("A")
        (tree / "sub" / "empty").write_text("")
        self.assertEqual(self.adb("push", tree, "/tree").returncode, 0)
        back = self.folder / "back"
        self.assertEqual(self.adb("pull", "/tree", back).returncode, 0)
        self.assertEqual((back / "a").read_text(), "A")
        self.assertEqual((back / "sub" / "empty").read_text(), "")
        listed = self.adb("ls", "/tree").stdout.decode().splitlines()
        self.assertEqual(
            sorted(line.split()[-1] for line in listed),
            [".", "..", "a", "sub"])
        line = next(l for l in listed if l.endswith(" a"))
        self.assertTrue(line.startswith("000081"), line)
        self.assertEqual(int(line.split()[1], 16), 1)

    def test_refusals(self):
        done = self.adb("pull", "/nothing", self.folder / "x")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"No such file or directory", done.stdout + done.stderr)
        (self.root / "file").write_text("")
        source = self.folder / "source"
        source.write_bytes(bytes(MIB))
        done = self.adb("push", source, "/file/below")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"Not a directory", done.stdout + done.stderr)
        self.assertEqual(self.adb("shell", "true").returncode, 0)

    def test_links_do_not_lead_out(self):
        secret = self.folder / "secret"
        secret.write_text("secret")
        (self.root / "link").symlink_to(secret)
        for path in ("/link", "/../secret", "../secret"):
            done = self.adb("pull", path, self.folder / "got")
            self.assertEqual(done.returncode, 1, path)
            self.assertFalse((self.folder / "got").exists())

    def test_a_pipe_does_not_hold_the_daemon_up(self):
        os.mkfifo(self.root / "pipe")
        self.adb("pull", "/pipe", self.folder / "got")
        self.assertEqual(self.adb("shell", "true").returncode, 0)

    def test_the_daemon_dies_in_the_middle(self):
        source = self.folder / "source"
        with open(source, "wb") as file:
            file.truncate(1 << 34)  # larger than anybody's patience
        process = subprocess.Popen(
            ["adb", "-s", self.daemon.serial, "push", source, "/big"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=self.environment)
        deadline = time.monotonic() + PATIENCE
        big = self.root / "big"
        while not big.exists() or big.stat().st_size < MIB:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.daemon.kill()
        big.unlink()
        self.assertEqual(process.wait(PATIENCE), 1)


class Sockets(AdbTest):
    def setUp(self):
        super().setUp()
        self.connect()
        self.echo = EchoServer()
        self.addCleanup(self.echo.close)
        self.data = b"abc" * 500000

    def test_forward(self):
        done = self.adb("forward", "tcp:0", f"tcp:{self.echo.port}")
        self.assertEqual(done.returncode, 0, done.stderr)
        port = int(done.stdout)
        self.assertEqual(exchange(port, self.data), self.data.upper())
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            results = pool.map(lambda _: exchange(port, self.data), range(8))
        self.assertEqual(set(results), {self.data.upper()})

    def test_forward_to_nobody(self):
        done = self.adb("forward", "tcp:0", "localabstract:reprise-no-such")
        self.assertEqual(exchange(int(done.stdout), b"x"), b"")

    def test_reverse(self):
        done = self.adb("reverse", "tcp:0", f"tcp:{self.echo.port}")
        self.assertEqual(done.returncode, 0, done.stderr)
        port = int(done.stdout)
        self.assertEqual(exchange(port, self.data), self.data.upper())
        listed = self.adb("reverse", "--list").stdout.decode()
        self.assertIn(f"tcp:{port} tcp:{self.echo.port}", listed)
        done = self.adb("reverse", "--remove", f"tcp:{port}")
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.assertRaises(OSError):
            exchange(port, b"x")
        done = self.adb("reverse", "--remove", f"tcp:{port}")
        self.assertEqual(done.returncode, 1)

    def test_reverse_of_an_abstract_socket(self):
        name = f"reprise-test-{os.getpid()}"
        self.adb("reverse", f"localabstract:{name}", f"tcp:{self.echo.port}")
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(f"\0{name}")
            s.sendall(b"hello")
            self.assertEqual(s.recv(5), b"HELLO")
        self.assertEqual(self.adb("reverse", "--remove-all").returncode, 0)
        with self.assertRaises(OSError), socket.socket(socket.AF_UNIX) as s:
            s.connect(f"\0{name}")


class Nonsense(AdbTest):
    @staticmethod
    def message(command, arg0, arg1, data=b""):
        code = struct.unpack("<I", command)[0]
        return struct.pack("<6I", code, arg0, arg1, len(data), sum(data),
                           code ^ 0xffffffff) + data

    def test_nonsense_does_not_end_the_daemon(self):
        daemon = Daemon(self.root)
        self.addCleanup(daemon.kill)
        hello = self.message(b"CNXN", 0x01000000, 4096, b"host::\0")
        attempts = [
            b"", b"\0" * 24, os.urandom(5000), b"GET / HTTP/1.0\r\n\r\n",
            hello[:20], hello + os.urandom(100),
            self.message(b"OPEN", 1, 0, b"shell:id\0"),
            hello + self.message(b"WRTE", 7, 7, b"x"),
            hello + self.message(b"OPEN", 1, 0, b"\xff\0\xff") * 300,
            hello + self.message(b"OPEN", 1, 0, b"sync:\0") + self.message(
                b"WRTE", 1, 1, b"DATA\xff\xff\xff\xff"),
            hello + self.message(b"OPEN", 1, 0, b"shell,v2:cat\0") +
            self.message(b"WRTE", 1, 1, b"\x09\xff\xff\xff\xff"),
            hello * 50,
        ]
        for attempt in attempts:
            with socket.create_connection(("127.0.0.1", daemon.port)) as s:
                s.sendall(attempt)
        self.assertIsNone(daemon.process.poll())
        done = self.run_adb("connect", daemon.serial)
        self.assertIn(b"connected to", done.stdout)
        self.addCleanup(self.run_adb, "disconnect", daemon.serial)
        done = self.run_adb("-s", daemon.serial, "shell", "exit 9")
        self.assertEqual(done.returncode, 9)

    def test_the_old_protocol_has_checksums(self):
        daemon = Daemon(self.root)
        self.addCleanup(daemon.kill)
        with socket.create_connection(("127.0.0.1", daemon.port)) as s:
            s.sendall(self.message(b"CNXN", 0x01000000, 4096, b"host::\0") +
                      self.message(b"OPEN", 5, 0, b"shell:echo hi\0"))
            got = b""
            while b"CLSE" not in got:
                piece = s.recv(65536)
                self.assertTrue(piece)
                got += piece
                if b"WRTE" in got and b"hi\n" in got:
                    at = got.index(b"WRTE")
                    local = struct.unpack_from("<I", got, at + 4)[0]
                    self.assertEqual(
                        got[at:at + 27],
                        self.message(b"WRTE", local, 5, b"hi\n"))
                    s.sendall(self.message(b"OKAY", 5, local))
        with socket.create_connection(("127.0.0.1", daemon.port)) as s:
            wrong = bytearray(
                self.message(b"CNXN", 0x01000000, 4096, b"host::\0"))
            wrong[16] ^= 1
            s.sendall(wrong)
            self.assertEqual(s.recv(100), b"")


if __name__ == "__main__":
    unittest.main()
