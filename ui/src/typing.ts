// What was typed character by character, as the text that it is: nobody reads a
// word letter by letter. The tool says the same (src/compare/typing.h).

import { shortName } from "./format";
import type { Action } from "./actions";
import type { Decoded } from "./schemas";

const SHIFT = 0x1;
const COMMAND = 0x2 | 0x1000 | 0x10000; // alt, ctrl, meta
const SHIFT_KEYS = [59, 60];

// android.view.KeyEvent.KEYCODE_*, of a US keyboard: alone and with shift.
const TYPED = new Map<number, [string, string]>([
  [55, [",", "<"]], [56, [".", ">"]], [62, [" ", " "]], [68, ["`", "~"]],
  [69, ["-", "_"]], [70, ["=", "+"]], [71, ["[", "{"]], [72, ["]", "}"]],
  [73, ["\\", "|"]], [74, [";", ":"]], [75, ["'", "\""]], [76, ["/", "?"]],
]);
for (let i = 0; i < 10; i++) TYPED.set(7 + i, [`${i}`, ")!@#$%^&*("[i]]);
for (let i = 0; i < 26; i++) {
  const letter = String.fromCharCode(97 + i);
  TYPED.set(29 + i, [letter, letter.toUpperCase()]);
}

const COMMIT = 1; // TextEvent.KIND_COMMIT
const KEYBOARD = "InputMethod"; // the title of its window

// What keys and texts typed, by the event that a step names: a key, a text, or
// the touch on an on-screen keyboard that brought it about.
export class Typed {
  private readonly by = new Map<bigint, string | null>();

  constructor(keys: Decoded[], texts: Decoded[]) {
    for (const key of keys) {
      if (key.action !== 0) continue;
      const typed = key.metaState & COMMAND ? undefined : TYPED.get(key.keyCode);
      this.by.set(key.id, SHIFT_KEYS.includes(key.keyCode) ? ""
        : typed?.[key.metaState & SHIFT ? 1 : 0] ?? null);
    }
    for (const text of texts) {
      const of = text.cause || text.id;
      const whole = text.kind === COMMIT && text.pseudonyms.length === 0 &&
        !this.by.has(of);
      this.by.set(of, whole ? text.text : null);
    }
  }

  // By an action, "" by a shift alone; nothing if it did something else, or
  // something else as well.
  of({ gesture, widget, item, kind }: Action): string | undefined {
    const ids: bigint[] = gesture
      ? [...gesture.touchRefs, ...gesture.keyRefs]
      : [kind === "text" || kind === "key"
        ? widget?.inputRef || item?.message.id || 0n : 0n];
    const typed = ids.map((id) => this.by.get(id))
      .filter((text) => text !== undefined);
    return typed.length === 0 || typed.includes(null) ? undefined
      : typed.join("");
  }
}

// Where it goes: " into 'title' in NoteEditor".
function where({ widget, detail }: Action): string {
  const screen = detail && ` in ${detail}`;
  if (widget?.windowTitle === KEYBOARD) return ` on the keyboard${screen}`;
  if (!widget?.target) return screen;
  const { text, description, resourceName, className } = widget.target;
  // The text of a field changes while it is typed into.
  const name = description || resourceName.replace(/^.*\//, "") || text;
  return ` into ${name ? `'${name}'` : `a ${shortName(className)}`}${screen}`;
}

// Into the same field. The first character may be what gives a field the focus.
function goesOn(before: string, next: string): boolean {
  return next === before || (/^ into /.test(next) && next.endsWith(before) &&
    !/^ (into|on) /.test(before));
}

// The same actions, in the order of time, with what was typed in a row as one.
export function joinTyping(actions: Action[], typed: Typed): Action[] {
  const joined: Action[] = [];
  let row: Action[] = [];
  let text = "";
  const end = () => {
    if (row.length < 2 || !text) joined.push(...row);
    else joined.push(inOne(row, text));
    row = [];
    text = "";
  };
  for (const action of actions) {
    const more = action.input ? typed.of(action) : undefined;
    const last = row[row.length - 1];
    if (more === undefined || (last && !goesOn(where(last), where(action)))) {
      end();
    }
    if (more === undefined) {
      joined.push(action);
    } else {
      row.push(action);
      text += more;
    }
  }
  end();
  return joined;
}

function inOne(row: Action[], text: string): Action {
  return {
    ...row[0], kind: "text", parts: row, end: row[row.length - 1].end,
    words: `type '${text}'${where(row[row.length - 1])}`,
  };
}
