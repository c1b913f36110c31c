// The report that `reprise minimize --report x.json` writes: see
// docs/guide/minimize.md.

export interface Runs {
  runs: number;
  pass: number; // of them reached the target
}

// A pass after the search, over parts of its own kind: points, pauses, ...
export interface Pass {
  name: string;
  before: number;
  after: number;
  calls: number;
}

export interface Removed {
  unit: number;
  what: string;
}

export interface Minimization {
  name: string;
  tape: string;
  search: string;
  end: string;
  unitsBefore: number;
  unitsAfter: number; // after the pass "pairs", if it was made
  kept: number[]; // by the search
  certified: boolean;
  calls: number; // runs of the search; passes count their own
  seconds: number; // of all
  initial: Runs;
  final: Runs;
  fresh: Runs; // of the result on new phones
  actions: string[]; // the steps of the result in words; empty: not known
  removed: Removed[];
  passes: Pass[];
  history: Decision[];
}

export interface Decision {
  runs: number; // made so far
  units: number; // of the candidate that it is about
  what: string; // "accepted", "rejected", "split"
}

type Json = Record<string, unknown>;

export function readMinimization(name: string, text: string): Minimization {
  const json = JSON.parse(text) as Json;
  if (typeof json.units_before !== "number") {
    throw new Error(`${name} is no report of reprise minimize`);
  }
  const runs = (value: unknown) => {
    const { runs = 0, pass = 0 } = (value ?? {}) as Record<string, number>;
    return { runs, pass };
  };
  return {
    name,
    tape: String(json.tape ?? ""),
    search: String(json.search ?? ""),
    end: String(json.end ?? ""),
    unitsBefore: json.units_before,
    unitsAfter: Number(json.units_after),
    kept: (json.kept ?? []) as number[],
    certified: Boolean(json.certified),
    calls: Number(json.calls ?? 0),
    seconds: Number(json.wall_s ?? 0),
    initial: runs(json.initial),
    final: runs(json.final),
    fresh: runs(json.fresh),
    actions: (json.actions ?? []) as string[],
    removed: (json.removed ?? []) as Removed[],
    passes: (json.passes ?? []) as Pass[],
    history: (json.history ?? []) as Decision[],
  };
}
