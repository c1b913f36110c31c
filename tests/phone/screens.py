"""Driving ApiDemos and comparing its screens with known-good pictures.

A test says `self.see("name")`: what is on the screen must be golden/name.png.
A picture that is not leaves itself and the difference in build/phone-screens.
`test_screens.py --update` takes what is there as known-good; look at it first.
"""

import os
import pathlib
import sys

from reprise import view_pb2 as views

from picture import Picture
from process import MS, SECOND, ProcessTest, pb, touch

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE / "golden"
OUT = HERE.parents[1] / "build" / "phone-screens"
UPDATE = "--update" in sys.argv
if UPDATE:
    sys.argv.remove("--update")
WIDTH, HEIGHT, DPI = 320, 533, 160
PACKAGE = "io.appium.android.apis"

BACK, MENU, ENTER, TAB, DELETE, UP, DOWN, RIGHT = 4, 82, 66, 61, 67, 19, 20, 22


class Screens(ProcessTest):
    # A phone that has run for a while: its text fields offer no menu at once.
    PROCESS = dict(width=WIDTH, height=HEIGHT, dpi=DPI, uptime_ns=1000 * SECOND)

    # --- what is seen ---

    def see(self, name, settle=True):
        """What is on the screen is golden/NAME.png, within rounding."""
        if settle:
            self.p.settle()
        rgba, frame = self.p.shoot()
        picture = Picture.of_screen(rgba, frame.width_px, frame.height_px)
        golden = GOLDEN / f"{name}.png"
        if UPDATE:
            if not golden.exists() or Picture.read(golden).differing(picture):
                picture.write(golden)
            return
        wrong = OUT / f"{name}.png"
        if not golden.exists():
            picture.write(wrong)
            self.fail(f"there is no known-good picture {golden}; the screen is in {wrong}")
        good = Picture.read(golden)
        pixels = picture.differing(good)
        if pixels:
            picture.write(wrong)
            picture.difference(good).write(OUT / f"{name}-difference.png")
            self.fail(f"{pixels} pixels differ from {golden}; the screen is in {wrong}, "
                      f"the difference in {OUT / (name + '-difference.png')}")

    def open(self, activity, name=None):
        started = self.p.start(activity)
        self.assertEqual(0, started.code)
        self.assertFalse(started.timed_out, activity)
        if name:
            self.see(name)

    def assertShows(self, text):
        self.p.settle()
        self.assertIn(text, self.p.texts())

    # --- what is done ---

    def now(self):
        return self.p.state().uptime_ns

    def middle(self, text=None, name=None):
        node = self.p.find(text, name)
        self.assertIsNotNone(node, f"nothing shows {text or name!r}; there is {self.p.texts()}")
        b = node.bounds
        return (b.left + b.right) / 2, (b.top + b.bottom) / 2

    def shown(self, text=None, name=None):
        """The node, if its middle can be seen."""
        node = self.p.find(text, name)
        if not node or not node.flags & views.ViewNode.FLAG_SHOWN:
            return None
        b, v = node.bounds, node.visible_bounds if node.HasField("visible_bounds") else node.bounds
        x, y = (b.left + b.right) / 2, (b.top + b.bottom) / 2
        return node if v.left <= x < v.right and v.top <= y < v.bottom else None

    def tap(self, text=None, name=None, then_s=0.5):
        """Taps on what shows this, and looks for it further down first."""
        for _ in range(6):
            if self.shown(text, name):
                break
            self.swipe(300, 400, 300, 250, ms=400)
            self.p.settle()
        self.p.tap(*self.middle(text, name), then_s)

    def swipe(self, x1, y1, x2, y2, ms=100, steps=10):
        """A finger from one point to another, at even speed."""
        t = self.now()
        inputs = [touch(0, x1, y1, t)]
        for i in range(1, steps + 1):
            k = i / steps
            inputs.append(touch(2, x1 + (x2 - x1) * k, y1 + (y2 - y1) * k, t + i * ms * MS // steps))
        inputs.append(touch(1, x2, y2, t + (ms + 1) * MS))
        self.p.play(inputs, 0)

    def hold(self, x, y, ms=800):
        t = self.now()
        self.p.play([touch(0, x, y, t), touch(1, x, y, t + ms * MS)], 0.2)

    def type(self, text):
        self.p.play([pb.PhoneInput(commit_text=text)], 0.1)

    def turn(self, rotation, **changes):
        values = dict(width_px=WIDTH, height_px=HEIGHT, density_dpi=DPI, rotation=rotation)
        values.update(changes)
        self.p.ask(configure=pb.PhoneRequest.Configure(profile=pb.PhoneProfile(**values)))
        self.p.settle()


def fingers(action, index, points, at_ns):
    """Several fingers at once."""
    pointers = [pb.PhoneMotion.Pointer(id=i, x=x, y=y) for i, (x, y) in enumerate(points)]
    return pb.PhoneInput(at_ns=at_ns, motion=pb.PhoneMotion(action=action, action_index=index, pointers=pointers))
