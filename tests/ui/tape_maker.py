"""Writes tapes for the tests of the page: messages from proto/, by topic."""

import hashlib

from google.protobuf import descriptor_pb2
from mcap.writer import CompressionType, Writer

from reprise import (anchor_pb2, device_event_pb2, evdev_pb2, gesture_pb2,
                     key_event_pb2, log_pb2, motion_event_pb2, net_pb2, reprise_event_pb2,
                     screen_pb2, sensor_pb2, state_pb2, text_event_pb2,
                     widget_pb2)

TYPES = {
    "/input/evdev/event1": evdev_pb2.EvdevFrame,
    "/input/touch": motion_event_pb2.MotionEvent,
    "/input/key": key_event_pb2.KeyEvent,
    "/input/text": text_event_pb2.TextEvent,
    "/input/gesture": gesture_pb2.GestureEvent,
    "/ui/widget": widget_pb2.WidgetEvent,
    "/sensor/accelerometer": sensor_pb2.SensorEvent,
    "/net": net_pb2.NetEvent,
    "/state": state_pb2.StateEvent,
    "/device": device_event_pb2.DeviceEvent,
    "/screen": screen_pb2.ScreenFrame,
    "/log": log_pb2.LogEvent,
    "/reprise": reprise_event_pb2.RepriseEvent,
    "/reprise/anchor": anchor_pb2.ClockAnchor,
}

START = 8_120_000_000_000


def _files(descriptor, found):
    """The file of a message after those that it imports."""
    for other in descriptor.dependencies:
        _files(other, found)
    if descriptor.name not in found:
        found[descriptor.name] = descriptor
    return found


def schema_of(message):
    files = descriptor_pb2.FileDescriptorSet()
    for descriptor in _files(message.DESCRIPTOR.file, {}).values():
        descriptor.CopyToProto(files.file.add())
    return files.SerializeToString()


class TapeMaker:
    """One tape. `now` is ns since its start; add() puts a message there."""

    def __init__(self, path, **about):
        self._file = open(path, "wb")
        self._writer = Writer(self._file, chunk_size=256 << 10,
                              compression=CompressionType.ZSTD)
        self._writer.start(profile="x-reprise/1",
                           library="reprise 0.1.0, tape version 1")
        self._writer.add_metadata("reprise", about)
        self._channels = {}
        self._blobs = set()
        self._id = 0
        self.now = 0

    def _channel(self, topic):
        if topic not in self._channels:
            message = TYPES[topic]
            schema = self._writer.register_schema(
                name=message.DESCRIPTOR.full_name, encoding="protobuf",
                data=schema_of(message))
            self._channels[topic] = self._writer.register_channel(
                topic=topic, message_encoding="protobuf", schema_id=schema)
        return self._channels[topic]

    def add(self, topic, publish=None, **fields):
        """Adds a message with these fields and returns its id."""
        self._id += 1
        message = TYPES[topic](id=self._id, **fields)
        self._writer.add_message(
            channel_id=self._channel(topic), log_time=START + self.now,
            publish_time=START + (self.now if publish is None else publish),
            data=message.SerializeToString(), sequence=self._id)
        return self._id

    @property
    def messages(self):
        return self._id

    def blob(self, data):
        """A Blob whose bytes are there the first time only."""
        digest = hashlib.sha256(data).digest()
        first = digest not in self._blobs
        self._blobs.add(digest)
        return {"sha256": digest, "size": len(data),
                "data": data if first else b""}

    def flush(self):
        """Hands what was added to the disk, as a recorder does."""
        # pylint: disable=protected-access
        self._writer._Writer__finalize_chunk()
        self._file.flush()

    def source(self, **values):
        self._writer.add_metadata("reprise.source", values)

    def finish(self, **end):
        if end:
            self._writer.add_metadata("reprise.end", end)
        self._writer.finish()
        self._file.close()
