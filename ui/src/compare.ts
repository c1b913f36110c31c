// A replay beside its recording: which action answers to which, by `origin`,
// and where the two differ.

import type { Action } from "./actions";
import type { Item, Run } from "./run";
import { hex } from "./format";
import { idsOf, Steps } from "./steps";
import { divergenceClass } from "./words";

export interface Divergence {
  kind: string; // "content", "missing widget"
  sentence: string;
  path: string;
  expected: string;
  actual: string;
  time: number; // on the replay
  recorded?: Action; // the action at which it showed
  note?: Item;
}

export interface Comparison {
  divergences: Divergence[];
  replayed: Map<Action, Action>; // of the recording to that of the replay
  stranger: string; // why the second tape answers to nothing; "": it does
}

export function compareRuns(recording: Run, replay: Run): Comparison {
  const steps = new Steps(recording, recording.actions);
  const shownAt = new Steps(replay, replay.actions);
  const replayed = new Map<Action, Action>();
  for (const action of replay.actions) {
    const origins = [action.origin, action.gesture?.origin ?? 0n,
      ...idsOf(action).map((id) => replay.origins.get(id) ?? 0n)];
    for (const origin of origins) {
      const recorded = origin ? steps.byId.get(origin) : undefined;
      if (!recorded || replayed.has(recorded)) continue;
      replayed.set(recorded, action);
      break;
    }
  }
  const answeredBy = new Map([...replayed].map(([one, two]) => [two, one]));
  const divergences: Divergence[] = [];
  for (const { kind, item } of replay.actions) {
    if (kind !== "divergence" || !item) continue;
    const { message } = item;
    const [subject] = message.subjectRefs;
    const shown = shownAt.of(subject);
    const recorded = steps.of(message.origin) ??
      (shown && (answeredBy.get(shown) ??
        actionAt(recording, replayed, shown.time))) ??
      actionAt(recording, replayed, item.time);
    const detail = message.detail.case === "divergence"
      ? message.detail.value : message;
    divergences.push({
      kind: divergenceClass(message), sentence: message.sentence, note: item,
      recorded,
      time: replay.happened(subject) ??
        (recorded && replayed.get(recorded)?.time) ?? item.time,
      path: detail.path ?? "", expected: detail.expected,
      actual: detail.actual,
    });
  }
  const told = new Set(divergences.map(({ recorded }) => recorded));
  for (const action of recording.actions) {
    if (replayed.size === 0) break; // not a replay of this recording
    if (!action.input || replayed.has(action) || told.has(action)) continue;
    divergences.push({
      kind: "missing event", sentence: `Not in the replay: ${action.words}`,
      path: "", expected: action.words, actual: "", time: NaN,
      recorded: action,
    });
  }
  return {
    divergences, replayed, stranger: strangerTo(recording, replay, replayed),
  };
}

function strangerTo(
  recording: Run, replay: Run, replayed: Map<Action, Action>,
): string {
  if (!replay.replays) {
    return `${replay.name} is not a replay` +
      (recording.replays ? `, but ${recording.name} is one: open the ` +
        "recording first, its replay second" : "");
  }
  const acted = recording.actions.some(({ input }) => input);
  if (!acted || replayed.size > 0) return "";
  const source = replay.about("name", "reprise.source");
  return `${replay.name} is not a replay of ${recording.name}` +
    (source && `, but of ${source}`);
}

// The time of the replay that a time of the recording answers to: as far
// behind the last action that both have, and before the next one.
export function replayTime(
  recording: Run, { replayed }: Comparison, time: number,
): number {
  let shift = 0;
  for (const action of recording.actions) {
    const answer = replayed.get(action);
    if (!answer) continue;
    if (action.time > time) return Math.min(time + shift, answer.time - 1);
    shift = answer.time - action.time;
  }
  return time + shift;
}

// The action of the recording whose answer came last before `time`.
function actionAt(
  recording: Run, replayed: Map<Action, Action>, time: number,
): Action | undefined {
  let found: Action | undefined;
  for (const action of recording.actions) {
    const answer = replayed.get(action);
    if (answer && answer.time <= time) found = action;
  }
  return found;
}

// True, false, or nothing when the frames do not tell: those of displays of
// different sizes never do.
export function samePixels(a?: Item, b?: Item): boolean | undefined {
  if (a?.message.widthPx !== b?.message.widthPx ||
      a?.message.heightPx !== b?.message.heightPx) return undefined;
  const one = a?.message.pixelsSha256;
  const other = b?.message.pixelsSha256;
  if (one?.length && other?.length) return hex(one) === hex(other);
  const content = a?.message.content?.sha256;
  const second = b?.message.content?.sha256;
  if (content?.length && second?.length && hex(content) === hex(second)) {
    return true;
  }
  return undefined;
}
