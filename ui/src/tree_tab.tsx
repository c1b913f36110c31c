// The view tree at the selected time. Choosing a view marks it on the screen.

import { useMemo } from "preact/hooks";
import { Empty } from "./empty";
import { shortName } from "./format";
import { timeAfter } from "./screens";
import { store } from "./store";
import {
  choose, stateBefore, type Tree, useTree, type ViewNode,
} from "./trees";
import { VirtualList } from "./virtual";

interface TreeRow {
  window: number;
  node: number; // -1: the window itself
  depth: number;
}

const FLAGS: [number, string][] = [
  [1, "enabled"], [2, "drawn"], [4, "scrollable"], [8, "shown"],
  [16, "clickable"], [32, "long-clickable"], [64, "focusable"],
  [128, "focused"], [256, "checkable"], [512, "checked"], [1024, "selected"],
  [2048, "activated"], [4096, "password"], [8192, "foreign content"],
  [16384, "virtual"],
];

export function TreeTab() {
  const run = store.run;
  const action = store.selected;
  const time = store.runs.length > 1 && action && run && !store.scrubbed
    ? timeAfter(run, action) : store.time;
  const newest = useTree(run, time, run && !store.scrubbed &&
    store.runs.length === 1 ? stateBefore(run, action) : undefined);
  const tree = store.node?.tree ?? newest;
  const rows = useMemo(() => (tree ? rowsOf(tree) : []), [tree]);
  if (!tree) {
    return run?.stateAt(time, "hasWindows") ? <p class="empty">Reading…</p>
      : <Empty run={run}>No view tree up to this time.</Empty>;
  }
  const at = store.node
    ? rows.findIndex(({ window, node }) =>
      window === store.node!.window && node === store.node!.node)
    : -1;
  const chosen = store.node
    && tree.windows[store.node.window]?.nodes[store.node.node];
  return (
    <div class="split">
      <VirtualList items={rows} rowHeight={24} label="View tree" reveal={at}
        picked={at}
        onPick={(index) => {
          const { window, node } = rows[index];
          choose(node < 0 ? undefined : { tree, window, node });
        }}
        row={(row) => <Row row={row} tree={tree} />} />
      {chosen && <Details node={chosen} />}
    </div>
  );
}

function rowsOf(tree: Tree): TreeRow[] {
  const rows: TreeRow[] = [];
  tree.windows.forEach(({ nodes }, window) => {
    rows.push({ window, node: -1, depth: 0 });
    const depths: number[] = [];
    // Siblings follow their parents' subtrees, not their parents' siblings.
    const children = nodes.map((): number[] => []);
    nodes.forEach(({ parent }, node) => {
      if (node > 0) children[Math.min(parent, node - 1)].push(node);
    });
    const stack = nodes.length > 0 ? [0] : [];
    depths[0] = 1;
    while (stack.length > 0) {
      const node = stack.pop()!;
      rows.push({ window, node, depth: depths[node] });
      for (const child of children[node].reverse()) {
        depths[child] = depths[node] + 1;
        stack.push(child);
      }
    }
  });
  return rows;
}

function Row({ row, tree }: { row: TreeRow; tree: Tree }) {
  const window = tree.windows[row.window];
  if (row.node < 0) {
    return <div class="view window">{shortName(window.title) || "window"}
      <span class="dim">{window.nodes.length} views</span></div>;
  }
  const node = window.nodes[row.node];
  const id = node.resourceName.split("/").pop();
  return (
    <div class={`view ${(node.flags & 8) === 0 ? "hidden-view" : ""}`}
      style={{ paddingLeft: `${8 + row.depth * 14}px` }}
      onMouseEnter={() => {
        store.hoverNode = { tree, window: row.window, node: row.node };
        store.update();
      }}
      onMouseLeave={() => {
        store.hoverNode = undefined;
        store.update();
      }}>
      <span class="class">{shortName(node.className)}</span>
      {id && <span class="id">#{id}</span>}
      {(node.text || node.description) &&
        <span class="text">{node.text || node.description}</span>}
    </div>
  );
}

function Details({ node }: { node: ViewNode }) {
  const { bounds } = node;
  const rows: [string, string][] = [
    ["class", node.className],
    ["id", node.resourceName],
    ["text", node.text],
    ["description", node.description],
    ["hint", node.hint],
    ["bounds", bounds ? `${bounds.left}, ${bounds.top} to ${bounds.right}, ` +
      `${bounds.bottom} (${bounds.right - bounds.left} × ` +
      `${bounds.bottom - bounds.top})` : ""],
    ["flags", FLAGS.filter(([bit]) => node.flags & bit)
      .map(([, name]) => name).join(", ")],
    ["visibility", node.visibility === 8 ? "gone"
      : node.visibility === 4 ? "invisible" : ""],
    ["row", node.row === undefined ? "" : String(node.row)],
  ];
  return (
    <dl class="details" aria-label="The selected view">
      {rows.filter(([, value]) => value).map(([name, value]) => (
        <div key={name}><dt>{name}</dt><dd>{value}</dd></div>
      ))}
    </dl>
  );
}
