// The page: bar, timeline, actions, screens, tabs.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ActionsList } from "./actions_list";
import { DiffTab } from "./diff_tab";
import { onDrop, openFiles, openInitial } from "./files";
import { count, duration } from "./format";
import { HELP, nextTheme, onKey, TABS } from "./keys";
import { LogTab } from "./log_tab";
import { MinimizeTab } from "./minimize_tab";
import { NetTab } from "./net_tab";
import { RawTab } from "./raw_tab";
import { Screens } from "./screens";
import { Search } from "./search";
import { StateTab } from "./state_tab";
import { store } from "./store";
import { Timeline } from "./timeline";
import { TreeTab } from "./tree_tab";

function App() {
  const [, redraw] = useState(0);
  useEffect(() => store.listen(() => redraw((times) => times + 1)), []);
  return (
    <>
      <Bar />
      {store.problem && <div class="problem" role="alert">{store.problem}</div>}
      {store.run ? <Work /> : store.minimization
        ? <main class="alone"><MinimizeTab /></main> : <Welcome />}
      {store.overlay === "search" && store.run && <Search />}
      {store.overlay === "help" && <Help />}
    </>
  );
}

function Bar() {
  const run = store.run;
  const problems = run?.tape.problems ?? [];
  const cut = run && run.loaded === 1 && !run.tape.finished && !store.live;
  return (
    <header class="bar">
      <h1>Reprise</h1>
      {run && (
        <>
          <FilePicker />
          {run.app && <span class="dim">{run.app}</span>}
          {run.model && <span class="dim">{run.model}</span>}
          <span class="dim">{duration(run.end)}</span>
          <span class="dim">{count(run.tape.messages, "message")}</span>
          {run.crashes.length > 0 &&
            <span class="badge bad">{count(run.crashes.length, "crash")
              .replace(/crashs$/, "crashes")}</span>}
          {store.live && (
            <button class={`badge live ${store.follow ? "on" : ""}`}
              aria-pressed={store.follow}
              onClick={() => {
                store.follow = !store.follow;
                if (store.follow) store.last();
                store.update();
              }}>{store.follow ? "live" : "live, paused"}</button>
          )}
          {cut && <span class="badge warn" title="The tape has no end: the
            recording was cut off. reprise recover finishes it.">cut off</span>}
          {problems.length > 0 &&
            <span class="badge warn" title={problems.join("\n")}>
              {count(problems.length, "problem")}</span>}
        </>
      )}
      <span class="grow" />
      {run && run.loaded < 1 && (
        <progress max={1} value={run.loaded} aria-label="Reading the tape" />
      )}
      {run && (
        <button onClick={() => {
          store.overlay = "search";
          store.update();
        }}>Search <kbd>/</kbd></button>
      )}
      <button aria-label="Light or dark" title="Light or dark (t)"
        onClick={nextTheme}>
        {store.theme === "dark" ? "☾" : store.theme === "light" ? "☀" : "◐"}
      </button>
      <button aria-label="Help" title="Help (?)" onClick={() => {
        store.overlay = "help";
        store.update();
      }}>?</button>
    </header>
  );
}

function FilePicker() {
  const run = store.run!;
  const tapes = store.files.filter(({ name }) => !name.endsWith(".json"));
  if (tapes.length < 2) return <strong class="name">{run.name}</strong>;
  return (
    <select class="name" aria-label="Tape" value={run.name}
      onChange={(event) => void tapes.find(
        ({ name }) => name === event.currentTarget.value)?.open()}>
      {tapes.map(({ name }) => <option key={name}>{name}</option>)}
    </select>
  );
}

function Work() {
  return (
    <main class="work">
      <Timeline />
      <ActionsList />
      <Screens />
      <Tabs />
    </main>
  );
}

function Tabs() {
  const numbers: Record<string, number | undefined> = {
    log: store.run!.log.length,
    diff: store.comparison?.divergences.length,
    raw: store.run!.tape.messages,
  };
  return (
    <section class="tabs" aria-label="Details">
      <nav role="tablist">
        {TABS.filter(([tab]) => (tab !== "diff" || store.runs.length > 1) &&
          (tab !== "minimize" || store.minimization)).map(([tab, name]) => (
          <button key={tab} role="tab" aria-selected={store.tab === tab}
            onClick={() => store.showTab(tab)}>
            {name}
            {numbers[tab] ? <span class="number dim">{short(numbers[tab]!)}</span>
              : null}
          </button>
        ))}
      </nav>
      <div class="body" role="tabpanel">
        {store.tab === "tree" && <TreeTab />}
        {store.tab === "state" && <StateTab />}
        {store.tab === "log" && <LogTab />}
        {store.tab === "net" && <NetTab />}
        {store.tab === "diff" && <DiffTab />}
        {store.tab === "minimize" && <MinimizeTab />}
        {store.tab === "raw" && <RawTab />}
      </div>
    </section>
  );
}

function short(value: number): string {
  return value < 10000 ? String(value) : `${Math.round(value / 1000)}k`;
}

function Welcome() {
  const [over, setOver] = useState(false);
  return (
    <main class="welcome" onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}>
      <div class={`drop ${over ? "over" : ""}`}>
        {store.busy ? <p>{store.busy}…</p> : store.files.length > 0 ? (
          <>
            <h2>Tapes</h2>
            {store.files.map((file) => (
              <button key={file.name} onClick={() => void file.open()}>
                {file.name}</button>
            ))}
          </>
        ) : (
          <>
            <h2>Drop a tape here</h2>
            <p>One for a recording, a second one for its replay beside it, or
              the JSON report of a minimisation.</p>
            <label class="button">Choose files
              <input type="file" multiple accept=".mcap,.json"
                aria-label="Choose files"
                onChange={(event) => void openFiles(
                  [...(event.currentTarget.files ?? [])])} /></label>
            <p class="dim">Nothing leaves this computer.</p>
          </>
        )}
      </div>
    </main>
  );
}

function Help() {
  return (
    <div class="shade" onClick={() => {
      store.overlay = "";
      store.update();
    }}>
      <div class="dialog help" role="dialog" aria-label="Help">
        <h2>Keyboard</h2>
        <dl>{HELP.map(([keys, what]) => (
          <div key={keys}><dt><kbd>{keys}</kbd></dt><dd>{what}</dd></div>
        ))}</dl>
        <p class="dim">On the timeline the wheel zooms and dragging scrubs; a
          click on the screen selects the view there. Drop a second tape to
          compare.</p>
      </div>
    </div>
  );
}

function start(): void {
  try {
    const theme = localStorage.getItem("reprise-theme");
    if (theme === "light" || theme === "dark") store.setTheme(theme);
  } catch {
    // no storage for a page without an origin: as the system has it
  }
  document.addEventListener("keydown", onKey);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", onDrop);
  render(<App />, document.getElementById("app")!);
  openInitial().catch((error) => {
    store.problem = error instanceof Error ? error.message : String(error);
    store.update();
  });
}

start();
