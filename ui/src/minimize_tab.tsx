// How a recording was cut down: what the search decided, and what is left.

import { count, duration } from "./format";
import type { Minimization, Runs } from "./minimization";
import { store } from "./store";

const WIDTH = 460;
const HEIGHT = 150;
const LEFT = 36;
const BOTTOM = 20;

export function MinimizeTab() {
  const report = store.minimization;
  if (!report) {
    return <p class="empty">Drop the report of <code>reprise minimize --report
      x.json</code> on the page to see its history.</p>;
  }
  const { passes, fresh, actions } = report;
  const left = report.unitsAfter;
  const runs = [count(report.calls, "run") + " of the search"];
  const later = passes.reduce((sum, pass) => sum + (pass.calls ?? 0), 0);
  if (later > 0) runs.push(`${later} of the passes`);
  if (fresh.runs > 0) runs.push(`${fresh.runs} on new phones`);
  return (
    <div class="scroll pad">
      <p class="big">{count(report.unitsBefore, "unit")} became <b>{left}</b></p>
      <p class="dim">{left < report.kept.length &&
        `The search left ${report.kept.length}, the pass pairs ${left}. `}
        {report.certified ? "Certified" : "Not certified"},
        by {report.search}{report.end !== "done" && `; ${report.end}`}:{" "}
        {runs.join(", ")}; {duration(report.seconds * 1e9)} in all.</p>
      {actions.length > 0 && (
        <>
          <h3>Steps of the result</h3>
          <ol class="steps">
            {actions.map((words, i) => <li key={i}>{words}</li>)}
          </ol>
        </>
      )}
      <h3>Runs that reached the target</h3>
      <table>
        <tbody>
          <Reached what="All units, at first" runs={report.initial} />
          <Reached what="Units that the search left" runs={report.final} />
          <Reached what="Result on new phones" runs={fresh} />
        </tbody>
      </table>
      {passes.length > 0 && (
        <>
          <h3>Passes inside the units</h3>
          <table>
            <thead><tr><th>Pass</th><th class="number">Parts</th>
              <th class="number">Left</th><th class="number">Runs</th></tr>
            </thead>
            <tbody>
              {passes.map((pass, i) => (
                <tr key={i}><td>{pass.name}</td>
                  <td class="number">{pass.before}</td>
                  <td class="number">{pass.after}</td>
                  <td class="number">{pass.calls}</td></tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h3>Units left, over the runs of the search</h3>
      <Chart report={report} />
      <h3>Units of the recording</h3>
      <p class="dim">A unit is a whole gesture, a key, a text or another event
        of input. {report.kept.length} of {report.unitsBefore} were left by
        the search{report.unitsBefore > MOST_UNITS &&
          `; the first ${MOST_UNITS} are drawn`}.</p>
      <div class="units" role="img"
        aria-label={`Units left by the search: ${report.kept.join(", ")}`}>
        {units(report).map(({ unit, kept, what }) => (
          <span key={unit} class={kept ? "kept" : ""}
            title={`unit ${unit}${what ? `: ${what}` : ""}: ` +
              (kept ? "left" : "removed")} />
        ))}
      </div>
      <h3>Decisions of the search</h3>
      <table>
        <thead><tr><th>After run</th><th>Decision</th>
          <th class="number">Units</th></tr></thead>
        <tbody>
          {report.history.map((step, i) => (
            <tr key={i}><td>{step.runs}</td><td>{step.what}</td>
              <td class="number">{step.units}</td></tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Reached({ what, runs }: { what: string; runs: Runs }) {
  if (runs.runs === 0) return null;
  return (
    <tr><td>{what}</td>
      <td class="number">{runs.pass} of {runs.runs}</td></tr>
  );
}

const MOST_UNITS = 2000;

function units(report: Minimization) {
  const what = new Map(report.removed.map((one) => [one.unit, one.what]));
  const kept = new Set(report.kept);
  const all = Math.min(MOST_UNITS, report.unitsBefore);
  return Array.from({ length: all }, (_, unit) =>
    ({ unit, kept: kept.has(unit), what: what.get(unit) }));
}

// Units left over runs made, as a staircase, which goes up again where some
// were put back.
function Chart({ report }: { report: Minimization }) {
  const points: [number, number][] = [[0, report.unitsBefore]];
  for (const { runs, units, what } of report.history) {
    // These are about a candidate, all else about what is left.
    if (what === "rejected" || what === "split") continue;
    if (units !== points[points.length - 1][1]) points.push([runs, units]);
  }
  const runs = Math.max(1, report.calls,
    report.history[report.history.length - 1]?.runs ?? 0);
  points.push([runs, report.kept.length]);
  const x = (value: number) => LEFT + (value / runs) * (WIDTH - LEFT - 8);
  const y = (value: number) => 8 + (HEIGHT - BOTTOM - 8) *
    (1 - Math.log1p(value) / Math.log1p(report.unitsBefore));
  let path = `M ${x(0)} ${y(report.unitsBefore)}`;
  for (const [at, units] of points.slice(1)) {
    path += ` H ${x(at)} V ${y(units)}`;
  }
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img"
      aria-label="Units left over runs made">
      <path d={path} />
      {points.map(([at, units], i) => (
        <circle key={i} cx={x(at)} cy={y(units)} r="2.5" />
      ))}
      <text x={LEFT - 6} y={y(report.unitsBefore) + 4} text-anchor="end">
        {report.unitsBefore}</text>
      <text x={LEFT - 6} y={y(report.kept.length) + 4} text-anchor="end">
        {report.kept.length}</text>
      <text x={LEFT} y={HEIGHT - 4}>0</text>
      <text x={WIDTH - 8} y={HEIGHT - 4} text-anchor="end">
        {count(runs, "run")}</text>
    </svg>
  );
}
