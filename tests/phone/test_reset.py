"""A reset gives what a fresh process gives: stack, view tree, hash codes and pixels
of ten screens of ApiDemos, reached by taps."""

import hashlib
import unittest

import process
import samples
from process import Process, pb

# The texts to tap, from the first screen on.
PATHS = [
    ["Animation", "Bouncing Balls"],
    ["App", "Action Bar", "Action Bar Tabs"],
    ["App", "Activity", "Custom Title"],
    ["App", "Alert Dialogs", "OK Cancel dialog with a message"],
    ["Content", "Assets", "Read Asset"],
    ["Graphics", "Arcs"],
    ["Preference", "1. Preferences from XML"],
    ["Text", "Marquee"],
    ["Views", "Buttons"],
    ["Views", "Controls", "1. Light Theme"],
]


def walk(p, path):
    """What can be seen at the end of a path, and on the way."""
    seen = []
    p.start()
    for text in path:
        p.settle(3)
        p.tap_on(text)
        seen.append(p.activities())
    p.settle(3)
    picture, _ = p.shoot()
    trees = p.look()
    # Names objects by their hash codes, which differ with all that was asked for one before.
    seen.append(p.ask(dump=pb.PhoneRequest.Dump(name="activity", args=["top"])).text)
    return seen, [w.SerializeToString(deterministic=True) for w in trees.windows], hashlib.sha256(picture).hexdigest()


class Reset(unittest.TestCase):
    def test_equals_a_fresh_process(self):
        app = process.app("android-apidemos")
        with Process() as reset:
            reset.boot()
            app = app._replace(manifest=reset.describe(app.apk))
            for path in PATHS:
                with self.subTest(path=" > ".join(path)):
                    reset.attach(app)
                    again = walk(reset, path)
                    with Process() as fresh:
                        fresh.boot()
                        fresh.attach(app)
                        first = walk(fresh, path)
                    self.assertEqual(again[0], first[0])
                    self.assertEqual(again[1], first[1])
                    self.assertEqual(again[2], first[2])

    def test_preferences_are_of_the_classes_of_the_new_run(self):
        app = process.app("polite-droid")
        with Process() as p:
            p.boot()
            runs = []
            for _ in range(2):
                p.attach(app, methods=True)
                p.start(wait_s=10)
                runs.append(list(p.ask(ask_methods=pb.PhoneRequest.AskMethods()).methods))
            self.assertIn("Lcom/politedroid/Preferences;-><init>()V", runs[0])
            self.assertEqual(runs[0], runs[1])

    def test_network_rules_are_those_of_the_app_alone(self):
        app = process.app(samples.make("trial"))
        with Process() as p:
            p.boot()
            for _ in range(2):
                p.attach(app)
                p.start(wait_s=10)
            self.assertEqual([], p.log("nsconfig"))


if __name__ == "__main__":
    unittest.main()
