// Values as people read them.

export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

// Time on the tape, from ns since its first message: 12.345 s, 1:02.345.
export function clock(ns: number): string {
  const sign = ns < 0 ? "-" : "";
  const ms = Math.round(Math.abs(ns) / 1e6);
  const minutes = Math.floor(ms / 60000);
  const seconds = Math.floor((ms % 60000) / 1000);
  const rest = String(ms % 1000).padStart(3, "0");
  if (minutes === 0) return `${sign}${seconds}.${rest}`;
  return `${sign}${minutes}:${String(seconds).padStart(2, "0")}.${rest}`;
}

export function duration(ns: number): string {
  if (ns < 0) return `-${duration(-ns)}`;
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  if (ns < 1e6) return `${Math.round(ns / 1e3)} µs`;
  if (ns < 1e9) return `${trim(ns / 1e6)} ms`;
  if (ns < 60e9) return `${trim(ns / 1e9)} s`;
  const seconds = Math.round(ns / 1e9);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function trim(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KiB", "MiB", "GiB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 100 ? value.toFixed(1) : value.toFixed(0)} ${units[unit]}`;
}

export function count(value: number, what: string): string {
  return `${value.toLocaleString("en-US")} ${what}${value === 1 ? "" : "s"}`;
}

// "NoteEditor" of "com.a/.NoteEditor" or "com.a.NoteEditor$1".
export function shortName(name: string): string {
  const last = name.split(/[./]/).pop();
  return last || name;
}

// KIND_DOUBLE_TAP as "double tap".
export function enumWords(name: string, prefix: string): string {
  return name.replace(prefix, "").toLowerCase().replaceAll("_", " ");
}
