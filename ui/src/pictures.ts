// Screen frames as bitmaps: whole pictures, and patches on top of others.

import { decompress } from "fzstd";
import { hex } from "./format";
import type { Blob as TapeBlob, Item, Run } from "./run";
import type { Decoded } from "./schemas";

const KEPT = 16;
const KEPT_SMALL = 600;
const LONGEST_CHAIN = 600;
const MIME: Record<number, string> =
  { 1: "image/png", 3: "image/jpeg", 4: "image/webp" };
const RGBA = 2;
const RGBA_ZSTD = 5;

export class Pictures {
  // Whole pictures by what they show, the one used last at the end.
  private readonly whole = new Map<string, Promise<ImageBitmap>>();
  private readonly small = new Map<string, ImageBitmap | null>();
  // One at a time, so that each finds the picture that it builds on.
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly run: Run) {}

  picture(frame: Item): Promise<ImageBitmap> {
    const key = keyOf(frame);
    let picture = this.whole.get(key);
    if (picture) {
      this.whole.delete(key);
    } else {
      picture = this.make(frame);
      picture.catch(() => this.whole.delete(key));
    }
    this.whole.set(key, picture);
    if (this.whole.size > KEPT) {
      this.whole.delete(this.whole.keys().next().value!);
    }
    return picture;
  }

  // A small one if it is there; otherwise it is made, and `ready` called.
  thumbnail(
    frame: Item, height: number, ready: () => void,
  ): ImageBitmap | undefined {
    const key = keyOf(frame);
    const kept = this.small.get(key);
    if (kept !== undefined) return kept ?? undefined;
    if (this.small.size > KEPT_SMALL) this.small.clear();
    this.small.set(key, null);
    this.queue = this.queue
      .then(() => this.picture(frame))
      .then((picture) => createImageBitmap(picture, {
        resizeHeight: height,
        resizeWidth: Math.max(
          1, Math.round((picture.width / picture.height) * height)),
        resizeQuality: "high",
      }))
      .then((bitmap) => {
        this.small.set(key, bitmap);
        ready();
      })
      .catch(() => undefined); // stays an empty place
    return undefined;
  }

  private async make(frame: Item): Promise<ImageBitmap> {
    // The chain of frames down to a picture that is there, this one first.
    const chain: Decoded[] = [];
    let below: Item | undefined = frame;
    let ground: ImageBitmap | undefined;
    while (!ground) {
      if (!below || chain.length > LONGEST_CHAIN) {
        throw new Error("the picture that this one builds on is missing");
      }
      const { message }: Item = below;
      const kept = chain.length > 0 && this.whole.get(keyOf(below));
      if (kept) {
        ground = await kept;
      } else if (message.content && message.content.sha256.length > 0) {
        ground = await this.decode(message.content, message.encoding,
          message.widthPx, message.heightPx);
      } else {
        chain.push(message);
        below = this.run.byId.get(message.baseRef);
      }
    }
    if (chain.length === 0) return ground;
    const canvas = new OffscreenCanvas(
      frame.message.widthPx, frame.message.heightPx);
    const context = canvas.getContext("2d")!;
    context.drawImage(ground, 0, 0);
    for (const step of chain.reverse()) {
      for (const { area, content } of step.patches) {
        const patch = await this.decode(content, step.encoding,
          area.right - area.left, area.bottom - area.top);
        context.clearRect(area.left, area.top, patch.width, patch.height);
        context.drawImage(patch, area.left, area.top);
      }
    }
    return canvas.transferToImageBitmap();
  }

  private async decode(
    blob: TapeBlob, encoding: number, width: number, height: number,
  ): Promise<ImageBitmap> {
    const bytes = await this.run.blob(blob, (message) => [
      message.content,
      ...message.patches.map((patch: Decoded) => patch.content),
    ]);
    const type = MIME[encoding];
    if (type) return createImageBitmap(new Blob([bytes.slice()], { type }));
    if (encoding !== RGBA && encoding !== RGBA_ZSTD) {
      throw new Error("this page cannot show this kind of picture");
    }
    const pixels = encoding === RGBA ? bytes
      : decompress(bytes, new Uint8Array(width * height * 4));
    const clamped = new Uint8ClampedArray(width * height * 4);
    clamped.set(pixels.subarray(0, clamped.length));
    return createImageBitmap(new ImageData(clamped, width, height));
  }
}

// Frames that show the same share their picture.
function keyOf({ message, index }: Item): string {
  return message.pixelsSha256.length > 0
    ? hex(message.pixelsSha256) : String(index);
}
