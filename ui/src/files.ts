// Where tapes come from: dropped on the page, told by the server that serves
// the page, or carried by the page itself (a report).

import { readMinimization } from "./minimization";
import { BlobSource, HttpSource, type Source } from "./source";
import { store } from "./store";

interface Listed {
  id: number;
  name: string;
  open: boolean; // to be opened at once, in this order
}

// Opens what came with the page. Nothing came with a bare page.
export async function openInitial(): Promise<void> {
  const carried = document.querySelectorAll<HTMLScriptElement>(
    "script[type='application/x-reprise']");
  if (carried.length > 0) {
    for (const element of carried) {
      const bytes = fromBase64(element.textContent ?? "");
      await openAny(new BlobSource(element.dataset.name ?? "tape",
        new Blob([bytes])));
      element.remove(); // once is enough in memory
    }
    return;
  }
  if (location.protocol === "file:") return;
  // The token is in the cookie now, and need not be in the history.
  if (location.search) history.replaceState(null, "", location.pathname);
  const answer = await fetch("api/files", { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  const files = (await answer.json()) as Listed[];
  const sourceOf = ({ id, name }: Listed) => new HttpSource(name, `file/${id}`);
  store.files = files.map((file) => ({
    name: file.name,
    open: () => openAny(sourceOf(file), true),
  }));
  store.update();
  for (const file of files) {
    if (file.open) await openAny(sourceOf(file));
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// A tape, or a report of a minimisation. The first tape is the recording, the
// next one the replay beside it; with `anew` it takes the place of both.
export async function openAny(source: Source, anew = false): Promise<void> {
  const head = await source.read(0, 1);
  if (head[0] === 0x7b) {
    const bytes = await source.read(0, await source.size());
    try {
      store.minimization = readMinimization(
        source.name, new TextDecoder().decode(bytes));
      store.tab = "minimize";
    } catch (error) {
      store.problem = error instanceof Error ? error.message : String(error);
    }
    store.update();
    return;
  }
  const beside = !anew && store.run !== undefined;
  await store.open(source, beside ? 1 : 0);
  if (beside && store.runs[1] && !store.problem) store.showTab("diff");
}

export function onDrop(event: DragEvent): void {
  event.preventDefault();
  store.problem = "";
  void openFiles([...(event.dataTransfer?.files ?? [])]);
}

export async function openFiles(files: File[]): Promise<void> {
  const both = files.filter(({ name }) => !name.endsWith(".json")).length > 1;
  let first = true;
  for (const file of files) {
    await openAny(new BlobSource(file.name, file), both && first);
    first = false;
  }
}
