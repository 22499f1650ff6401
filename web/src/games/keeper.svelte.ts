/**
 * Keeps games: first in this browser, then in the server's library, if there is a server. A page only saves. This class
 * sends games, waits for the network, and reconciles two versions of a game. It never discards a move.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { GameRecord } from '../rules/model';
import { fromServer, placeOf, takenOver } from './from-server';
import { begun, eitherTree, LONGEST_TITLE, reconcile, sameValue, shortened, type LocalGame, type NewGame, type Place, type Reconciled } from './kept';
import type { ServerLibrary } from './server';
import type { LocalLibrary } from './local-library';
import { uuidV7 } from './uuid';

/**
 * Where a game is stored: on the server, being sent, in this browser only, or refused by the server, either for good or for
 * lack of room.
 */
export type Safety = 'server' | 'sending' | 'here' | 'refused' | 'full';

/** Waiting times after failed attempts, in milliseconds. */
const FIRST_WAIT = 4_000;
const LONGEST_WAIT = 300_000;

/** So many games are sent without a pause. After that, as after an import, about twenty per second are sent. */
const AT_ONCE = 50;
const PAUSE = 50;

/** How many games are changed in one transaction. */
const TOGETHER = 500;

/** How long opening a game waits for the server, in milliseconds. A later answer is still taken over. */
const OPENING_WAITS = 1_200;

/** For how many games the last version sent is remembered. */
const REMEMBERED = 200;

/** How many days a deleted game stays in this browser's bin. */
export const BIN_DAYS = 30;
const BIN_LASTS = BIN_DAYS * 24 * 3_600_000;

/** How long a version that the server refused is not sent again, in milliseconds: a week. The server may be renewed meanwhile. */
const REFUSAL_LASTS = 7 * 24 * 3_600_000;

/** The end of the title of a game that was split off from another. */
const SECOND = ' (2)';

/** How long a game without a move is kept, in milliseconds: one day. */
const FRESH_LASTS = 24 * 3_600_000;

/** Is called with the number of games that are done. */
export type Told = (done: number) => void;

/** The games of one import: its id, and the ids of its first and last game. */
export interface ImportedRange {
  id: string;
  first: string;
  last: string;
}

export class Keeper {
  readonly local: LocalLibrary;
  readonly server: ServerLibrary;
  readonly #now: () => number;
  readonly #windows: BroadcastChannel | null;
  /** The boards of this window that want to know when their game is changed by something else than themselves. */
  readonly #boards = new Map<string, Set<() => void>>();
  /** Where each game is stored, as far as is known. */
  readonly safety = new SvelteMap<string, Safety>();
  /** What the server said of the games that it refused. */
  readonly refusals = new SvelteMap<string, string>();
  #sending = new Map<string, Promise<void>>();
  /** The version of each game that was sent last. The server may have stored it even if its answer was lost. */
  #sent = new Map<string, Pick<LocalGame, 'record' | 'tree'>>();
  /** The games that wait to be sent, in order. */
  readonly #unsent = new Set<string>();
  #sendingAll: Promise<void> | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | null = null;

  /** `windows` connects all windows on this browser's games, if the browser has such channels. */
  constructor(local: LocalLibrary, server: ServerLibrary, now: () => number = Date.now, windows: BroadcastChannel | null = null) {
    this.#windows = windows;
    this.local = local;
    this.server = server;
    this.#now = now;
  }

