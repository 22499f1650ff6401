/** Which games have weights for the engine in the page, and where the page fetches them. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { weightsFiles } from '../../../src/rules/weights-files';

const FOLDER = new URL('../../../../crates/engine/weights/', import.meta.url);
const games = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.dw'))
  .map((name) => name.slice(0, -3));

afterEach(() => vi.unstubAllGlobals());

it('each weights file is listed under the game that it names', () => {
  expect([...weightsFiles().keys()].sort()).toEqual(games.sort());
  expect(games).toContain('international');
  for (const game of games) {
    const bytes = readFileSync(new URL(`${game}.dw`, FOLDER));
    const length = bytes.readUInt32LE(12); // magic 8, layout 4
    expect(bytes.toString('utf8', 16, 16 + length)).toBe(game);
  }
});

it('each weights file has its own address', async () => {
  for (const [game, file] of weightsFiles()) {
    const asked = vi.fn((_address: string) => Promise.resolve(new Response(new Uint8Array([7]))));
    vi.stubGlobal('fetch', asked);
    const handTo = vi.fn();
    await file.handTo(handTo);
    expect(handTo).toHaveBeenCalledWith(new Uint8Array([7]));
    expect(asked.mock.calls).toEqual([[expect.stringMatching(new RegExp(`/${game}\\.dw`)), { cache: 'default' }]]);
  }
});
