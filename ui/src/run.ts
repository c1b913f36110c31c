// What one tape tells: actions, pictures, states, log, network, and what
// Reprise noticed. It grows while the tape is read.

import { type Action, ActionBuilder } from "./actions";
import { lastAt } from "./columns";
import { hex } from "./format";
import { logLine, type LogLine } from "./log";
import type { Decoded } from "./schemas";
import type { Source } from "./source";
import { Tape, type Taker } from "./tape";
import { placeDivergences } from "./steps";
import { eachField, idsOf, withoutFields } from "./wire";

// A message that is kept decoded; large parts are left out.
export interface Item {
  index: number; // of the message on the tape
  time: number; // when it was recorded
  happened: number; // when what it tells happened
  message: Decoded;
}

export interface Blob {
  sha256: Uint8Array;
  size: bigint;
  data: Uint8Array;
  attached: boolean;
}

// Field numbers of what is too large to keep: see proto/reprise.
const STATE_WINDOWS = 8;
const DEVICE_MODEL = 5;
const PROGRESS_MS = 250;
const DECODED = new Set([
  "/ui/widget", "/input/gesture", "/input/text", "/input/key", "/state",
  "/screen", "/device", "/net", "/reprise", "/intent",
]);

// How many messages of a topic there are, by time.
export class Lane {
  readonly times: number[] = [];
  constructor(readonly topic: string) {}
}

export class Run implements Taker {
  readonly lanes = new Map<string, Lane>();
  readonly frames: Item[] = [];
  readonly states: Item[] = [];
  readonly net: Item[] = [];
  readonly device: Item[] = [];
  readonly notes: Item[] = []; // /reprise
  readonly log: LogLine[] = [];
  readonly crashes: Item[] = [];
  readonly touches: { index: number; time: number }[] = [];
  readonly byId = new Map<bigint, Item>();
  // Of a replay: what frames and events of input answer to.
  readonly origins = new Map<bigint, bigint>();
  // Which message has the bytes of a blob.
  private readonly blobs = new Map<string, number>();
  private readonly builder = new ActionBuilder();
  actions: Action[] = [];
  app = "";
  model = "";
  private told = performance.now();
  loaded = 0; // part of the tape that was read
  version = 0; // grows with each change, for who keeps what it made

  private constructor(
    readonly tape: Tape,
    private readonly changed: () => void,
  ) {}

  // Opens the tape; load() then reads it.
  static async open(source: Source, changed: () => void): Promise<Run> {
    return new Run(await Tape.open(source), changed);
  }

  async load(): Promise<void> {
    await this.tape.load(this);
    await this.describe();
    this.loaded = 1;
    this.settle();
    this.changed();
  }

  get name(): string {
    return this.tape.source.name;
  }

  // True for a tape that a replay was recorded to.
  get replays(): boolean {
    return this.about("verb") === "replay";
  }

  get end(): number {
    return this.tape.end;
  }

  // Which app and device, by proto/reprise/{app_identity,device_description}.
  private async describe(): Promise<void> {
    const app = texts(await this.tape.attachment("app.pb"));
    const device = texts(await this.tape.attachment("device.pb"));
    this.app = app.get(1) || this.about("package");
    this.model = device.get(DEVICE_MODEL) || this.about("device");
  }

  // A value of the tape's metadata, or "".
  about(key: string, record = "reprise"): string {
    for (const { name, values } of this.tape.metadata) {
      if (name === record && values.has(key)) return values.get(key)!;
    }
    return "";
  }

  take(topic: string, index: number, data: Uint8Array, publish: number): void {
    const time = this.tape.time(index);
    let lane = this.lanes.get(topic);
    if (!lane) this.lanes.set(topic, (lane = new Lane(topic)));
    lane.times.push(time);
    if (this.replays && topic.startsWith("/input/")) {
      const { id, origin } = idsOf(data);
      if (origin) this.origins.set(id, origin);
    }
    if (topic === "/log") {
      this.takeLog(index, time, publish, data);
    } else if (topic === "/input/touch") {
      this.touches.push({ index, time });
      this.builder.touch(index, time, data);
    } else if (DECODED.has(topic)) {
      this.takeDecoded(topic, index, time, publish, data);
    }
  }

