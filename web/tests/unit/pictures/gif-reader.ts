/** A small GIF reader that returns what a viewer would show: the frames with their rectangles, and every picture in full. */

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  /** In hundredths of a second. */
  delay: number;
  /** How many bytes of pixels it has. */
  bytes: number;
  /** The complete picture after this frame, as RGB. */
  shown: Uint8Array;
}

export function readGif(file: Uint8Array): { width: number; height: number; frames: Frame[] } {
  const two = (at: number): number => file[at]! | (file[at + 1]! << 8);
  const [width, height] = [two(6), two(8)];
  const tableAt = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableAt(file[10]!);
  const common = file.subarray(13, at);
  const screen = new Uint8Array(width * height * 3);
  const frames: Frame[] = [];
  let [delay, transparent] = [0, -1];
  /** The sub-blocks that begin here, joined. */
  const data = (): number[] => {
    const all: number[] = [];
    for (;;) {
      const length = file[at]!;
      at += 1;
      if (length === 0) return all;
      all.push(...file.subarray(at, at + length));
      at += length;
    }
  };
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      if (file[at + 1] === 0xf9) {
        delay = two(at + 4);
        transparent = file[at + 3]! & 1 ? file[at + 6]! : -1;
      }
      at += 2;
      data();
      continue;
    }
    if (file[at] !== 0x2c) throw new Error(`no block at ${at}`);
    const [left, top, w, h] = [two(at + 1), two(at + 3), two(at + 5), two(at + 7)];
    const own = tableAt(file[at + 9]!);
    const table = own ? file.subarray(at + 10, at + 10 + own) : common;
    at += 10 + own;
    const bits = file[at]!;
    at += 1;
    const packed = data();
    const pixels = unpacked(packed, bits, w * h);
    pixels.forEach((index, i) => {
      if (index === transparent) return;
      screen.set(table.subarray(index * 3, index * 3 + 3), ((top + Math.floor(i / w)) * width + left + (i % w)) * 3);
    });
    frames.push({ left, top, width: w, height: h, delay, bytes: packed.length, shown: screen.slice() });
  }
  return { width, height, frames };
}

/** Decodes the colour indices from LZW. */
function unpacked(bytes: readonly number[], bits: number, count: number): number[] {
  const [clear, end] = [2 ** bits, 2 ** bits + 1];
  const out: number[] = [];
  let table: number[][] = [];
  let [size, buffer, filled] = [bits + 1, 0, 0];
  let last: number[] | null = null;
  for (const byte of bytes) {
    buffer |= byte << filled;
    filled += 8;
    while (filled >= size) {
      const code = buffer & (2 ** size - 1);
      buffer >>>= size;
      filled -= size;
      if (code === end) return out;
      if (code === clear) {
        table = Array.from({ length: end + 1 }, (_, i) => [i]);
        size = bits + 1;
        last = null;
        continue;
      }
      const entry: number[] = table[code] ?? [...last!, last![0]!];
      out.push(...entry);
      if (last && table.length < 4096) table.push([...last, entry[0]!]);
      if (table.length === 2 ** size && size < 12) size += 1;
      last = entry;
    }
  }
  if (out.length < count) throw new Error('the pixels end too early');
  return out;
}
