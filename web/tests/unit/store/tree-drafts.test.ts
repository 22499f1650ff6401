/** The draft that a page leaves if it is closed before its tree is stored. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { GameStore } from '../../../src/store/keeper.svelte';
import { LocalLibrary } from '../../../src/store/local-library';
import { DraftPlace, recoverDrafts, type TreeDraft } from '../../../src/store/tree-drafts';
import { FakeServer, record } from './fake-server';

const FIRST = '1. 32-28 *';
const SECOND = '1. 32-28 19-23 *';
const THIRD = '1. 32-28 19-23 2. 28x19 *';

let keeper: GameStore;
let storage: Storage;
let count = 0;

beforeEach(() => {
  count += 1;
  keeper = new GameStore(new LocalLibrary(`drafts-${count}`), new FakeServer(), () => 1_763_650_000_000);
  storage = fakeStorage();
});

const line = { record: record('32-28'), plies: 1 };

/** A fake `localStorage`, whose keys are properties. */
function fakeStorage(): Storage {
  const methods = {
    getItem(this: Record<string, unknown>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, unknown>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, unknown>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

function lay(draft: Partial<TreeDraft> & { id: string }, underWay: string | null = null): void {
  new DraftPlace(keeper.newId(), () => storage).lay({ title: 'Analysis', treeRevision: 0, tree: SECOND, line, ...draft }, underWay);
}

const recover = (): Promise<void> => recoverDrafts(keeper, () => storage);
const trees = async (): Promise<(string | null)[]> => (await keeper.local.all()).map((game) => game.tree).sort();

async function study(tree: string): Promise<string> {
  return (await keeper.add({ ...line, title: 'Analysis', tree, study: true })).id;
}

it('a draft is stored as an analysis, then deleted', async () => {
  const id = await study(FIRST);
  lay({ id });
  await recover();
  expect(await keeper.local.get(id)).toMatchObject({ tree: SECOND, tree_revision: 1 });
  expect(Object.keys(storage)).toEqual([]);
});

it('a draft without a stored analysis becomes a new one', async () => {
  const id = keeper.newId();
  lay({ id, treeRevision: null });
  await recover();
  expect(await keeper.local.get(id)).toMatchObject({ tree: SECOND, title: 'Analysis', study: true });
});

it('a draft replaces the interrupted write, whether that finished or not', async () => {
  const [ended, begun] = [await study(FIRST), keeper.newId()];
  await keeper.saveTree(ended, 0, SECOND, line);
  lay({ id: ended, tree: THIRD }, SECOND);
  lay({ id: begun, tree: THIRD, treeRevision: null }, SECOND);
  await recover();
  expect(await trees()).toEqual([THIRD, THIRD]);
});

it('a draft is stored only once', async () => {
  const id = await study(FIRST);
  await keeper.saveTree(id, 0, SECOND, line);
  lay({ id });
  await recover();
  expect(await trees()).toEqual([SECOND]);
  expect(await keeper.local.get(id)).toMatchObject({ tree_revision: 1 });
});

it('a draft becomes a copy if another window has changed the analysis', async () => {
  const id = await study(FIRST);
  await keeper.saveTree(id, 0, THIRD, line);
  lay({ id });
  await recover();
  expect(await trees()).toEqual([SECOND, THIRD]);
  expect((await keeper.local.get(id))?.tree).toBe(THIRD);
});

it('no draft remains if everything was written', async () => {
  const id = await study(FIRST);
  const place = new DraftPlace('one', () => storage);
  place.lay({ id, title: 'Analysis', treeRevision: 0, tree: SECOND, line }, null);
  place.clear();
  await recover();
  expect(await trees()).toEqual([FIRST]);
});

it('missing storage and foreign values are ignored', async () => {
  const none = (): Storage => {
    throw new Error('denied');
  };
  new DraftPlace('one', none).lay({ id: 'x', title: '', treeRevision: null, tree: FIRST, line }, null);
  await recoverDrafts(keeper, none);
  storage.setItem('damier.draft.other', '{"id":');
  const id = await study(FIRST);
  lay({ id });
  await recover();
  expect(await trees()).toEqual([SECOND]);
});
