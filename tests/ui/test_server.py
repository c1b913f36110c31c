"""The page's server on real sockets: who is answered, and what it survives."""

import json
import os
import pathlib
import random
import shutil
import socket
import struct
import subprocess
import tempfile
import unittest
import urllib.parse

REPRISE = os.environ.get("REPRISE", "reprise")
LIMIT = 10  # seconds that a test waits for an answer
# Magic and an empty Header record: a tape that was cut off opens.
TAPE = b"\x89MCAP0\r\n" + b"\x01" + struct.pack("<QII", 8, 0, 0)


class Server(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-web-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.file = self.folder / "run.mcap"
        self.content = TAPE + bytes(range(256)) * 4096
        self.file.write_bytes(self.content)
        self.start(self.file)

    def start(self, *paths):
        self.process = subprocess.Popen(
            [REPRISE, "ui", "--no-open", "--json", *map(str, paths)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.terminate)
        url = json.loads(self.process.stdout.readline())["url"]
        parts = urllib.parse.urlsplit(url)
        self.port = parts.port
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]
        self.host = f"127.0.0.1:{self.port}"

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), LIMIT)
        self.addCleanup(connection.close)
        return connection

    def ask(self, target, method="GET", **headers):
        """(status, headers, body) of one request."""
        headers = {"Host": self.host, "Cookie": self.cookie(),
                   "Connection": "close", **headers}
        lines = [f"{method} {target} HTTP/1.1"] + [
            f"{name.replace('_', '-')}: {value}"
            for name, value in headers.items() if value is not None]
        connection = self.connect()
        connection.sendall("\r\n".join(lines + ["", ""]).encode())
        return self.answer(connection)

    @staticmethod
    def answer(connection):
        data = b""
        while piece := connection.recv(1 << 16):
            data += piece
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        return int(lines[0].split()[1]), dict(
            line.lower().split(": ", 1) for line in lines[1:]), body

    def cookie(self):
        return f"reprise_{self.port}={self.token}"

    def still_serves(self):
        self.assertEqual(self.ask("/api/files")[0], 200)
        self.assertIsNone(self.process.poll())

    def test_the_printed_address_gives_the_page_and_a_cookie(self):
        status, headers, body = self.ask(f"/?token={self.token}", Cookie=None)
        self.assertEqual(status, 200)
        self.assertTrue(headers["set-cookie"].startswith(
            self.cookie().lower()))
        self.assertIn("httponly", headers["set-cookie"])
        self.assertIn("samesite=strict", headers["set-cookie"])
        self.assertIn(b"<title>Reprise</title>", body)
        self.assertEqual(headers["x-content-type-options"], "nosniff")
        self.assertEqual(headers["content-security-policy"],
                         "frame-ancestors 'none'")
        self.assertNotIn("access-control-allow-origin", headers)

    def test_wrong_host_origin_and_token_are_refused(self):
        for target in ("/", "/api/files", "/file/0", "/nothing"):
            for expected, headers in (
                    (403, {"Host": f"evil.example:{self.port}"}),
                    (403, {"Host": "127.0.0.1"}),
                    (403, {"Host": None}),
                    (403, {"Origin": "http://evil.example"}),
                    (403, {"Origin": "null"}),
                    (403, {"Origin": "http://127.0.0.1:1"}),
                    (401, {"Cookie": None}),
                    (401, {"Cookie": f"reprise_{self.port}={'0' * 32}"}),
                    (401, {"Cookie": f"reprise_1={self.token}"})):
                status, answered, body = self.ask(target, **headers)
                self.assertEqual(status, expected, (target, headers))
                self.assertNotIn("set-cookie", answered)
                self.assertNotIn(self.token.encode(), body)
        self.assertEqual(self.ask("/?token=wrong", Cookie=None)[0], 401)

    def test_only_this_computer_is_listened_to(self):
        with open("/proc/net/tcp", encoding="ascii") as table:
            listening = [line.split()[1] for line in table
                         if line.split()[3] == "0A"]
        mine = [one for one in listening
                if one.endswith(f":{self.port:04X}")]
        self.assertEqual(mine, [f"0100007F:{self.port:04X}"])

    def test_files_by_number_only(self):
        self.assertEqual(json.loads(self.ask("/api/files")[2]), [
            {"id": 0, "name": "run.mcap", "open": True}])
        self.assertEqual(self.ask("/file/0")[2] == self.content, True)
        for target in ("/file/1", "/file/18446744073709551615",
                       "/file/../../../etc/passwd", "/etc/passwd",
                       "/file//etc/passwd", "/%2e%2e/", "/file/0/"):
            self.assertEqual(self.ask(target)[0], 404, target)

    def test_ranges(self):
        size = len(self.content)
        for header, start, end in (("bytes=0-9", 0, 10),
                                   ("bytes=1000-", 1000, size),
                                   ("bytes=-7", size - 7, size)):
            status, headers, body = self.ask("/file/0", Range=header)
            self.assertEqual(status, 206, header)
            self.assertEqual(headers["content-range"],
                             f"bytes {start}-{end - 1}/{size}")
            self.assertEqual(body == self.content[start:end], True, header)
        status, headers, body = self.ask("/file/0", Range=f"bytes={size}-")
        self.assertEqual((status, body), (416, b""))
        self.assertEqual(headers["content-range"], f"bytes */{size}")
        status, headers, body = self.ask("/file/0", "HEAD")
        self.assertEqual((status, body), (200, b""))
        self.assertEqual(headers["content-length"], str(size))

    def test_another_file_has_another_tag(self):
        tag = self.ask("/file/0", "HEAD")[1]["etag"]
        with open(self.file, "ab") as grown:
            grown.write(b"more")
        self.assertEqual(self.ask("/file/0", "HEAD")[1]["etag"], tag)
        other = self.folder / "other"
        other.write_bytes(b"x")
        other.rename(self.file)
        self.assertNotEqual(self.ask("/file/0", "HEAD")[1]["etag"], tag)

    def test_requests_follow_each_other_on_a_connection(self):
        connection = self.connect()
        request = (f"GET /file/0 HTTP/1.1\r\nHost: {self.host}\r\n"
                   f"Cookie: {self.cookie()}\r\nRange: bytes=0-3\r\n")
        for last in (False, False, True):
            connection.sendall((request + (
                "Connection: close\r\n" if last else "") + "\r\n").encode())
            if not last:
                data = b""
                while not data.endswith(b"\r\n\r\n" + self.content[:4]):
                    data += connection.recv(4096)
        self.assertEqual(self.answer(connection)[0], 206)

    def test_other_methods_and_bodies_are_refused(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE"):
            self.assertEqual(self.ask("/file/0", method)[0], 405, method)
        self.assertEqual(self.ask("/", Content_Length="5")[0], 400)
        self.assertEqual(self.ask("/", Transfer_Encoding="chunked")[0], 400)
        self.still_serves()

    def test_long_heads_are_refused(self):
        for request in (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
                        b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000,
                        b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * 20_000):
            connection = self.connect()
            try:
                connection.sendall(request)
                self.assertEqual(self.answer(connection)[0], 400)
            except ConnectionError:
                pass  # closed while we were still talking: refused as well
        self.still_serves()

    def test_nonsense_is_survived(self):
        chance = random.Random(8)
        good = (f"GET /file/0 HTTP/1.1\r\nHost: {self.host}\r\n"
                f"Range: bytes=0-3\r\nCookie: {self.cookie()}\r\n"
                "Connection: close\r\n\r\n").encode()
        for _ in range(300):
            request = bytearray(good)
            for _ in range(chance.randint(1, 8)):
                at = chance.randrange(len(request))
                kind = chance.randrange(3)
                if kind == 0:
                    request[at] = chance.randrange(256)
                elif kind == 1:
                    del request[at:at + chance.randrange(20)]
                else:
                    request[at:at] = chance.randbytes(chance.randrange(20))
            connection = self.connect()
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(1 << 16):
                    pass
            except ConnectionError:
                pass
            connection.close()
        self.still_serves()

    def test_many_connections_do_not_block_it(self):
        held = [self.connect() for _ in range(200)]
        for connection in held[:20]:
            connection.sendall(b"GET / HT")
        for connection in held:
            connection.close()
        self.still_serves()

    def test_reader_that_goes_away(self):
        for _ in range(20):
            connection = self.connect()
            connection.sendall((f"GET /file/0 HTTP/1.1\r\nHost: {self.host}\r\n"
                                f"Cookie: {self.cookie()}\r\n\r\n").encode())
            connection.recv(100)
            connection.close()
        self.still_serves()

    def test_file_that_is_gone(self):
        self.file.unlink()
        self.assertEqual(self.ask("/file/0")[0], 404)
        self.still_serves()


class Usage(unittest.TestCase):
    def fails(self, code, *words):
        result = subprocess.run([REPRISE, *words], capture_output=True,
                                text=True, timeout=LIMIT, check=False)
        self.assertEqual((result.returncode, result.stdout), (code, ""),
                         result.stderr)
        return result.stderr

    def test_bad_words(self):
        self.assertIn("no such file or folder",
                      self.fails(5, "ui", "/no/such/tape"))
        self.assertIn("--port", self.fails(1, "ui", "--port", "70000"))
        self.assertIn("needs --web", self.fails(1, "show", "x", "--no-open"))
        self.assertIn("is for text",
                      self.fails(1, "show", "x", "--web", "--grep", "y"))
        self.fails(5, "show", "/no/such/tape", "--web")

    def test_port_that_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            self.assertIn("cannot listen",
                          self.fails(6, "ui", "--no-open", "--port", port))


if __name__ == "__main__":
    unittest.main()
