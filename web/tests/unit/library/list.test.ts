/** Actions on rows of the library, each with undo: delete, restore, group, share, export. */
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, record } from '../store/fake-server';
import { playReady, studyReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
const { begun } = await import('../../../src/store/local-game');
const { RulesBinding } = await import('../../../src/rules/binding');
const { LibraryList } = await import('../../../src/features/library/list.svelte');
const { exportGames, listGames } = await import('../../../src/features/library/listing');
const { byChapter, inChapters } = await import('../../../src/features/library/search');
const { chaptersOf, forgetChapters } = await import('../../../src/features/library/chapters');
vi.mock('../../../src/rules/study', async (original) => {
  const module = await original<typeof import('../../../src/rules/study')>();
  return { ...module, openStudy: () => Promise.resolve(new module.Study()) };
});
import type { Row } from '../../../src/features/library/rows';

beforeAll(() => {
  playReady();
  studyReady();
});

/** A server that can also share games. */
class SharingServer extends FakeServer {
  shared = new Set<string>();
  override share(id: string, shared: boolean): ReturnType<FakeServer['share']> {
    if (this.unplugged) return Promise.resolve({ kind: 'unreachable' });
    if (shared) this.shared.add(id);
    else this.shared.delete(id);
    return Promise.resolve({ kind: 'ok', value: {} as never });
  }
}

let server: SharingServer;
let keeper: InstanceType<typeof GameStore>;
let list: InstanceType<typeof LibraryList>;
let count = 0;

beforeEach(() => {
  count += 1;
  server = new SharingServer();
  let now = Date.now();
  keeper = new GameStore(new LocalLibrary(`list-${count}`), server, () => (now += 1));
  list = new LibraryList(keeper);
});

const shown = (): Row[] => (list.rows ?? []).filter((row) => row.deleted_ms === null);
const titles = (rows: readonly Row[] = shown()): string => [...rows].map(({ title }) => title).sort().join('');

async function add(...names: string[]): Promise<void> {
  for (const title of names) await keeper.add({ record: record('32-28'), title, plies: 1 });
  await keeper.settled();
  await list.refresh();
}

describe('many games', () => {
  it('are restored at once after deletion, with their progress shown', async () => {
    const many = Array.from({ length: 1_300 }, (_, i) => begun({ record: record('32-28'), title: 'x', plies: 1 }, `id-${String(i).padStart(5, '0')}`, 1));
    server.unplugged = true;
    await keeper.local.addMany(many);
    await list.refresh();
    await list.remove(shown());
    expect(shown()).toHaveLength(0);
    expect(list.done?.said).toBe('1,300 games deleted.');
    const undoing = list.undo();
    expect(shown()).toHaveLength(1_300);
    expect(list.busy).toEqual({ done: 0, of: 1_300 });
    expect(list.done).not.toBeNull();
    await list.remove(shown()); // no other action runs meanwhile
    expect(shown()).toHaveLength(1_300);
    await undoing;
    expect([list.busy, list.done]).toEqual([null, null]);
    await list.refresh();
    expect(shown()).toHaveLength(1_300);
  });

  it('stay in the bin after a reload and can be restored from it', async () => {
    await add('a', 'b', 'c');
    await list.remove(shown().filter(({ title }) => title !== 'c'));
    list = new LibraryList(keeper);
    await list.refresh();
    expect(titles()).toBe('c');
    const binned = list.rows!.filter((row) => row.deleted_ms !== null);
    await list.putBack(binned);
    expect(titles()).toBe('abc');
    await list.undo();
    expect(titles()).toBe('c');
    await list.refresh();
    expect(titles()).toBe('c');
  });

  it('are read again after a failure, which is shown', async () => {
    await add('a', 'b');
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    keeper.local.changeMany = () => Promise.reject(new Error('full'));
    await list.remove(shown());
    expect(failed).toHaveBeenCalled();
    expect(list.trouble).not.toBe('');
    expect(titles()).toBe('ab');
    expect(list.done).toBeNull();
    failed.mockRestore();
  });
});

describe('a game', () => {
  it('that is only on the server stays in its group', async () => {
    await add('a');
    keeper = new GameStore(new LocalLibrary(`list-far-${count}`), server);
    list = new LibraryList(keeper);
    await list.refresh();
    await list.moveTo('Cup', shown());
    list = new LibraryList(keeper);
    await list.refresh();
    expect(shown()[0]).toMatchObject({ title: 'a', group: 'Cup' });
  });

  it('is shared, and undoing stops sharing', async () => {
    await add('a');
    const [row] = shown();
    await list.share(row!);
    expect([server.shared.size, shown()[0]!.shared]).toEqual([1, true]);
    await list.undo();
    expect([server.shared.size, shown()[0]!.shared, list.done]).toEqual([0, false, null]);
    server.unplugged = true;
    await list.share(row!);
    expect(list.trouble).toContain('Not shared');
  });

  it('changed on another device is updated here', async () => {
    await add('a', 'b');
    const other = new GameStore(new LocalLibrary(`list-other-${count}`), server);
    const [a, b] = ['a', 'b'].map((title) => shown().find((row) => row.title === title)!.id);
    await other.fetch(a!);
    await other.fetch(b!);
    await other.rename(a!, 'z');
    await other.delete(b!);
    await other.settled();
    const reported: Row[] = [];
    const { followed } = await listGames(keeper, () => {}, (row) => reported.push(row));
    await followed;
    expect(reported.map(({ title, deleted_ms }) => [title, deleted_ms === null])).toEqual([['z', true], ['b', false]]);
    await list.refresh();
    expect(titles()).toBe('z');
  });
});

describe('a group', () => {
  it('is renamed and removed, its games stay, and both are undone', async () => {
    await add('a', 'b', 'c');
    await list.moveTo('Cup', shown().filter(({ title }) => title !== 'c'));
    await list.renameGroup('Cup', ' Final ');
    expect(shown().filter(({ group }) => group === 'Final')).toHaveLength(2);
    await list.renameGroup('Final', '');
    expect(shown().every(({ group }) => group === '')).toBe(true);
    await list.undo();
    await list.refresh();
    expect(titles(shown().filter(({ group }) => group === 'Final'))).toBe('ab');
  });

  it('has an order of its own, used for export and for the next game', async () => {
    await add('a', 'b', 'c', 'd');
    await list.moveTo('Cup', shown().filter(({ title }) => title !== 'd'));
    const order = (): string => shown().filter(({ group }) => group === 'Cup').sort(byChapter).map(({ title }) => title).join('');
    expect(order()).toBe('abc');
    const row = (title: string): Row => shown().find((it) => it.title === title)!;
    expect(await list.step(row('c'), -1)).toBe(true);
    expect(order()).toBe('acb');
    expect(await list.step(row('b'), 1)).toBe(false);
    await list.refresh();
    expect(order()).toBe('acb');
    expect((await chaptersOf(keeper, 'Cup')).map(({ id }) => id)).toEqual(['a', 'c', 'b'].map((title) => row(title).id));

    const rows = inChapters([...shown()].sort((x, y) => (x.title < y.title ? 1 : -1)));
    const written = await exportGames(keeper, new RulesBinding(), rows);
    const text = await written!.file.text();
    expect([...text.matchAll(/\[Event "(\w)"\]\n(\[Group "Cup"\])?/g)].map(([, title, group]) => `${title}${group ? '+' : ''}`).join(' ')).toBe('d a+ c+ b+');
    await list.undo();
    forgetChapters();
    expect(order()).toBe('abc');
  });
});

describe('an export', () => {
  it('continues after a game that cannot be written or fetched, and lists it', async () => {
    await add('a', 'b', 'c');
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const of = (title: string): Row => shown().find((row) => row.title === title)!;
    await keeper.local.change(of('b').id, (game) => game && { ...game, record: { ...record('1-50'), variant: 'no such game' } });
    const far = { ...of('c'), id: '00000000-0000-7000-8000-000000000000', title: 'far' };
    const written = await exportGames(keeper, new RulesBinding(), [of('a'), of('b'), far, of('c')]);
    expect(written?.missing.map(({ title }) => title)).toEqual(['b', 'far']);
    expect((await written!.file.text()).match(/\[Event "/g)).toHaveLength(2);
    failed.mockRestore();
  });
});
