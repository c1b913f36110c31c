// Prints what npm `@mcap/core` sees in a file: `node dump.js FILE`.
//
// Exists so that a test can compare the official TypeScript reader with the
// others line by line. The format is in ../README.md.
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const { McapIndexedReader, McapStreamReader } = require("@mcap/core");
const {
  loadDecompressHandlers,
  protobufFromBinaryDescriptor,
} = require("@mcap/support");

const SHORT = 32; // bytes; data up to this size is also printed in hex
const APPEND = 64 * 1024; // bytes given to the streaming reader at a time

// JSON with keys by code point, as in the other languages; JavaScript's own
// order is by UTF-16 unit, with integer-like keys first.
function text(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(text).join(",")}]`;
  const keys = Object.keys(value).sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const pairs = keys.map((key) => JSON.stringify(key) + ":" + text(value[key]));
  return `{${pairs.join(",")}}`;
}

const lines = [];
function emit(section, kind, fields) {
  lines.push(text({ section, kind, ...fields }));
}

function content(data) {
  const bytes = Buffer.from(data);
  const sha256 = crypto.createHash("sha256").update(bytes).digest("hex");
  const out = { size: String(bytes.length), sha256 };
  if (bytes.length <= SHORT) out.hex = bytes.toString("hex");
  return out;
}

function stringMap(map) {
  const out = Object.create(null);
  for (const [key, value] of map) out[String(key)] = String(value);
  return out;
}

function emitSchema(section, s) {
  emit(section, "schema", {
    id: String(s.id),
    name: s.name,
    encoding: s.encoding,
    ...content(s.data),
  });
}

function emitChannel(section, c) {
  emit(section, "channel", {
    id: String(c.id),
    topic: c.topic,
    schema_id: String(c.schemaId),
    message_encoding: c.messageEncoding,
    metadata: stringMap(c.metadata),
  });
}

function emitMessage(section, channel, m) {
  emit(section, "message", {
    channel_id: String(m.channelId),
    topic: channel.topic,
    sequence: String(m.sequence),
    log_time: String(m.logTime),
    publish_time: String(m.publishTime),
    ...content(m.data),
  });
}

function emitAttachment(section, a) {
  emit(section, "attachment", {
    name: a.name,
    media_type: a.mediaType,
    log_time: String(a.logTime),
    create_time: String(a.createTime),
    ...content(a.data),
  });
}

function emitMetadata(section, m) {
  emit(section, "metadata", { name: m.name, metadata: stringMap(m.metadata) });
}

// The `stream` section: every record in file order.
class StreamDump {
  schemas = new Map();
  channels = new Map();
  inSummary = false;

  // The library itself rejects a channel that differs from an earlier one.
  firstTime(known, record) {
    if (known.has(record.id)) return false;
    known.set(record.id, record);
    return true;
  }

  record(r) {
    if (r.type === "Header") {
      emit("stream", "header", { profile: r.profile, library: r.library });
    } else if (r.type === "DataEnd") {
      this.inSummary = true;
      emit("stream", "data_end", { crc: String(r.dataSectionCrc) });
    } else if (r.type === "SummaryOffset") {
      emit("stream", "summary_offset", {
        opcode: String(r.groupOpcode),
        start: String(r.groupStart),
        length: String(r.groupLength),
      });
    } else if (r.type === "Footer") {
      emit("stream", "footer", {
        summary_start: String(r.summaryStart),
        summary_offset_start: String(r.summaryOffsetStart),
        crc: String(r.summaryCrc),
      });
    } else if (this.inSummary) {
      return; // the `summary` section lists these
    } else if (r.type === "Schema") {
      if (this.firstTime(this.schemas, r)) emitSchema("stream", r);
    } else if (r.type === "Channel") {
      if (r.schemaId !== 0 && !this.schemas.has(r.schemaId)) {
        throw new Error(`no schema ${r.schemaId} before ${r.topic}`);
      }
      if (this.firstTime(this.channels, r)) emitChannel("stream", r);
    } else if (r.type === "Message") {
      emitMessage("stream", this.channels.get(r.channelId), r);
    } else if (r.type === "Attachment") {
      emitAttachment("stream", r);
    } else if (r.type === "Metadata") {
      emitMetadata("stream", r);
    }
  }
}

function dumpStream(file, decompressHandlers) {
  const dump = new StreamDump();
  const reader = new McapStreamReader({ decompressHandlers });
  try {
    for (let at = 0; at < file.length; at += APPEND) {
      reader.append(file.subarray(at, at + APPEND));
      for (let r; (r = reader.nextRecord()); ) dump.record(r);
    }
  } catch (error) {
    console.error(`dump.js: stream: ${error}`);
  }
  emit("stream", "end", { complete: reader.done() });
  return reader.done();
}

function dumpSummary(reader) {
  const byId = (map) => [...map.values()].sort((a, b) => a.id - b.id);
  for (const s of byId(reader.schemasById)) emitSchema("summary", s);
  for (const c of byId(reader.channelsById)) emitChannel("summary", c);
  const s = reader.statistics;
  if (s) {
    emit("summary", "statistics", {
      message_count: String(s.messageCount),
      schema_count: String(s.schemaCount),
      channel_count: String(s.channelCount),
      attachment_count: String(s.attachmentCount),
      metadata_count: String(s.metadataCount),
      chunk_count: String(s.chunkCount),
      message_start_time: String(s.messageStartTime),
      message_end_time: String(s.messageEndTime),
      channel_message_counts: stringMap(s.channelMessageCounts),
    });
  }
  for (const c of reader.chunkIndexes) {
    emit("summary", "chunk_index", {
      start_time: String(c.messageStartTime),
      end_time: String(c.messageEndTime),
      offset: String(c.chunkStartOffset),
      length: String(c.chunkLength),
      compression: c.compression,
      compressed_size: String(c.compressedSize),
      uncompressed_size: String(c.uncompressedSize),
      message_index_length: String(c.messageIndexLength),
      message_index_offsets: stringMap(c.messageIndexOffsets),
    });
  }
  for (const a of reader.attachmentIndexes) {
    emit("summary", "attachment_index", {
      name: a.name,
      media_type: a.mediaType,
      log_time: String(a.logTime),
      create_time: String(a.createTime),
      size: String(a.dataSize),
      offset: String(a.offset),
      length: String(a.length),
    });
  }
  for (const m of reader.metadataIndexes) {
    emit("summary", "metadata_index", {
      name: m.name,
      offset: String(m.offset),
      length: String(m.length),
    });
  }
}

// As protobuf's own JSON: 64-bit numbers and bytes as text, enums by name.
const AS_JSON = { longs: String, enums: String, bytes: String, json: true };

async function dumpDecoded(reader) {
  const types = new Map();
  for (const schema of reader.schemasById.values()) {
    if (schema.encoding !== "protobuf") continue;
    const root = protobufFromBinaryDescriptor(schema.data);
    types.set(schema.id, root.lookupType(schema.name));
  }
  for await (const m of reader.readMessages()) {
    const channel = reader.channelsById.get(m.channelId);
    const type = types.get(channel.schemaId);
    if (!type || channel.messageEncoding !== "protobuf") continue;
    emit("decoded", "message", {
      topic: channel.topic,
      sequence: String(m.sequence),
      log_time: String(m.logTime),
      json: type.toObject(type.decode(m.data), AS_JSON),
    });
  }
}

async function dumpByIndex(file, decompressHandlers) {
  const readable = {
    size: async () => BigInt(file.length),
    read: async (offset, size) => {
      if (offset + size > BigInt(file.length)) {
        throw new Error(`read of ${size} at ${offset} beyond the end`);
      }
      return file.subarray(Number(offset), Number(offset + size));
    },
  };
  let reader;
  try {
    reader = await McapIndexedReader.Initialize({
      readable,
      decompressHandlers,
    });
  } catch (error) {
    console.error(`dump.js: summary: ${error}`);
    emit("summary", "end", { available: false });
    return;
  }
  dumpSummary(reader);
  emit("summary", "end", { available: true });
  for await (const m of reader.readMessages()) {
    emitMessage("indexed", reader.channelsById.get(m.channelId), m);
  }
  for await (const a of reader.readAttachments()) emitAttachment("indexed", a);
  for await (const m of reader.readMetadata()) emitMetadata("indexed", m);
  emit("indexed", "end", { messages: reader.chunkIndexes.length > 0 });
  await dumpDecoded(reader);
}

async function main() {
  if (process.argv.length !== 3) {
    console.error("usage: dump.js FILE");
    process.exit(1);
  }
  // A plain Uint8Array: Buffer's methods differ from what the library expects.
  const file = new Uint8Array(fs.readFileSync(process.argv[2]));
  const handlers = await loadDecompressHandlers();
  const complete = dumpStream(file, handlers);
  try {
    await dumpByIndex(file, handlers);
  } finally {
    fs.writeSync(1, lines.map((line) => line + "\n").join(""));
  }
  process.exitCode = complete ? 0 : 4;
}

main();
