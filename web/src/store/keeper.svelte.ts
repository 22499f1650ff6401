/**
 * Stores games in this browser and then in the server's library, if there is a server. Pages only
 * save; the `Sender` uploads games and reconciles versions. Neither ever discards a move.
 */
import type { SvelteMap } from 'svelte/reactivity';
import type { GameRecord } from '../rules/model';
import { Boards } from './boards';
import { fromServer, takenOver } from './from-server';
import { begun, shortened, type LocalGame, type NewGame, type Place } from './local-game';
import { isAbsent, type ServerLibrary } from './server';
import type { LocalLibrary } from './local-library';
import { Sender, type StorageState } from './sender.svelte';
import { uuidV7 } from './uuid';

/** How many games are changed in one transaction. */
const MAX_PER_TRANSACTION = 500;

/**
 * How long opening a game waits for the server, in milliseconds. A later response is applied too.
 */
const OPEN_TIMEOUT_MS = 1_200;

/** How many days a deleted game stays in this browser's bin. */
export const BIN_DAYS = 30;
const BIN_MS = BIN_DAYS * 24 * 3_600_000;

/** How long a game without a move is stored, in milliseconds: one day. */
const EMPTY_GAME_MS = 24 * 3_600_000;

/** Called with the number of games done. */
export type OnProgress = (done: number) => void;

/** The games of an import: its id, and the ids of its first and last game. */
export interface ImportedRange {
  id: string;
  first: string;
  last: string;
}

export type { StorageState };

export class GameStore {
  readonly local: LocalLibrary;
  readonly server: ServerLibrary;
  readonly #now: () => number;
  readonly #boards: Boards;
  readonly #sender: Sender;
  readonly safety: SvelteMap<string, StorageState>;
  readonly refusals: SvelteMap<string, string>;

