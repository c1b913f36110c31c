"""The agent, evemu-play and RERAN's loop on the same minute, in one run.

evemu-play plays one device for each process, on nodes that are there, and its
begin is not known: its first frame counts as in time.
"""

import re
import unittest

import ground


class Comparison(ground.GroundTest):
    sessions = ("minute", "keep", "touch", "proximity")
    programs = ("evemu-play",)
    script = r"""
recorded agent $agent replay minute.mcap -o agent.rep.mcap
recorded reran_minute $agent reran-loop minute.mcap
$agent replay keep.mcap -o keep.rep.mcap > keep.log 2>&1 & keep=$!
sleep 2
node() { sed -n "s/^\(event[0-9]*\) .*$1.*/\1/p" devices.txt; }
$agent devices > devices.txt
play() {
  evemu-play /dev/input/$(node touchscreen) < touch.mcap & touch=$!
  evemu-play /dev/input/$(node proximity) < proximity.mcap
  wait $touch
}
recorded evemu play
kill -TERM $keep; wait $keep
"""

    def test_the_agent_is_the_most_exact(self):
        own = self.check("minute.mcap", "agent.rep.mcap")
        agent = self.check("minute.mcap", "agent.rec.mcap", own["began_ns"])
        began = re.search(r"began at (\d+)",
                          self.read("reran_minute.log")).group(1)
        reran = self.check("minute.mcap", "reran_minute.rec.mcap", began)
        evemu = self.check("minute.mcap", "evemu.rec.mcap")
        self.assertTrue(agent["equal"], agent)
        self.assertTrue(evemu["equal"], (evemu, self.read("evemu.log")))
        ratios = {name: {key: found[key] / max(agent[key], 1)
                         for key in ("p50_us", "p99_us", "max_us")}
                  for name, found in (("evemu", evemu), ("reran", reran))}
        self.keep_figures("comparison", {
            "agent": agent, "evemu": evemu, "reran": reran, "ratios": ratios})
        self.assertGreater(evemu["p99_us"], agent["p99_us"], evemu)
        self.assertGreater(reran["p99_us"], agent["p99_us"], reran)


if __name__ == "__main__":
    unittest.main()
