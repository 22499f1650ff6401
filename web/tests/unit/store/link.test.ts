/** A game packed into a link: unpacked unchanged, and rejected if damaged. */
import { describe, expect, it } from 'vitest';
import { LONGEST_LINK, packed, unpacked } from '../../../src/store/link';

const GAME = '[Event "Cup «É»"]\n[White "<script>alert(1)</script>"]\n[Black "\\"q\\" & 王"]\n\n1. 32-28 {why?} 18-23 (1... 19-23!) 2. 38-32 *';

describe('a game in a link', () => {
  it.each([GAME, '', '*', '\u0000', 'x'.repeat(9_000), '\ud83c\udfc6 '.repeat(50)])('is unpacked as it was packed', async (text) => {
    const link = await packed(text);
    expect(link).toMatch(/^[\w-]+$/);
    expect(await unpacked(link!)).toBe(text);
  });

  it('is unpacked as it was packed, with any characters', async () => {
    let seed = 7;
    const dice = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 200; round += 1) {
      const text = Array.from({ length: dice() % 300 }, () => String.fromCodePoint((dice() % 0xd7ff) + 1)).join('');
      expect(await unpacked((await packed(text))!)).toBe(text);
    }
  });

  it('is rejected if it is too long', async () => {
    let seed = 7;
    const noise = Array.from({ length: 40_000 }, () => String.fromCharCode(33 + ((seed = (seed * 48_271) % 2_147_483_647) % 90))).join('');
    expect(await packed(noise)).toBeNull();
    expect(await packed('x'.repeat(5_000_000))).not.toBeNull();
    expect(await unpacked((await packed('x'.repeat(5_000_000)))!)).toBeNull(); // it would fill the memory
  });

  it.each(['', '!', 'AAAA', 'hello', 'a'.repeat(LONGEST_LINK + 1), '%3Cscript%3E'])('%j is rejected', async (text) => {
    expect(await unpacked(text)).toBeNull();
  });

  it('is rejected if it was truncated, changed or not packed', async () => {
    const link = (await packed(GAME))!;
    expect(await unpacked(link.slice(0, -6))).toBeNull();
    for (let at = 0; at < link.length; at += 5) {
      const other = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
      const found = await unpacked(other);
      expect(found === null || typeof found === 'string').toBe(true);
    }
  });
});
