/**
 * The list of the library: its rows, the actions on them, and undo. Reports the progress of actions
 * on many games; only one runs at a time.
 */
import type { GameStore } from '../../store/keeper.svelte';
import type { Place } from '../../store/local-game';
import { t } from '../../messages/messages.svelte';
import { figures } from '../../ui/figures';
import { forgetChapters } from './chapters';
import { listGames } from './listing';
import { nameOfRow } from './row-names';
import type { Row } from './rows';
import { byChapter } from './search';
import { say, sayCount } from './words';

/** A running action, and how many of its games are done. */
export interface Busy {
  done: number;
  of: number;
}

/** The last action and its undo. */
export interface Done {
  said: string;
  undo: () => Promise<unknown>;
}

export class LibraryList {
  readonly #keeper: GameStore;
  /** All games, including those in the bin; null before the first are read. */
  rows = $state.raw<readonly Row[] | null>(null);
  loading = $state(true);
  /** Whether the server is reachable; null while unknown. */
  serverThere = $state<boolean | null>(null);
  busy = $state.raw<Busy | null>(null);
  done = $state.raw<Done | null>(null);
  trouble = $state('');

  constructor(keeper: GameStore) {
    this.#keeper = keeper;
  }

  async refresh(): Promise<void> {
    this.loading = true;
    try {
      const changed = (row: Row): void => this.#change([row.id], row);
      const { serverThere, followed } = await listGames(this.#keeper, (read) => (this.rows = read), changed);
      this.serverThere = serverThere;
      followed.catch((error: unknown) => console.error(error));
    } finally {
      this.loading = false;
    }
  }

  /** Puts games into the bin. */
  async remove(gone: readonly Row[]): Promise<void> {
    const [first] = gone;
    if (!first) return;
    const ids = gone.map(({ id }) => id);
    const said = ids.length === 1 ? say('deleted', { title: nameOfRow(first) }) : say('deleted.many', { n: figures(ids.length) });
    // The rows leave the list after the games are deleted, so that the list is right even if the
    // page is closed in between.
    const worked = await this.#work(ids.length, async (onprogress) => {
      if (ids.length === 1) await this.#keeper.delete(first.id);
      else await this.#keeper.deleteMany(ids, onprogress);
      this.#change(ids, { deleted_ms: Date.now() });
    });
    if (worked) this.done = { said, undo: () => this.#restore(ids) };
  }

