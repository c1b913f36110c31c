"""What apps draw on surfaces is on the screen: SurfaceView, TextureView, the
previews of cameras and PixelCopy, with the sample app `surfaces`."""

import re
import struct
import unittest

import samples
from phone_rig import PhoneTest
from test_cameras import flat_jpeg

APP = "io.reprise.surfaces"
GREY = (0xee, 0xee, 0xee)
RED = (255, 0, 0)
GREEN = (0, 255, 0)
BLUE = (0, 0, 255)
WHITE = (255, 255, 255)
BLACK = (0, 0, 0)
# In the view, and its upper right corner; beside it; below it.
INSIDE, CORNER, BESIDE = (120, 150), (214, 105), (10, 150)


class Shown(PhoneTest):
    """An app that is told what to do by intents, on a small display."""

    OPTIONS = ("--clock", "virtual")
    SAMPLE = "surfaces"
    APP = APP
    TAG = "surfaces"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone.adb("install", "-g", samples.make(cls.SAMPLE), check=True)

    def setUp(self):
        self.phone.shell(f"am force-stop {self.APP}; logcat -c")
        self.seen = 0

    def do(self, what=None):
        """Lets the screen do something; what the app says then."""
        words = f"--es do '{what}'" if what else ""
        self.phone.shell(f"am start -W -n {self.APP}/.{self.SCREEN} {words}")
        return self.said()

    def said(self):
        lines = re.findall(rf"{self.TAG} *: (.*)", self.phone.shell(f"logcat -d -s {self.TAG}"))
        new = lines[self.seen:]
        self.seen = len(lines)
        return new

    def advance(self, duration):
        self.phone.reprise("advance", duration, check=True)

    def colors(self, *places):
        raw = self.phone.adb("exec-out", "screencap", check=True).stdout
        width, height = struct.unpack("<II", raw[:8])
        pixels = raw[-4 * width * height:]
        return [tuple(pixels[4 * (y * width + x):][:3]) for x, y in places]

    def near(self, got, wanted, delta=4):
        for a, b in zip(got, wanted):
            self.assertLessEqual(abs(a - b), delta, f"{got} is not {wanted}")


class Surfaces(Shown):
    SCREEN = "SurfaceScreen"

    def test_callbacks_come_as_on_a_phone(self):
        self.assertEqual(self.do(), ["created true [0,0][200,100]", "changed 4 200x100"])
        self.assertEqual(self.do("hide"), ["destroyed true"])
        self.assertEqual(self.do("locked"), ["locked true"])
        self.assertEqual(self.do("show"), ["created true [0,0][200,100]", "changed 4 200x100"])
        self.assertEqual(self.do("fixed"), ["changed 4 50x25"])
        self.phone.shell("input keyevent HOME")
        self.assertEqual(self.said(), ["destroyed true"])
        self.assertEqual(self.do(), ["created true [0,0][50,25]", "changed 4 50x25"])

    def test_canvas_of_main(self):
        self.do()
        self.assertEqual(self.colors(INSIDE, BESIDE), [BLACK, GREY])
        self.assertEqual(self.do("draw"), ["drawn 200x100 on main"])
        self.assertEqual(self.colors(INSIDE, CORNER, BESIDE), [RED, WHITE, GREY])

    def test_canvas_of_a_thread_and_hardware(self):
        self.do()
        self.assertEqual(self.do("thread"), ["drawn 200x100 on painter"])
        self.assertEqual(self.colors(INSIDE, CORNER), [GREEN, WHITE])
        self.assertEqual(self.do("hardware"), ["accelerated true", "drawn 200x100 on main"])
        self.assertEqual(self.colors(INSIDE, CORNER), [BLUE, WHITE])

    def test_only_what_is_dirty_is_drawn(self):
        self.do()
        self.do("draw")
        self.do("dirty")
        self.assertEqual(self.colors((25, 105), INSIDE), [(255, 0, 255), RED])

    def test_views_lie_above_and_on_top_lies_above_views(self):
        self.do()
        self.do("draw")
        self.do("cover")
        self.assertEqual(self.colors((30, 110), INSIDE), [(255, 255, 0), RED])
        self.do("translucent")
        self.do("clear")
        self.assertEqual(self.colors((30, 110), (150, 150)), [(0, 255, 255), GREY])

    def test_a_fixed_size_is_scaled(self):
        self.do()
        self.do("fixed")
        self.assertEqual(self.do("draw"), ["drawn 50x25 on main"])
        # Of 10 by 10 of the surface's pixels.
        self.assertEqual(self.colors((190, 120), INSIDE), [WHITE, RED])

    def test_a_loop_draws_with_the_display(self):
        self.do()
        said = self.do("loop")
        self.advance("2s")
        self.assertEqual(said + self.said(), ["looped 480"])
        # The surface has 565.
        self.near(self.colors(INSIDE)[0], (29 * 8, 0, 0), 8)

    def test_pixels_can_be_copied(self):
        self.do()
        self.do("draw")
        said = self.do("copy")
        self.assertEqual(said[:2], ["surface 0 200x100 ffff0000", "part 0 20x20 ffffffff"])
        # In the window is a hole.
        self.assertEqual(said[2:], ["window 0 320x480 ffeeeeee 0"])


