// What was done, in words: the list at the left of the page. One action is
// made of all that belongs to it (a gesture, the widget that it went to, the
// text that it typed); crashes, screens entered and remarks of Reprise stand
// among them.

import { shortName } from "./format";
import type { Item } from "./run";
import type { Decoded } from "./schemas";
import { joinTyping, Typed } from "./typing";
import { eachField } from "./wire";
import {
  crashWords, deviceWords, gestureWords, keyWords, textWords,
} from "./words";

export type ActionKind =
  "tap" | "swipe" | "multi" | "key" | "text" |
  "activity" | "device" | "crash" | "divergence" | "note";

export interface Finger {
  startX: number;
  startY: number;
  endX: number;
  endY: number;
}

export interface Action {
  kind: ActionKind;
  words: string;
  detail: string; // in short: the screen, a path
  time: number; // when it began
  end: number;
  index: number; // the message that says so
  id: bigint;
  origin: bigint;
  gesture?: Decoded;
  widget?: Decoded;
  item?: Item;
  fingers: Finger[];
  input: boolean; // something that a person did
  parts?: Action[]; // of a text that was typed key by key
}

// MotionEvent: action 4, samples 7, coords 2 of them; time of samples 1.
const TOUCH_DOWN = 0;
const TOUCH_UP = 1;

interface Touch {
  index: number;
  time: number;
  end: number;
  finger?: Finger;
}

export class ActionBuilder {
  private readonly gestures = new Map<bigint, { item: Item; start: number;
    end: number }>();
  private readonly widgets: Item[] = [];
  private readonly texts: { item: Item; start: number }[] = [];
  private readonly keys: Item[] = [];
  private readonly others: Action[] = [];
  private readonly bareTouches: Touch[] = [];
  private lastActivity = "";

  take(topic: string, item: Item, publish: number, start: bigint): void {
    const { message } = item;
    switch (topic) {
      case "/input/gesture":
        this.gestures.set(message.id, {
          item,
          start: message.startNs ? Number(message.startNs - start) : publish,
          end: message.endNs ? Number(message.endNs - start) : item.time,
        });
        break;
      case "/ui/widget":
        this.widgets.push(item);
        break;
      case "/input/text":
        this.texts.push({ item, start: publish });
        break;
      case "/input/key":
        this.keys.push(item);
        break;
      case "/state":
        this.takeState(item);
        break;
      case "/device": {
        const words = deviceWords(message);
        if (words) this.other("device", words, "", item);
        break;
      }
      case "/log":
        this.other("crash", crashWords(message), "", item);
        break;
      case "/reprise":
        this.takeNote(item);
        break;
    }
  }

  private takeState(item: Item): void {
    const { kind, activity } = item.message;
    const component = activity?.component ?? "";
    if (kind === 1 && component && component !== this.lastActivity) {
      this.lastActivity = component;
      this.other("activity", shortName(component), component, item);
    }
  }

  private takeNote(item: Item): void {
    const { message } = item;
    const diverges = message.kind === 21 || message.kind === 4 ||
      message.kind === 8 || message.kind === 9;
    if (!diverges && message.severity < 2) return;
    // It stands behind its step, and need not name it.
    const words = diverges
      ? message.sentence.replace(/^(after|at) step \d+ \(.*?\): /s, "")
      : message.sentence;
    this.other(diverges ? "divergence" : "note", words, "", item);
  }

  private other(
    kind: ActionKind, words: string, detail: string, item: Item,
  ): void {
    this.others.push({
      kind, words, detail, time: item.time, end: item.time, index: item.index,
      id: item.message.id, origin: item.message.origin, item, fingers: [],
      input: false,
    });
  }

  // For tapes without gestures: from the first finger down to the last up.
  touch(index: number, time: number, data: Uint8Array): void {
    if (this.gestures.size > 0) return;
    let action = 0;
    let x = NaN;
    let y = NaN;
    eachField(data, 0, data.length, (field) => {
      if (field.number === 4) action = field.value;
      if (field.number !== 7) return;
      eachField(data, field.start, field.end, (part) => {
        if (part.number !== 2 || !Number.isNaN(x)) return;
        const view = new DataView(data.buffer, data.byteOffset);
        eachField(data, part.start, part.end, (value) => {
          if (value.number === 1) x = view.getFloat32(value.start, true);
          if (value.number === 2) y = view.getFloat32(value.start, true);
        });
      });
    });
    const place = { x: Number.isNaN(x) ? 0 : x, y: Number.isNaN(y) ? 0 : y };
    if (action === TOUCH_DOWN) {
      this.bareTouches.push({
        index, time, end: time,
        finger: { startX: place.x, startY: place.y,
          endX: place.x, endY: place.y },
      });
    }
    const last = this.bareTouches[this.bareTouches.length - 1];
    if (!last?.finger) return;
    last.end = time;
    if (action === TOUCH_UP || action === 2) {
      last.finger.endX = place.x;
      last.finger.endY = place.y;
    }
  }

