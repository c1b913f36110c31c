// The protobuf wire format without a schema, for the few places where decoding
// a whole message would cost too much: very many log lines, very large trees.

export interface Field {
  number: number;
  // Of a number: its value. Of anything with a length: where its bytes are.
  value: number;
  start: number;
  end: number;
}

// Calls `visit` for each field on the top level of these bytes. What is not
// protobuf ends the walk; whoever decodes by schema hears of it.
export function eachField(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (field: Field, from: number, to: number) => void,
): void {
  let at = start;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < end && shift < 64; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return NaN;
  };
  while (at < end) {
    const from = at;
    const tag = varint();
    if (Number.isNaN(tag)) return;
    const field = { number: Math.floor(tag / 8), value: 0, start: at, end: at };
    switch (tag % 8) {
      case 0:
        field.value = varint();
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const length = varint();
        field.start = at;
        at += length;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        return;
    }
    field.end = at;
    if (!(at <= end)) return;
    visit(field, from, at);
  }
}

// The fields that every message of a tape begins with; see docs/format/tape.md.
export function idsOf(bytes: Uint8Array): { id: bigint; origin: bigint } {
  const ids = { id: 0n, origin: 0n };
  eachField(bytes, 0, bytes.length, ({ number, value, start, end }) => {
    if (number !== 1 && number !== 3) return;
    let exact = BigInt(0);
    if (Number.isSafeInteger(value)) {
      exact = BigInt(value);
    } else {
      for (let at = end - 1; at >= start; at--) {
        exact = (exact << 7n) | BigInt(bytes[at] & 0x7f);
      }
    }
    if (number === 1) ids.id = exact;
    else ids.origin = exact;
  });
  return ids;
}

// These bytes without the fields of these numbers.
export function withoutFields(
  bytes: Uint8Array,
  numbers: readonly number[],
): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  let left = false;
  eachField(bytes, 0, bytes.length, (field, from, to) => {
    if (numbers.includes(field.number)) {
      left = true;
      return;
    }
    parts.push(bytes.subarray(from, to));
    size += to - from;
  });
  if (!left) return bytes;
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
