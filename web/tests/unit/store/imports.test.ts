/** An import is recorded from its start, so that it can be undone after a reload. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromImporter, ToImporter } from '../../../src/store/import-messages';
import { FakeServer, record } from './fake-server';

const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
const { begun } = await import('../../../src/store/local-game');

class FakeWorker {
  static last: FakeWorker;
  said: ToImporter[] = [];
  onmessage: ((event: { data: FromImporter }) => void) | null = null;
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(message: ToImporter): void {
    this.said.push(message);
  }
  terminate(): void {}
}

const stored = new Map<string, string>();
let page = new EventTarget();
let count = 0;

beforeEach(() => {
  stored.clear();
  page = new EventTarget();
  count += 1;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the page again. */
async function loaded() {
  vi.resetModules();
  const { Imports } = await import('../../../src/store/imports.svelte');
  const keeper = new GameStore(new LocalLibrary(`imports-${count}`), new FakeServer());
  return { imports: new Imports(keeper), keeper };
}

const ORDER = { variant: 'international', language: 'en', encoding: '', untitled: '', again: false, grouped: true } as const;
const leaving = (): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function begin({ imports, keeper }: Awaited<ReturnType<typeof loaded>>): Promise<string> {
  await imports.begin({ ...ORDER, files: [{ name: 'club.pdn', bytes: new Blob(['x']) }] });
  const [first] = FakeWorker.last.said;
  const id = first?.say === 'begin' ? first.order.id : '';
  // The games that the worker stores before the reload.
  await keeper.local.addMany([1, 2, 3].map(() => ({ ...begun({ record: record('32-28'), title: 'x', plies: 1 }, keeper.newId(), 1), import_id: id })));
  return id;
}

it('an import interrupted by a reload can be undone', async () => {
  await begin(await loaded());
  const { imports, keeper } = await loaded();
  expect(imports.past).toMatchObject([{ name: 'club.pdn', games: null }]);
  await imports.takeBack(imports.past[0]!);
  expect(imports.takenBack).toEqual({ taken: 3, stayed: 0 });
  expect(await keeper.local.all()).toEqual([]);
  expect(imports.past).toEqual([]);
});

it('a running import asks before the page is left, and its result is stored', async () => {
  const one = await loaded();
  expect(leaving()).toBe(false);
  const id = await begin(one);
  expect(leaving()).toBe(true);
  const range = { id, first: 'a', last: 'b' };
  FakeWorker.last.onmessage!({
    data: { say: 'done', report: { bytes: 1, total: 1, kept: 3, damaged: 0, same: 0, unread: 0, end: 'whole', failure: '', problems: [], moreProblems: 0, found: [], range, only: null } },
  });
  await one.keeper.settled();
  expect(leaving()).toBe(false);
  expect(one.imports.past).toMatchObject([{ id, first: 'a', last: 'b', games: 3 }]);
});

it('an import without games cannot be undone', async () => {
  const one = await loaded();
  await begin(one);
  FakeWorker.last.onmessage!({
    data: { say: 'done', report: { bytes: 1, total: 1, kept: 0, damaged: 0, same: 3, unread: 0, end: 'whole', failure: '', problems: [], moreProblems: 0, found: [], range: null, only: null } },
  });
  expect(one.imports.past).toEqual([]);
});
