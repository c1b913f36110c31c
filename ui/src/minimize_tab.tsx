// How a recording was cut down: what the search decided, and what is left.

import { count, duration } from "./format";
import type { Minimization } from "./minimization";
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
  return (
    <div class="scroll pad">
      <p class="big">{count(report.unitsBefore, "unit")} became{" "}
        <b>{report.unitsAfter}</b></p>
      <p class="dim">{report.certified ? "certified" : "not certified"},
        in {count(report.calls, "run")} and {duration(report.seconds * 1e9)},
        by {report.search}{report.end !== "done" && `; ${report.end}`}</p>
      <Chart report={report} />
      <table>
        <tbody>
          <tr><td>Whole recording</td><td class="number">
            {report.initial.pass} of {report.initial.runs}</td></tr>
          <tr><td>Result</td><td class="number">
            {report.final.pass} of {report.final.runs}</td></tr>
          {report.passes.map((pass) => (
            <tr key={pass.name}><td>{pass.name}</td><td class="number">
              {pass.before} to {pass.after}</td></tr>
          ))}
        </tbody>
      </table>
      <h3>Decisions</h3>
      <table>
        <thead><tr><th>Run</th><th>Decision</th><th class="number">Units</th>
        </tr></thead>
        <tbody>
          {report.history.map((step, i) => (
            <tr key={i}><td>{step.runs}</td><td>{step.what}</td>
              <td class="number">{step.units}</td></tr>
          ))}
        </tbody>
      </table>
      <h3>Units</h3>
      <div class="units" role="img"
        aria-label={`Units kept: ${report.kept.join(", ")}`}>
        {units(report).map(({ unit, kept, what }) => (
          <span key={unit} class={kept ? "kept" : ""}
            title={`${unit}${what ? `: ${what}` : ""}${kept ? " (kept)" : ""}`} />
        ))}
      </div>
    </div>
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

// Units left over runs made, as a staircase.
function Chart({ report }: { report: Minimization }) {
  const points: [number, number][] = [[0, report.unitsBefore]];
  for (const { runs, units, what } of report.history) {
    const before = points[points.length - 1][1];
    if (/^(accepted|removed)/.test(what) && units < before) {
      points.push([runs, units]);
    }
  }
  points.push([Math.max(1, report.calls), report.unitsAfter]);
  const runs = Math.max(1, report.calls);
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
      <text x={LEFT - 6} y={y(report.unitsAfter) + 4} text-anchor="end">
        {report.unitsAfter}</text>
      <text x={LEFT} y={HEIGHT - 4}>0</text>
      <text x={WIDTH - 8} y={HEIGHT - 4} text-anchor="end">
        {report.calls} runs</text>
    </svg>
  );
}
