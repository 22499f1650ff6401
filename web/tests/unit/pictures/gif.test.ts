/** Animations: a colour table for each frame, and only changes are written. */
import { describe, expect, it } from 'vitest';
import { GifWriter } from '../../../src/pictures/gif';
import { readGif } from './gif-reader';

type Colour = readonly [number, number, number];
const GROUND: Colour = [244, 240, 231];
const [DARK, GOLD, OLIVE]: Colour[] = [[60, 90, 80], [240, 190, 40], [150, 150, 60]];
const [WIDTH, HEIGHT] = [60, 40];

/** A picture of some rectangles. The background has enough shades to fill a palette. */
function picture(...rects: { colour: Colour; x: number; y: number; w: number; h: number }[]): Uint8ClampedArray {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) data.set([GROUND[0] - (i % 60), GROUND[1] - (i % 60), GROUND[2] - (i % 60) * 2], i * 4);
  for (const { colour, x, y, w, h } of rects) {
    for (let row = y; row < y + h; row += 1) for (let col = x; col < x + w; col += 1) data.set(colour, (row * WIDTH + col) * 4);
  }
  return data;
}

function gifOf(...pictures: Uint8ClampedArray[]) {
  const gif = new GifWriter(WIDTH, HEIGHT);
  for (const it of pictures) gif.add(it, 900);
  return readGif(gif.end());
}

/** The largest colour difference between the shown and the drawn picture. */
function farthest(shown: Uint8Array, drawn: Uint8ClampedArray): number {
  let most = 0;
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) for (let c = 0; c < 3; c += 1) most = Math.max(most, Math.abs(shown[i * 3 + c]! - drawn[i * 4 + c]!));
  return most;
}

describe('an animation', () => {
  const start = picture({ colour: DARK!, x: 10, y: 5, w: 20, h: 20 });
  const crowned = picture({ colour: DARK!, x: 10, y: 5, w: 20, h: 20 }, { colour: GOLD!, x: 15, y: 10, w: 6, h: 4 });
  const marked = picture({ colour: OLIVE!, x: 10, y: 5, w: 20, h: 20 }, { colour: GOLD!, x: 40, y: 30, w: 6, h: 4 });

  it('has a colour table for each frame, also for colours that appear late', () => {
    const { frames, width, height } = gifOf(start, crowned, marked, start);
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    expect(frames.map((frame) => frame.delay)).toEqual([90, 90, 90, 90]);
    [start, crowned, marked, start].forEach((drawn, i) => expect(farthest(frames[i]!.shown, drawn)).toBeLessThanOrEqual(8));
  });

  it('writes only the rectangle that changed', () => {
    const { frames } = gifOf(start, crowned, crowned, marked);
    const places = frames.map(({ left, top, width, height }) => [left, top, width, height]);
    expect(places).toEqual([[0, 0, WIDTH, HEIGHT], [15, 10, 6, 4], [0, 0, 1, 1], [10, 5, 36, 29]]);
  });

  it('copies each frame, so that the buffer can be reused', () => {
    const gif = new GifWriter(WIDTH, HEIGHT);
    const memory = start.slice();
    gif.add(memory, 900);
    memory.set(crowned);
    gif.add(memory, 900);
    expect(readGif(gif.end()).frames[1]).toMatchObject({ left: 15, top: 10, width: 6, height: 4 });
  });
});
