// Activities and preferences at the selected time, and what changed.

import { Empty } from "./empty";
import { clock, shortName } from "./format";
import type { Item } from "./run";
import type { Decoded } from "./schemas";
import { store } from "./store";

const LIFECYCLE = ["", "created", "started", "resumed", "paused", "stopped",
  "destroyed", "state saved", "restarted"];

export function StateTab() {
  const run = store.run;
  if (!run) return null;
  const time = store.selected && !store.scrubbed
    ? store.selected.end : store.time;
  const stack = lastWith(run.states, time, ({ message }) =>
    message.stack.length > 0);
  const after = run.states.find(({ time: at, message }) =>
    at > time && message.hasPreferences);
  const now = run.stateAt(time, "hasPreferences");
  const next = after ?? now;
  return (
    <div class="scroll pad">
      <h3>Activities</h3>
      {stack ? (
        <table>
          <tbody>
            {stack.message.stack.map((activity: Decoded, i: number) => (
              <tr key={i}>
                <td>{shortName(activity.component)}</td>
                <td class="dim">{LIFECYCLE[activity.lifecycle]}</td>
                <td class="dim path">{activity.component}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : <Empty run={run}>No activities up to this time.</Empty>}
      <h3>Preferences</h3>
      {next ? <Preferences before={now} after={next} />
        : <Empty run={run}>No preferences on the tape.</Empty>}
    </div>
  );
}

function lastWith(
  items: Item[], time: number, good: (item: Item) => boolean,
): Item | undefined {
  let found: Item | undefined;
  for (const item of items) {
    if (item.time > time) break;
    if (good(item)) found = item;
  }
  return found;
}

function Preferences({ before, after }: { before?: Item; after: Item }) {
  const old = valuesOf(before);
  const values = valuesOf(after);
  const keys = [...new Set([...old.keys(), ...values.keys()])].sort();
  if (keys.length === 0) return <p class="empty">There are none.</p>;
  const changes = before && after !== before;
  return (
    <>
      <p class="dim">
        {changes
          ? `From ${clock(before.time)} to ${clock(after.time)}`
          : `At ${clock(after.time)}`}
      </p>
      <table>
        <tbody>
          {keys.map((key) => {
            const was = old.get(key);
            const is = values.get(key);
            const changed = changes && was !== is;
            return (
              <tr key={key} class={changed ? "changed" : ""}>
                <td class="path">{key}</td>
                <td>
                  {changed && was !== undefined && <del>{was}</del>}
                  {is !== undefined && (changed ? <ins>{is}</ins> : is)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function valuesOf(item?: Item): Map<string, string> {
  const values = new Map<string, string>();
  for (const file of item?.message.preferences ?? []) {
    for (const { key, value } of file.entries) {
      const content = value.case === "setValue"
        ? value.value.values.join(", ") : String(value.value ?? "null");
      values.set(`${file.name}/${key}`, content);
    }
  }
  return values;
}
