/** Which games the engine in the page can learn, and where the page fetches them. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { lessons } from '../../../src/rules/lessons';

const FOLDER = new URL('../../../../crates/engine/weights/', import.meta.url);
const games = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.dw'))
  .map((name) => name.slice(0, -3));

afterEach(() => vi.unstubAllGlobals());

it('there is a lesson for each file of weights, under the game that the file names', () => {
  expect([...lessons().keys()].sort()).toEqual(games.sort());
  expect(games).toContain('international');
  for (const game of games) {
    const bytes = readFileSync(new URL(`${game}.dw`, FOLDER));
    const length = bytes.readUInt32LE(12); // magic 8, layout 4
    expect(bytes.toString('utf8', 16, 16 + length)).toBe(game);
  }
});

it('a lesson asks for its own file and no other', async () => {
  for (const [game, lesson] of lessons()) {
    const asked = vi.fn((_address: string) => Promise.resolve(new Response(new Uint8Array([7]))));
    vi.stubGlobal('fetch', asked);
    const teach = vi.fn();
    await lesson.teach(teach);
    expect(teach).toHaveBeenCalledWith(new Uint8Array([7]));
    expect(asked.mock.calls).toEqual([[expect.stringMatching(new RegExp(`/${game}\\.dw`)), { cache: 'default' }]]);
  }
});
