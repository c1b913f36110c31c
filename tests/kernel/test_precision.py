"""How exactly a session is replayed, against RERAN's loop and evemu-play.

Time is the guest's virtual time, which does not know how busy the host is: the
bounds hold or the agent is at fault.
"""

import re
import unittest

import ground


class Precision(ground.GroundTest):
    sessions = ("long", "five")
    script = r"""
recorded realtime $agent replay long.mcap -o realtime.rep.mcap
recorded ordinary $agent replay long.mcap -o ordinary.rep.mcap --ordinary-priority
recorded five $agent replay five.mcap -o five.rep.mcap
recorded reran $agent reran-loop long.mcap
"""

    def figures(self, name, session="long"):
        own = self.check(f"{session}.mcap", f"{name}.rep.mcap")
        other = self.check(f"{session}.mcap", f"{name}.rec.mcap",
                           own["began_ns"])
        self.keep_figures(name, other)
        for found in (own, other):
            self.assertTrue(found["equal"], found)
            self.assertEqual(found["matched"], found["frames"], found)
        self.assertEqual(own["same_origin"], own["frames"], own)
        self.assertNotIn("KIND_FOREIGN_INPUT", own["events"], own)
        self.assertNotIn("KIND_SYN_DROPPED", other["events"], other)
        self.assertLessEqual(abs(other["drift_us"]), 200, other)
        return other

    def test_with_real_time_priority(self):
        found = self.figures("realtime")
        self.assertGreaterEqual(found["frames"], 6700, found)
        self.assertGreaterEqual(found["min_us"], -1, found)
        self.assertLessEqual(found["p99_us"], 30, found)
        self.assertLessEqual(found["max_us"], 100, found)

    def test_with_ordinary_priority(self):
        found = self.figures("ordinary")
        self.assertLessEqual(found["p99_us"], 150, found)

    def test_five_devices_at_the_same_microsecond(self):
        # One write follows the other, some 11 us each; 51 us in all were seen
        # once on a machine under load.
        found = self.figures("five", "five")
        self.assertLessEqual(found["p99_us"], 30, found)
        self.assertLessEqual(found["max_us"], 100, found)
        self.assertLessEqual(found["apart_us"], 60, found)

    def test_rerans_loop_is_not_as_exact(self):
        began = re.search(r"began at (\d+)", self.read("reran.log")).group(1)
        found = self.check("long.mcap", "reran.rec.mcap", began)
        self.keep_figures("reran", found)
        self.assertTrue(found["equal"], found)
        self.assertGreater(found["p99_us"], 150, found)
        self.assertGreater(abs(found["drift_us"]), 200, found)

    def test_the_agent_tells_its_own_lateness(self):
        self.assertRegex(
            self.read("realtime.log"),
            r"frames, lateness p50 \d+ us, p99 \d+ us, max \d+ us\n")


if __name__ == "__main__":
    unittest.main()
