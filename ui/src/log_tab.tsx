// The log, with what came later than the selected time in grey.

import { useMemo, useState } from "preact/hooks";
import { lastAt } from "./columns";
import { Empty } from "./empty";
import { clock, count } from "./format";
import { PRIORITIES } from "./log";
import type { Item } from "./run";
import type { Decoded } from "./schemas";
import { store } from "./store";
import { VirtualList } from "./virtual";

export function LogTab() {
  const run = store.run!;
  const [level, setLevel] = useState(2);
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<number>();
  const lines = useMemo(() => {
    const wanted = words.toLowerCase();
    return run.log.filter((line) => line.priority >= level &&
      (!wanted || `${line.tag} ${line.text}`.toLowerCase().includes(wanted)));
  }, [run, run.log.length, run.version, level, words]);
  const now = store.selected && !store.scrubbed
    ? Math.max(store.selected.end, store.time) : store.time;
  const at = lastAt(lines, now, (line) => line.time);
  const crash = run.crashes.find(({ index }) => index === chosen);
  return (
    <div class="split">
      <div class="tools">
        <select aria-label="Lowest level" value={level}
          onChange={(event) => setLevel(Number(event.currentTarget.value))}>
          {["Verbose", "Debug", "Info", "Warning", "Error"].map((name, i) => (
            <option value={i + 2} key={name}>{name}</option>
          ))}
        </select>
        <input type="search" placeholder="Filter the log"
          aria-label="Filter the log" value={words}
          onInput={(event) => setWords(event.currentTarget.value)} />
        <span class="dim">{count(lines.length, "line")}</span>
      </div>
      <VirtualList items={lines} rowHeight={22} label="Log" reveal={at}
        picked={lines.findIndex(({ index }) => index === chosen)}
        onPick={(index) => {
          setChosen(lines[index].index);
          store.scrub(lines[index].time);
        }}
        row={(line) => (
          <div class={`line p${line.priority} ${line.time > now ? "later" : ""}`}
            title={line.text}>
            <span class="time">{clock(line.time)}</span>
            <span class="level">{PRIORITIES[line.priority]}</span>
            <span class="tag">{line.tag}</span>
            <span class="text">{line.text}</span>
          </div>
        )} />
      {lines.length === 0 && <Empty run={run}>
        No such line.</Empty>}
      {crash && <Stack item={crash} />}
      {!crash && chosen === undefined && store.selected?.kind === "crash" &&
        <Stack item={store.selected.item!} />}
    </div>
  );
}

function Stack({ item }: { item: Item }) {
  const { case: kind, value } = item.message.what;
  const frames = (list: Decoded[]) => list.map((frame, i) => (
    <div key={i} class="frame">
      <span>{frame.className || frame.module}.{frame.method}</span>
      {frame.file && <span class="dim">{frame.file}:{frame.line}</span>}
    </div>
  ));
  return (
    <div class="details stack" aria-label="Crash">
      {kind === "anr" && <><b>{value.reason}</b>{frames(value.frames)}</>}
      {kind === "crash" && value.throwables.map((one: Decoded, i: number) => (
        <div key={i}>
          <b>{i > 0 && "caused by "}{one.className}
            {one.message && `: ${one.message}`}</b>
          {frames(one.frames)}
        </div>
      ))}
      {kind === "crash" && value.native &&
        <><b>signal {value.signal}</b>{frames(value.frames)}</>}
    </div>
  );
}

