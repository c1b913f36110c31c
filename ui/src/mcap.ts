// Records of an MCAP file at known places, and the messages inside a chunk.
// The layout of the whole file is docs/format/tape.md.

import { McapStreamReader, type TypedMcapRecord } from "@mcap/core";
import { decompress } from "fzstd";

export const MAGIC = 8;
export const PREFIX = 9; // opcode and length before each record
export const LONGEST_CHUNK = 256 << 20;

export const opcode = {
  footer: 0x02,
  schema: 0x03,
  channel: 0x04,
  message: 0x05,
  chunk: 0x06,
  attachment: 0x09,
  metadata: 0x0c,
  dataEnd: 0x0f,
};

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// The record that these bytes begin with, prefix included.
export function parseRecord(bytes: Uint8Array): TypedMcapRecord {
  const reader = new McapStreamReader({
    noMagicPrefix: true,
    includeChunks: true,
    validateCrcs: false,
  });
  reader.append(bytes);
  const record = reader.nextRecord();
  if (!record) throw new Error("a record is cut off");
  return record;
}

// What is inside the chunk that these bytes hold, uncompressed.
export function chunkContent(bytes: Uint8Array): Uint8Array {
  const chunk = parseRecord(bytes);
  if (chunk.type !== "Chunk") throw new Error(`a chunk is a ${chunk.type}`);
  const size = Number(chunk.uncompressedSize);
  if (size > LONGEST_CHUNK) throw new Error(`a chunk of ${size} bytes`);
  if (chunk.compression === "") return chunk.records;
  if (chunk.compression !== "zstd") {
    throw new Error(`chunks compressed by ${chunk.compression}`);
  }
  const content = decompress(chunk.records, new Uint8Array(size));
  if (content.length !== size) throw new Error("a chunk is damaged");
  return content;
}

export interface MessageRecord {
  channel: number;
  logTime: bigint;
  publishTime: bigint;
  offset: number; // of its data
  length: number;
}

const HEAD = 22; // channel, sequence and both times

// Calls `take` for every message among these records, and `other` with the
// bytes of any other record: writers other than ours put schemas and channels
// into chunks.
export function eachMessage(
  records: Uint8Array,
  take: (message: MessageRecord) => void,
  other: (record: Uint8Array) => void,
): void {
  const view = viewOf(records);
  let at = 0;
  while (at + PREFIX <= records.length) {
    const kind = view.getUint8(at);
    const length = Number(view.getBigUint64(at + 1, true));
    at += PREFIX;
    if (at + length > records.length) throw new Error("a message is cut off");
    if (kind === opcode.message && length >= HEAD) {
      take({
        channel: view.getUint16(at, true),
        logTime: view.getBigUint64(at + 6, true),
        publishTime: view.getBigUint64(at + 14, true),
        offset: at + HEAD,
        length: length - HEAD,
      });
    } else {
      other(records.subarray(at - PREFIX, at + length));
    }
    at += length;
  }
}
