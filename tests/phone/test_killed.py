"""An app that is stopped is dead: when its process becomes that of the next run,
none of its code runs and nothing that it had yet to write is written."""

import unittest

import process
from planted import build
from process import Process
from reprise.view_pb2 import ViewNode

# Beside the signature, which is kept in onPause: a thread that would keep it in
# the end, and a callback that would write a file of its own.
LAST_WORDS = ("src/SettingsActivity.java", "  @Override\n  protected void onPause() {", """\
  @Override
  protected void onStart() {
    super.onStart();
    new Thread(() -> {
      try {
        Thread.sleep(1_000_000);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } finally {
        getSharedPreferences("finally", 0).edit().putInt("thread", 1).commit();
      }
    }).start();
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    getSharedPreferences("destroyed", 0).edit().putInt("activity", 1).commit();
  }

  @Override
  protected void onPause() {""")


class Killed(unittest.TestCase):
    def files(self, p):
        data = p.folder / "data"
        return {str(path.relative_to(data)): path.read_bytes()
                for path in sorted(data.rglob("*")) if path.is_file()}

    def open_settings(self, p):
        p.start()
        p.settle(3)
        p.tap_on(name="tab_settings")
        p.settle(3)

    def test_writes_nothing_into_the_next_run(self):
        app = process.app(build([LAST_WORDS]))
        with Process() as p:
            p.boot()
            p.attach(app)
            self.open_settings(p)
            # Kept at once, but written to the file 100 ms later.
            p.tap_on(name="ask", then_s=0.01)
            before = self.files(p)
            self.assertNotIn(b"ask", before.get("shared_prefs/settings.xml", b""))
            p.attach(app, clear=False)
            self.assertEqual(before, self.files(p))
            p.advance(2)
            self.assertEqual(before, self.files(p))
            # It has what was written, no more.
            self.open_settings(p)
            self.assertTrue(p.find(name="ask").flags & ViewNode.FLAG_CHECKED)


if __name__ == "__main__":
    unittest.main()
