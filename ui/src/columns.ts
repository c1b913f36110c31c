// Columns of numbers that grow: a table of a million messages without a
// million objects.

type Numbers = Float64Array | Uint32Array | Uint16Array;

export class Column<T extends Numbers> {
  length = 0;
  constructor(private values: T) {}

  push(value: number): void {
    if (this.length === this.values.length) {
      const Kind = this.values.constructor as new (length: number) => T;
      const larger = new Kind(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index];
  }
}

// The index of the last item whose time is at most `time`, or -1; the items
// are sorted by time.
export function lastAt<T>(
  items: readonly T[],
  time: number,
  timeOf: (item: T) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(items[middle]) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
