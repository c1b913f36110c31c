"""Several phones at once, and long use; benchmarks/phone_scale.py does more of it."""

import unittest

import scale
from phone_rig import PhoneTest

PHONES = 4
MINUTES = 16
SAMPLES = 8


class Crowded(unittest.TestCase):
    def test_each_phone_shows_what_it_was_told(self):
        # That it shows no other picture is what in_turn and at_once wait for.
        with scale.Crowd(PHONES) as crowd:
            self.assertEqual(PHONES, len({m.row for m in crowd.members}))
            for times in (crowd.in_turn(2), crowd.at_once(4)):
                self.assertEqual(PHONES, len(times))


class LongUse(PhoneTest):
    APKS = ("android-apidemos",)
    OPTIONS = ("--clock", "virtual")

    def test_does_not_grow(self):
        held = scale.monkey(self.phone, MINUTES, SAMPLES)
        # The first half sees most screens for the first time.
        early, late = held[SAMPLES // 2 - 1], held[-1]
        for key, more in (("supervisor kib", 4096), ("supervisor files", 4),
                          ("supervisor threads", 4), ("app files", 8),
                          ("app threads", 8), ("metaspace", 8), ("heap", 64)):
            self.assertLessEqual(late[key], early[key] + more, held)


if __name__ == "__main__":
    unittest.main()
