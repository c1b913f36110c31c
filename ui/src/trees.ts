// View trees: the newest one at a time, fetched from the tape when needed.

import { useEffect, useState } from "preact/hooks";
import type { Action } from "./actions";
import type { Item, Run } from "./run";
import type { Decoded } from "./schemas";
import { type NodeChoice, store } from "./store";

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface ViewNode {
  parent: number;
  className: string;
  resourceName: string;
  text: string;
  description: string;
  hint: string;
  bounds?: Rect;
  flags: number;
  visibility: number;
  [more: string]: unknown;
}

export interface Window {
  title: string;
  bounds?: Rect;
  focused: boolean;
  nodes: ViewNode[];
  leftOut: number;
}

const SHOWN = 8;

export class Tree {
  constructor(readonly state: Item, readonly windows: Window[]) {}

  // The smallest shown view at this place, of the topmost window there.
  at(x: number, y: number): NodeChoice | undefined {
    for (let window = 0; window < this.windows.length; window++) {
      let best: NodeChoice | undefined;
      let smallest = Infinity;
      this.windows[window].nodes.forEach(({ bounds, flags }, node) => {
        if (!bounds || (flags & SHOWN) === 0) return;
        if (x < bounds.left || x >= bounds.right) return;
        if (y < bounds.top || y >= bounds.bottom) return;
        const area =
          (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
        if (area <= smallest) {
          smallest = area;
          best = { tree: this, window, node };
        }
      });
      if (best) return best;
    }
    return undefined;
  }
}

const kept = new WeakMap<Item, Promise<Tree>>();

export function treeOf(run: Run, state: Item): Promise<Tree> {
  let tree = kept.get(state);
  if (!tree) {
    tree = fetchTree(run, state);
    kept.set(state, tree);
  }
  return tree;
}

async function fetchTree(run: Run, state: Item): Promise<Tree> {
  const message = await run.tape.message(state.index);
  if (message.windows.length > 0 || !message.windowsBlob) {
    return new Tree(state, message.windows);
  }
  const bytes = await run.blob(
    message.windowsBlob, (other: Decoded) => [other.windowsBlob]);
  const schema = run.tape.channel(state.index).schema;
  const forest = run.tape.schemas.decodeAs(schema, "reprise.ViewForest", bytes);
  return new Tree(state, forest.windows);
}

// The state that was taken right before an action, if it names one.
export function stateBefore(run: Run, action?: Action): Item | undefined {
  const state = run.byId.get(action?.widget?.stateRef ?? 0n);
  return state?.message.hasWindows ? state : undefined;
}

// The tree of a state, or the one at a time; nothing while it is fetched or
// there is none.
export function useTree(
  run: Run | undefined, time: number, known?: Item,
): Tree | undefined {
  const state = known ?? run?.stateAt(time, "hasWindows");
  const [tree, setTree] = useState<Tree>();
  useEffect(() => {
    let late = false;
    if (!run || !state) {
      setTree(undefined);
      return;
    }
    treeOf(run, state).then(
      (found) => !late && setTree(found),
      // The tape lacks its bytes: a tree of nothing.
      () => !late && setTree(new Tree(state, [])));
    return () => {
      late = true;
    };
  }, [run, state]);
  return tree;
}

export function choose(choice: NodeChoice | undefined): void {
  store.node = choice;
  store.update();
}
