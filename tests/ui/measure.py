"""How long the page takes to show a tape, in Chromium: docs/architecture/ui.md.

  tests/ui/run tests/ui/measure.py [EVENTS]
"""

import statistics
import sys
import unittest

import notes_session
from rig import PageTest

EVENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
TIMES = 5


class Measure(PageTest):
    def runTest(self):
        tape = self.folder / "long.mcap"
        notes_session.long_session(tape, EVENTS)
        whole, busy = [], []
        for _ in range(TIMES):
            self.page = self.new_page()
            url = self.serve(tape)
            metrics = self.page.context.new_cdp_session(self.page)
            metrics.send("Performance.enable")
            self.page.goto(url, wait_until="commit")
            self.wait_until_read()
            whole.append(self.page.evaluate("performance.now()") / 1000)
            busy.append(next(
                one["value"] for one in
                metrics.send("Performance.getMetrics")["metrics"]
                if one["name"] == "ThreadTime"))
        print(f"{EVENTS} events, {tape.stat().st_size / 2**20:.1f} MiB, "
              f"median of {TIMES}: everything there after "
              f"{statistics.median(whole):.2f} s, for which the page's thread "
              f"worked {statistics.median(busy):.2f} s")


runner = unittest.TextTestRunner(verbosity=0)
if not runner.run(unittest.TestSuite([Measure()])).wasSuccessful():
    sys.exit(1)
