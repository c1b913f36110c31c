// Every message of the tape, decoded by its schema when it is chosen.

import { useEffect, useMemo, useState } from "preact/hooks";
import { clock, count, size } from "./format";
import type { Plain, PlainObject } from "./schemas";
import { store } from "./store";
import { VirtualList } from "./virtual";

export function RawTab() {
  const { tape, version } = store.run!;
  const [topic, setTopic] = useState("");
  const topics = [...tape.channels.values()]
    .filter(({ messages }) => messages > 0)
    .sort((a, b) => a.topic.localeCompare(b.topic));
  const indices = useMemo(() => {
    const found: number[] = [];
    for (let i = 0; i < tape.messages; i++) {
      if (!topic || tape.channel(i).topic === topic) found.push(i);
    }
    return found.sort((a, b) => tape.time(a) - tape.time(b) || a - b);
  }, [tape, version, topic]);
  const picked = store.raw === undefined ? -1 : indices.indexOf(store.raw);
  const now = useMemo(() => {
    let low = 0;
    let high = indices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tape.time(indices[middle]) <= store.time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }, [indices, store.time]);
  return (
    <div class="split">
      <div class="tools">
        <select aria-label="Topic" value={topic}
          onChange={(event) => setTopic(event.currentTarget.value)}>
          <option value="">All topics</option>
          {topics.map((channel) => (
            <option key={channel.id} value={channel.topic}>
              {channel.topic} ({channel.messages.toLocaleString("en-US")})
            </option>
          ))}
        </select>
        <span class="dim">{count(indices.length, "message")}</span>
      </div>
      <VirtualList items={indices} rowHeight={22} label="Raw messages"
        reveal={picked >= 0 ? picked : now} picked={picked}
        onPick={(row) => {
          store.raw = indices[row];
          store.update();
        }}
        row={(index) => (
          <div class={`line ${tape.time(index) > store.time ? "later" : ""}`}>
            <span class="time">{clock(tape.time(index))}</span>
            <span class="topic">{tape.channel(index).topic}</span>
            <span class="number dim">{size(tape.byteLength(index))}</span>
          </div>
        )} />
      {store.raw !== undefined && <Message index={store.raw} />}
    </div>
  );
}

function Message({ index }: { index: number }) {
  const { tape } = store.run!;
  const [value, setValue] = useState<PlainObject>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let late = false;
    setProblem("");
    tape.show(index).then(
      (found) => !late && setValue(found),
      (error) => !late && setProblem(`It cannot be decoded: ${error.message}`));
    return () => {
      late = true;
    };
  }, [tape, index]);
  return (
    <div class="details json" aria-label="The selected message">
      {problem ? <p class="empty">{problem}</p>
        : value && <Fields value={value} />}
    </div>
  );
}

function Fields({ value }: { value: PlainObject }) {
  return (
    <>{Object.entries(value).map(([key, item]) => (
      <Value key={key} name={key} value={item} />
    ))}</>
  );
}

function Value({ name, value }: { name: string; value: Plain }) {
  if (value !== null && typeof value === "object") {
    const entries: PlainObject = Array.isArray(value)
      ? Object.fromEntries(value.map((item, i) => [String(i), item])) : value;
    const size = Object.keys(entries).length;
    return (
      <details open={size <= 12}>
        <summary><b>{name}</b> <span class="dim">
          {Array.isArray(value) ? `[${size}]` : `{${size}}`}</span></summary>
        <div class="inner"><Fields value={entries} /></div>
      </details>
    );
  }
  return (
    <div class="field"><b>{name}</b>{" "}
      <span class={typeof value}>{String(value)}</span></div>
  );
}