  /** Takes games out of the bin. */
  async putBack(back: readonly Row[]): Promise<void> {
    const [first] = back;
    if (!first) return;
    const ids = back.map(({ id }) => id);
    const said = ids.length === 1 ? say('putBack.done', { title: nameOfRow(first) }) : say('putBack.many', { n: figures(ids.length) });
    if (!(await this.#restore(ids))) return;
    const again = async (onprogress: (done: number) => void): Promise<void> => {
      await this.#keeper.deleteMany(ids, onprogress);
      this.#change(ids, { deleted_ms: Date.now() });
    };
    this.done = { said, undo: () => this.#work(ids.length, again) };
  }

  /** The rows return at once; the games follow. */
  #restore(ids: readonly string[]): Promise<boolean> {
    this.#change(ids, { deleted_ms: null });
    return this.#work(ids.length, (onprogress) => this.#keeper.restoreMany(ids, onprogress));
  }

  /** Puts games into a group; an empty name takes them out of theirs. */
  async moveTo(group: string, moved: readonly Row[]): Promise<void> {
    const name = group.trim();
    const n = figures(moved.length);
    await this.#replace(moved, () => ({ group: name, chapter: undefined }), name ? say('moved', { n, group: name }) : say('movedOut', { n }));
  }

  /** Renames a group; an empty name removes it, and its games stay. */
  async renameGroup(group: string, name: string): Promise<void> {
    const wanted = name.trim();
    const games = (this.rows ?? []).filter((row) => row.group === group);
    const said = wanted ? say('renamed', { title: wanted }) : say('group.removed', { group });
    await this.#replace(games, (row) => ({ group: wanted, chapter: row.chapter }), said);
  }

  /** Moves a game up (-1) or down (1) among the chapters of its group. Returns whether it moved. */
  async step(row: Row, by: -1 | 1): Promise<boolean> {
    const games = (this.rows ?? []).filter(({ group, deleted_ms }) => group === row.group && deleted_ms === null).sort(byChapter);
    const from = games.findIndex(({ id }) => id === row.id);
    const beside = games[from + by];
    const moved = games[from];
    if (!beside || !moved) return false;
    [games[from], games[from + by]] = [beside, moved];
    const numbers = new Map(games.map(({ id }, at) => [id, at]));
    await this.#replace(
      games.filter(({ id, chapter }) => chapter !== numbers.get(id)),
      ({ id, group }) => ({ group, chapter: numbers.get(id) }),
      say('chapter.moved', { title: nameOfRow(row), n: figures(from + by + 1) }),
    );
    return true;
  }

  /** Changes the groups or chapters of games, with undo. */
  async #replace(moved: readonly Row[], place: (row: Row) => Place, said: string): Promise<void> {
    const before = new Map(moved.map((row) => [row.id, { group: row.group, chapter: row.chapter }]));
    const after = new Map(moved.map((row) => [row.id, place(row)]));
    if (await this.#regroup(after)) this.done = { said, undo: () => this.#regroup(before) };
  }

  #regroup(places: ReadonlyMap<string, Place>): Promise<boolean> {
    this.rows = this.rows?.map((row) => withPlace(row, places.get(row.id))) ?? null;
    return this.#work(places.size, async (onprogress) => {
      const lost = await this.#keeper.moveTo(places, onprogress);
      forgetChapters();
      if (lost.length === 0) return;
      this.trouble = sayCount('group.lost', lost.length);
      await this.refresh();
    });
  }

  async rename(row: Row, title: string): Promise<void> {
    const wanted = title.trim();
    if (!wanted || wanted === row.title) return;
    const before = row.title;
    await this.#retitle(row.id, wanted);
    this.done = { said: say('renamed', { title: wanted }), undo: () => this.#retitle(row.id, before) };
  }

  async #retitle(id: string, title: string): Promise<void> {
    await this.#keeper.rename(id, title); // displayed once it is stored, so that a reload shows the same
    this.#change([id], { title });
  }

  /** Shares a game with all users of the server, or stops sharing it. */
  async share(row: Row, shared = !row.shared): Promise<void> {
    this.trouble = '';
    const answer = await this.#keeper.server.share(row.id, shared);
    if (answer.kind !== 'ok') {
      this.trouble = say('share.failed');
      return;
    }
    this.#change([row.id], { shared });
    const said = say(shared ? 'shared' : 'unshared', { title: nameOfRow(row) });
    this.done = { said, undo: () => this.share({ ...row, shared }, !shared).then(() => this.trouble || (this.done = null)) };
  }

  /** Undoes the last action, which stays displayed until it is undone. */
  async undo(): Promise<void> {
    const last = this.done;
    if (!last || this.busy) return;
    try {
      await last.undo();
    } catch (error) {
      console.error(error);
      this.trouble = t('trouble.general');
    }
    if (this.done === last) this.done = null;
  }

  /**
   * Runs an action and reports its progress. After a failure the list is read again. Returns
   * whether it succeeded.
   */
  async #work(of: number, action: (onprogress: (done: number) => void) => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.trouble = '';
    this.busy = { done: 0, of };
    try {
      await action((done) => (this.busy = { done, of }));
      return true;
    } catch (error) {
      console.error(error);
      this.trouble = t('trouble.general');
      await this.refresh();
      return false;
    } finally {
      this.busy = null;
    }
  }

  #change(ids: readonly string[], change: Partial<Row>): void {
    const changed = new Set(ids);
    this.rows = this.rows?.map((row) => (changed.has(row.id) ? { ...row, ...change } : row)) ?? null;
  }
}

function withPlace(row: Row, place: Place | undefined): Row {
  return place ? { ...row, group: place.group ?? '', chapter: place.chapter } : row;
}
