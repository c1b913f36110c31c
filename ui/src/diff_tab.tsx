// Where the replay differs from the recording.

import { clock, count } from "./format";
import { store } from "./store";

export function DiffTab() {
  const { comparison } = store;
  const replay = store.runs[1];
  if (!replay) {
    return <p class="empty">Drop a second tape on the page to see a replay
      beside its recording.</p>;
  }
  if (!comparison) return <p class="empty">Reading…</p>;
  const { divergences, replayed } = comparison;
  const verdict = replay.about("verdict", "reprise.end");
  return (
    <div class="scroll pad">
      <p>
        <b>{divergences.length === 0
          ? "No divergence is on the tape of the replay."
          : count(divergences.length, "divergence")}</b>
        <span class="dim"> {count(replayed.size, "action")} of the recording
          answered by {replay.name}{verdict && `; verdict: ${verdict}`}</span>
      </p>
      {divergences.map((one, i) => (
        <button key={i} class="divergence" onClick={() => {
          if (one.recorded) store.select(one.recorded);
        }}>
          <span class="badge bad">{one.kind}</span>
          <span class="sentence">{one.sentence}</span>
          {!Number.isNaN(one.time) && <span class="time">{clock(one.time)}</span>}
          {one.path && <span class="path dim">{one.path}</span>}
          {(one.expected || one.actual) && (
            <span class="versus">
              <del>{one.expected || "nothing"}</del> <ins>{one.actual ||
                "nothing"}</ins>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
