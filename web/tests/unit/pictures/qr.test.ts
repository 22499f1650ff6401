/** QR codes: a quiet zone as the standard requires, and modules of whole pixels. */
import { describe, expect, it } from 'vitest';
import { qrOf, qrSvg, shownWidth } from '../../../src/pictures/qr';

describe('a QR code', () => {
  it('has four modules of white on every side', () => {
    const { size, path } = qrOf('https://example.org/#/view?game=abc')!;
    const places = [...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    for (const axis of [0, 1] as const) {
      expect(Math.min(...places.map((it) => it[axis]))).toBe(4);
      expect(Math.max(...places.map((it) => it[axis]))).toBe(size - 5);
    }
  });

  it('is not made for a text that is too long', () => {
    expect(qrOf('x'.repeat(2_900))).not.toBeNull();
    expect(qrOf('é'.repeat(2_000))).toBeNull();
  });

  it('is a drawing with whole pixels for each module', () => {
    const code = qrOf('damier')!;
    const width = Number(/width="(\d+)"/.exec(qrSvg(code))![1]);
    expect(width % code.size).toBe(0);
  });

  it.each([
    [109, 260, 1, 218],
    [109, 260, 3, 254 + 1 / 3],
    [185, 288, 2, 277.5],
    [185, 100, 1, 100],
  ])('of %i modules in %i CSS pixels at a device pixel ratio of %i has a size of %d', (size, room, density, width) => {
    expect(shownWidth(size, room, density)).toBeCloseTo(width, 6);
  });
});
