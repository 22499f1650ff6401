/** An annotated file: imported, stored, opened by another page and exported without loss. */
import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
const { Study } = await import('../../../src/rules/study');
import { studyReady } from '../wasm';
import { FakeServer } from './fake-server';

beforeAll(studyReady);

const FILE = `[Event "Club championship"]
[Site "Dakar"]
[Date "2024.05.01"]
[Round "3"]
[White "Awa"]
[Black "Piet"]
[Result "2-0"]
[GameType "20"]
[Annotator "M. Diop"]
[MyOwnTag "kept \\"as it is\\""]

{Before the game.} 1. 32-28! {A first move. [%clk 0:59:30] [%csl G28] [%cal R3228]} (1. 33-28 {Also played.} 18-22
(1... 18-23 2. 39-33 $7) 2. 38-33) 19-23? 2. 28x19 14x23 {[%eval 0.35]} ({Backwards:} 2... 13x24) 3. 37-32 2-0

[Event "Another"]
[GameType "20"]
[Result "1-1"]

1. 33-29 {Half a point each.} 1-1
`;

/** A text without its line breaks. */
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

describe('an imported file', () => {
  it('is exported as it was imported', async () => {
    const study = new Study();
    const server = new FakeServer();
    const keeper = new GameStore(new LocalLibrary('import'), server);
    const { games, errors } = study.readPdn(FILE, 'international', 'en');
    expect(errors).toEqual([]);
    for (const { record, tree, title, moves } of games) await keeper.add({ record, tree, title, plies: moves, study: true });
    await keeper.settled();

    // Another page on the same browser, and another browser on the same server.
    const here = (await new LocalLibrary('import').all()).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(here.map((game) => study.pdnOf(game))).toEqual(games.map((game) => game.tree));
    for (const { id, tree } of here) expect(server.games.get(id)?.tree).toBe(tree);

    const out = here.map((game) => study.pdnOf(game)).join('\n');
    for (const said of [
      '[Annotator "M. Diop"]', '[MyOwnTag "kept \\"as it is\\""]', '[Round "3"]', '[Result "2-0"]', '{Before the game.}',
      '[%clk 0:59:30]', '[%csl G28]', '[%cal R3228]', '[%eval 0.35]', '{Also played.}', '39-33 $7', '{Backwards:}', '[Result "1-1"]',
    ]) {
      expect(out).toContain(said);
    }
    expect(out).not.toContain('Termination');
    // The exported text has the same content when it is read again.
    const again = study.readPdn(out, 'international', 'en').games.map((game) => game.tree);
    expect(words(again.join('\n'))).toEqual(words(out));
  });
});
