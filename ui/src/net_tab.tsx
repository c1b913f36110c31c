// What the app asked of the network, and what it was answered.

import { useEffect, useState } from "preact/hooks";
import { lastAt } from "./columns";
import { Empty } from "./empty";
import { clock, duration, size } from "./format";
import { type Exchange, exchangesOf } from "./net";
import type { Decoded } from "./schemas";
import { store } from "./store";
import { VirtualList } from "./virtual";

export function NetTab() {
  const run = store.run!;
  const rows = exchangesOf(run);
  const [chosen, setChosen] = useState<number>();
  const at = lastAt(rows, store.time, (row) => row.time);
  const picked = rows.findIndex(({ index }) => index === chosen);
  if (rows.length === 0) {
    return <Empty run={run}>No network traffic on the tape.</Empty>;
  }
  return (
    <div class="split">
      <div class="exchange head" aria-hidden="true">
        <span>Time</span><span>Method</span><span>Status</span>
        <span>Address</span><span class="number">Size</span>
        <span class="number">Took</span>
      </div>
      <VirtualList items={rows} rowHeight={26} label="Network" reveal={at}
        picked={picked} onPick={(index) => setChosen(rows[index].index)}
        row={(row) => (
          <div class={`exchange ${row.failed ? "failed" : ""}`} title={row.url}>
            <span class="time">{clock(row.time)}</span>
            <span>{row.method}</span>
            <span class="status">{row.status}</span>
            <span class="text">{row.url}</span>
            <span class="number">{row.bytes > 0 ? size(row.bytes) : ""}</span>
            <span class="number">
              {row.end > row.time ? duration(row.end - row.time) : ""}</span>
          </div>
        )} />
      {picked >= 0 && <Details row={rows[picked]} />}
    </div>
  );
}

function Details({ row }: { row: Exchange }) {
  return (
    <div class="details" aria-label="The selected exchange">
      <p class="url">{row.method} {row.url}</p>
      <Headers title="Request" of={row.request} />
      <Bodies row={row} sent />
      <Headers title={`Response ${row.status}`} of={row.response} />
      <Bodies row={row} sent={false} />
      <button onClick={() => store.showRaw(row.index)}>Raw message</button>
    </div>
  );
}

function Headers({ title, of }: { title: string; of?: Decoded }) {
  if (!of) return null;
  return (
    <>
      <h4>{title}</h4>
      {of.headers.map(({ name, value }: Decoded, i: number) => (
        <div key={i} class="header"><b>{name}</b> {value}</div>
      ))}
    </>
  );
}

const LONGEST_BODY = 20000;

function Bodies({ row, sent }: { row: Exchange; sent: boolean }) {
  const [text, setText] = useState("");
  const parts = row.bodies.filter((body) => body.sent === sent);
  useEffect(() => {
    let late = false;
    setText("");
    Promise.all(parts.filter(({ content }) => content).map(({ content }) =>
      store.run!.blob(content, ({ what }: Decoded) => [what.value.content])))
      .then((bytes) => {
        const decoder = new TextDecoder();
        const whole = bytes.map((one) => decoder.decode(one)).join("");
        if (!late) setText(whole.slice(0, LONGEST_BODY));
      })
      .catch(() => undefined);
    return () => {
      late = true;
    };
  }, [row, sent]);
  return text ? <pre>{text}</pre> : null;
}
