"""What the agent does besides being exact: ways, aborts, losses, nodes."""

import unittest

import ground

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SLOT, TRACKING_ID, BTN_TOUCH = 47, 57, 330
VOLUME_UP, POWER = 115, 116
FINGERS_UP = [
    [EV_ABS, SLOT, 0], [EV_ABS, TRACKING_ID, -1], [EV_ABS, SLOT, 1],
    [EV_ABS, TRACKING_ID, -1], [EV_KEY, BTN_TOUCH, 0], [EV_SYN, 0, 0]]
KEYS_UP = [[EV_KEY, VOLUME_UP, 0], [EV_KEY, POWER, 0], [EV_SYN, 0, 0]]


class Agent(ground.GroundTest):
    sessions = ("short", "hold", "idle", "long", "requests")
    script = r"""
mv requests.mcap requests
# Through uinput, and then onto the nodes that another process has made.
recorded uinput $agent replay short.mcap -o uinput.rep.mcap
$agent replay idle.mcap -o idle.rep.mcap > idle.log 2>&1 & idle=$!
sleep 2
$agent replay short.mcap -o node.rep.mcap --way node > node.log 2>&1
kill -TERM $idle; wait $idle; echo $? > idle.txt

# Aborted by a signal, and by a host that goes away.
$agent replay hold.mcap -o abort.rep.mcap > abort.log 2>&1 & replay=$!
sleep 3; kill -HUP $replay; wait $replay; echo $? > abort.txt
serve() { (cat requests; sleep 3) | $agent serve > serve.bin; echo $?; }
recorded serve serve

# A reader that is stopped loses events.
$agent record -o stalled.rec.mcap > stalled.log 2>&1 & recorder=$!
$agent replay long.mcap -o fast.rep.mcap --max-gap 2ms --gesture-speed 8 \
  > fast.log 2>&1 & replay=$!
sleep 3; kill -STOP $recorder; sleep 3; kill -CONT $recorder
wait $replay; sleep 0.2; kill -TERM $recorder; wait $recorder

# Parts, and what cannot be.
$agent replay short.mcap -o keys.rep.mcap --only keys > keys.log 2>&1
for words in "replay nothing.mcap" "record --node event99" "replay" \
    "replay short.mcap --way air" "replay short.mcap --timing often"; do
  $agent $words >> errors.txt 2>&1; echo "$?" >> errors.txt
done
$agent devices > devices.txt; $agent probe > probe.txt
"""

    def test_a_replay_through_uinput_is_equal(self):
        for tape in ("uinput.rep.mcap", "uinput.rec.mcap"):
            found = self.check("short.mcap", tape)
            self.assertTrue(found["equal"], (tape, found))

    def test_nodes_that_come_and_go_are_said(self):
        events = self.check("short.mcap", "uinput.rec.mcap")["events"]
        self.assertEqual(events["KIND_DEVICE_ADDED"], 2)
        self.assertEqual(events["KIND_DEVICE_REMOVED"], 2)

    def test_a_replay_on_existing_nodes_is_equal(self):
        self.assertIn("through write-node", self.read("node.log"))
        found = self.check("short.mcap", "node.rep.mcap")
        self.assertTrue(found["equal"], found)
        self.assertEqual(found["same_origin"], found["frames"])

    def test_foreign_input_is_noticed(self):
        self.assertRegex(self.read("idle.log"), r"\d+ frames of foreign input")
        events = self.check("idle.mcap", "idle.rep.mcap")["events"]
        self.assertGreaterEqual(events["KIND_FOREIGN_INPUT"], 1)

    def test_an_abort_lifts_fingers_and_keys(self):
        self.assertEqual(self.read("abort.txt"), "130\n")
        found = self.check("hold.mcap", "abort.rep.mcap")
        self.assertEqual(found["released"], [FINGERS_UP, KEYS_UP])
        self.assertEqual(found["events"]["KIND_INPUT_RELEASED"], 2)

    def test_a_host_that_goes_away_is_an_abort(self):
        self.assertEqual(self.read("serve.log"), "0\n")
        last = self.check("hold.mcap", "serve.rec.mcap")["last"]
        self.assertEqual(last["reprise test touchscreen"], FINGERS_UP)
        self.assertEqual(last["reprise test keys"], KEYS_UP)

    def test_a_stalled_reader_is_brought_in_step_again(self):
        events = self.check("long.mcap", "stalled.rec.mcap")["events"]
        self.assertGreaterEqual(events["KIND_SYN_DROPPED"], 1)

    def test_time_rules_change_no_frame(self):
        found = self.check("long.mcap", "fast.rep.mcap")
        self.assertTrue(found["equal"], found)
        self.assertEqual(found["events"]["KIND_TIME_WARPED"], 1)

    def test_a_selection_plays_only_that(self):
        self.assertIn("keys.rep.mcap: 10 frames", self.read("keys.log"))

    def test_errors_are_sentences(self):
        self.assertEqual(self.read("errors.txt").splitlines(), [
            "reprise_agent: nothing.mcap: cannot open: No such file or "
            "directory", "5",
            "reprise_agent: there is no node 'event99' in /dev/input; "
            "'reprise_agent devices' lists those that there are", "2",
            "reprise_agent: one tape is needed, 0 were given; see "
            "reprise_agent --help", "1",
            "reprise_agent: --way air is not known; accepted are auto, uinput "
            "and node", "1",
            "reprise_agent: --timing: 'often' is not known; give exact (as "
            "recorded) or warp (short pauses become 1 ms, long ones 3 s)",
            "1"])

    def test_devices_and_probe(self):
        self.assertIn("event0   keys", self.read("devices.txt"))
        self.assertIn("uinput: yes\nreal-time priority: yes\n",
                      self.read("probe.txt"))


if __name__ == "__main__":
    unittest.main()
