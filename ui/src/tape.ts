// A tape: its channels, and a table of its messages that fills while the file
// is read from front to back. Finished, cut and growing tapes are read the same
// way; the summary of a finished one says at once what is to come. Messages are
// decoded when somebody looks at them.

import { McapIndexedReader } from "@mcap/core";
import { Column } from "./columns";
import { count } from "./format";
import {
  chunkContent,
  eachMessage,
  MAGIC,
  opcode,
  parseRecord,
  PREFIX,
  viewOf,
} from "./mcap";
import { type Decoded, type PlainObject, plain, Schemas } from "./schemas";
import type { Source } from "./source";

const BLOCK = 8 << 20;
const KEPT_CHUNKS = 32;
const SLICE_MS = 12;

export interface Channel {
  id: number;
  topic: string;
  schema: number;
  messages: number;
}

export interface Metadata {
  name: string;
  values: Map<string, string>;
}

interface Place {
  offset: number;
  length: number;
}

// Told of each message while the tape is read. `data` is only for now.
export interface Taker {
  take(topic: string, index: number, data: Uint8Array, publish: number): void;
  // Some messages are there; `done` is the part of the tape that was read.
  progress(done: number): void;
}

export class Tape {
  readonly schemas = new Schemas();
  readonly channels = new Map<number, Channel>();
  readonly metadata: Metadata[] = [];
  readonly problems: string[] = [];
  finished = false;
  start = 0n; // log_time of the first message
  end = 0; // of the last one, in ns since start
  version = "";

  private readonly times = new Column(new Float64Array(4096));
  private readonly channelOf = new Column(new Uint16Array(4096));
  private readonly chunkOf = new Column(new Uint32Array(4096));
  private readonly offsets = new Column(new Uint32Array(4096));
  private readonly lengths = new Column(new Uint32Array(4096));
  private readonly chunks: Place[] = [];
  private readonly attachments = new Map<string, Place>();
  private readonly cache = new Map<number, Promise<Uint8Array>>();
  private chunkStarts: number[] = []; // from the summary; empty: none
  private dataEnd = Infinity;
  private walked = 0;
  private size = 0;
  private hasStart = false;

  private constructor(readonly source: Source) {}

  static async open(source: Source): Promise<Tape> {
    const tape = new Tape(source);
    tape.size = await source.size();
    const head = await source.read(0, 64 << 10);
    if (head.length < MAGIC + PREFIX || head[0] !== 0x89 || head[1] !== 0x4d) {
      throw new Error(`${source.name} is no tape (an MCAP file)`);
    }
    const header = parseRecord(head.subarray(MAGIC));
    if (header.type !== "Header") throw new Error("the tape has no header");
    const version = /^x-reprise\/(\d+)$/.exec(header.profile)?.[1];
    if (version && Number(version) > 1) {
      throw new Error(`a tape of version ${version}; this page reads version 1`);
    }
    tape.version = header.library;
    tape.walked = MAGIC + PREFIX + Number(viewOf(head).getBigUint64(9, true));
    await tape.readSummary();
    return tape;
  }

  private async readSummary(): Promise<void> {
    let summary;
    try {
      summary = await McapIndexedReader.Initialize({
        readable: {
          size: async () => BigInt(this.size),
          read: (offset, length) =>
            this.source.read(Number(offset), Number(length)),
        },
      });
    } catch {
      return; // in progress, cut, or damaged: what is there is read
    }
    this.finished = true;
    this.dataEnd = Number(summary.dataEndOffset);
    for (const schema of summary.schemasById.values()) {
      this.addSchema(schema.id, schema.name, schema.encoding, schema.data);
    }
    for (const channel of summary.channelsById.values()) {
      this.addChannel(channel.id, channel.topic, channel.schemaId);
    }
    this.chunkStarts = summary.chunkIndexes
      .map((chunk) => Number(chunk.chunkStartOffset))
      .sort((a, b) => a - b);
    const statistics = summary.statistics;
    if (statistics && statistics.messageCount > 0n) {
      this.begin(statistics.messageStartTime);
      this.end = Number(statistics.messageEndTime - this.start);
    }
  }

  private begin(time: bigint): void {
    if (this.hasStart) return;
    this.hasStart = true;
    this.start = time;
  }

  private addSchema(
    id: number, name: string, encoding: string, data: Uint8Array,
  ): void {
    try {
      this.schemas.add(id, name, encoding, data);
    } catch (error) {
      this.problems.push(`The schema ${name} cannot be read: ${error}`);
    }
  }

  private addChannel(id: number, topic: string, schema: number): void {
    if (this.channels.has(id)) return;
    this.channels.set(id, { id, topic, schema, messages: 0 });
  }

  // Reads all that is there and was not read yet.
  async load(taker: Taker): Promise<void> {
    let slice = performance.now();
    const end = Math.min(this.dataEnd, this.size);
    let wanted = BLOCK;
    for (let stuck = false; !stuck && this.walked < end;) {
      const block = await this.source.read(
        this.walked, Math.min(wanted, end - this.walked));
      let at = 0;
      wanted = BLOCK;
      while (at + PREFIX <= block.length) {
        const kind = block[at];
        const whole =
          PREFIX + Number(viewOf(block).getBigUint64(at + 1, true));
        if (kind === 0 || this.walked + at + whole > end) {
          const next = this.skipDamage(at, end);
          stuck = next === at;
          at = next;
          break;
        }
        if (at + whole > block.length && kind !== opcode.attachment) {
          wanted = Math.max(BLOCK, whole);
          break;
        }
        if (kind === opcode.footer) this.finished = true;
        this.takeRecord(block, at, whole, taker);
        at += whole;
        if (performance.now() - slice > SLICE_MS) {
          taker.progress((this.walked + at) / end);
          await breathe();
          slice = performance.now();
        }
      }
      stuck ||= at === 0 && (wanted === BLOCK || block.length >= wanted);
      this.walked += at;
    }
    taker.progress(1);
  }

