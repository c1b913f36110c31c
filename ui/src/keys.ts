// The keyboard: what each key does, for the page and for its help.

import { store, type Tab } from "./store";

export const TABS: [Tab, string][] = [
  ["tree", "View tree"], ["state", "State"], ["log", "Log"],
  ["net", "Network"], ["diff", "Divergences"], ["minimize", "Minimisation"],
  ["raw", "Raw"],
];

export const HELP: [string, string][] = [
  ["↓ ↑  or  j k", "next, previous action"],
  ["← →", "a frame back, forth"],
  ["Home End", "first, last action"],
  ["+ −", "zoom the timeline"],
  ["0", "the whole timeline"],
  ["1 … 7", "tabs: " + TABS.map(([, name]) => name).join(", ")],
  ["/", "search everything"],
  ["f", "follow a recording that goes on"],
  ["t", "light, dark, as the system"],
  ["?", "this help"],
  ["Esc", "close, deselect"],
];

// To the next picture; without pictures, a fiftieth of what is seen.
function frame(by: 1 | -1): void {
  const frames = store.run?.frames ?? [];
  const time = store.time;
  const next = by > 0
    ? frames.find((one) => one.time > time + 1)
    : frames.findLast((one) => one.time < time - 1);
  store.scrub(next ? next.time : time + by * (store.to - store.from) / 50);
}

export function onKey(event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLInputElement ||
    event.target instanceof HTMLSelectElement;
  if (event.key === "Escape") {
    if (store.overlay) store.overlay = "";
    else if (typing) (event.target as HTMLElement).blur();
    else store.node = undefined;
    store.update();
    return;
  }
  if (typing || store.overlay || !store.run ||
      event.ctrlKey || event.metaKey || event.altKey) return;
  if (!press(event.key)) return;
  event.preventDefault();
}

function press(key: string): boolean {
  const tab = TABS[Number(key) - 1];
  if (tab) {
    store.showTab(tab[0]);
    return true;
  }
  switch (key) {
    case "ArrowDown":
    case "j":
      store.step(1);
      return true;
    case "ArrowUp":
    case "k":
      store.step(-1);
      return true;
    case "ArrowRight":
      frame(1);
      return true;
    case "ArrowLeft":
      frame(-1);
      return true;
    case "Home":
      store.first();
      return true;
    case "End":
      store.last();
      store.update();
      return true;
    case "+":
    case "=":
      store.zoom(0.6);
      return true;
    case "-":
      store.zoom(1 / 0.6);
      return true;
    case "0":
      store.showAll();
      return true;
    case "/":
      store.overlay = "search";
      store.update();
      return true;
    case "?":
      store.overlay = "help";
      store.update();
      return true;
    case "f":
      store.follow = !store.follow && store.live;
      if (store.follow) store.last();
      store.update();
      return true;
    case "t":
      nextTheme();
      return true;
    default:
      return false;
  }
}

export function nextTheme(): void {
  store.setTheme(store.theme === "" ? "dark"
    : store.theme === "dark" ? "light" : "");
}
