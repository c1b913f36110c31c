// Messages decoded by the schemas that the tape itself carries.

import {
  createFileRegistry,
  type DescMessage,
  fromBinary,
  type FileRegistry,
  type Message,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { hex } from "./format";

// A message as the decoder gives it: fields by their camelCase names, integers
// of 64 bits as bigint. Which fields there are is for who knows the topic.
export type Decoded = any;

export class Schemas {
  private readonly registries = new Map<number, FileRegistry>();
  private readonly types = new Map<number, DescMessage>();

  add(id: number, name: string, encoding: string, data: Uint8Array): void {
    if (encoding !== "protobuf" || this.types.has(id)) return;
    const registry = createFileRegistry(
      fromBinary(FileDescriptorSetSchema, data),
    );
    const type = registry.getMessage(name);
    if (!type) return;
    this.registries.set(id, registry);
    this.types.set(id, type);
  }

  decode(schema: number, bytes: Uint8Array): Decoded | undefined {
    const type = this.types.get(schema);
    return type && fromBinary(type, bytes);
  }

  // A message of another type that the same schema names.
  decodeAs(schema: number, name: string, bytes: Uint8Array): Decoded {
    const type = this.registries.get(schema)?.getMessage(name);
    if (!type) throw new Error(`the tape has no schema of ${name}`);
    return fromBinary(type, bytes);
  }

  type(schema: number): DescMessage | undefined {
    return this.types.get(schema);
  }
}

const LONGEST_TEXT = 4000;
const LONGEST_BYTES = 48;
const MOST_ITEMS = 500;

export type Plain = string | number | boolean | null | Plain[] | PlainObject;
export interface PlainObject {
  [key: string]: Plain;
}

// A message as it is shown: the fields that are there, in the spelling of the
// .proto file, enums by name, bytes as hex, long values cut.
export function plain(type: DescMessage, message: Message): PlainObject {
  const out: PlainObject = {};
  const fields = message as unknown as Record<string, unknown>;
  for (const field of type.fields) {
    let value: unknown;
    if (field.oneof) {
      const one = fields[field.oneof.localName] as
        { case?: string; value?: unknown } | undefined;
      if (one?.case !== field.localName) continue;
      value = one.value;
    } else {
      value = fields[field.localName];
    }
    if (value === undefined || value === null) continue;
    const single = (item: unknown): Plain => {
      if (field.message) return plain(field.message, item as Message);
      if (field.enum) {
        const number = item as number;
        return field.enum.value[number]?.name ?? number;
      }
      return scalar(item);
    };
    if (field.fieldKind === "list") {
      const list = value as unknown[];
      if (list.length === 0) continue;
      const items = list.slice(0, MOST_ITEMS).map(single);
      if (list.length > MOST_ITEMS) {
        items.push(`... ${list.length - MOST_ITEMS} more`);
      }
      out[field.name] = items;
    } else if (field.oneof || field.presence === 1 || !isZero(value)) {
      out[field.name] = single(value);
    }
  }
  return out;
}

function isZero(value: unknown): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === 0 || value === 0n || value === "" || value === false;
}

function scalar(value: unknown): Plain {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) {
    const cut = value.length > LONGEST_BYTES;
    const text = hex(cut ? value.subarray(0, LONGEST_BYTES) : value);
    return cut ? `${text}... (${value.length} bytes)` : text;
  }
  if (typeof value === "string" && value.length > LONGEST_TEXT) {
    return `${value.slice(0, LONGEST_TEXT)}... (${value.length} characters)`;
  }
  return value as Plain;
}
