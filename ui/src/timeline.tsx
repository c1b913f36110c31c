// The film strip over lanes of all streams, on one canvas. Wheel zooms at the
// pointer, dragging scrubs, the wheel with shift (or sideways) pans.

import { useEffect, useRef } from "preact/hooks";
import { lastAt } from "./columns";
import { replayTime } from "./compare";
import { clock } from "./format";
import type { Run } from "./run";
import { store } from "./store";

// For the names of the lanes, at the left of a canvas of this width.
const gutterOf = (width: number) => width < 640 ? 84 : 120;
const MARGIN = 10; // at the right, for marks at the very end
const STRIP = 76;
const LANE = 15;
const RULER = 20;
const MOST_LANES = 12;
const GAP = 4;

interface Colours {
  [name: string]: string;
}

// Lanes in this order, then the others by name.
const ORDER = ["/ui/widget", "/input", "/state", "/log", "/net", "/reprise"];

interface LaneRow {
  label: string;
  colour: string;
  times: number[][];
}

export function lanesOf(run: Run): LaneRow[] {
  const groups = new Map<string, LaneRow>();
  for (const lane of run.lanes.values()) {
    if (lane.topic === "/screen") continue; // that is the film strip
    const label = lane.topic.startsWith("/input/evdev") ? "/input/evdev"
      : lane.topic === "/reprise/anchor" ? "/reprise" : lane.topic;
    const colour = label.startsWith("/input") || label === "/ui/widget"
      ? "input" : label === "/log" ? "log" : label === "/net" ? "net"
        : label === "/state" ? "state" : label === "/reprise" ? "reprise"
          : "other";
    const row = groups.get(label) ?? { label, colour, times: [] };
    row.times.push(lane.times);
    groups.set(label, row);
  }
  const rank = ({ label }: LaneRow) => {
    const at = ORDER.findIndex((prefix) => label.startsWith(prefix));
    return at < 0 ? ORDER.length : at;
  };
  const rows = [...groups.values()].sort(
    (a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label));
  if (rows.length <= MOST_LANES) return rows;
  // The last lane is that of all that are left.
  const rest = rows.splice(MOST_LANES - 1);
  return [...rows, { label: `${rest.length} others`, colour: "other",
    times: rest.flatMap(({ times }) => times) }];
}

export function Timeline() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const run = store.run!;
  const lanes = lanesOf(run);
  const strips = store.runs.length;
  const height = RULER + strips * (STRIP + GAP) + lanes.length * LANE + 6;

  useEffect(() => {
    const element = canvas.current!;
    const observer = new ResizeObserver(() => store.update());
    observer.observe(element);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const width =
        element.clientWidth - gutterOf(element.clientWidth) - MARGIN;
      const span = store.to - store.from;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        store.pan((sideways / width) * span);
      } else {
        const time = timeAt(element, event.clientX);
        store.zoom(Math.exp(event.deltaY * 0.0015), time);
      }
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener("wheel", wheel);
    };
  }, []);

  useEffect(() => {
    draw(canvas.current!, lanes, height);
  });

  const scrub = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    store.scrub(timeAt(canvas.current!, event.clientX));
  };
  return (
    <section class="timeline" aria-label="Timeline">
      <canvas ref={canvas} style={{ height: `${height}px` }} tabIndex={0} role="slider"
        aria-label="Time on the tape" aria-valuemin={0}
        aria-valuemax={Math.round(run.end / 1e6)}
        aria-valuenow={Math.round(store.time / 1e6)}
        aria-valuetext={`${clock(store.time)} of ${clock(run.end)} seconds`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={scrub}
        onDblClick={() => store.showAll()} />
    </section>
  );
}

// A time of the ruler, as exact as its steps.
function tick(time: number, step: number): string {
  const text = clock(time);
  return step < 1e9 ? text : text.replace(/\.000$/, text.includes(":") ? "" : " s");
}

function timeAt(canvas: HTMLCanvasElement, clientX: number): number {
  const box = canvas.getBoundingClientRect();
  const gutter = gutterOf(box.width);
  const part = (clientX - box.left - gutter) / (box.width - gutter - MARGIN);
  return store.from + part * (store.to - store.from);
}

