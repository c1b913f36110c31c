// Writes a file with npm `@mcap/core`, for readers to be tested on.
//
// The content is the same for every peer and is defined in ../README.md.
"use strict";

const fs = require("fs");
const path = require("path");
const { parseArgs } = require("util");
const { McapWriter, LIBRARY_IDENTIFIER } = require("@mcap/core");
const zstd = require("@foxglove/wasm-zstd");

const CONTENT = JSON.parse(
  fs.readFileSync(path.join(__dirname, "..", "content.json"), "utf8"),
);
const BASE = BigInt(CONTENT.base_time);

function varint(n) {
  const out = [];
  for (; n > 127; n >>= 7) out.push((n & 127) | 128);
  out.push(n);
  return Buffer.from(out);
}

function text(i) {
  return `née ☃ ${i} ` + "x".repeat((i * 37) % 200);
}

function blob(i) {
  return Buffer.from(Array.from({ length: i % 40 }, (_, k) => (i * k) % 256));
}

// The bytes of interop.Sample for message i.
function sample(i) {
  if (i % 11 === 10) return Buffer.alloc(0);
  const t = Buffer.from(text(i));
  const ratio = Buffer.alloc(8);
  ratio.writeDoubleLE(i * 0.5);
  return Buffer.concat([
    Buffer.from([0x08]),
    varint(i),
    Buffer.from([0x12]),
    varint(t.length),
    t,
    Buffer.from([0x19]),
    ratio,
    Buffer.from([0x22]),
    varint(i % 40),
    blob(i),
  ]);
}

function message(i) {
  const k = i % 10 === 9 ? i - 1 : i;
  const logTime = BASE + 1000n * BigInt(k % 7 === 3 ? k - 3 : k);
  const common = {
    sequence: i === 1 ? 0xffffffff : i,
    logTime,
    publishTime: i === 0 ? 0xffffffffffffffffn : logTime - 500n,
  };
  if (i % 5 === 4) return { channel: "raw", ...common, data: blob(i) };
  if (i % 3 === 2) {
    const note = `{"i":${i},"text":"${text(i)}"}`;
    return { channel: "json", ...common, data: Buffer.from(note) };
  }
  return { channel: "proto", ...common, data: sample(i) };
}

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      compression: { type: "string", default: "zstd" },
      chunked: { type: "string", default: "yes" },
      indexed: { type: "string", default: "yes" },
      messages: { type: "string", default: "200" },
    },
  });
  if (positionals.length !== 1) {
    console.error("usage: write.js OUT [options]");
    process.exit(1);
  }
  if (!["none", "zstd"].includes(values.compression)) {
    console.error("write.js: no compressor for " + values.compression);
    process.exit(3);
  }
  if (values.chunked === "no" && values.compression !== "none") {
    console.error("write.js: only chunks are compressed");
    process.exit(3);
  }
  return { ...values, out: positionals[0] };
}

class File {
  #fd;
  #position = 0;
  constructor(name) {
    this.#fd = fs.openSync(name, "w");
  }
  position() {
    return BigInt(this.#position);
  }
  async write(buffer) {
    fs.writeFileSync(this.#fd, buffer);
    this.#position += buffer.byteLength;
  }
}

async function main() {
  const args = options();
  const indexed = args.indexed === "yes";
  const count = Number(args.messages);
  await zstd.isLoaded;
  const compressChunk = (data) => ({
    compression: "zstd",
    compressedData: zstd.compress(data),
  });
  const writer = new McapWriter({
    writable: new File(args.out),
    chunkSize: CONTENT.chunk_size,
    useChunks: args.chunked === "yes",
    compressChunk: args.compression === "zstd" ? compressChunk : undefined,
    useStatistics: indexed,
    useSummaryOffsets: indexed,
    repeatSchemas: indexed,
    repeatChannels: indexed,
    useAttachmentIndex: indexed,
    useMetadataIndex: indexed,
    useMessageIndex: indexed,
    useChunkIndex: indexed,
  });
  await writer.start({ profile: "interop", library: LIBRARY_IDENTIFIER });
  const proto = await writer.registerSchema({
    name: CONTENT.proto_schema_name,
    encoding: "protobuf",
    data: Buffer.from(CONTENT.proto_schema_hex, "hex"),
  });
  const note = await writer.registerSchema({
    name: CONTENT.json_schema_name,
    encoding: "jsonschema",
    data: Buffer.from(CONTENT.json_schema),
  });
  const channel = (topic, messageEncoding, schemaId, metadata) =>
    writer.registerChannel({
      topic,
      messageEncoding,
      schemaId,
      metadata: new Map(metadata),
    });
  const channels = {
    proto: await channel("/proto", "protobuf", proto, [
      ["unit", "none"],
      ["née", "☃"],
    ]),
    json: await channel("/json", "json", note, []),
    raw: await channel("/raw", "", 0, []),
  };
  const attachments = [
    {
      name: "notes.txt",
      mediaType: "text/plain",
      createTime: BASE + 1n,
      logTime: BASE + 2n,
      data: Buffer.from("hello\n".repeat(100)),
    },
    {
      name: "empty.bin",
      mediaType: "",
      createTime: 0n,
      logTime: BASE + 3n,
      data: new Uint8Array(0),
    },
  ];
  const metadata = {
    name: "run",
    metadata: new Map([
      ["device", "virtual"],
      ["née", "☃"],
    ]),
  };
  // Without chunks this library indexes attachments and metadata at the wrong
  // offset when messages precede them, so there they come first.
  const late = args.chunked === "yes";
  if (!late) {
    for (const a of attachments) await writer.addAttachment(a);
    await writer.addMetadata(metadata);
  }
  for (let i = 0; i < count; i++) {
    if (late && i === Math.floor(count / 2)) {
      await writer.addAttachment(attachments[0]);
      await writer.addMetadata(metadata);
    }
    const { channel: name, ...rest } = message(i);
    await writer.addMessage({ channelId: channels[name], ...rest });
  }
  if (late) await writer.addAttachment(attachments[1]);
  await writer.end();
}

main();