  // Looks again at a tape that was not finished; true when there is more.
  async refresh(): Promise<"same" | "grown" | "replaced"> {
    const before = this.source.identity();
    const size = await this.source.size();
    if (this.source.identity() !== before || size < this.size) return "replaced";
    if (size === this.size) return "same";
    this.size = size;
    return "grown";
  }

  // Where to go on when no record can begin at `at`.
  private skipDamage(at: number, end: number): number {
    const here = this.walked + at;
    const chunk = this.chunkStarts.find((start) => start > here);
    if (chunk !== undefined) {
      this.problems.push(`${count(chunk - here, "byte")} at ${here} are damaged.`);
      return chunk - this.walked;
    }
    return this.finished ? end - this.walked : at;
  }

  private takeRecord(
    block: Uint8Array, at: number, length: number, taker: Taker,
  ): void {
    const place = { offset: this.walked + at, length };
    const bytes = block.subarray(at, at + length);
    switch (block[at]) {
      case opcode.chunk:
        try {
          this.takeChunk(place, chunkContent(bytes), taker);
        } catch (error) {
          this.problems.push(`The chunk at ${place.offset} cannot be read: ` +
            (error instanceof Error ? error.message : error));
        }
        break;
      case opcode.message: // outside chunks: other writers do that
        this.takeChunk({ ...place, length: -length }, bytes, taker);
        break;
      case opcode.attachment: {
        const name = attachmentName(bytes);
        if (name) this.attachments.set(name, place);
        break;
      }
      default:
        this.takeSmall(bytes);
    }
  }

  private takeSmall(bytes: Uint8Array): void {
    const kinds = [opcode.schema, opcode.channel, opcode.metadata];
    if (!kinds.includes(bytes[0])) return;
    const record = parseRecord(bytes);
    if (record.type === "Schema") {
      this.addSchema(record.id, record.name, record.encoding,
        record.data.slice());
    } else if (record.type === "Channel") {
      this.addChannel(record.id, record.topic, record.schemaId);
    } else if (record.type === "Metadata") {
      this.metadata.push({ name: record.name, values: record.metadata });
    }
  }

  private takeChunk(place: Place, content: Uint8Array, taker: Taker): void {
    const chunk = this.chunks.push(place) - 1;
    eachMessage(content, (message) => {
      this.begin(message.logTime);
      const channel = this.channels.get(message.channel);
      if (!channel) return;
      channel.messages++;
      const time = Number(message.logTime - this.start);
      this.end = Math.max(this.end, time);
      const index = this.times.length;
      this.times.push(time);
      this.channelOf.push(message.channel);
      this.chunkOf.push(chunk);
      this.offsets.push(message.offset);
      this.lengths.push(message.length);
      const { offset, length } = message;
      taker.take(channel.topic, index, content.subarray(offset, offset + length),
        Number(message.publishTime - this.start));
    }, (record) => this.takeSmall(record));
  }

  get messages(): number {
    return this.times.length;
  }

  time(index: number): number {
    return this.times.at(index);
  }

  channel(index: number): Channel {
    return this.channels.get(this.channelOf.at(index))!;
  }

  byteLength(index: number): number {
    return this.lengths.at(index);
  }

  // The bytes of a message.
  async bytes(index: number): Promise<Uint8Array> {
    const content = await this.content(this.chunkOf.at(index));
    const offset = this.offsets.at(index);
    return content.subarray(offset, offset + this.lengths.at(index));
  }

  async message(index: number): Promise<Decoded | undefined> {
    return this.decode(index, await this.bytes(index));
  }

  decode(index: number, bytes: Uint8Array): Decoded | undefined {
    return this.schemas.decode(this.channel(index).schema, bytes);
  }

  // As it is shown: by its schema, or what can be said without one.
  async show(index: number): Promise<PlainObject> {
    const bytes = await this.bytes(index);
    const schema = this.channel(index).schema;
    const type = this.schemas.type(schema);
    if (type) return plain(type, this.schemas.decode(schema, bytes));
    try {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      return { bytes: bytes.length };
    }
  }

  async attachment(name: string): Promise<Uint8Array | undefined> {
    const place = this.attachments.get(name);
    if (!place) return undefined;
    const record = parseRecord(
      await this.source.read(place.offset, place.length));
    return record.type === "Attachment" ? record.data : undefined;
  }

  private content(chunk: number): Promise<Uint8Array> {
    const kept = this.cache.get(chunk);
    if (kept) {
      this.cache.delete(chunk); // to the end: used last
      this.cache.set(chunk, kept);
      return kept;
    }
    const { offset, length } = this.chunks[chunk];
    const read = this.source
      .read(offset, Math.abs(length))
      .then((bytes) => (length < 0 ? bytes : chunkContent(bytes)));
    this.cache.set(chunk, read);
    if (this.cache.size > KEPT_CHUNKS) {
      this.cache.delete(this.cache.keys().next().value!);
    }
    return read;
  }
}

function attachmentName(bytes: Uint8Array): string | undefined {
  const at = PREFIX + 16;
  if (bytes.length < at + 4) return undefined;
  const length = viewOf(bytes).getUint32(at, true);
  return new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + length));
}

// Lets the browser draw and listen.
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });
}
