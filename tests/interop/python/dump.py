"""Prints what the PyPI `mcap` library sees in a file: `dump.py FILE`.

Exists so that a test can compare the official Python reader with the others
line by line. The format is in ../README.md.
"""

import hashlib
import json
import sys

from google.protobuf.json_format import MessageToDict
from mcap import records
from mcap.reader import SeekingReader
from mcap.stream_reader import StreamReader
from mcap_protobuf.decoder import DecoderFactory

SHORT = 32  # bytes; data up to this size is also printed in hex


def emit(section, kind, **fields):
    line = {"section": section, "kind": kind, **fields}
    print(json.dumps(line, sort_keys=True, ensure_ascii=False,
                     separators=(",", ":")))


def content(data):
    out = {"size": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}
    if len(data) <= SHORT:
        out["hex"] = data.hex()
    return out


def emit_schema(section, s):
    emit(section, "schema", id=str(s.id), name=s.name, encoding=s.encoding,
         **content(s.data))


def emit_channel(section, c):
    emit(section, "channel", id=str(c.id), topic=c.topic,
         schema_id=str(c.schema_id), message_encoding=c.message_encoding,
         metadata=c.metadata)


def emit_message(section, channel, m):
    emit(section, "message", channel_id=str(m.channel_id),
         topic=channel.topic, sequence=str(m.sequence),
         log_time=str(m.log_time), publish_time=str(m.publish_time),
         **content(m.data))


def emit_attachment(section, a):
    emit(section, "attachment", name=a.name, media_type=a.media_type,
         log_time=str(a.log_time), create_time=str(a.create_time),
         **content(a.data))


def emit_metadata(section, m):
    emit(section, "metadata", name=m.name, metadata=m.metadata)


class StreamDump:
    """The `stream` section: every record in file order."""

    def __init__(self):
        self.schemas = {}
        self.channels = {}
        self.in_summary = False

    def first_time(self, known, record):
        old = known.setdefault(record.id, record)
        if old is not record and old != record:
            raise ValueError(f"{record} differs from the earlier {old}")
        return old is record

    def record(self, r):
        if isinstance(r, records.Header):
            emit("stream", "header", profile=r.profile, library=r.library)
        elif isinstance(r, records.DataEnd):
            self.in_summary = True
            emit("stream", "data_end", crc=str(r.data_section_crc))
        elif isinstance(r, records.SummaryOffset):
            emit("stream", "summary_offset", opcode=str(r.group_opcode),
                 start=str(r.group_start), length=str(r.group_length))
        elif isinstance(r, records.Footer):
            emit("stream", "footer", summary_start=str(r.summary_start),
                 summary_offset_start=str(r.summary_offset_start),
                 crc=str(r.summary_crc))
        elif self.in_summary:
            return  # the `summary` section lists these
        elif isinstance(r, records.Schema):
            if self.first_time(self.schemas, r):
                emit_schema("stream", r)
        elif isinstance(r, records.Channel):
            if r.schema_id != 0 and r.schema_id not in self.schemas:
                raise ValueError(f"no schema {r.schema_id} before {r.topic}")
            if self.first_time(self.channels, r):
                emit_channel("stream", r)
        elif isinstance(r, records.Message):
            emit_message("stream", self.channels[r.channel_id], r)
        elif isinstance(r, records.Attachment):
            emit_attachment("stream", r)
        elif isinstance(r, records.Metadata):
            emit_metadata("stream", r)


def dump_stream(path):
    dump = StreamDump()
    with open(path, "rb") as f:
        try:
            for record in StreamReader(f, validate_crcs=True).records:
                dump.record(record)
        except Exception as error:
            print(f"dump.py: stream: {error!r}", file=sys.stderr)
            emit("stream", "end", complete=False)
            return False
    emit("stream", "end", complete=True)
    return True


def dump_summary(summary):
    for s in sorted(summary.schemas.values(), key=lambda s: s.id):
        emit_schema("summary", s)
    for c in sorted(summary.channels.values(), key=lambda c: c.id):
        emit_channel("summary", c)
    s = summary.statistics
    if s is not None:
        emit("summary", "statistics", message_count=str(s.message_count),
             schema_count=str(s.schema_count),
             channel_count=str(s.channel_count),
             attachment_count=str(s.attachment_count),
             metadata_count=str(s.metadata_count),
             chunk_count=str(s.chunk_count),
             message_start_time=str(s.message_start_time),
             message_end_time=str(s.message_end_time),
             channel_message_counts={
                 str(k): str(v) for k, v in s.channel_message_counts.items()})
    for c in summary.chunk_indexes:
        emit("summary", "chunk_index", start_time=str(c.message_start_time),
             end_time=str(c.message_end_time),
             offset=str(c.chunk_start_offset), length=str(c.chunk_length),
             compression=c.compression,
             compressed_size=str(c.compressed_size),
             uncompressed_size=str(c.uncompressed_size),
             message_index_length=str(c.message_index_length),
             message_index_offsets={
                 str(k): str(v) for k, v in c.message_index_offsets.items()})
    for a in summary.attachment_indexes:
        emit("summary", "attachment_index", name=a.name,
             media_type=a.media_type, log_time=str(a.log_time),
             create_time=str(a.create_time), size=str(a.data_size),
             offset=str(a.offset), length=str(a.length))
    for m in summary.metadata_indexes:
        emit("summary", "metadata_index", name=m.name, offset=str(m.offset),
             length=str(m.length))


def dump_decoded(reader):
    factory = DecoderFactory()
    decoders = {}
    for schema, channel, message in reader.iter_messages():
        if channel.id not in decoders:
            decoders[channel.id] = factory.decoder_for(
                channel.message_encoding, schema)
        decode = decoders[channel.id]
        if decode:
            emit("decoded", "message", topic=channel.topic,
                 sequence=str(message.sequence),
                 log_time=str(message.log_time),
                 json=MessageToDict(decode(message.data),
                                    preserving_proto_field_name=True))


def dump_by_index(path):
    with open(path, "rb") as f:
        reader = SeekingReader(f, validate_crcs=True)
        try:
            summary = reader.get_summary()
        except Exception as error:
            print(f"dump.py: summary: {error!r}", file=sys.stderr)
            summary = None
        if summary is None:
            emit("summary", "end", available=False)
            return
        dump_summary(summary)
        emit("summary", "end", available=True)
        # Without chunk indexes this reader would fall back to a scan.
        messages = bool(summary.chunk_indexes)
        if messages:
            for _, channel, message in reader.iter_messages():
                emit_message("indexed", channel, message)
        for a in reader.iter_attachments():
            emit_attachment("indexed", a)
        for m in reader.iter_metadata():
            emit_metadata("indexed", m)
        emit("indexed", "end", messages=messages)
        if messages:
            dump_decoded(reader)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: dump.py FILE")
    sys.stdout.reconfigure(encoding="utf-8")
    complete = dump_stream(sys.argv[1])
    dump_by_index(sys.argv[1])
    sys.exit(0 if complete else 4)


main()
