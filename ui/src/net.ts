// The network as rows: HTTP exchanges, and connections and names besides.

import { hex } from "./format";
import type { Item, Run } from "./run";
import type { Decoded } from "./schemas";

export interface Exchange {
  time: number;
  end: number;
  method: string;
  url: string;
  status: string;
  failed: boolean;
  bytes: number;
  request?: Decoded;
  response?: Decoded;
  bodies: { sent: boolean; item: Item; content: Decoded }[];
  index: number;
}

const made = new WeakMap<Run, { version: number; rows: Exchange[] }>();

export function exchangesOf(run: Run): Exchange[] {
  const kept = made.get(run);
  if (kept && kept.version === run.version) return kept.rows;
  const rows = build(run);
  made.set(run, { version: run.version, rows });
  return rows;
}

function build(run: Run): Exchange[] {
  const rows: Exchange[] = [];
  const exchanges = new Map<bigint, Exchange>();
  const connections = new Map<bigint, Exchange>();
  for (const item of run.net) {
    const { message } = item;
    const { case: kind, value } = message.what;
    const failed = Boolean(message.error);
    const exchange = exchanges.get(message.exchangeRef);
    if (kind === "httpRequest") {
      const row = blank(item, value.method, value.url);
      row.request = value;
      exchanges.set(message.id, row);
      rows.push(row);
    } else if (kind === "httpResponse" && exchange && !value.interim) {
      exchange.response = value;
      exchange.status = value.status ? String(value.status) : "none";
      exchange.failed = value.status === 0 || value.status >= 400;
      exchange.end = item.time;
    } else if (kind === "httpBody" && exchange) {
      exchange.bodies.push({ sent: value.direction === 1, item,
        content: value.content });
      exchange.bytes += Number(value.content?.size ?? 0);
      exchange.end = item.time;
    } else if (kind === "open") {
      const row = blank(item, "connect", address(value.peer));
      connections.set(message.id, row);
      rows.push(row);
    } else if (kind === "dns") {
      const row = blank(item, "name", value.name);
      row.status = failed ? "failed" : value.addresses.map(ip).join(", ");
      row.failed = failed;
      rows.push(row);
    } else if (kind === "webSocket") {
      const row = blank(item, value.direction === 1 ? "ws →" : "ws ←",
        `message, opcode ${value.opcode}`);
      row.bytes = Number(value.content?.size ?? 0);
      rows.push(row);
    } else if (kind === "connectivity") {
      rows.push(blank(item, "network", value.transports.length > 0
        ? "online" : "offline"));
    } else {
      takeConnection(connections.get(message.connectionRef), item, failed);
    }
    if (exchange && failed) {
      exchange.failed = true;
      exchange.status = message.error.exception || "failed";
    }
  }
  return rows;
}

function takeConnection(
  row: Exchange | undefined, item: Item, failed: boolean,
): void {
  if (!row) return;
  const { case: kind, value } = item.message.what;
  row.end = item.time;
  if (kind === "data") row.bytes += Math.max(0, Number(value.result));
  if (kind === "tls") row.status = value.version;
  if (kind === "connected" && !failed) row.status ||= "connected";
  if (kind === "close") row.status = "closed";
  if (failed) {
    row.failed = true;
    row.status = item.message.error.exception || "failed";
  }
}

function blank(item: Item, method: string, url: string): Exchange {
  return { time: item.time, end: item.time, method, url, status: "",
    failed: false, bytes: 0, bodies: [], index: item.index };
}

function address(peer: Decoded): string {
  if (!peer) return "";
  if (peer.path) return peer.path;
  return `${peer.host || ip(peer.ip)}:${peer.port}`;
}

function ip(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = hex(bytes).match(/.{4}/g) ?? [];
  return `[${groups.map((g) => g.replace(/^0{1,3}/, "")).join(":")}]`;
}
