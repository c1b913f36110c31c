// Says that something is not there, once that is known: a tape may still be
// read, or recorded.

import type { ComponentChildren } from "preact";
import type { Run } from "./run";
import { store } from "./store";

interface Props {
  run: Run | undefined;
  children: ComponentChildren;
}

export function Empty({ run, children }: Props) {
  const live = store.live && run && !run.tape.finished;
  return (
    <p class="empty">{!run || run.loaded < 1 ? "Reading…"
      : live ? "Nothing yet; it is still being recorded." : children}</p>
  );
}