  /** `windows` connects the windows of this browser, if it supports channels. */
  constructor(local: LocalLibrary, server: ServerLibrary, now: () => number = Date.now, windows: BroadcastChannel | null = null) {
    this.local = local;
    this.server = server;
    this.#now = now;
    this.#boards = new Boards(windows);
    this.#sender = new Sender(local, server, now, this.#boards);
    ({ safety: this.safety, refusals: this.refusals } = this.#sender);
  }

  /** How many of many games are sent to the server, as after an import; null if few are queued. */
  get sending(): { sent: number; total: number } | null {
    return this.#sender.progress;
  }

  newId(): string {
    return uuidV7(this.#now());
  }

  async add(wanted: NewGame): Promise<LocalGame> {
    const game = begun(wanted, wanted.id ?? this.newId(), this.#now());
    await this.local.change(game.id, () => game);
    this.#sender.send(game.id);
    return game;
  }

  /**
   * A game to continue, from this browser or the server; null if neither has it. If another device
   * has continued it, the newer state is returned, unless the server takes too long: then it is
   * applied later.
   */
  async open(id: string): Promise<LocalGame | null> {
    const local = await this.local.get(id);
    if (local?.deleted_ms === null) {
      this.safety.set(id, local.dirty ? 'here' : 'server');
      if (local.dirty) this.#sender.send(id);
      else if (await this.#inTime(id, this.#follow(local))) {
        const newer = await this.local.get(id);
        return newer?.deleted_ms === null ? newer : null;
      }
      return local;
    }
    return local ? null : await this.fetch(id);
  }

  /**
   * A game from this browser, or else from the server, which is then stored in this browser too.
   * Null if neither has it.
   */
  async fetch(id: string): Promise<LocalGame | null> {
    const local = await this.local.get(id);
    if (local) return local;
    const answer = await this.server.get(id);
    if (answer.kind !== 'ok') return null;
    const game = fromServer(answer.value);
    this.safety.set(id, 'server');
    return await this.local.change(id, (stored) => stored ?? game);
  }

  /**
   * Applies what another device has changed: moves, variations, title, deletion, restoration. A
   * game with local changes is skipped; it is reconciled when it is sent. Returns whether anything
   * was applied.
   */
  async follow(id: string): Promise<boolean> {
    const seen = await this.local.get(id);
    if (!seen || !(await this.#follow(seen))) return false;
    this.#boards.tellAll(id);
    return true;
  }

  async #follow(seen: LocalGame): Promise<boolean> {
    const { id, acknowledged, record, tree } = seen;
    if (seen.dirty || acknowledged === 0) return false;
    const answer = await this.server.get(id);
    let newer: ((stored: LocalGame) => LocalGame) | null = null;
    if (answer.kind === 'ok') {
      const theirs = answer.value;
      if (theirs.version < acknowledged) return false; // the server was restored from a backup
      const same = theirs.version === acknowledged && theirs.title === seen.title && seen.deleted_ms === null;
      if (!same) newer = (stored) => takenOver(stored, theirs);
    } else if (isAbsent(answer) && seen.deleted_ms === null) {
      // Deleted, or lost? The acknowledged version is sent again, which changes nothing if the
      // server has it.
      const again = await this.server.put({ id, version: acknowledged, record, ...(tree === null ? {} : { tree }) });
      if (isAbsent(again)) newer = (stored) => ({ ...stored, deleted_ms: this.#now() });
    }
    if (!newer) return false;
    let taken = false;
    await this.local.change(id, (stored) => {
      taken =
        stored?.dirty === false &&
        stored.acknowledged === acknowledged &&
        stored.deleted_ms === seen.deleted_ms &&
        stored.revision === seen.revision &&
        stored.tree_revision === seen.tree_revision;
      return taken && stored && newer ? newer(stored) : null;
    });
    return taken;
  }

  /** Waits a limited time for changes. If they arrive later, the open boards are notified. */
  async #inTime(id: string, following: Promise<boolean>): Promise<boolean> {
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const applied = following.catch(() => false).then((taken) => {
      clearTimeout(timer);
      if (late && taken) this.#boards.tellAll(id);
      return taken;
    });
    if (this.#sender.waits) {
      late = true; // the server did not answer a moment ago: do not wait for it
      return false;
    }
    return await Promise.race([
      applied,
      new Promise<false>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          resolve(false);
        }, OPEN_TIMEOUT_MS);
      }),
    ]);
  }

  /**
   * Saves the progress of a game. `revision` is the revision on which the change is based. Returns
   * the new revision, or null if another window has continued the game: then nothing was stored,
   * and the caller opens the game again.
   */
  async save(id: string, revision: number, record: GameRecord, plies: number): Promise<number | null> {
    let saved: number | null = null;
    await this.local.change(id, (stored) => {
      if (!stored || stored.revision !== revision) return null;
      saved = revision + 1;
      return { ...stored, record, plies, updated_ms: this.#now(), revision: saved, dirty: true, fresh: false, study: false };
    });
    return this.#saved(id, saved);
  }

  /**
   * Saves the variations and comments of a stored game. `treeRevision` is the revision on which
   * they are based. Returns the new one, or null if another window has changed them: then nothing
   * was stored. A study has only the moves of its tree: `line` is its main line as a record.
   */
  async saveTree(
    id: string,
    treeRevision: number,
    tree: string,
    line: { record: GameRecord; plies: number },
  ): Promise<number | null> {
    let saved: number | null = null;
    await this.local.change(id, (stored) => {
      if (!stored || stored.tree_revision !== treeRevision) return null;
      saved = treeRevision + 1;
      const moves = stored.study ? { ...line, revision: stored.revision + 1 } : {};
      return { ...stored, ...moves, tree, tree_revision: saved, updated_ms: this.#now(), dirty: true, fresh: false };
    });
    return this.#saved(id, saved);
  }

  #saved(id: string, revision: number | null): number | null {
    if (revision === null) return null;
    this.#boards.tellWindows(id);
    this.#sender.send(id);
    return revision;
  }

  /** Resolves a conflict of two versions: one of them goes to the bin, or both are kept. */
  async choose(id: string, wanted: 'this' | 'other' | 'both'): Promise<void> {
    const other = (await this.local.get(id))?.parted ?? null;
    for (const asked of [id, other]) if (asked) await this.local.change(asked, (game) => game && { ...game, parted: null });
    if (wanted === 'this' && other) await this.delete(other);
    if (wanted === 'other' && other) await this.delete(id);
  }

  /**
   * Calls a function when another window or another device has changed this game. Returns a
   * function that unsubscribes.
   */
  onSavedElsewhere(id: string, call: () => void): () => void {
    return this.#boards.onChange(id, call);
  }

  async rename(id: string, title: string): Promise<void> {
    const wanted = shortened(title);
    const stored = await this.local.change(id, (game) => game && { ...game, title: wanted, dirty: true, renamed: true });
    if (stored) this.#sender.send(id);
    else await this.server.rename(id, wanted);
  }

  /** Puts a game in the bin, here and on the server. */
  async delete(id: string): Promise<void> {
    const stored = await this.local.change(id, (game) => game && { ...game, deleted_ms: this.#now(), dirty: true });
    if (stored) this.#sender.send(id);
    else await this.server.delete(id);
  }

  /**
   * Puts several games in the bin. Games that are not in this browser are deleted on the server.
   */
  async deleteMany(ids: readonly string[], onprogress: OnProgress = () => {}): Promise<void> {
    await this.#changeMany(ids, (game) => ({ ...game, deleted_ms: this.#now(), dirty: true }), (id) => this.server.delete(id), onprogress);
  }

  /** Takes several games out of the bin. On the server they are restored when they are sent. */
  async restoreMany(ids: readonly string[], onprogress: OnProgress = () => {}): Promise<void> {
    await this.#changeMany(ids, (game) => ({ ...game, deleted_ms: null, dirty: true }), (id) => this.server.restore(id), onprogress);
  }

  /**
   * Puts games into a group; an empty name takes them out of theirs. The server has no groups, so a
   * game that is only there is fetched first. Returns the ids of the games that could not be
   * fetched.
   */
  async moveTo(groups: ReadonlyMap<string, Place>, onprogress: OnProgress = () => {}): Promise<string[]> {
    const ids = [...groups.keys()];
    const lost: string[] = [];
    for (let at = 0; at < ids.length; at += MAX_PER_TRANSACTION) {
      const batch = ids.slice(at, at + MAX_PER_TRANSACTION);
      const missing: string[] = [];
      const put = (game: LocalGame | null, i: number): LocalGame | null => {
        if (!game) missing.push(batch[i] ?? '');
        return game && { ...game, ...groups.get(game.id) };
      };
      await this.local.changeMany(batch, put);
      for (const id of missing) {
        if (!(await this.fetch(id))) lost.push(id);
        else await this.local.change(id, (game) => game && { ...game, ...groups.get(id) });
      }
      onprogress(at + batch.length);
    }
    return lost;
  }

  /**
   * Changes several games here and sends them. `elsewhere` is called for each game that is not
   * here.
   */
  async #changeMany(
    ids: readonly string[],
    change: (game: LocalGame) => LocalGame,
    elsewhere: (id: string) => Promise<unknown>,
    onprogress: OnProgress,
  ): Promise<void> {
    let done = 0;
    try {
      for (let at = 0; at < ids.length; at += MAX_PER_TRANSACTION) {
        const batch = ids.slice(at, at + MAX_PER_TRANSACTION);
        const missing: string[] = [];
        await this.local.changeMany(batch, (game, i) => {
          if (!game) missing.push(batch[i] ?? '');
          else this.#sender.queue(game.id);
          return game && change(game);
        });
        onprogress((done += batch.length - missing.length));
        for (const id of missing) {
          await elsewhere(id);
          onprogress((done += 1));
        }
      }
    } finally {
      void this.#sender.sendQueued();
    }
  }

  /** Takes a game out of the bin. */
  async restore(id: string): Promise<void> {
    const stored = await this.local.change(id, (game) => game && { ...game, deleted_ms: null, dirty: true });
    await this.#sender.sent(id);
    if (!stored || stored.acknowledged > 0) await this.server.restore(id);
    if (stored) this.#sender.send(id);
  }

  /**
   * Sends everything that the server does not have. Called at the start and when the network is
   * back. Games are sent one by one, until one gets no response: a full library does not flood a
   * server, and an absent server is not called repeatedly.
   */
  async sendAll(): Promise<void> {
    for await (const games of this.local.batches()) {
      for (const game of games) {
        if (game.fresh) {
          if (game.created_ms < this.#now() - EMPTY_GAME_MS) await this.local.change(game.id, forgetFresh);
        } else if (game.dirty) this.#sender.queue(game.id);
        else if (game.deleted_ms !== null && game.deleted_ms < this.#now() - BIN_MS) {
          await this.local.change(game.id, () => 'forget');
        }
      }
    }
    await this.#sender.sendQueued();
  }

  /**
   * Undoes an import: its games go to the bin, except those that the user has continued. Those that
   * are only in this browser are removed completely.
   */
  async takeBack({ id, first, last }: ImportedRange): Promise<{ taken: number; stayed: number }> {
    const result = { taken: 0, stayed: 0 };
    for await (const games of this.local.batches(undefined, first, last)) {
      const ours = games.filter((game) => game.import_id === id && game.deleted_ms === null);
      await this.local.changeMany(ours.map((game) => game.id), (stored) => {
        if (!stored || stored.deleted_ms !== null) return null;
        if (stored.revision > 1 || stored.tree_revision > 0) {
          result.stayed += 1;
          return null;
        }
        result.taken += 1;
        if (stored.acknowledged === 0 && !this.#sender.isSending(stored.id)) return 'forget';
        return { ...stored, deleted_ms: this.#now(), dirty: true };
      });
    }
    void this.sendAll();
    return result;
  }

  /**
   * Marks every game of this browser as unknown to the server, so that `sendAll` sends it. Needed
   * after a change of the owner, because the server stores the games of each owner separately.
   */
  async forgetServer(): Promise<void> {
    for await (const games of this.local.batches()) {
      const ids = games.map(({ id }) => id);
      await this.local.changeMany(ids, (game) => {
        if (!game) return null;
        const { refused: _, ...sendable } = game;
        return { ...sendable, acknowledged: 0, dirty: true, renamed: true };
      });
    }
  }

  settled(): Promise<void> {
    return this.#sender.settled();
  }
}

function forgetFresh(stored: LocalGame | null): 'forget' | null {
  return stored?.fresh ? 'forget' : null; // another window may have made the first move
}
