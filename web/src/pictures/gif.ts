/**
 * Writes an animated GIF. After the first picture only the smallest rectangle around the changed
 * pixels is written, with a palette of its own, because a king or a mark may add colours. Loaded on
 * demand.
 */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/**
 * The maximum number of colours of a frame. Frames after the first need one entry for unchanged
 * pixels.
 */
const COLOURS = 255;
/** The bytes of a frame's graphic control block, and the sign that begins an image after it. */
const BEFORE_PLACE = 8 + 1;

export class GifWriter {
  readonly #gif = GIFEncoder();
  #before: Uint32Array | null = null;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  /** Adds an opaque RGBA picture that is displayed for `delay` milliseconds. */
  add(rgba: Uint8ClampedArray, delay: number): void {
    const now = new Uint32Array(rgba.slice().buffer);
    const { left, top, width, height } = this.#changed(now);
    const before = this.#before;
    this.#before = now;
    const places: number[] = []; // of the pixels to write, in the rectangle
    const pixels = new Uint32Array(width * height);
    for (let at = 0; at < width * height; at += 1) {
      const place = (top + Math.floor(at / width)) * this.width + left + (at % width);
      if (before !== null && before[place] === now[place]) continue;
      pixels[places.length] = now[place]!;
      places.push(at);
    }
    const written = new Uint8ClampedArray(pixels.slice(0, Math.max(1, places.length)).buffer);
    const palette = quantize(written, COLOURS);
    const indices = applyPalette(written, palette);
    const stays = palette.length;
    const index = new Uint8Array(width * height).fill(stays);
    places.forEach((at, i) => (index[at] = indices[i]!));
    const start = this.#gif.bytesView().length;
    const parts = before ? { transparent: true, transparentIndex: stays } : {};
    this.#gif.writeFrame(index, width, height, { palette: [...palette, [0, 0, 0]], delay, dispose: 1, ...parts });
    if (before) this.#put(start + BEFORE_PLACE, left, top);
  }

  /** The whole file. */
  end(): Uint8Array {
    this.#gif.finish();
    return this.#gif.bytes();
  }

  /** The position of a frame; the encoder always writes 0, 0. */
  #put(at: number, left: number, top: number): void {
    const bytes = this.#gif.bytesView();
    for (const [i, byte] of [left & 255, left >> 8, top & 255, top >> 8].entries()) bytes[at + i] = byte;
  }

  /** The smallest rectangle around all changed pixels; one pixel if nothing changed. */
  #changed(now: Uint32Array): { left: number; top: number; width: number; height: number } {
    const before = this.#before;
    if (before === null) return { left: 0, top: 0, width: this.width, height: this.height };
    let [left, right, top, bottom] = [this.width, -1, this.height, -1];
    for (let y = 0, at = 0; y < this.height; y += 1) {
      for (let x = 0; x < this.width; x += 1, at += 1) {
        if (now[at] === before[at]) continue;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        bottom = y;
      }
    }
    return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}
