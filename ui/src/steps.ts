// To which step of a run a message belongs: one that tells what came of a step
// belongs to it, also where it was looked at only when the next one was due.

import type { Action } from "./actions";
import type { Run } from "./run";

// The messages that an action is made of: its own, and frames and events.
export function idsOf({ id, gesture, parts }: Action): bigint[] {
  if (parts) return parts.flatMap(idsOf);
  const ids = id ? [id] : [];
  if (gesture) {
    ids.push(gesture.id, ...gesture.frameRefs, ...gesture.touchRefs,
      ...gesture.keyRefs);
  }
  return ids;
}

export class Steps {
  readonly byId = new Map<bigint, Action>();
  // By the state that was taken before them: who did what it shows.
  private readonly byState = new Map<bigint, Action | undefined>();
  private readonly steps: Action[];
  private readonly begin?: Action; // shows what came before all steps

  constructor(private readonly run: Run, actions: Action[]) {
    const others = actions.filter(({ kind }) => kind !== "divergence");
    this.begin = others[0];
    this.steps = others.filter(({ input }) => input);
    for (const action of others) {
      for (const id of idsOf(action)) this.byId.set(id, action);
    }
    this.steps.forEach((step, i) => {
      (step.parts ?? [step]).forEach(({ widget }, part) => {
        if (!widget?.stateRef) return;
        this.byState.set(widget.stateRef, part > 0 ? step : this.steps[i - 1]);
      });
    });
  }

  // The step that a message is, or after which it shows; nothing if the run
  // has no such message.
  of(id: bigint | undefined): Action | undefined {
    if (!id) return undefined;
    const own = this.byId.get(id);
    if (own) return own;
    const happened = this.run.happened(id);
    if (happened === undefined) return undefined;
    const step = this.byState.has(id) ? this.byState.get(id)
      : this.steps.findLast(({ time }) => time <= happened);
    return step ?? this.begin;
  }
}

// A replay is compared when it is over, and its divergences are the last
// messages of its tape. In the list they stand behind the step they belong to.
export function placeDivergences(run: Run, actions: Action[]): Action[] {
  const told = actions.filter(({ kind }) => kind === "divergence");
  if (told.length === 0) return actions;
  const steps = new Steps(run, actions);
  for (const action of told) {
    const step = steps.of(action.item!.message.subjectRefs[0]);
    if (step) action.time = action.end = step.end;
  }
  return actions.sort((a, b) => a.time - b.time || a.index - b.index);
}