  build(): Action[] {
    const actions: Action[] = [...this.others];
    const used = new Set<bigint>();
    const named = new Set<bigint>(); // texts and keys that a widget names
    for (const item of this.widgets) {
      const { message } = item;
      const ref = message.gestureRef || message.cause;
      const gesture = this.gestures.get(ref);
      if (gesture) used.add(ref);
      named.add(message.inputRef);
      actions.push({
        kind: widgetKind(message, gesture?.item.message),
        words: message.words || gestureWords(gesture?.item.message),
        detail: shortName(message.activity),
        time: gesture?.start ?? item.time,
        end: gesture?.end ?? item.time,
        index: item.index, id: message.id,
        origin: message.origin || gesture?.item.message.origin || 0n,
        gesture: gesture?.item.message, widget: message, item,
        fingers: gesture?.item.message.fingers ?? placesOf(message),
        input: true,
      });
    }
    const keysOfGestures = new Set<bigint>();
    for (const [id, { item, start, end }] of this.gestures) {
      for (const key of item.message.keyRefs) keysOfGestures.add(key);
      if (used.has(id)) continue;
      const { message } = item;
      actions.push(plainAction(gestureKind(message), gestureWords(message),
        item, start, end, { gesture: message, fingers: message.fingers }));
    }
    if (this.gestures.size === 0 && this.widgets.length === 0) {
      for (const touch of this.bareTouches) actions.push(touchAction(touch));
    }
    for (const { item, start } of this.texts) {
      const words = textWords(item.message);
      // What came of a touch on a keyboard is that touch's.
      if (!words || item.message.cause || named.has(item.message.id) ||
          named.has(item.message.widgetRef)) continue;
      actions.push(plainAction("text", words, item, start, item.time));
    }
    for (const item of this.keys) {
      if (item.message.action !== 0 || named.has(item.message.id) ||
          keysOfGestures.has(item.message.id)) continue;
      actions.push(plainAction("key", keyWords(item.message.keyCode), item,
        item.time, item.time));
    }
    actions.sort((a, b) => a.time - b.time || a.index - b.index);
    return joinTyping(actions, new Typed(
      this.keys.map(({ message }) => message),
      this.texts.map(({ item }) => item.message)));
  }
}

function plainAction(
  kind: ActionKind, words: string, item: Item, time: number, end: number,
  more: Partial<Action> = {},
): Action {
  return {
    kind, words, detail: "", time, end, index: item.index,
    id: item.message.id, origin: item.message.origin, item, fingers: [],
    input: true, ...more,
  };
}

function touchAction({ index, time, end, finger }: Touch): Action {
  const { startX, startY, endX, endY } = finger!;
  const moved = Math.hypot(endX - startX, endY - startY) > 24;
  return {
    kind: moved ? "swipe" : "tap",
    words: moved
      ? `swipe from ${Math.round(startX)}, ${Math.round(startY)} to ` +
        `${Math.round(endX)}, ${Math.round(endY)}`
      : `tap at ${Math.round(startX)}, ${Math.round(startY)}`,
    detail: "", time, end, index, id: 0n, origin: 0n, fingers: [finger!],
    input: true,
  };
}

function gestureKind(gesture: Decoded): ActionKind {
  if (gesture.kind === 11 || gesture.kind === 12) return "key";
  if (gesture.kind === 2) return "tap"; // twice, and so with two fingers
  if (gesture.fingers.length > 1) return "multi";
  return gesture.kind >= 4 && gesture.kind <= 6 ? "swipe" : "tap";
}

function widgetKind(widget: Decoded, gesture?: Decoded): ActionKind {
  if (widget.action === 3) return "text";
  if (widget.action === 4) return "key";
  if (gesture) return gestureKind(gesture);
  return widget.action === 2 || widget.action === 5 ? "swipe" : "tap";
}

// Where the pointers were, from the widget's bounds.
function placesOf(widget: Decoded): Finger[] {
  const { bounds, down, up } = widget;
  if (!bounds) return [];
  const width = bounds.right - bounds.left;
  const height = bounds.bottom - bounds.top;
  return down.map((place: Decoded, i: number) => {
    const end = up[i] ?? place;
    return {
      startX: bounds.left + place.x * width,
      startY: bounds.top + place.y * height,
      endX: bounds.left + end.x * width,
      endY: bounds.top + end.y * height,
    };
  });
}
