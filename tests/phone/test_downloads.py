"""Downloads by Android's DownloadManager, from a server of the host."""

import hashlib
import http.server
import threading
import unittest

from asks import PACKAGE, AsksTest

BODY = bytes(range(256)) * 1000


class Handler(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        Handler.asked.append((self.path, self.headers.get("X-Asks")))
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/file.bin")
            self.end_headers()
            return
        if self.path != "/file.bin":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/x-of-the-host; a=b")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *words):
        pass


class Downloads(AsksTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.phone.adb("reverse", "tcp:8080", f"tcp:{cls.server.server_address[1]}", check=True)

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        super().tearDownClass()

    def get(self, path, **more):
        said = self.do("downloads", url=f"http://127.0.0.1:8080{path}", **more)
        self.phone.shell("sleep 1")
        return said + [line for line in self.said() if line.startswith(("complete", "status"))]

    def test_a_file(self):
        for path in ("/file.bin", "/old"):
            with self.subTest(path=path):
                self.setUp()
                said = self.get(path)
                self.assertEqual(said[0], "enqueued 1")
                self.assertIn("complete 1", said)
                self.assertRegex(said[-1], rf"^status 8 0 {len(BODY)} {len(BODY)} A file application/x-of-the-host "
                                           r"content://downloads/\w+/1$")
                self.assertEqual(Handler.asked[-1], ("/file.bin", "yes"))
                self.assertIn(hashlib.sha256(BODY).hexdigest(), self.phone.shell("sha256sum /sdcard/Download/got.bin"))

    def test_kept_opened_and_removed(self):
        self.get("/file.bin", own=True)
        self.phone.shell(f"am force-stop {PACKAGE}")
        self.assertTrue(self.do("downloads", status=1)[0].startswith("status 8 0"))
        self.assertTrue(self.do("downloads", open=1)[0].startswith("open "))
        self.assertEqual(self.do("downloads", remove=1), ["removed 1"])
        self.assertEqual(self.do("downloads", status=1), ["status none"])
        self.assertNotIn("own.bin", self.phone.shell(f"ls /sdcard/Android/data/{PACKAGE}/files"))

    def test_what_is_not_there(self):
        said = self.get("/none")
        self.assertTrue(said[-1].startswith("status 16 404 0 -1"), said)

    def test_nobody_answers(self):
        said = self.do("downloads", url="http://127.0.0.1:9/x")
        self.assertEqual(said, ["enqueued 1"])
        self.assertTrue(self.do("downloads", status=1)[0].startswith("status 4 1 "))  # paused: it is tried again
        self.phone.shell("sleep 1000")
        self.assertTrue(self.do("downloads", status=1)[0].startswith("status 16 1004 "))


if __name__ == "__main__":
    unittest.main()
