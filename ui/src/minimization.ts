// The report that `reprise minimize --report x.json` writes: see
// docs/guide/minimize.md.

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
  unitsAfter: number;
  kept: number[];
  certified: boolean;
  steps: number;
  calls: number;
  seconds: number;
  initial: { runs: number; pass: number };
  final: { runs: number; pass: number };
  removed: Removed[];
  passes: { name: string; before: number; after: number }[];
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
    steps: Number(json.steps ?? 0),
    calls: Number(json.calls ?? 0),
    seconds: Number(json.wall_s ?? 0),
    initial: runs(json.initial),
    final: runs(json.final),
    removed: (json.removed ?? []) as Removed[],
    passes: (json.passes ?? []) as Minimization["passes"],
    history: (json.history ?? []) as Decision[],
  };
}
