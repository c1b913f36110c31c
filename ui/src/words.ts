// Events in words. The widget stream brings its own ("tap 'Save' in
// NoteEditor"); these are for tapes and events without it.

import { shortName } from "./format";
import type { Decoded } from "./schemas";

const GESTURES = [
  "gesture", "tap", "double tap", "long press", "swipe", "fling", "drag",
  "pinch", "rotate", "swipe with several fingers", "tap with several fingers",
  "key", "keys", "switch", "scroll", "hover", "gesture",
];

// linux/input-event-codes.h
const KERNEL_KEYS: Record<number, string> = {
  1: "Escape", 14: "Backspace", 15: "Tab", 28: "Enter", 57: "Space",
  102: "Home", 103: "Up", 105: "Left", 106: "Right", 108: "Down",
  113: "Mute", 114: "Volume down", 115: "Volume up", 116: "Power",
  139: "Menu", 158: "Back", 172: "Home", 217: "Search", 580: "Recent apps",
};

// android.view.KeyEvent.KEYCODE_*
const KEYS: Record<number, string> = {
  3: "Home", 4: "Back", 19: "Up", 20: "Down", 21: "Left", 22: "Right",
  23: "Select", 24: "Volume up", 25: "Volume down", 26: "Power", 61: "Tab",
  62: "Space", 66: "Enter", 67: "Delete", 82: "Menu", 84: "Search",
  111: "Escape", 112: "Forward delete", 187: "Recent apps",
};

function place(x: number, y: number): string {
  return `${Math.round(x)}, ${Math.round(y)}`;
}

export function gestureWords(gesture: Decoded | undefined): string {
  if (!gesture) return "gesture";
  const name = GESTURES[gesture.kind] ?? "gesture";
  if (gesture.keyCodes.length > 0) {
    const keys = gesture.keyCodes
      .map((code: number) => KERNEL_KEYS[code] ?? `key ${code}`)
      .join(" + ");
    return `press ${keys}`;
  }
  const finger = gesture.fingers[0];
  if (!finger) return name;
  const from = place(finger.startX, finger.startY);
  if (gesture.kind === 7) return `pinch at ${from}, ×${gesture.scale.toFixed(2)}`;
  if (gesture.kind >= 4 && gesture.kind <= 6) {
    return `${name} from ${from} to ${place(finger.endX, finger.endY)}`;
  }
  return `${name} at ${from}`;
}

export function keyWords(code: number): string {
  if (KEYS[code]) return `press ${KEYS[code]}`;
  if (code >= 29 && code <= 54) {
    return `press ${String.fromCharCode(65 + code - 29)}`;
  }
  if (code >= 7 && code <= 16) return `press ${code - 7}`;
  return `press key ${code}`;
}

const TEXT_ACTIONS = ["", "", "go", "search", "send", "next", "done", "previous"];

// "" for what only prepares a text.
export function textWords(text: Decoded): string {
  switch (text.kind) {
    case 1:
    case 7:
    case 8:
      return `type '${text.text}'`;
    case 4:
      return `delete ${text.deleteBefore + text.deleteAfter} characters`;
    case 6:
      return `press ${TEXT_ACTIONS[text.editorAction] || "action"} on the keyboard`;
    default:
      return "";
  }
}

export function crashWords(log: Decoded): string {
  const what = log.what;
  if (what.case === "anr") return `not responding: ${what.value.reason}`;
  const crash = what.value;
  if (crash.native) return `crash: signal ${crash.signal}`;
  const first = crash.throwables[0];
  return first
    ? `crash: ${shortName(first.className)}` +
      (first.message ? `: ${first.message}` : "")
    : "crash";
}

const ROTATIONS = ["upright", "on its left side", "upside down",
  "on its right side"];

// "" for what the list of actions need not tell.
export function deviceWords(device: Decoded): string {
  switch (device.kind) {
    case 1:
      return `turn the device to ${device.orientationDeg}°`;
    case 2:
      return device.rotation === undefined
        ? `display ${device.widthPx} × ${device.heightPx}`
        : `display turned ${ROTATIONS[device.rotation] ?? ""}`;
    case 3:
      return "configuration changed";
    case 4:
      return device.on ? "screen on" : "screen off";
    case 5:
      return device.on ? "device locked" : "device unlocked";
    case 10:
      return device.on ? "keyboard shown" : "keyboard hidden";
    case 8:
      return device.on ? "device resumed" : "device suspended";
    case 9:
      return `setting ${device.setting} = ${device.settingValue}`;
    default:
      return "";
  }
}

const DIVERGENCES = [
  "difference", "timing", "layout", "content", "missing widget", "crash",
  "device", "other screen", "order", "interaction",
];

export function divergenceClass(note: Decoded): string {
  if (note.detail.case === "divergence") {
    return DIVERGENCES[note.detail.value.divergenceClass] ?? "difference";
  }
  if (note.kind === 4) return "missing widget";
  if (note.kind === 8) return "missing event";
  if (note.kind === 9) return "unrecorded event";
  return "note";
}
