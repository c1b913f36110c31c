"""Frames on change, damage, digests, the view tree and refused input."""

import unittest

from process import MS, SECOND, Failed, ProcessTest, pb, touch
from reprise import view_pb2

SHIFT, A, H = 59, 29, 36


class Frames(ProcessTest):
    PROCESS = dict(width=320, height=533, dpi=160, uptime_ns=1000 * SECOND)

    def setUp(self):
        super().setUp()
        self.p.news.clear()

    def frames(self):
        return [n.frame for n in self.p.news if n.HasField("frame")]

    def read(self, number):
        self.p.send(frame_read=pb.PhoneRequest.FrameRead(number=number))
        self.p.state()

    def test_same_screen_same_bytes(self):
        self.p.start(".view.Controls1")
        self.p.settle()
        picture, frame = self.p.shoot()
        again, second = self.p.shoot()
        self.assertEqual(picture, again)
        self.assertEqual(frame.number + 1, second.number)
        self.assertEqual([], list(second.damage))
        self.p.attach(self.app())
        self.p.start(".view.Controls1")
        self.p.settle()
        self.assertEqual(picture, self.p.shoot()[0])

    def test_frames_on_change(self):
        self.p.start(".view.Buttons1")
        self.p.settle()
        self.p.advance(3)
        self.p.ask(watch=pb.PhoneRequest.Watch(frames=True))
        self.p.advance(0.1)
        first = self.frames()
        self.assertEqual(1, len(first))
        self.read(first[0].number)
        self.p.advance(5)
        self.assertEqual(1, len(self.frames()), "nothing changed")

        self.p.tap_on("OFF", then_s=2)
        second = self.frames()[1]
        self.assertGreater(second.number, first[0].number)
        button = self.p.find("ON").bounds
        for r in second.damage:
            self.assertGreaterEqual(r.top, button.top - 8)
            self.assertLessEqual(r.bottom, button.bottom + 8)
        # Not read yet: what was drawn meanwhile comes as one frame.
        self.assertEqual(2, len(self.frames()))
        self.read(second.number)
        third = self.frames()[2]
        self.assertGreater(third.skipped, 3)
        self.p.ask(watch=pb.PhoneRequest.Watch(frames=False))
        self.read(third.number)
        self.p.tap_on("ON", then_s=1)
        self.assertEqual(3, len(self.frames()))

    def test_picture_follows_the_damage(self):
        """What the damaged parts say, put on the old picture, is the new one."""
        self.p.start(".view.List1")
        self.p.settle()
        before, frame = self.p.shoot()
        self.p.tap_on("Abertam", then_s=0.1)
        after, frame = self.p.shoot()
        self.assertNotEqual(before, after)
        patched, width = bytearray(before), frame.width_px
        for r in frame.damage:
            for y in range(r.top, r.bottom):
                a, b = 4 * (y * width + r.left), 4 * (y * width + r.right)
                patched[a:b] = after[a:b]
        self.assertEqual(after, bytes(patched))

    def test_tree(self):
        self.p.start(".view.Controls1")
        self.p.settle()
        trees = self.p.look()
        self.assertEqual("io.appium.android.apis/.view.Controls1", trees.activity)
        (window,) = trees.windows
        self.assertTrue(window.focused)
        self.assertEqual((0, 0, 320, 533), rect(window.bounds))
        box = self.p.find("Checkbox 1")
        flags = view_pb2.ViewNode
        self.assertEqual("io.appium.android.apis:id/check1", box.resource_name)
        self.assertTrue(box.flags & flags.FLAG_CHECKABLE and box.flags & flags.FLAG_CLICKABLE)
        self.assertFalse(box.flags & flags.FLAG_CHECKED)
        self.p.tap_on("Checkbox 1")
        self.assertTrue(self.p.find("Checkbox 1").flags & flags.FLAG_CHECKED)
        self.assertEqual("hint text", self.p.find(name="edit").hint)
        for i, node in enumerate(window.nodes[1:], 1):
            self.assertLess(node.parent, i)

    def test_virtual_nodes(self):
        self.p.start(".view.DateWidgets1")
        self.p.settle()
        self.p.tap_on("change the date", then_s=1)
        days = [n for n in self.p.look().windows[-1].nodes if n.flags & view_pb2.ViewNode.FLAG_VIRTUAL]
        self.assertIn("14", [n.text for n in days])

    def test_dialog_above_its_activity(self):
        self.p.start(".app.AlertDialogSamples")
        self.p.settle()
        self.p.tap_on("List dialog", then_s=1)
        below, above = self.p.look().windows
        self.assertFalse(below.focused)
        self.assertTrue(above.focused)
        self.assertGreater(above.layer, below.layer)

    def test_held_key_repeats(self):
        self.p.start(".view.TextFields")
        self.p.settle()
        node = next(n for n in self.p.look().windows[0].nodes if n.input_type)
        b = node.bounds
        self.p.tap((b.left + b.right) / 2, (b.top + b.bottom) / 2)
        self.assertTrue(self.p.state().editing)
        now = self.p.state().uptime_ns
        key = lambda code, action, at: pb.PhoneInput(at_ns=at, key=pb.PhoneKey(code=code, action=action))
        self.p.play([key(SHIFT, 0, now), key(H, 0, now), key(H, 1, now + 50 * MS), key(SHIFT, 1, now + 60 * MS),
                     key(A, 0, now + 100 * MS), key(A, 1, now + 1100 * MS)])
        text = next(n for n in self.p.look().windows[0].nodes if n.input_type).text
        self.assertRegex(text, "^Ha{13,15}$")

    def test_refused(self):
        self.p.start(".view.Buttons1")
        bad = pb.PhoneInput(motion=pb.PhoneMotion(action=0))
        with self.assertRaisesRegex(Failed, "0 pointers.*1 to 16"):
            self.p.play([bad])
        with self.assertRaisesRegex(Failed, "finite"):
            self.p.play([touch(0, float("nan"), 1)])
        with self.assertRaisesRegex(Failed, "says nothing"):
            self.p.play([pb.PhoneInput()])
        self.assertEqual(["Buttons1 resumed"], self.p.activities())


def rect(r):
    return r.left, r.top, r.right, r.bottom


if __name__ == "__main__":
    unittest.main()
