"""Sessions for tests and proofs: what a user does, in words, made into a script
that `reprise record --input-script` plays. A phone is used to find the places.

    user = User(phone)
    script = user.script("com.a/.Main", [tap("Views"), fling("up"), back()])
"""

import re
import time
import xml.etree.ElementTree

PAUSE_MS = 1200
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def tap(what):
    """A widget by its text or description, '#id', or '.Class'."""
    return "tap", what


def press(what):
    return "press", what


def find(what):
    """Swipes up until it is there, and taps it."""
    return "find", what


def fling(way, times=1):
    return "fling", way, times


def swipe(way):
    return "swipe", way


def drag(what, x0, x1):
    """A finger along a widget, from one share of its width to another."""
    return "drag", what, x0, x1


def paint(what):
    """Two fingers on a widget, apart from each other."""
    return "paint", what


def write(text):
    return "write", text


def back():
    return "key", "KEYCODE_BACK"


def key(name):
    return "key", name


class User:
    """One who looks for what is named on a phone, and writes down the places."""

    def __init__(self, phone):
        self.phone = phone
        self.lines = []

    def script(self, component, steps):
        """The Monkey script of these steps, from the app's first screen."""
        self.lines = ["type= raw events", "count= 1", "speed= 1.0",
                      "start data >>", "UserWait(1000)"]
        package = component.split("/")[0]
        self.phone.shell(f"pm clear {package}")
        self.phone.shell(f"am start -W -n {component}")
        for name, *words in steps:
            getattr(self, "do_" + name)(*words)
        return "\n".join(self.lines) + "\n"

    # What the user does: on the phone, and in the script.

    def say(self, line, command):
        self.phone.shell(command)
        self.lines += [line, f"UserWait({PAUSE_MS})"]
        self.phone.reprise("advance", f"{PAUSE_MS}ms", check=True)

    def do_tap(self, what):
        x, y = self.centre(self.bounds(what))
        self.say(f"Tap({x},{y},60)", f"input tap {x} {y}")

    def do_press(self, what):
        x, y = self.centre(self.bounds(what))
        self.say(f"PressAndHold({x},{y},900)", f"input swipe {x} {y} {x} {y} 900")

    def do_find(self, what):
        for _ in range(20):
            if self.nodes(what):
                return self.do_tap(what)
            self.do_swipe("up")
        raise AssertionError(f"no {what!r}")

    def do_fling(self, way, times=1):
        for _ in range(times):
            self.move(way, 24)

    def do_swipe(self, way):
        self.move(way, 120)

    def move(self, way, steps):
        width, height = self.size()
        dx, dy = WAYS[way]
        x0, y0 = width // 2 - dx * width // 5, height // 2 - dy * height // 5
        x1, y1 = width // 2 + dx * width // 5, height // 2 + dy * height // 5
        self.say(f"Drag({x0},{y0},{x1},{y1},{steps})",
                 f"input swipe {x0} {y0} {x1} {y1} {steps * 5}")

    def do_drag(self, what, x0, x1):
        left, top, right, bottom = self.bounds(what)
        y = (top + bottom) // 2
        x0, x1 = (left + int((right - left) * share) for share in (x0, x1))
        self.say(f"Drag({x0},{y},{x1},{y},100)", f"input swipe {x0} {y} {x1} {y} 500")

    def do_paint(self, what):
        left, top, right, bottom = self.bounds(what)
        x, y = (left + right) // 2, (top + bottom) // 2
        w, h = (right - left) // 10, (bottom - top) // 10
        places = (x - w, y - h, x - 4 * w, y - 4 * h,
                  x + w, y + h, x + 4 * w, y + 4 * h)
        self.say(f"PinchZoom({','.join(map(str, places))},60)", "true")

    def do_write(self, text):
        self.say(f"DispatchString({text})", f"input text {text}")

    def do_key(self, name):
        self.say(f"DispatchPress({name})", f"input keyevent {name}")

    # What there is.

    def dump(self):
        text = self.phone.shell("uiautomator dump /dev/tty")
        return xml.etree.ElementTree.fromstring(text[text.index("<?xml"):
                                                     text.rindex(">") + 1])

    def nodes(self, what):
        nodes = list(self.dump().iter("node"))
        if what.startswith("#"):
            return [n for n in nodes if n.get("resource-id", "").split("/")[-1] == what[1:]]
        if what.startswith("."):
            return [n for n in nodes if n.get("class", "").endswith(what[1:])]
        return [n for n in nodes if what in (n.get("text"), n.get("content-desc"))]

    def bounds(self, what):
        end = time.monotonic() + 20
        while True:
            found = self.nodes(what)
            if found:
                return list(map(int, re.findall(r"-?\d+", found[0].get("bounds"))))
            if time.monotonic() > end:
                texts = [n.get("text") for n in self.dump().iter("node") if n.get("text")]
                raise AssertionError(f"no {what!r}, but {texts}")
            time.sleep(0.2)

    def size(self):
        left, top, right, bottom = map(int, re.findall(
            r"-?\d+", next(self.dump().iter("node")).get("bounds")))
        return right - left, bottom - top

    @staticmethod
    def centre(bounds):
        left, top, right, bottom = bounds
        return (left + right) // 2, (top + bottom) // 2