  private takeDecoded(
    topic: string, index: number, time: number, publish: number,
    data: Uint8Array,
  ): void {
    let message: Decoded;
    try {
      message = this.tape.decode(index, topic === "/state"
        ? withoutFields(data, [STATE_WINDOWS]) : data);
    } catch {
      return; // seen among the raw messages
    }
    if (!message) return;
    const item: Item = { index, time, happened: publish, message };
    this.byId.set(message.id, item);
    switch (topic) {
      case "/screen":
        this.keepBlob(message.content, index);
        for (const patch of message.patches) this.keepBlob(patch.content, index);
        this.frames.push(item);
        break;
      case "/state":
        this.keepBlob(message.windowsBlob, index);
        this.states.push(item);
        break;
      case "/net":
        this.keepBlob(message.what.value?.content, index);
        this.net.push(item);
        break;
      case "/device":
        this.device.push(item);
        break;
      case "/reprise":
        this.notes.push(item);
        break;
    }
    this.builder.take(topic, item, publish, this.tape.start);
  }

  // Remembers where the bytes are, and lets go of them.
  private keepBlob(blob: Blob | undefined, index: number): void {
    if (!blob || blob.data.length === 0) return;
    const digest = hex(blob.sha256);
    if (!this.blobs.has(digest)) this.blobs.set(digest, index);
    blob.data = new Uint8Array();
  }

  // The bytes of a blob; `find` picks them out of the message that has them.
  async blob(
    blob: Blob, find: (message: Decoded) => Blob[],
  ): Promise<Uint8Array> {
    const digest = hex(blob.sha256);
    if (blob.attached) {
      const data = await this.tape.attachment(`blob/${digest}`);
      if (data) return data;
    }
    const index = this.blobs.get(digest);
    if (index !== undefined) {
      for (const one of find(await this.tape.message(index))) {
        if (one && one.data.length > 0 && hex(one.sha256) === digest) {
          return one.data;
        }
      }
    }
    throw new Error("the tape does not have these bytes");
  }

  private takeLog(
    index: number, time: number, happened: number, data: Uint8Array,
  ): void {
    let special = false;
    eachField(data, 0, data.length, ({ number }) => {
      special ||= number === 12 || number === 13; // crash, hang
    });
    this.log.push(logLine(index, time, happened, data));
    if (!special) return;
    const item = {
      index, time, happened, message: this.tape.decode(index, data),
    };
    this.crashes.push(item);
    this.byId.set(item.message.id, item);
    this.builder.take("/log", item, time, this.tape.start);
  }

  progress(done: number): void {
    // Drawing costs more than reading: now and then is enough.
    const now = performance.now();
    if (now - this.told < PROGRESS_MS) return;
    this.told = now;
    this.loaded = Math.min(done, 0.999);
    this.version++;
    this.actions = this.builder.build();
    this.changed();
  }

  // Everything in the order of time, which the file is only nearly in.
  private settle(): void {
    for (const list of [this.frames, this.states, this.net, this.device,
      this.notes, this.log, this.crashes, this.touches]) {
      sortByTime(list as { time: number }[]);
    }
    for (const lane of this.lanes.values()) sortNumbers(lane.times);
    this.actions = placeDivergences(this, this.builder.build());
    this.version++;
  }

  // When what a message tells happened.
  happened(id: bigint | undefined): number | undefined {
    if (!id) return undefined;
    return (this.byId.get(id) ??
      this.log.find((line) => line.id === Number(id)))?.happened;
  }

  frameAt(time: number): Item | undefined {
    return this.frames[lastAt(this.frames, time, (frame) => frame.time)];
  }

  stateAt(time: number, has: "hasWindows" | "hasPreferences"): Item | undefined {
    let at = lastAt(this.states, time, (state) => state.time);
    while (at >= 0 && !this.states[at].message[has]) at--;
    return this.states[at];
  }
}

// The texts of a message by their field numbers.
function texts(bytes: Uint8Array | undefined): Map<number, string> {
  const found = new Map<number, string>();
  if (!bytes) return found;
  eachField(bytes, 0, bytes.length, ({ number, start, end }) => {
    if (start < end && !found.has(number)) {
      found.set(number, new TextDecoder().decode(bytes.subarray(start, end)));
    }
  });
  return found;
}

function sortByTime(items: { time: number }[]): void {
  for (let i = 1; i < items.length; i++) {
    if (items[i].time < items[i - 1].time) {
      items.sort((a, b) => a.time - b.time);
      return;
    }
  }
}

function sortNumbers(items: number[]): void {
  for (let i = 1; i < items.length; i++) {
    if (items[i] < items[i - 1]) {
      items.sort((a, b) => a - b);
      return;
    }
  }
}

