"""Traces for Perfetto, read with the protos of its own Python package."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent

REPRISE = os.environ.get("REPRISE", "reprise")
S = 1_000_000_000


def thread(name):
    return {"name": name, "tid": 7}


# (time, topic, message)
RUN = (
    (1 * S, "/state", {"kind": "KIND_ACTIVITY_ENTERED", "activity": {"component": "com.a/.Main"}}),
    (2 * S, "/input/gesture", {"kind": "KIND_TAP", "start_ns": 2 * S, "end_ns": 2 * S}),
    (2 * S, "/ui/widget", {"words": "tap 'Save'", "target": {"class_name": "B", "text": "Save"}}),
    (3 * S, "/schedule", {"kind": "KIND_POST", "type": "TYPE_RUNNABLE", "thread": thread("main"),
                          "callback_class": "Sync"}),
    (4 * S, "/schedule", {"kind": "KIND_BEGIN", "post_ref": 4, "thread": thread("pool-1"), "callback_class": "Sync"}),
    (5 * S, "/log", {"line": {"priority": 4, "tag": "Notes", "text": "synced\nall"}, "pid": 9}),
    (6 * S, "/schedule", {"kind": "KIND_END", "post_ref": 4, "thread": thread("pool-1")}),
    (6 * S, "/schedule", {"kind": "KIND_BEGIN", "thread": thread("main"), "callback_class": "Open"}),
    (7 * S, "/screen", {"width_px": 10, "height_px": 20}),
    (8 * S, "/state", {"kind": "KIND_ACTIVITY_ENTERED", "activity": {"component": "com.a/.Other"}}),
    (9 * S, "/log", {"crash": {"signature": "NPE at A.b", "thread_name": "main"}}),
    (9 * S, "/reprise", {"kind": "KIND_NOTE", "sentence": "here"}),
)


class Perfetto(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            text, out = pathlib.Path(folder, "run.jsonl"), pathlib.Path(folder, "run.pftrace")
            lines = [{"tape": 1}] + [{"t": t, "topic": topic, "data": {"id": i + 1, **data}}
                                     for i, (t, topic, data) in enumerate(RUN)]
            text.write_text("".join(json.dumps(line) + "\n" for line in lines))
            subprocess.run([REPRISE, "convert", text, out], check=True)
            cls.trace = Trace.FromString(out.read_bytes())
        cls.names = {p.track_descriptor.uuid: p.track_descriptor.name for p in cls.trace.packet
                     if p.HasField("track_descriptor")}
        cls.events = [(cls.names[p.track_event.track_uuid], p.timestamp // S,
                       TrackEvent.Type.Name(p.track_event.type), p.track_event.name)
                      for p in cls.trace.packet if p.HasField("track_event")]

    def on(self, track):
        return [e[1:] for e in self.events if e[0] == track]

    def test_there_is_nothing_that_perfetto_does_not_know(self):
        for packet in self.trace.packet:
            self.assertTrue(packet.trusted_packet_sequence_id)
        # Unknown fields would be gone in the bytes that are made anew.
        clean = Trace.FromString(self.trace.SerializeToString())
        clean.DiscardUnknownFields()
        self.assertEqual(clean.ByteSize(), self.trace.ByteSize())

    def test_slices(self):
        self.assertEqual(self.on("activities"), [
            (1, "TYPE_SLICE_BEGIN", "com.a/.Main"), (8, "TYPE_SLICE_END", ""),
            (8, "TYPE_SLICE_BEGIN", "com.a/.Other"), (9, "TYPE_SLICE_END", "")])
        self.assertEqual(self.on("gestures"), [(2, "TYPE_SLICE_BEGIN", "tap"), (2, "TYPE_SLICE_END", "")])
        self.assertEqual(self.on("thread pool-1"), [(4, "TYPE_SLICE_BEGIN", "Sync"), (6, "TYPE_SLICE_END", "")])
        # What did not end, ends with the trace.
        self.assertEqual(self.on("thread main"), [
            (3, "TYPE_INSTANT", "post Sync"), (6, "TYPE_SLICE_BEGIN", "Open"), (9, "TYPE_SLICE_END", "")])

    def test_instants(self):
        self.assertEqual(self.on("steps"), [(2, "TYPE_INSTANT", "tap 'Save'")])
        self.assertEqual(self.on("log"), [(5, "TYPE_INSTANT", "I/Notes: synced")])
        self.assertEqual(self.on("screen"), [(7, "TYPE_INSTANT", "10x20")])
        self.assertEqual(self.on("crashes"), [(9, "TYPE_INSTANT", "crash: NPE at A.b")])
        self.assertEqual(self.on("reprise"), [(9, "TYPE_INSTANT", "note")])

    def test_arrows_lead_from_a_post_to_its_task(self):
        events = [p.track_event for p in self.trace.packet if p.HasField("track_event")]
        self.assertEqual([e.name for e in events if 4 in e.flow_ids], ["post Sync"])
        self.assertEqual([e.name for e in events if 4 in e.terminating_flow_ids], ["Sync"])

    def test_whole_texts_are_in_the_arguments(self):
        event = next(p.track_event for p in self.trace.packet if p.track_event.name == "I/Notes: synced")
        self.assertEqual({a.name: a.string_value for a in event.debug_annotations},
                         {"text": "synced\nall", "pid": "9", "tid": "0"})


if __name__ == "__main__":
    unittest.main()