  /** A new id for a game that will be kept. */
  newId(): string {
    return uuidV7(this.#now());
  }

  /** Keeps a new game. */
  async add(wanted: NewGame): Promise<LocalGame> {
    const game = begun(wanted, wanted.id ?? this.newId(), this.#now());
    await this.local.change(game.id, () => game);
    this.#send(game.id);
    return game;
  }

  /**
   * A game that can be continued: from this browser, or else from the server. Null if neither has it. If another device has
   * gone on with it, the newer state is returned, unless the server takes too long: then it is taken over later.
   */
  async open(id: string): Promise<LocalGame | null> {
    const local = await this.local.get(id);
    if (local?.deleted_ms === null) {
      this.safety.set(id, local.dirty ? 'here' : 'server');
      if (local.dirty) this.#send(id);
      else if (await this.#inTime(id, this.#follow(local))) {
        const newer = await this.local.get(id);
        return newer?.deleted_ms === null ? newer : null;
      }
      return local;
    }
    return local ? null : await this.fetch(id);
  }

  /** A game of this browser, or else of the server: then it is kept in this browser too. Null if neither has it. */
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
   * Takes over what another device has changed: its moves, variations and title, or that it has deleted the game or taken it
   * out of the bin. A game with changes of its own is left alone; it is reconciled when it is sent. Returns whether anything
   * was taken over.
   */
  async follow(id: string): Promise<boolean> {
    const seen = await this.local.get(id);
    if (!seen || !(await this.#follow(seen))) return false;
    this.#changedElsewhere(id);
    return true;
  }

  async #follow(seen: LocalGame): Promise<boolean> {
    const { id, acknowledged, record, tree } = seen;
    if (seen.dirty || acknowledged === 0) return false;
    const answer = await this.server.get(id);
    let newer: ((stored: LocalGame) => LocalGame) | null = null;
    if (answer.kind === 'ok') {
      const theirs = answer.value;
      if (theirs.version < acknowledged) return false; // an older copy of the server's games was put back
      const same = theirs.version === acknowledged && theirs.title === seen.title && seen.deleted_ms === null;
      if (!same) newer = (stored) => takenOver(stored, theirs);
    } else if (answer.kind === 'absent' && seen.deleted_ms === null) {
      // Deleted, or lost? The version that the server should have is sent again, which changes nothing if it has it.
      const again = await this.server.put({ id, version: acknowledged, record, ...(tree === null ? {} : { tree }) });
      if (again.kind === 'absent') newer = (stored) => ({ ...stored, deleted_ms: this.#now() });
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

  /** Waits a short time for what was taken over. If it comes later, the open boards are told. */
  async #inTime(id: string, following: Promise<boolean>): Promise<boolean> {
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const told = following.catch(() => false).then((taken) => {
      clearTimeout(timer);
      if (late && taken) this.#changedElsewhere(id);
      return taken;
    });
    if (this.#retry !== null) {
      late = true; // the server did not answer a moment ago, so nobody waits for it
      return false;
    }
    return await Promise.race([
      told,
      new Promise<false>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          resolve(false);
        }, OPENING_WAITS);
      }),
    ]);
  }

  /**
   * Saves the progress of a game. `revision` is the revision on which the change is based. Returns the new revision, or null
   * if another window has continued the game: then nothing was stored, and the caller opens the game again.
   */
  async save(id: string, revision: number, record: GameRecord, plies: number): Promise<number | null> {
    let saved: number | null = null;
    await this.local.change(id, (stored) => {
      if (!stored || stored.revision !== revision) return null;
      saved = revision + 1;
      return { ...stored, record, plies, updated_ms: this.#now(), revision: saved, dirty: true, fresh: false, study: false };
    });
    if (saved !== null) {
      this.#windows?.postMessage(id);
      this.#send(id);
    }
    return saved;
  }

  /**
   * Saves the variations and comments of a kept game. `treeRevision` is the revision on which they are based. Returns the
   * new one, or null if another window has changed them: then nothing was stored. A study has only the moves of its tree:
   * `line` is its main line as a record.
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
    if (saved !== null) {
      this.#windows?.postMessage(id);
      this.#send(id);
    }
    return saved;
  }

  /** Closes the question about two versions of a game: one of them goes to the bin, or neither does. */
  async choose(id: string, wanted: 'this' | 'other' | 'both'): Promise<void> {
    const other = (await this.local.get(id))?.parted ?? null;
    for (const asked of [id, other]) if (asked) await this.local.change(asked, (game) => game && { ...game, parted: null });
    if (wanted === 'this' && other) await this.delete(other);
    if (wanted === 'other' && other) await this.delete(id);
  }

  /** Calls a function when another window or another device has changed this game. Returns a function that ends this. */
  onSavedElsewhere(id: string, call: () => void): () => void {
    const hear = (event: MessageEvent): void => {
      if (event.data === id) call();
    };
    this.#windows?.addEventListener('message', hear);
    const boards = this.#boards.get(id) ?? new Set();
    this.#boards.set(id, boards.add(call));
    return () => {
      this.#windows?.removeEventListener('message', hear);
      boards.delete(call);
      if (boards.size === 0 && this.#boards.get(id) === boards) this.#boards.delete(id);
    };
  }

  /** Tells the boards of all windows that a game is not what they show any more. */
  #changedElsewhere(id: string): void {
    this.#windows?.postMessage(id);
    for (const call of this.#boards.get(id) ?? []) call();
  }

  async rename(id: string, title: string): Promise<void> {
    const wanted = shortened(title);
    const stored = await this.local.change(id, (game) => game && { ...game, title: wanted, dirty: true, renamed: true });
    if (stored) this.#send(id);
    else await this.server.rename(id, wanted);
  }

  /** Puts a game in the bin, here and on the server. */
  async delete(id: string): Promise<void> {
    const stored = await this.local.change(
      id,
      (game) => game && { ...game, deleted_ms: this.#now(), dirty: true },
    );
    if (stored) this.#send(id);
    else await this.server.delete(id);
  }

  /** Puts several games in the bin. Games that are not in this browser are deleted on the server. */
  async deleteMany(ids: readonly string[], told: Told = () => {}): Promise<void> {
    await this.#changeMany(ids, (game) => ({ ...game, deleted_ms: this.#now(), dirty: true }), (id) => this.server.delete(id), told);
  }

  /** Takes several games out of the bin. On the server they are restored when they are sent. */
  async restoreMany(ids: readonly string[], told: Told = () => {}): Promise<void> {
    await this.#changeMany(ids, (game) => ({ ...game, deleted_ms: null, dirty: true }), (id) => this.server.restore(id), told);
  }

  /**
   * Puts games into a group; an empty name takes them out of theirs. The server has no groups, so a game that is only there
   * is fetched first. Returns the ids of the games that could not be fetched.
   */
  async moveTo(groups: ReadonlyMap<string, Place>, told: Told = () => {}): Promise<string[]> {
    const ids = [...groups.keys()];
    const lost: string[] = [];
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const lot = ids.slice(at, at + TOGETHER);
      const missing: string[] = [];
      const put = (game: LocalGame | null, i: number): LocalGame | null => {
        if (!game) missing.push(lot[i] ?? '');
        return game && { ...game, ...groups.get(game.id) };
      };
      await this.local.changeMany(lot, put);
      for (const id of missing) {
        if (!(await this.fetch(id))) lost.push(id);
        else await this.local.change(id, (game) => game && { ...game, ...groups.get(id) });
      }
      told(at + lot.length);
    }
    return lost;
  }

  /** Changes several games here and sends them. `elsewhere` is called for each game that is not here. */
  async #changeMany(
    ids: readonly string[],
    change: (game: LocalGame) => LocalGame,
    elsewhere: (id: string) => Promise<unknown>,
    told: Told,
  ): Promise<void> {
    let done = 0;
    try {
      for (let at = 0; at < ids.length; at += TOGETHER) {
        const lot = ids.slice(at, at + TOGETHER);
        const missing: string[] = [];
        await this.local.changeMany(lot, (game, i) => {
          if (!game) missing.push(lot[i] ?? '');
          else this.#unsent.add(game.id);
          return game && change(game);
        });
        told((done += lot.length - missing.length));
        for (const id of missing) {
          await elsewhere(id);
          told((done += 1));
        }
      }
    } finally {
      void this.#sendUnsent();
    }
  }

  /** Takes a game out of the bin. */
  async restore(id: string): Promise<void> {
    const stored = await this.local.change(id, (game) => game && { ...game, deleted_ms: null, dirty: true });
    await this.#sending.get(id);
    if (!stored || stored.acknowledged > 0) await this.server.restore(id);
    if (stored) this.#send(id);
  }

  /**
   * Sends everything that the server does not have. Called at the start and when the network is available again. Games are
   * sent one by one, and sending stops when one gets no answer. So a full library does not flood a server, and an absent
   * server is not asked again and again.
   */
  async sendAll(): Promise<void> {
    for await (const games of this.local.batches()) {
      for (const game of games) {
        if (game.fresh) {
          if (game.created_ms < this.#now() - FRESH_LASTS) await this.local.change(game.id, forgetFresh);
        } else if (game.dirty) this.#unsent.add(game.id);
        else if (game.deleted_ms !== null && game.deleted_ms < this.#now() - BIN_LASTS) {
          await this.local.change(game.id, () => 'forget');
        }
      }
    }
    await this.#sendUnsent();
  }

  /**
   * Undoes an import: its games go to the bin, except those that the user has continued. Those that are only in this browser
   * are removed completely.
   */
  async takeBack({ id, first, last }: ImportedRange): Promise<{ taken: number; stayed: number }> {
    const told = { taken: 0, stayed: 0 };
    for await (const games of this.local.batches(undefined, first, last)) {
      const ours = games.filter((game) => game.import_id === id && game.deleted_ms === null);
      await this.local.changeMany(ours.map((game) => game.id), (stored) => {
        if (!stored || stored.deleted_ms !== null) return null;
        if (stored.revision > 1 || stored.tree_revision > 0) {
          told.stayed += 1;
          return null;
        }
        told.taken += 1;
        if (stored.acknowledged === 0 && !this.#sending.has(stored.id)) return 'forget';
        return { ...stored, deleted_ms: this.#now(), dirty: true };
      });
    }
    void this.sendAll();
    return told;
  }

  /** Sends the waiting games, and those that are added meanwhile. */
  async #sendUnsent(): Promise<void> {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#sendingAll ??= this.#sendInTurn().finally(() => (this.#sendingAll = null));
    await this.#sendingAll;
  }

  async #sendInTurn(): Promise<void> {
    let sent = 0;
    for (const id of this.#unsent) {
      if (this.#retry !== null) return;
      this.#unsent.delete(id);
      this.#send(id);
      await this.#sending.get(id);
      sent += 1;
      if (sent > AT_ONCE) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /**
   * Marks every game of this browser as unknown to the server, so that `sendAll` sends it. This is needed after a change of
   * owner, because the server keeps the games of each owner separately.
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

  /** Resolves when nothing is being sent any more. For tests, and before the page is left. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending.values());
  }

  #send(id: string): void {
    if (this.#sending.has(id)) return; // the running transmission checks again before it ends
    if (this.#retry !== null) {
      this.safety.set(id, 'here'); // the server did not answer a moment ago, so it is not asked again at every move
      this.#unsent.add(id);
      return;
    }
    const sending = this.#sendUntilDone(id).finally(() => this.#sending.delete(id));
    this.#sending.set(id, sending);
  }

  async #sendUntilDone(id: string): Promise<void> {
    for (;;) {
      const game = await this.local.get(id);
      if (!game?.dirty || game.fresh) return;
      if (this.#isRefused(game)) {
        this.safety.set(id, 'refused');
        return;
      }
      this.safety.set(id, 'sending');
      const outcome = game.deleted_ms === null ? await this.#put(game) : await this.#bury(game);
      if (outcome === 'again') continue;
      this.safety.set(id, outcome);
      if (outcome === 'here' || outcome === 'full') {
        this.#unsent.add(id);
        this.#tryLater();
      }
      if (outcome !== 'server') return;
      this.#wait = FIRST_WAIT;
    }
  }

  async #put(game: LocalGame): Promise<Safety | 'again'> {
    const version = game.acknowledged + 1;
    const before = this.#sent.get(game.id);
    this.#sent.set(game.id, { record: game.record, tree: game.tree });
    for (const oldest of this.#sent.keys()) {
      if (this.#sent.size <= REMEMBERED) break;
      this.#sent.delete(oldest);
    }
    const { id, record, tree, title } = game;
    // Keep a title that was given on another device, unless the user gave one here.
    const told = { ...(game.renamed ? { title } : {}), ...(tree === null ? {} : { tree }) };
    const answer = await this.server.put({ id, version, record, ...told });
    if (answer.kind === 'ok') {
      // If this version was stored before and the answer was lost, the title stays as it was then.
      const late = game.renamed && answer.value.title !== title;
      const renamed = late ? await this.server.rename(id, title) : answer;
      if (renamed.kind === 'unreachable') return 'here';
      await this.#acknowledge(game, version, late ? title : answer.value.title);
      return 'server';
    }
    if (answer.kind === 'conflict') return await this.#settle(game, before);
    if (answer.kind === 'absent') {
      const back = await this.server.restore(game.id); // another device put it in the bin while it was played here
      return back.kind === 'ok' ? 'again' : 'here';
    }
    if (answer.kind === 'refused') await this.#noteRefusal(game, answer.detail);
    return answer.kind === 'refused' || answer.kind === 'full' ? answer.kind : 'here';
  }

  async #noteRefusal({ id, revision, tree_revision, title }: LocalGame, detail: string): Promise<void> {
    const refused = { revision, tree_revision, title, detail, at_ms: this.#now() };
    await this.local.change(id, (stored) => stored && { ...stored, refused });
    this.refusals.set(id, detail);
  }

  /** Whether the server refused this very version a short while ago. */
  #isRefused({ id, revision, tree_revision, title, deleted_ms, refused }: LocalGame): boolean {
    if (!refused || deleted_ms !== null || refused.at_ms + REFUSAL_LASTS < this.#now()) return false;
    if (refused.revision !== revision || refused.tree_revision !== tree_revision || refused.title !== title) return false;
    this.refusals.set(id, refused.detail);
    return true;
  }

  /**
   * The server has another version: continue from it, take it, or keep both. `before` is the version that was sent before
   * this one.
   */
  async #settle(game: LocalGame, before: Pick<LocalGame, 'record' | 'tree'> | undefined): Promise<Safety | 'again'> {
    const answer = await this.server.get(game.id);
    if (answer.kind === 'absent' && game.acknowledged > 0) {
      // The server no longer has the game, for example after a restored backup. It is created again there.
      await this.local.change(game.id, (stored) => stored && { ...stored, acknowledged: 0, renamed: true });
      return 'again';
    }
    if (answer.kind !== 'ok') return 'here';
    const theirs = answer.value;
    const theirTree = theirs.tree ?? null;
    const fromUs = before !== undefined && before.tree === theirTree && sameValue(before.record, theirs.record);
    const tree = fromUs ? game.tree : eitherTree(game.tree, theirTree);
    const relation: Reconciled = fromUs ? 'ours-goes-on' : tree === undefined ? 'parted' : reconcile(game.record, theirs.record);
    const titled = !game.renamed || game.title === theirs.title;
    if (relation === 'same' && titled && tree === theirTree && tree === game.tree) {
      await this.#acknowledge(game, theirs.version, theirs.title);
      return 'server';
    }
    if (tree !== undefined && (relation === 'same' || relation === 'ours-goes-on')) {
      const gained = tree !== game.tree;
      if (theirs.version === game.acknowledged && !gained) return 'refused'; // trying again would not help
      await this.local.change(game.id, (stored) => {
        if (!stored) return null;
        const goesOn = { ...stored, acknowledged: theirs.version };
        return gained && stored.tree === game.tree ? { ...goesOn, tree, tree_revision: stored.tree_revision + 1 } : goesOn;
      });
      return 'again';
    }
    let other: string | null = null;
    if (relation === 'parted') {
      const { record, title, plies, tree, study } = (await this.local.get(game.id)) ?? game;
      const second = `${shortened(title, LONGEST_TITLE - SECOND.length)}${SECOND}`;
      other = (await this.add({ record, title: second, plies, tree, study })).id;
      await this.local.change(other, (stored) => stored && { ...stored, parted: game.id });
    }
    const kept = relation === 'parted' || tree === undefined ? theirTree : tree;
    let [taken, toTell] = [true, false];
    await this.local.change(game.id, (stored) => {
      taken = relation === 'parted' || !stored || (stored.revision === game.revision && stored.tree_revision === game.tree_revision);
      if (!taken) return null; // changed here while the server was asked
      const renamed = relation !== 'parted' && stored?.renamed === true;
      toTell = kept !== theirTree || renamed;
      return {
        ...fromServer(theirs),
        ...(stored ? placeOf(stored) : {}),
        ...(renamed ? { title: stored.title, renamed } : {}),
        ...(other === null ? {} : { parted: other }),
        tree: kept,
        dirty: toTell,
        revision: (stored?.revision ?? 0) + 1,
        tree_revision: (stored?.tree_revision ?? 0) + 1,
      };
    });
    if (taken) this.#changedElsewhere(game.id);
    return taken && !toTell ? 'server' : 'again';
  }

  async #bury(game: LocalGame): Promise<Safety> {
    const answer = game.acknowledged > 0 ? await this.server.delete(game.id) : null;
    if (answer && answer.kind !== 'ok' && answer.kind !== 'absent') return 'here';
    await this.local.change(game.id, (stored) =>
      stored && stored.deleted_ms === game.deleted_ms ? { ...stored, dirty: false } : null,
    );
    return 'server';
  }

  /** Notes that the server has this version, under this title. */
  async #acknowledge(sent: LocalGame, version: number, title: string): Promise<void> {
    const kept = await this.local.change(sent.id, (stored) => {
      if (!stored) return null;
      const unchanged =
        stored.revision === sent.revision &&
        stored.tree_revision === sent.tree_revision &&
        stored.title === sent.title &&
        stored.deleted_ms === sent.deleted_ms;
      const renamed = stored.renamed && stored.title !== sent.title;
      return { ...stored, acknowledged: version, dirty: !unchanged, renamed, title: renamed ? stored.title : title };
    });
    if (!kept) await this.server.delete(sent.id); // its import was undone while it was being sent
  }

  #tryLater(): void {
    if (this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.#sendUnsent();
    }, this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}

function forgetFresh(stored: LocalGame | null): 'forget' | null {
  return stored?.fresh ? 'forget' : null; // another window may have made the first move
}
