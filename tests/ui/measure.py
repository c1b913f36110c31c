"""How long the page takes to show a tape, in Chromium: docs/architecture/ui.md.

  tests/ui/run tests/ui/measure.py [EVENTS]
"""

import statistics
import sys

import notes_session
from rig import PageTest

EVENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
TIMES = 5


class Measure(PageTest):
    def runTest(self):
        tape = self.folder / "long.mcap"
        notes_session.long_session(tape, EVENTS)
        first, whole = [], []
        for _ in range(TIMES):
            self.page = self.new_page()
            url = self.serve(tape)
            self.page.goto(url, wait_until="commit")
            self.page.wait_for_selector(".action")
            first.append(self.page.evaluate("performance.now()"))
            self.wait_until_read()
            whole.append(self.page.evaluate("performance.now()"))
        print(f"{EVENTS} events, {tape.stat().st_size / 2**20:.1f} MiB, "
              f"median of {TIMES} from the click on: first actions after "
              f"{statistics.median(first):.0f} ms, everything after "
              f"{statistics.median(whole):.0f} ms (worst {max(whole):.0f} ms)")


test = Measure()
if not test.run().wasSuccessful():
    sys.exit(1)
