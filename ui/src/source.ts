// Where the bytes of a tape come from: a file that was dropped on the page, the
// server, or the page itself (a report). All are read by range, so that a tape
// may be larger than memory.

export interface Source {
  readonly name: string;
  // How many bytes there are now. It may grow while the tape is recorded.
  size(): Promise<number>;
  // Fewer bytes than asked for only at the end.
  read(offset: number, length: number): Promise<Uint8Array>;
  // True when the file may still grow: it is worth looking again.
  readonly mayGrow: boolean;
  // Changes when another file took the place of this one.
  identity(): string;
}

export class BlobSource implements Source {
  readonly mayGrow = false;
  constructor(readonly name: string, private readonly blob: Blob) {}

  async size(): Promise<number> {
    return this.blob.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const part = this.blob.slice(offset, offset + length);
    return new Uint8Array(await part.arrayBuffer());
  }

  identity(): string {
    return this.name;
  }
}

export class HttpSource implements Source {
  readonly mayGrow = true;
  private tag = "";
  constructor(readonly name: string, private readonly url: string) {}

  async size(): Promise<number> {
    const answer = await fetch(this.url, { method: "HEAD", cache: "no-store" });
    if (!answer.ok) throw new Error(await refusal(answer));
    this.tag = answer.headers.get("etag") ?? "";
    return Number(answer.headers.get("content-length") ?? 0);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (length <= 0) return new Uint8Array();
    const range = `bytes=${offset}-${offset + length - 1}`;
    const answer = await fetch(this.url, {
      headers: { range },
      cache: "no-store",
    });
    if (answer.status === 416) return new Uint8Array();
    if (!answer.ok) throw new Error(await refusal(answer));
    return new Uint8Array(await answer.arrayBuffer());
  }

  identity(): string {
    return this.tag;
  }
}

async function refusal(answer: Response): Promise<string> {
  const text = (await answer.text()).trim();
  return text || `the server answered ${answer.status}`;
}
