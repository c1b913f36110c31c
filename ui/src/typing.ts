// Keys of a keyboard that were pressed one after the other, as the text that
// they type: nobody reads a word letter by letter.

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

// What an action typed; nothing if it did something else.
function typedBy(
  { gesture, widget, item }: Action, keys: Map<bigint, Decoded>,
): string | undefined {
  const ids: bigint[] = gesture?.keyRefs.length ? gesture.keyRefs
    : [widget?.inputRef ?? item?.message.id ?? 0n];
  let text = "";
  for (const id of ids) {
    const key = keys.get(id);
    if (!key) return undefined;
    if (key.action !== 0 || SHIFT_KEYS.includes(key.keyCode)) continue;
    const typed = key.metaState & COMMAND ? undefined : TYPED.get(key.keyCode);
    if (!typed) return undefined;
    text += typed[key.metaState & SHIFT ? 1 : 0];
  }
  return text;
}

// The same actions, in the order of time, with what was typed in a row as one.
export function joinTyping(
  actions: Action[], keys: Map<bigint, Decoded>,
): Action[] {
  const joined: Action[] = [];
  let row: Action[] = [];
  let text = "";
  const end = () => {
    if (row.length < 2) joined.push(...row);
    else joined.push(inOne(row, text));
    row = [];
    text = "";
  };
  for (const action of actions) {
    const typed = action.kind === "key" ? typedBy(action, keys) : undefined;
    if (typed === undefined || (row[0] && row[0].detail !== action.detail)) {
      end();
    }
    if (typed === undefined) {
      joined.push(action);
    } else {
      row.push(action);
      text += typed;
    }
  }
  end();
  return joined;
}

function inOne(row: Action[], text: string): Action {
  const { detail } = row[0];
  return {
    ...row[0], kind: "text", parts: row, end: row[row.length - 1].end,
    words: `type '${text}'${detail && ` in ${detail}`}`,
  };
}
