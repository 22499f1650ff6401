/** Variations and comments stored beside the moves of a game, in the browser and on the server. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { GameStore } from '../../../src/store/keeper.svelte';
import { eitherTree } from '../../../src/store/local-game';
import { LocalLibrary } from '../../../src/store/local-library';
import { FakeServer, record } from './fake-server';

const TREE = '1. 32-28 {A first move.} ( 1. 33-28 ) *';
const OTHER = '1. 32-28 ( 1. 34-30 ) *';

let server: FakeServer;
let keeper: GameStore;
let count = 0;

beforeEach(() => {
  count += 1;
  server = new FakeServer();
  keeper = new GameStore(new LocalLibrary(`trees-${count}`), server, () => 1_763_650_000_000);
});

const line = { record: record('32-28', '19-23'), plies: 2 };

/** A game that was played here, sent to the server. */
async function sent(tree: string | null = null) {
  const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1, tree });
  await keeper.settled();
  return game;
}

/** Another device stores the next version of a game. */
function storedElsewhere(id: string, changes: { tree?: string | null; record?: ReturnType<typeof record> }): void {
  const stored = server.games.get(id)!;
  server.games.set(id, { ...stored, ...changes, version: stored.version + 1 });
}

describe('the tree of an analysed game', () => {
  it('is stored beside the played moves, which do not change', async () => {
    const game = await sent();
    expect(await keeper.saveTree(game.id, 0, TREE, line)).toBe(1);
    await keeper.settled();
    expect(await keeper.local.get(game.id)).toMatchObject({ tree: TREE, plies: 1, revision: 1, record: record('32-28') });
    expect(server.games.get(game.id)).toMatchObject({ version: 2, tree: TREE, record: record('32-28') });
  });

  it('does not disturb a window where the game is played', async () => {
    const game = await sent();
    await keeper.saveTree(game.id, 0, TREE, line);
    expect(await keeper.save(game.id, 1, record('32-28', '18-23'), 2)).toBe(2);
    expect(await keeper.local.get(game.id)).toMatchObject({ tree: TREE, plies: 2 });
  });

  it('of another window is not overwritten', async () => {
    const game = await sent();
    await keeper.saveTree(game.id, 0, TREE, line);
    expect(await keeper.saveTree(game.id, 0, OTHER, line)).toBeNull();
    expect((await keeper.local.get(game.id))?.tree).toBe(TREE);
  });

  it('of a study is also its moves', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A study', plies: 1, tree: TREE, study: true });
    await keeper.saveTree(game.id, 0, OTHER, line);
    expect(await keeper.local.get(game.id)).toMatchObject({ tree: OTHER, plies: 2, record: line.record, study: true });
    await keeper.save(game.id, 2, record('32-28', '19-23', '28x19'), 3);
    expect((await keeper.local.get(game.id))?.study).toBe(false); // it has played moves
  });

  it('of another device is merged with moves made here', async () => {
    const game = await sent();
    storedElsewhere(game.id, { tree: TREE });
    await keeper.save(game.id, 1, record('32-28', '19-23'), 2);
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 3, tree: TREE, record: record('32-28', '19-23') });
    expect(await keeper.local.get(game.id)).toMatchObject({ tree: TREE, plies: 2, dirty: false });
  });

  it('made here is merged with moves of another device', async () => {
    const game = await sent();
    storedElsewhere(game.id, { record: record('32-28', '19-23') });
    await keeper.saveTree(game.id, 0, TREE, line);
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 3, tree: TREE, record: record('32-28', '19-23') });
    expect(await keeper.local.get(game.id)).toMatchObject({ tree: TREE, plies: 2, dirty: false });
  });

  it('changed on two devices is stored as two games', async () => {
    const game = await sent();
    storedElsewhere(game.id, { tree: OTHER });
    await keeper.saveTree(game.id, 0, TREE, line);
    await keeper.settled();
    expect((await keeper.local.all()).map((it) => it.tree).sort()).toEqual([TREE, OTHER].sort());
    expect([...server.games.values()].map((it) => it.tree).sort()).toEqual([TREE, OTHER].sort());
  });

  it('whose answer was lost is not mistaken for a change of another device', async () => {
    const game = await sent();
    server.loseNextAnswer = true;
    await keeper.saveTree(game.id, 0, OTHER, line);
    await keeper.settled();
    await keeper.saveTree(game.id, 1, TREE, line);
    await keeper.sendAll();
    await keeper.settled();
    expect(server.games.size).toBe(1);
    expect(server.games.get(game.id)).toMatchObject({ version: 3, tree: TREE });
  });

  it('is fetched with its game, as a study if its moves were not played', async () => {
    const game = await sent(TREE);
    const elsewhere = new GameStore(new LocalLibrary(`elsewhere-${count}`), server);
    expect(await elsewhere.open(game.id)).toMatchObject({ tree: TREE, tree_revision: 0 });
    const read = record('32-28');
    const unplayed = { ...read, acts: read.acts.map((act) => ({ ...act, at_ms: 0 })) };
    storedElsewhere(game.id, { record: unplayed });
    const later = new GameStore(new LocalLibrary(`later-${count}`), server);
    expect(await later.open(game.id)).toMatchObject({ study: true });
  });
});

it.each([
  [null, null, null],
  [TREE, null, TREE],
  [null, TREE, TREE],
  [TREE, TREE, TREE],
  [TREE, OTHER, undefined],
])('of the trees %j and %j, %j is kept', (ours, theirs, kept) => {
  expect(eitherTree(ours, theirs)).toBe(kept);
});