function draw(
  canvas: HTMLCanvasElement, lanes: LaneRow[], height: number,
): void {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  if (width === 0) return;
  if (canvas.width !== Math.round(width * ratio) ||
      canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const colours: Colours = {};
  for (const name of ["ink", "dim", "line", "panel", "accent", "bad", "input",
    "state", "log", "net", "reprise", "other"]) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = "middle";
  const painter = new Painter(context, width, colours);
  painter.ruler(height);
  let top = RULER;
  store.runs.forEach((run, place) => {
    painter.strip(run, place, top);
    top += STRIP + GAP;
  });
  for (const lane of lanes) {
    painter.lane(lane, top);
    top += LANE;
  }
  painter.marks(height);
  painter.cursor(height);
}

class Painter {
  private readonly gutter: number;
  private readonly scale: number;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly width: number,
    private readonly colours: Colours,
  ) {
    this.gutter = gutterOf(width);
    this.scale = (width - this.gutter - MARGIN) / (store.to - store.from);
  }

  private x(time: number): number {
    return this.gutter + (time - store.from) * this.scale;
  }

  private label(text: string, y: number): void {
    const { context, colours } = this;
    context.fillStyle = colours.dim;
    context.textAlign = "right";
    context.fillText(text, this.gutter - 10, y, this.gutter - 16);
    context.textAlign = "left";
  }

  ruler(height: number): void {
    const { context, colours, width } = this;
    const wanted = (90 / this.scale);
    let step = 10 ** Math.floor(Math.log10(wanted));
    for (const factor of [2, 5, 10]) {
      if (step < wanted) step = 10 ** Math.floor(Math.log10(wanted)) * factor;
    }
    step = Math.max(step, 1e6);
    context.strokeStyle = colours.line;
    context.fillStyle = colours.dim;
    context.lineWidth = 1;
    for (let time = Math.ceil(store.from / step) * step; time <= store.to;
      time += step) {
      const x = Math.round(this.x(time)) + 0.5;
      context.beginPath();
      context.moveTo(x, RULER - 5);
      context.lineTo(x, height);
      context.stroke();
      if (x < width - 40) {
        context.fillText(tick(time, step), x + 4, RULER / 2);
      }
    }
  }

  strip(run: Run, place: number, top: number): void {
    const { context, colours, width } = this;
    const label = store.runs.length === 1 ? "screen"
      : place === 0 ? "recording"
        : store.comparison?.stranger ? "other tape" : "replay";
    this.label(label, top + STRIP / 2);
    const first = run.frames[0];
    if (!first) return;
    const ratio = first.message.widthPx / first.message.heightPx || 0.45;
    const slot = Math.max(24, STRIP * ratio);
    let last;
    for (let x = this.gutter; x < width; x += slot + 2) {
      const time = store.from + (x + slot / 2 - this.gutter) / this.scale;
      const there = place === 0 ? time : this.replayTime(time);
      const frame = run.frameAt(there);
      if (!frame || there > run.end) continue;
      const picture = store.pictures[place].thumbnail(
        frame, STRIP, () => store.update());
      context.fillStyle = colours.panel;
      context.fillRect(x, top, slot, STRIP);
      context.globalAlpha = frame === last ? 0.45 : 1;
      if (picture) {
        const shown = Math.min(slot, picture.width);
        context.drawImage(picture, x + (slot - shown) / 2, top, shown, STRIP);
      }
      context.globalAlpha = 1;
      context.strokeStyle = colours.line;
      context.strokeRect(x + 0.5, top + 0.5, slot - 1, STRIP - 1);
      last = frame;
    }
  }

  // A replay has its own time: it is drawn where the recording was as far.
  private replayTime(time: number): number {
    return store.comparison
      ? replayTime(store.run!, store.comparison, time) : time;
  }

  // A bar for each pixel, higher where there are more messages.
  lane(lane: LaneRow, top: number): void {
    const { context, colours, width } = this;
    this.label(lane.label.replace(/^\//, ""), top + LANE / 2);
    const columns = new Uint32Array(Math.max(1, Math.ceil(width - this.gutter) / 2 | 0));
    let most = 1;
    for (const times of lane.times) {
      let at = Math.max(0, lastAt(times, store.from, (time) => time));
      for (; at < times.length && times[at] <= store.to; at++) {
        const column = ((times[at] - store.from) * this.scale) >> 1;
        if (column < 0 || column >= columns.length) continue;
        most = Math.max(most, ++columns[column]);
      }
    }
    context.fillStyle = colours[lane.colour];
    const room = LANE - 4;
    columns.forEach((number, column) => {
      if (number === 0) return;
      const height = Math.max(4, Math.sqrt(number / most) * room);
      context.fillRect(this.gutter + column * 2, top + LANE - 2 - height, 2, height);
    });
  }

  // Crashes and divergences through all lanes.
  marks(height: number): void {
    const { context, colours } = this;
    context.fillStyle = colours.bad;
    const times = (store.run?.crashes ?? []).map(({ time }) => time);
    // What differs first explains much of what follows, which stays pale.
    const pale = new Set<number>();
    for (const { recorded } of store.comparison?.divergences ?? []) {
      if (!recorded) continue;
      if (pale.size === 0) times.push(recorded.time);
      pale.add(recorded.time);
    }
    for (const time of new Set([...times, ...pale])) {
      const x = this.x(time);
      if (x < this.gutter || x > this.width) continue;
      context.globalAlpha = times.includes(time) ? 1 : 0.2;
      context.fillRect(x - 1, RULER - 4, 2, height - RULER + 4);
      context.globalAlpha = 1;
      context.beginPath();
      context.moveTo(x - 5, RULER - 10);
      context.lineTo(x + 5, RULER - 10);
      context.lineTo(x, RULER - 2);
      context.fill();
    }
  }

  cursor(height: number): void {
    const { context, colours } = this;
    const action = store.selected;
    if (action && !store.scrubbed) {
      context.fillStyle = colours.accent;
      context.globalAlpha = 0.16;
      const from = Math.max(this.gutter, this.x(action.time));
      const to = Math.max(from + 3, this.x(action.end));
      context.fillRect(from, RULER, to - from, height - RULER);
      context.globalAlpha = 1;
    }
    const x = this.x(store.time);
    if (x < this.gutter - 1) return;
    context.fillStyle = colours.accent;
    context.fillRect(x - 0.75, 0, 1.5, height);
    context.beginPath();
    context.arc(x, 6, 4, 0, Math.PI * 2);
    context.fill();
  }
}
