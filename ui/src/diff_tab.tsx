// Where the replay differs from the recording.

import { clock, count } from "./format";
import { store } from "./store";

// Two runs that have nothing to do with each other: the page lists what a
// replay found, and this one found nothing.
function Stranger({ why }: { why: string }) {
  const [one, other] = store.runs.map(({ name }) => shellWord(name));
  return (
    <div class="scroll pad">
      <p><b>These two tapes were not compared.</b> {why}.</p>
      <p>Any two runs of an app are compared by</p>
      <pre>reprise diff {one} {other} --html diff.html</pre>
    </div>
  );
}

function shellWord(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

export function DiffTab() {
  const { comparison } = store;
  const replay = store.runs[1];
  if (!replay) {
    return <p class="empty">Drop a second tape on the page to see a replay
      beside its recording.</p>;
  }
  if (!comparison) return <p class="empty">Reading…</p>;
  const { divergences, replayed, stranger } = comparison;
  if (stranger) return <Stranger why={stranger} />;
  const verdict = replay.about("verdict", "reprise.end");
  return (
    <div class="scroll pad">
      <p>
        <b>{divergences.length === 0
          ? verdict ? "No divergence is on the tape of the replay."
            : "This replay was not compared with its recording."
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
