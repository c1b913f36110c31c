"""Apps reach the host's network, less what --net takes away."""

import http.server
import re
import socket
import threading
import unittest

import process
import samples
from phone_rig import Phones
from process import Process
from test_trial import extras

PACKAGE = "io.reprise.trial"


def own_address():
    """Of this machine, not loopback: that is the phone itself and always works."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return probe.getsockname()[0]


class Answers(http.server.BaseHTTPRequestHandler):
    """/ answers at once, /late when the event is set."""

    go = threading.Event()

    def do_GET(self):
        if self.path == "/late":
            self.go.wait(4)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello\n")

    def log_message(self, *_):
        pass


ADDRESS = own_address()


@unittest.skipIf(ADDRESS is None, "this machine has no address but loopback")
class Network(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer((ADDRESS, 0), Answers)
        threading.Thread(target=self.server.serve_forever).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://{ADDRESS}:{self.server.server_port}"


class InAProcess(Network):
    def fetched(self, p, path="/", wait_s=20, **net):
        """What the app got, and the phone time it took, in ms."""
        p.attach(process.app(samples.make("trial")), **net)
        before = len(p.log("trial"))
        p.start(".Main", extras=extras(do="fetch", url=self.url + path))
        for _ in range(wait_s * 5):
            for line in p.log("trial")[before:]:
                if found := re.fullmatch(r"trial: Main fetched (\w+) in (\d+) ms", line):
                    return found[1], int(found[2])
            p.advance(0.2)
        self.fail("it never answered")

    def on(self, virtual):
        with Process(320, 533, 160, virtual=virtual) as p:
            p.boot()
            got, took = self.fetched(p)
            self.assertEqual(got, "hello")
            if virtual:
                self.assertLess(took, 100)
                # The answer takes the host a second, the phone none.
                Answers.go.clear()
                timer = threading.Timer(1, Answers.go.set)
                timer.start()
                got, took = self.fetched(p, "/late")
                self.assertTrue(Answers.go.is_set())
                self.assertEqual(got, "hello")
                self.assertLess(took, 100)
            got, _ = self.fetched(p, offline=True)
            self.assertEqual(got, "ConnectException")
            got, took = self.fetched(p, net_delay_ns=300 * process.MS)
            self.assertEqual(got, "hello")
            self.assertGreaterEqual(took, 300)
            got, _ = self.fetched(p, net_loss=1)
            self.assertEqual(got, "SocketTimeoutException")

    def test_virtual_clock(self):
        self.on(True)

    def test_real_clock(self):
        self.on(False)


class OfThePhone(Network):
    def fetched(self, net):
        phones = Phones()
        try:
            phone = phones.start("phone", "--clock", "virtual", "--net", net, samples.make("trial"))
            done = phone.reprise("shell", f"am start -W -n {PACKAGE}/.Main --es do fetch --es url {self.url}; "
                                 "sleep 5; logcat -d -s trial", check=True)
            return re.search(r"Main fetched (\w+) in (\d+) ms", done.stdout.decode())
        finally:
            phones.close()

    def test_option(self):
        self.assertEqual(self.fetched("off")[1], "ConnectException")
        self.assertGreaterEqual(int(self.fetched("slow=300")[2]), 300)
        self.assertEqual(self.fetched("loss=1")[1], "SocketTimeoutException")


class Reverse(unittest.TestCase):
    """Two phones have one port, answered by servers of their own."""

    def test_two_phones(self):
        phones = Phones()
        self.addCleanup(phones.close)
        # That port is taken on the host.
        taken = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(taken.close)
        port = taken.getsockname()[1]
        for name in ("one", "two"):
            class Named(Answers):
                def do_GET(self, said=name):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(said.encode() + b"\n")

            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Named)
            threading.Thread(target=server.serve_forever).start()
            self.addCleanup(server.server_close)
            self.addCleanup(server.shutdown)
            phone = phones.start(name, "--clock", "virtual", samples.make("trial"))
            phone.connect()
            phone.adb("reverse", f"tcp:{port}", f"tcp:{server.server_port}", check=True)
        for name in ("one", "two"):
            done = phones.reprise(
                "phone", "shell", "--name", name,
                f"am start -W -n {PACKAGE}/.Main --es do fetch --es url http://localhost:{port}/; sleep 2; "
                "logcat -d -s trial", check=True)
            self.assertIn(f"Main fetched {name} in", done.stdout.decode())


if __name__ == "__main__":
    unittest.main()