class Textures(Shown):
    SCREEN = "TextureScreen"

    def test_callbacks_and_canvas(self):
        self.assertEqual(self.do(), ["available 200x100 true"])
        self.assertEqual(self.do("draw"), ["updated"])
        self.assertEqual(self.colors(INSIDE, CORNER, BESIDE), [RED, WHITE, GREY])
        self.assertEqual(self.do("smaller")[:1], ["size 100x100"])
        self.assertEqual(self.colors((150, 150), (60, 150)), [GREY, RED])
        self.assertEqual(self.do("remove"), ["destroyed"])
        self.assertEqual(self.colors((60, 150)), [GREY])

    def test_surfaces_of_the_texture(self):
        self.do()
        self.assertEqual(self.do("surface"), ["released false", "updated"])
        self.assertEqual(self.colors(INSIDE, CORNER), [GREEN, WHITE])
        self.assertEqual(self.do("hardware"), ["updated"])
        self.assertEqual(self.colors(INSIDE, CORNER), [BLUE, WHITE])

    def test_bitmap_transform_and_alpha(self):
        self.do()
        self.do("draw")
        self.assertEqual(self.do("bitmap"), ["bitmap 200x100 ffff0000 20x10 ffffffff"])
        self.do("half")
        self.assertEqual(self.colors((60, 140), (180, 150)), [RED, GREY])
        self.do("alpha")
        self.near(self.colors((60, 140))[0], (247, 119, 119))


class Previews(Shown):
    SCREEN = "PreviewScreen"
    COLOR = (201, 40, 90)
    ABOVE, BELOW = (120, 150), (120, 300)

    def setUp(self):
        super().setUp()
        path = self.phones.home / "seen.jpg"
        path.write_bytes(flat_jpeg(640, 480, (94, 126, 204)))
        self.phone.reprise("feed", path, check=True)
        self.do()

    def shows(self, what, place, other):
        self.assertEqual([line for line in self.do(what) if line != "repeats"], [])
        self.advance("500ms")
        seen, not_seen = self.colors(place, other)
        self.near(seen, self.COLOR)
        self.assertEqual(not_seen, BLACK if other == self.ABOVE else GREY)

    def test_old_camera_in_a_surface(self):
        self.shows("old surface", self.ABOVE, self.BELOW)
        self.do("stop")

    def test_old_camera_in_a_texture(self):
        self.shows("old texture", self.BELOW, self.ABOVE)
        self.do("count")
        self.advance("1s")
        (said,) = self.do("count")
        self.assertIn(int(said.split()[1]), (30, 31))
        self.do("stop")

    def test_camera2_in_a_surface(self):
        self.shows("new surface", self.ABOVE, self.BELOW)

    def test_camera2_in_a_texture(self):
        self.shows("new texture", self.BELOW, self.ABOVE)


if __name__ == "__main__":
    unittest.main()
