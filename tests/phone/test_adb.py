"""The phone's adb daemon, with Debian's adb, adbutils and adbkit."""

import hashlib
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import unittest

from phone_rig import Phones, PhoneTest, apk, free_port, wait_for

DEMOS = "io.appium.android.apis"
HERE = pathlib.Path(__file__).parent
PNG = b"\x89PNG\r\n\x1a\n"


class Adb(PhoneTest):
    """Debian's."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder])

    def test_it_is_an_android_14_phone(self):
        self.assertEqual(self.phone.shell("getprop ro.product.model"),
                         "Reprise phone\n")
        self.assertEqual(self.phone.shell("getprop ro.build.version.sdk"),
                         "34\n")
        devices = self.phones.adb("devices", "-l", check=True).stdout.decode()
        self.assertRegex(devices, rf"{self.phone.serial}\s+device .*"
                                  r"model:Reprise_phone")

    def test_exit_codes_and_streams(self):
        done = self.phone.adb("shell", "echo out; echo err >&2; exit 7")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (7, b"out\n", b"err\n"))
        data = bytes(range(256)) * 100
        done = self.phone.adb("shell", "-T", "cat", stdin=None, input=data)
        self.assertEqual(done.stdout, data)
        done = self.phone.adb("exec-out", "printf 'a\\nb'", check=True)
        self.assertEqual(done.stdout, b"a\nb")

    def test_exec_in_gets_all_of_its_input(self):
        data = os.urandom(1 << 20)
        for number in range(10):
            name = f"/data/local/tmp/in{number}"
            self.phone.adb("exec-in", f"cat > {name}.part && "
                                      f"mv {name}.part {name}",
                           stdin=None, input=data, check=True)
            # adb does not wait for the command.
            wait_for(lambda: self.phone.adb(
                "shell", f"test -e {name}").returncode == 0)
            got = self.phone.adb("exec-out", f"cat {name}", check=True).stdout
            self.assertEqual(hashlib.sha256(got).digest(),
                             hashlib.sha256(data).digest())

    def test_push_and_pull(self):
        source = self.folder / "source"
        source.mkdir()
        for name in ("a", "b with space"):
            (source / name).write_bytes(os.urandom(100_000))
        self.phone.adb("push", source, "/sdcard/Download/", check=True)
        back = self.folder / "back"
        self.phone.adb("pull", "/sdcard/Download/source", back, check=True)
        for name in ("a", "b with space"):
            self.assertEqual((back / name).read_bytes(),
                             (source / name).read_bytes())
        self.assertIn("b with space",
                      self.phone.shell("ls /storage/emulated/0/Download/source"))
        refused = self.phone.adb("pull", "/sdcard/none", back)
        self.assertNotEqual(refused.returncode, 0)
        # Nothing leads out of the phone.
        self.phone.shell("ln -s / /data/local/tmp/root; "
                         "ln -s ../../../../../../.. /data/local/tmp/up")
        for way in ("root", "up"):
            listed = self.phone.shell(f"ls /data/local/tmp/{way}/")
            self.assertIn("sdcard", listed)

    def test_an_app_from_install_to_uninstall(self):
        for option in ("--streaming", "--no-streaming"):
            done = self.phone.adb("install", option, apk("android-apidemos"))
            self.assertIn(b"Success", done.stdout, done)
            self.assertIn(f"package:{DEMOS}",
                          self.phone.shell("pm list packages"))
            started = self.phone.shell(
                f"am start -W -n {DEMOS}/.ApiDemos")
            self.assertIn("Status: ok", started)
            self.assertIn(DEMOS, self.phone.shell("ps -A"))
            picture = self.phone.adb("exec-out", "screencap -p",
                                     check=True).stdout
            self.assertTrue(picture.startswith(PNG))
            self.assertIn(DEMOS, self.phone.shell("logcat -d"))
            self.assertIn("Success",
                          self.phone.shell(f"pm clear {DEMOS}"))
            done = self.phone.adb("uninstall", DEMOS, check=True)
            self.assertIn(b"Success", done.stdout)
            self.assertNotIn(DEMOS, self.phone.shell("pm list packages"))

    def test_broken_apks_are_refused_with_androids_words(self):
        whole = apk("android-apidemos").read_bytes()
        broken = self.folder / "broken.apk"
        for content, word in (
                (whole[:len(whole) // 2], "INSTALL_PARSE_FAILED_NOT_APK"),
                (b"", "INSTALL_"),
                (os.urandom(5000), "INSTALL_PARSE_FAILED_NOT_APK")):
            broken.write_bytes(content)
            done = self.phone.adb("install", broken)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(word, (done.stdout + done.stderr).decode())
        self.assertEqual(self.phone.shell("echo here"), "here\n")

    def test_forward_and_reverse(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            def answer():
                with server.accept()[0] as caller:
                    caller.sendall(caller.recv(100).upper())

            far = server.getsockname()[1]
            near = free_port()
            self.phone.adb("forward", f"tcp:{near}", f"tcp:{far}", check=True)
            listed = self.phones.adb("forward", "--list").stdout.decode()
            self.assertIn(f"tcp:{near} tcp:{far}", listed)
            thread = threading.Thread(target=answer)
            thread.start()
            with socket.create_connection(("127.0.0.1", near)) as caller:
                caller.sendall(b"hello")
                self.assertEqual(caller.recv(100), b"HELLO")
            thread.join()
            self.phone.adb("forward", "--remove", f"tcp:{near}", check=True)
            # Of the phone, not of this machine: it may be taken here.
            self.phone.adb("reverse", f"tcp:{far}", f"tcp:{far}", check=True)
            listed = self.phone.adb("reverse", "--list").stdout.decode()
            self.assertIn(f"tcp:{far} tcp:{far}", listed)
            self.phone.adb("reverse", "--remove-all", check=True)
            listed = self.phone.adb("reverse", "--list").stdout.decode()
            self.assertEqual(listed.strip(), "")

    def test_what_it_is_not(self):
        done = self.phone.adb("root")
        self.assertIn(b"cannot run as root", done.stdout)
        done = self.phone.adb("shell", "frobnicate")
        self.assertEqual(done.returncode, 127)

    def test_it_shows_up_as_an_emulator(self):
        serial = self.phone.status["serial"]
        if not serial.startswith("emulator-"):
            self.skipTest("all ports of emulators are taken")
        # A server looks for them when it starts.
        listed = wait_for(lambda: [
            line for line in
            self.phones.adb("devices").stdout.decode().splitlines()
            if line.split() == [serial, "device"]])
        self.assertTrue(listed)
        named = self.phones.adb("-s", serial, "emu", "avd", "name", check=True)
        self.assertEqual(named.stdout.decode().split(), ["phone", "OK"])

    def test_adbutils(self):
        self.peer("venv/bin/python", HERE / "peers/with_adbutils.py")

    def test_adbkit(self):
        self.peer("node", HERE / "peers/with_adbkit.js")

    def peer(self, program, script):
        folder = pathlib.Path(subprocess.run(
            [HERE / "peers/setup"], check=True, stdout=subprocess.PIPE,
            text=True).stdout.strip())
        if "/" in program:
            program = folder / program
        done = self.phones.run(
            program, script, self.phones.environment["ANDROID_ADB_SERVER_PORT"],
            self.phone.serial, apk("android-apidemos"), DEMOS, self.folder,
            folder / "node_modules")
        self.assertEqual(done.returncode, 0,
                         (done.stdout + done.stderr).decode())


class Verbs(unittest.TestCase):
    """`reprise phone`, without an app."""

    def setUp(self):
        self.phones = Phones()
        self.addCleanup(self.phones.close)

    def test_several_at_once(self):
        one = self.phones.start("one")
        two = self.phones.start("two")
        self.assertNotEqual(one.serial, two.serial)
        states = {phone["name"]: phone["state"] for phone in self.phones.list()}
        self.assertEqual(states, {"one": "runs", "two": "runs"})
        again = self.phones.reprise("phone", "start", "--name", "one")
        self.assertNotEqual(again.returncode, 0)
        self.assertIn(b"runs already", again.stderr)
        one.reprise("stop", check=True)
        states = {phone["name"]: phone["state"] for phone in self.phones.list()}
        self.assertEqual(states, {"one": "off", "two": "runs"})
        done = one.reprise("shell", "true")
        self.assertEqual(done.returncode, 2)
        done = two.reprise("shell", "echo a; exit 3")
        self.assertEqual((done.returncode, done.stdout), (3, b"a\n"))

    def test_a_phone_that_was_started_is_a_device(self):
        """Also to a server that ran before and has to notice it."""
        self.phones.adb("start-server", check=True)
        for name in ("one", "two", "three"):
            serial = self.phones.start(name).status["serial"]
            if not serial.startswith("emulator-"):
                self.skipTest("all ports of emulators are taken")
            listed = self.phones.adb("devices", check=True).stdout.decode().splitlines()
            self.assertIn(f"{serial}\tdevice", listed)

    def test_a_killed_supervisor_leaves_nothing_in_the_way(self):
        phone = self.phones.start("phone")
        phone.reprise("shell", "echo kept > /sdcard/kept", check=True)
        wait_for(lambda: len(phone.processes()) > 1)
        processes = phone.processes()
        os.kill(phone.pid, 9)
        # Its processes end with it.
        wait_for(lambda: not any(alive(pid) for pid in processes))
        phone = self.phones.start("phone")
        done = phone.reprise("shell", "cat /sdcard/kept", check=True)
        self.assertEqual(done.stdout, b"kept\n")

    def test_the_clock_moves_when_told_to(self):
        phone = self.phones.start("phone", "--clock", "virtual")
        before = phone.reprise("shell", "cat /proc/uptime; uptime",
                               check=False).stdout
        done = phone.reprise("advance", "90s", "--json", check=True)
        self.assertIn(b'"uptime_ns":150000000000', done.stdout, before)
        phone.reprise("reset", check=True)
        status, = self.phones.list()
        self.assertEqual(status["uptime_ns"], 60_000_000_000)


    def test_options_after_a_commands_first_word_are_its_own(self):
        phone = self.phones.start("phone")
        done = self.phones.reprise("phone", "shell", "echo", "-n", "--name",
                                   "x", "--", "-q", "--json", check=True)
        self.assertEqual(done.stdout, b"--name x -- -q --json")
        done = self.phones.reprise("phone", "shell", "--name", "phone", "am",
                                   "start", "-n", "com.no/.Main")
        self.assertIn(b"{com.no/com.no.Main} does not exist", done.stderr)
        done = phone.reprise("screenshot", cwd=self.phones.home, check=True)
        self.assertEqual(done.stdout, b"phone.png\n")

    def test_a_phone_keeps_what_it_was_started_with(self):
        self.phones.start("phone", "--clock", "virtual", "--seed", "7",
                          "--net", "slow=20").reprise("stop", check=True)

        def again(*words):
            done = self.phones.reprise("phone", "start", "--json", *words,
                                       check=True)
            self.phones.reprise("phone", "stop", check=True)
            status = json.loads(done.stdout)
            return [status.get(what) for what in
                    ("clock", "seed", "net", "display")]

        self.assertEqual(again(), ["virtual", 7, "slow=20", "480x800@240"])
        self.assertEqual(again("--seed", "8", "--net", "on"),
                         ["virtual", 8, "on", "480x800@240"])
        self.assertEqual(again("--clock", "real", "--profile", "nexus-4"),
                         ["real", None, "on", "768x1280@320"])
        self.assertEqual(again(), ["real", None, "on", "768x1280@320"])

    def test_a_start_that_fails_leaves_no_phone(self):
        broken = self.phones.home / "broken.apk"
        broken.write_bytes(b"PK\x03\x04 that was all")
        for code, words in ((1, ["--profile", "huge"]), (1, ["--net", "fast"]),
                            (1, ["--seed", "x"]), (5, ["no.apk"]),
                            (1, ["--clock", "real", "--seed", "3"]),
                            (5, [broken]),
                            (5, ["--data", self.phones.home / "d", broken])):
            done = self.phones.reprise("phone", "start", *words)
            self.assertEqual(done.returncode, code, (words, done.stderr))
            self.assertEqual(self.phones.list(), [], words)
        self.assertFalse((self.phones.home / "d").exists())

    def test_settings_are_those_that_apps_see(self):
        self.phones.start("phone")
        source = (HERE.parents[1] / "phone/framework/src/main/java/io/reprise/"
                  "phone/guest/system/SettingsTable.java").read_text()
        rows = re.findall(r'\{"(\w+)", "(\w+)", "([^"]*)"\}', source)
        for table in ("system", "secure", "global"):
            done = self.phones.reprise("phone", "shell", "settings", "list",
                                       table, check=True)
            self.assertEqual(
                done.stdout.decode().splitlines(),
                sorted(f"{name}={value}" for of, name, value in rows
                       if of == table))


def alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


if __name__ == "__main__":
    unittest.main()
