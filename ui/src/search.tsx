// Search through everything: first what is at hand (actions, log, network,
// remarks), then every message of the tape, decoded while one waits.

import { useEffect, useRef, useState } from "preact/hooks";
import { clock } from "./format";
import { exchangesOf } from "./net";
import type { Run } from "./run";
import { store } from "./store";
import { breathe } from "./tape";

export interface Hit {
  kind: string;
  text: string;
  time: number;
  go: () => void;
}

const MOST = 200;
const PAUSE_MS = 120;
// Said by the searches above, or without a word in them.
const SKIPPED = /^\/(log|net|ui\/widget|screen|input\/(evdev|touch)|sensor)/;

export function quickHits(run: Run, words: string): Hit[] {
  const wanted = words.toLowerCase();
  const hits: Hit[] = [];
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const add = (hit: Hit) => {
    if (hits.length < MOST) hits.push(hit);
  };
  for (const action of run.actions) {
    if (has(action.words) || has(action.detail)) {
      add({ kind: "action", text: action.words, time: action.time,
        go: () => store.select(action) });
    }
  }
  for (const line of run.log) {
    if (!has(line.text) && !has(line.tag)) continue;
    add({ kind: "log", text: `${line.tag}: ${line.text}`, time: line.time,
      go: () => {
        store.scrub(line.time);
        store.showTab("log");
      } });
  }
  for (const row of exchangesOf(run)) {
    if (!has(row.url) && !has(row.status)) continue;
    add({ kind: "network", text: `${row.method} ${row.url}`, time: row.time,
      go: () => {
        store.scrub(row.time);
        store.showTab("net");
      } });
  }
  return hits;
}

async function slowHits(
  run: Run, words: string, found: (hit: Hit) => void, stopped: () => boolean,
): Promise<void> {
  const wanted = words.toLowerCase();
  let slice = performance.now();
  for (let i = 0; i < run.tape.messages && !stopped(); i++) {
    const { topic } = run.tape.channel(i);
    if (SKIPPED.test(topic)) continue;
    let text;
    try {
      text = JSON.stringify(await run.tape.show(i));
    } catch {
      continue; // cannot be decoded: the raw messages tell
    }
    const at = text.toLowerCase().indexOf(wanted);
    if (at >= 0) {
      const time = run.tape.time(i);
      found({ kind: topic, time,
        text: text.slice(Math.max(0, at - 30), at + 70),
        go: () => {
          store.scrub(time);
          store.showRaw(i);
        } });
    }
    if (performance.now() - slice > 10) {
      await breathe();
      slice = performance.now();
    }
  }
}

export function Search() {
  const run = store.run!;
  const box = useRef<HTMLInputElement>(null);
  const [hits, setHits] = useState<Hit[]>([]);
  const [shown, setShown] = useState(""); // the words that hits are for
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    let stopped = false;
    setAt(0);
    const words = store.query.trim();
    setShown(words);
    if (!words) {
      setHits([]);
      return;
    }
    const all = quickHits(run, words);
    setHits(all);
    setBusy(true);
    const timer = setTimeout(async () => {
      await slowHits(run, words, (hit) => all.push(hit),
        () => stopped || all.length >= MOST);
      if (stopped) return;
      setHits([...all]);
      setBusy(false);
    }, PAUSE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [store.query]);
  const go = (hit: Hit | undefined) => {
    store.overlay = "";
    hit?.go();
    store.update();
  };
  return (
    <div class="shade" onClick={close}>
      <div class="dialog" role="dialog" aria-label="Search"
        onClick={(event) => event.stopPropagation()}>
        <input ref={box} type="search" placeholder="Search the tape"
          aria-label="Search the tape" value={store.query}
          onInput={(event) => {
            store.query = event.currentTarget.value;
            store.update();
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") {
              setAt(Math.min(at + 1, hits.length - 1));
            } else if (event.key === "ArrowUp") {
              setAt(Math.max(0, at - 1));
            } else if (event.key === "Enter") {
              // Who types fast is ahead of the list.
              const words = event.currentTarget.value.trim();
              go(shown === words ? hits[at] : quickHits(run, words)[0]);
            } else {
              return;
            }
            event.preventDefault();
          }} />
        <div class="hits" role="listbox" aria-label="Found">
          {hits.map((hit, i) => (
            <div key={i} class="hit" role="option" aria-selected={i === at}
              onClick={() => go(hit)}>
              <span class="kind">{hit.kind}</span>
              <span class="text">{hit.text}</span>
              <span class="time">{clock(hit.time)}</span>
            </div>
          ))}
        </div>
        <p class="dim foot" role="status">
          {!store.query.trim() ? "Actions, log, network, and every message"
            : busy ? `${hits.length} found, looking further…`
              : hits.length >= MOST ? `the first ${MOST}`
                : hits.length === 0 ? "Nothing found" : `${hits.length} found`}
        </p>
      </div>
    </div>
  );
}

function close(): void {
  store.overlay = "";
  store.update();
}
