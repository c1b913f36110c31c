"""The sample programs: what they see with the services and without."""

import socket
import unittest

from ground import run_app

LOOPER = """\
main: main looper is current: true
main: idle
main: at the front
main: first
main: second
main: due in 20 ms
main: due in 40 ms
main: not too early: true
ping: got 0 from main
pong: got 1 from ping
ping: got 2 from pong
pong: got 3 from ping
ping: got 4 from pong
pong: got 5 from ping
ping: got 6 from pong
main: sent to the dead: false
main: before the task
main: done in AsyncTask #1, progress 10
""".splitlines()

WITH_SERVICES = {
    "sensors": """\
main: reads Ground accelerometer
sensors: at 20000000 0.39999998 -0.18 9.81
sensors: at 40000000 -0.44 0.03999996 9.81
sensors: at 60000000 -0.050000012 -0.00999999 9.81
sensors: at 80000000 -0.72 -0.22000003 9.81
sensors: at 100000000 -0.35000002 -0.98 9.81
main: reads Ground light
main: at 20000000 311.0
main: at 40000000 502.0
main: at 60000000 493.0
main: at 80000000 39.0
main: at 100000000 284.0
""",
    "location": """\
main: was at 48.850590000000004 2.35963 accuracy 10.0 time 1700000000000
main: follows
main: is at 48.85026 2.35692 accuracy 9.0 time 1700000001000
main: is at 48.857710000000004 2.35465 accuracy 12.0 time 1700000002000
main: is at 48.853210000000004 2.35333 accuracy 9.0 time 1700000003000
""",
    "camera": """\
main: preview of 64 by 48
main: preview started
main: frame 1: 1152 bytes, hash ca3dcaaf
main: frame 2: 1152 bytes, hash 3f1f401f
main: frame 3: 1152 bytes, hash 789e44a7
main: shutter
main: picture: 2000 bytes, hash 3d4c181e
main: getParameters after release threw java.lang.RuntimeException: \
Camera is being used after release
""",
    "audio": """\
main: smallest buffer 640
main: state 1
main: read 520 bytes, hash 33f59f
main: read 582 bytes, hash 3707ba2e
main: read 624 bytes, hash d2204776
main: read 492 bytes, hash 15a7a904
main: read 293 samples, sum 159685
main: read 307 samples, sum 805834
""",
    "intents": """\
main: asked for a contact
main: picked, result -1: Ada, age 58
main: scanned, result -1: code-165278
main: nothing threw android.content.ActivityNotFoundException: \
No Activity found to handle com.example.NOTHING
""",
}

NETWORK = """\
network: server says you said HELLO
network: server says then DATA
network: server says bye
network: status 200
network: type text/plain
network: body world
network: talking to nobody threw java.net.ConnectException
""".splitlines()

# The last line; each says, as on a phone, that there is nobody to ask.
WITHOUT_SERVICES = {
    "sensors": "main: the accelerometer did not start",
    "location": "main: location threw java.lang.RuntimeException: "
                "android.os.RemoteException: "
                "the device's services are absent",
    "camera": "main: open threw java.lang.RuntimeException: "
              "Fail to connect to camera service",
    "audio": "main: startRecording threw java.lang.IllegalStateException: "
             "startRecording() called on an uninitialized AudioRecord.",
    "intents": "main: pick threw android.content.ActivityNotFoundException: "
               "No Activity found to handle android.intent.action.PICK",
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class AppsTest(unittest.TestCase):
    def test_message_loop_keeps_order_and_times(self):
        self.assertEqual(run_app("looper", options=()), LOOPER)

    def test_transcripts_with_services(self):
        for app, expected in WITH_SERVICES.items():
            with self.subTest(app):
                self.assertEqual(run_app(app), expected.splitlines())

    def test_another_seed_is_another_transcript(self):
        for app, expected in WITH_SERVICES.items():
            with self.subTest(app):
                lines = run_app(app, options=("--services", "-Dreprise.seed=9"))
                self.assertNotEqual(lines, expected.splitlines())
                self.assertEqual(lines[0].split(":")[0], "main")

    def test_services_are_missed_when_absent(self):
        for app, expected in WITHOUT_SERVICES.items():
            with self.subTest(app):
                self.assertEqual(run_app(app, options=())[-1], expected)

    def test_network_with_and_without_server(self):
        port = str(free_port())
        served = run_app("network", port, options=(
            "--services", f"-Dreprise.port={port}"))
        self.assertEqual(served, NETWORK)
        self.assertEqual(run_app("network", port, options=()), [
            "network: talking threw java.net.ConnectException",
            "network: fetching threw java.net.ConnectException",
            NETWORK[-1]])

    def test_random_numbers_and_clocks_differ_from_run_to_run(self):
        for app in ("random", "clock"):
            with self.subTest(app):
                first, second = (run_app(app, options=()) for _ in range(2))
                self.assertEqual([line.split(" ")[1] for line in first],
                                 [line.split(" ")[1] for line in second])
                self.assertNotEqual(first, second)


if __name__ == "__main__":
    unittest.main()
