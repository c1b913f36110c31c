// The list of actions in words, at the left.

import type { Action, ActionKind } from "./actions";
import { Empty } from "./empty";
import { clock, count } from "./format";
import { store } from "./store";
import { VirtualList } from "./virtual";

const MARKS: Record<ActionKind, string> = {
  tap: "●", swipe: "↕", multi: "⁘", key: "⌨", text: "T", activity: "▭",
  device: "⟳", crash: "✕", divergence: "≠", note: "i",
};

export function ActionsList() {
  const actions = store.shownActions();
  const at = store.selected ? actions.indexOf(store.selected) : -1;
  const steps = actions.reduce((sum, { input, parts }) =>
    sum + (input ? parts?.length ?? 1 : 0), 0);
  return (
    <section class="actions" aria-label="Actions">
      <header>
        <h2>Actions</h2>
        <span class="dim">{count(steps, "step")}</span>
      </header>
      <input class="filter" type="search" placeholder="Filter actions"
        aria-label="Filter actions" value={store.filter}
        onInput={(event) => {
          store.filter = event.currentTarget.value;
          store.update();
        }} />
      <VirtualList items={actions} rowHeight={34} label="Actions in words"
        reveal={at} picked={at}
        onPick={(index) => {
          store.follow = false;
          store.select(actions[index]);
        }}
        row={(action) => <Row action={action} />} />
      {actions.length === 0 && (
        <Empty run={store.run}>{store.filter ? "No action has these words."
          : "No input on this tape."}</Empty>
      )}
    </section>
  );
}

function Row({ action }: { action: Action }) {
  const divergence = store.comparison?.divergences.find(
    ({ recorded }) => recorded === action);
  return (
    <div class={`action ${action.kind}`} title={action.words}>
      <span class="mark" aria-hidden="true">{MARKS[action.kind]}</span>
      <span class="words">{action.words}</span>
      {divergence && (
        <span class="badge bad" title={divergence.sentence}
          aria-label={`differs: ${divergence.kind}`}>≠</span>
      )}
      <span class="time">{clock(action.time)}</span>
    </div>
  );
}
