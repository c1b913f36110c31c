// A list of very many rows of one height, of which only those in sight exist.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props<T> {
  items: readonly T[];
  rowHeight: number;
  label: string;
  row: (item: T, index: number) => ComponentChildren;
  reveal?: number; // keeps this row in sight when it changes
  onPick?: (index: number) => void;
  picked?: number;
}

const SPARE = 8;

export function VirtualList<T>(props: Props<T>) {
  const { items, rowHeight, row, reveal, label, picked } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);

  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = box.current!;
    if (reveal === undefined || reveal < 0) return;
    const at = reveal * rowHeight;
    if (at < element.scrollTop) {
      element.scrollTop = Math.max(0, at - rowHeight * 2);
    } else if (at + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = at - element.clientHeight + rowHeight * 3;
    }
  }, [reveal, items.length]);

  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE);
  const last = Math.min(items.length,
    Math.ceil((top + height) / rowHeight) + SPARE);
  return (
    <div class="list" ref={box} role="listbox" aria-label={label} tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <div style={{ height: `${items.length * rowHeight}px`, position: "relative" }}>
        {items.slice(first, last).map((item, i) => (
          <div key={first + i} class="row" role="option"
            aria-selected={first + i === picked}
            aria-posinset={first + i + 1} aria-setsize={items.length}
            style={{ top: `${(first + i) * rowHeight}px`,
              height: `${rowHeight}px` }}
            onClick={() => props.onPick?.(first + i)}>
            {row(item, first + i)}
          </div>
        ))}
      </div>
    </div>
  );
}
