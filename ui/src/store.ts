// What the page shows just now. There is one of it; whoever changes it calls
// update(), and the page is drawn anew in the next frame.

import type { Action } from "./actions";
import { type Comparison, compareRuns } from "./compare";
import type { Minimization } from "./minimization";
import { Pictures } from "./pictures";
import { Run } from "./run";
import type { Source } from "./source";
import type { Tree } from "./trees";

export type Tab =
  "tree" | "state" | "log" | "net" | "diff" | "minimize" | "raw";

export interface NodeChoice {
  tree: Tree;
  window: number;
  node: number;
}

const POLL_MS = 300;

class Store {
  runs: Run[] = []; // the recording, and the replay beside it
  pictures: Pictures[] = [];
  minimization?: Minimization;
  comparison?: Comparison;
  selected?: Action;
  time = 0; // of the recording, in ns
  before = false; // two tapes: their screens before the action, not after
  scrubbed = false; // `time` was chosen, not an action
  from = 0; // what of the timeline is seen
  to = 1;
  tab: Tab = "tree";
  node?: NodeChoice;
  hoverNode?: NodeChoice;
  raw?: number; // message chosen among the raw ones
  query = "";
  overlay: "" | "search" | "help" = "";
  filter = ""; // of the list of actions
  problem = ""; // why nothing can be shown
  busy = "";
  live = false;
  follow = false; // stays at the end while the tape grows
  theme: "" | "light" | "dark" = "";
  files: { name: string; open: () => Promise<void> }[] = [];

  private listeners = new Set<() => void>();
  private due = false;
  private zoomed = false;

  get run(): Run | undefined {
    return this.runs[0];
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  update(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      for (const listener of this.listeners) listener();
    });
  }

  // Opens a tape as the recording (0) or as the replay beside it (1).
  async open(source: Source, place: 0 | 1 = 0): Promise<void> {
    this.problem = "";
    this.busy = `Opening ${source.name}`;
    this.update();
    try {
      const run = await Run.open(source, () => this.grown(place));
      if (place === 0) this.clear();
      this.runs[place] = run;
      this.pictures[place] = new Pictures(run);
      this.grown(place);
      await run.load();
      this.busy = "";
      this.grown(place);
      if (place === 0 && !this.selected) this.begin();
      if (!run.tape.finished && source.mayGrow) void this.watch(place);
    } catch (error) {
      this.busy = "";
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.update();
  }

  private clear(): void {
    this.runs = [];
    this.pictures = [];
    this.comparison = undefined;
    this.selected = undefined;
    this.node = undefined;
    this.raw = undefined;
    this.time = 0;
    this.zoomed = false;
    this.live = false;
  }

  private grown(place: 0 | 1): void {
    const run = this.runs[place];
    if (!run) return;
    if (place === 0 && !this.zoomed) {
      this.from = 0;
      this.to = Math.max(1, run.end);
    }
    if (this.runs.length === 2 && this.runs.every((one) => one.loaded === 1)) {
      this.compare();
    }
    if (this.selected) this.keepSelection();
    if (this.follow && place === 0) this.last();
    this.update();
  }

  // Actions are made anew when the tape grows.
  private keepSelection(): void {
    const { index, kind } = this.selected!;
    this.selected = this.run?.actions.find(
      (action) => action.index === index && action.kind === kind);
  }

  private compare(): void {
    this.comparison = compareRuns(this.runs[0], this.runs[1]);
  }

  // A tape that is being recorded: looks for more until it is finished.
  private async watch(place: 0 | 1): Promise<void> {
    const run = this.runs[place];
    this.live = true;
    this.follow = true;
    this.grown(place);
    while (this.runs[place] === run && !run.tape.finished) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      let grown;
      try {
        grown = await run.tape.refresh();
      } catch {
        break; // the server is gone
      }
      if (grown === "replaced") {
        this.live = false;
        await this.open(run.tape.source, place);
        return;
      }
      if (grown === "grown") await run.load();
    }
    if (this.runs[place] === run) {
      this.live = false;
      this.follow = false;
    }
    this.update();
  }

  select(action: Action | undefined): void {
    this.selected = action;
    this.node = undefined;
    this.scrubbed = false;
    if (action) {
      this.time = action.time;
      this.reveal(action.time);
    }
    this.update();
  }

  // Scrolls the timeline so that this time is seen.
  private reveal(time: number): void {
    const width = this.to - this.from;
    if (time >= this.from && time <= this.to) return;
    this.pan(time - width / 2 - this.from);
  }

  scrub(time: number): void {
    const end = this.run?.end ?? 0;
    this.time = Math.min(Math.max(0, time), end);
    this.scrubbed = true;
    this.follow = false;
    const actions = this.run?.actions ?? [];
    let at: Action | undefined;
    for (const action of actions) {
      if (action.time > this.time) break;
      if (action.input || action.kind === "crash") at = action;
    }
    this.selected = at;
    this.node = undefined;
    this.update();
  }

  // The next (1) or previous (-1) action that the list shows.
  step(by: 1 | -1): void {
    this.follow = false;
    const actions = this.shownActions();
    const at = this.selected ? actions.indexOf(this.selected) : -1;
    const next = actions[at < 0 && by < 0 ? actions.length - 1 : at + by];
    if (next) this.select(next);
  }

  // Where somebody who opens a tape wants to begin.
  private begin(): void {
    const actions = this.shownActions();
    this.select(actions.find(({ input }) => input) ?? actions[0]);
  }

  first(): void {
    this.select(this.shownActions()[0]);
  }

  last(): void {
    const actions = this.shownActions();
    this.select(actions[actions.length - 1]);
    if (this.run) {
      this.time = this.run.end;
      this.scrubbed = this.follow;
    }
  }

  shownActions(): Action[] {
    const actions = this.run?.actions ?? [];
    const words = this.filter.trim().toLowerCase();
    if (!words) return actions;
    return actions.filter((action) =>
      `${action.words} ${action.detail}`.toLowerCase().includes(words));
  }

  zoom(factor: number, around = this.time): void {
    const end = Math.max(1, this.run?.end ?? 1);
    const shortest = Math.min(end, 1e6);
    const width = Math.min(end, Math.max(shortest,
      (this.to - this.from) * factor));
    const part = (around - this.from) / (this.to - this.from);
    this.from = around - width * part;
    this.to = this.from + width;
    this.zoomed = width < end;
    this.pan(0);
  }

  pan(by: number): void {
    const end = Math.max(1, this.run?.end ?? 1);
    const width = this.to - this.from;
    this.from = Math.min(Math.max(0, this.from + by), Math.max(0, end - width));
    this.to = this.from + width;
    this.update();
  }

  showAll(): void {
    this.from = 0;
    this.to = Math.max(1, this.run?.end ?? 1);
    this.zoomed = false;
    this.update();
  }

  showTab(tab: Tab): void {
    this.tab = tab;
    this.update();
  }

  showRaw(index: number): void {
    this.raw = index;
    this.tab = "raw";
    this.update();
  }

  setTheme(theme: "" | "light" | "dark"): void {
    this.theme = theme;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem("reprise-theme", theme);
    } catch {
      // not to be had in a page without an origin: holds until it is closed
    }
    this.update();
  }
}

export const store = new Store();
