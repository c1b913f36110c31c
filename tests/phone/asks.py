"""A phone with the sample app `asks`, which asks other apps for things and logs
what it gets; taps go by what views say."""

import hashlib
import pathlib
import re
import shlex
import tempfile

import samples
from phone_rig import PhoneTest

PACKAGE = "io.reprise.asks"


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


class AsksTest(PhoneTest):
    OPTIONS = ("--clock", "virtual")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", samples.make("asks"), check=True)
        cls.files = pathlib.Path(tempfile.mkdtemp(dir=cls.phones.home))

    def setUp(self):
        self.phone.reprise("feed", "none", check=True)
        self.phone.shell(f"am force-stop {PACKAGE}; pm clear {PACKAGE}; logcat -c; rm -rf /sdcard/*")

    def said(self):
        return re.findall(r"asks +: (.*)", self.phone.shell("logcat -d -s asks"))

    def do(self, what, **extras):
        """Main does something; what the app says meanwhile."""
        before = len(self.said())
        words = [f"am start -W -n {PACKAGE}/.Main --es do {what}"]
        for key, value in extras.items():
            kind = {bool: "--ez", int: "--ei", str: "--es"}[type(value)]
            words.append(f"{kind} {key} {shlex.quote(str(value).lower() if kind == '--ez' else str(value))}")
        self.phone.shell(" ".join(words))
        return [line for line in self.said()[before:] if not line.startswith("created")]

    def ask(self, action, **extras):
        """Another app is asked for something."""
        return self.do("ask", act=action, **extras)

    def nodes(self):
        """What is on the screen: texts, descriptions and ids with their middles."""
        self.phone.shell("uiautomator dump /data/local/tmp/view.xml")
        found = {}
        for node in re.findall("<node .*?>", self.phone.shell("cat /data/local/tmp/view.xml")):
            values = dict(re.findall(r'([\w-]+)="([^"]*)"', node))
            x1, y1, x2, y2 = map(int, re.findall(r"-?\d+", values["bounds"]))
            for name in (values["text"], values["content-desc"], values["resource-id"]):
                if name:
                    found.setdefault(name, ((x1 + x2) // 2, (y1 + y2) // 2))
        return found

    def tap(self, *names):
        """Taps one view after the other; what the app says meanwhile."""
        before = len(self.said())
        for name in names:
            nodes = self.nodes()
            self.assertIn(name, nodes)
            x, y = nodes[name]
            self.phone.shell(f"input tap {x} {y}")
        return self.said()[before:]

    def back(self):
        before = len(self.said())
        self.phone.shell("input keyevent 4")
        return self.said()[before:]

    def push(self, name, data):
        """A file of the host goes into the phone's storage."""
        path = self.files / pathlib.Path(name).name
        path.write_bytes(data)
        self.phone.shell(f"mkdir -p {shlex.quote(str(pathlib.Path('/sdcard', name).parent))}")
        self.phone.adb("push", path, f"/sdcard/{name}", check=True)

    def feed(self, name, data):
        path = self.files / name
        path.write_bytes(data)
        self.phone.reprise("feed", path, check=True)
