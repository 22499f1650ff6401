/**
 * Uploads stored games to the server's library, one version after another; retries while the server
 * is unreachable, and reconciles two versions of a game. It never discards a move. The keeper
 * queues games; pages read where each game is stored.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Boards } from './boards';
import { fromServer, placeOf } from './from-server';
import { begun, eitherTree, LONGEST_TITLE, reconcile, sameValue, shortened, type LocalGame, type Reconciled } from './local-game';
import type { LocalLibrary } from './local-library';
import { isAbsent, isConflict, type NewVersion, type ServerLibrary } from './server';
import type { Answer } from '../api/ask';
import type { Summary } from '../api/types';
import { uuidV7 } from './uuid';

/**
 * Where a game is stored: on the server, being sent, in this browser only, or refused by the
 * server, for good or because it is full.
 */
export type StorageState = 'server' | 'sending' | 'here' | 'refused' | 'full';

/** The delays after failed attempts, in milliseconds. */
const FIRST_WAIT = 4_000;
const LONGEST_WAIT = 300_000;

/** How many games are sent together, and how many characters their records and trees have at most. */
const MAX_PER_REQUEST = 100;
const LONGEST_TOGETHER = 400_000;

/**
 * How many games are sent alone without a pause in between, and that pause in milliseconds, since
 * the server limits the requests of an address.
 */
const AT_ONCE = 50;
const PAUSE = 50;

/** From how many queued games on their progress is shown. */
const MANY = 100;

/** For how many games the last sent version is remembered. */
const REMEMBERED = 200;

/**
 * How long a refused version is not sent again, in milliseconds: a week. The server may be updated
 * meanwhile.
 */
const REFUSAL_LASTS = 7 * 24 * 3_600_000;

/** The end of the title of a game that was split off from another. */
const SECOND = ' (2)';

/** The version of a game to send. A title that was set on another device stays, unless the user has set one here. */
function versionOf({ id, acknowledged, record, tree, title, renamed }: LocalGame): NewVersion {
  return { id, version: acknowledged + 1, record, ...(renamed ? { title } : {}), ...(tree === null ? {} : { tree }) };
}

/** Whether a record takes so long to replay that the game must be sent alone. */
function isTooMuch(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && answer.code === 'too-much-work';
}

export class Sender {
  readonly #local: LocalLibrary;
  readonly #server: ServerLibrary;
  readonly #now: () => number;
  readonly #boards: Boards;
  /** Where each game is stored, as far as known. */
  readonly safety = new SvelteMap<string, StorageState>();
  /** The server's reasons for refused games. */
  readonly refusals = new SvelteMap<string, string>();
  /** How many of many queued games are sent; null if few are queued. */
  progress = $state.raw<{ sent: number; total: number } | null>(null);
  #sending = new Map<string, Promise<void>>();
  /**
   * The last version sent of each game. The server may have stored it even if its response was
   * lost.
   */
  #sent = new Map<string, Pick<LocalGame, 'record' | 'tree'>>();
  /** How many of the queued games were sent alone. */
  #alone = 0;
  /** The queued games, in order. */
  readonly #unsent = new Set<string>();
  #sendingAll: Promise<void> | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | null = null;

  constructor(local: LocalLibrary, server: ServerLibrary, now: () => number, boards: Boards) {
    this.#local = local;
    this.#server = server;
    this.#now = now;
    this.#boards = boards;
  }

  /** Whether the server did not answer a moment ago: then games stay queued. */
  get waits(): boolean {
    return this.#retry !== null;
  }

  isSending(id: string): boolean {
    return this.#sending.has(id);
  }

  /** Resolves when this game is not being sent. */
  async sent(id: string): Promise<void> {
    await this.#sending.get(id);
  }

  /** Queues a game for the next call of `sendQueued`. */
  queue(id: string): void {
    this.#unsent.add(id);
  }

  /** Resolves when nothing is being sent. For tests, and before the page is closed. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0 || this.#sendingAll !== null) await Promise.all([...this.#sending.values(), this.#sendingAll]);
  }

  /** Sends the queued games, and those queued meanwhile. */
  async sendQueued(): Promise<void> {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#sendingAll ??= this.#sendInTurn().finally(() => (this.#sendingAll = null));
    await this.#sendingAll;
  }

  async #sendInTurn(): Promise<void> {
    let sent = 0;
    this.#alone = 0;
    try {
      while (this.#unsent.size > 0 && this.#retry === null) {
        const total = sent + this.#unsent.size;
        if (total >= MANY) this.progress = { sent, total };
        const ids = [...this.#unsent].slice(0, MAX_PER_REQUEST);
        for (const id of ids) this.#unsent.delete(id);
        sent += await this.#sendTogether(ids);
      }
    } finally {
      this.progress = null;
    }
  }

  /** Sends games in as few requests as possible. What is not a plain new version is sent alone. Returns how many had changes to send. */
  async #sendTogether(ids: readonly string[]): Promise<number> {
    const games: LocalGame[] = [];
    const alone: string[] = [];
    let length = 0;
    for (const id of ids) {
      const game = this.#sending.has(id) ? undefined : await this.#local.get(id);
      if (!game?.dirty || game.fresh) continue;
      const size = JSON.stringify(game.record).length + (game.tree?.length ?? 0);
      if (game.deleted_ms !== null || this.#isRefused(game)) alone.push(id);
      else if (length + size > LONGEST_TOGETHER && length > 0) this.#unsent.add(id);
      else {
        games.push(game);
        length += size;
      }
    }
    const sent = games.length + alone.length;
    if (games.length === 1) alone.push(games.pop()!.id);
    if (games.length > 0) alone.push(...(await this.#putTogether(games)));
    for (const id of alone) {
      this.send(id);
      await this.#sending.get(id);
      this.#alone += 1;
      if (this.#alone > AT_ONCE) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return sent;
  }

  /** Sends versions of several games in one request. Returns those to be sent again, alone. */
  async #putTogether(games: readonly LocalGame[]): Promise<string[]> {
    const befores = games.map((game) => this.#noteSent(game));
    const work = this.#server.putAll(games.map(versionOf));
    const done = work.then(() => undefined);
    for (const { id } of games) {
      this.safety.set(id, 'sending');
      this.#sending.set(id, done);
    }
    const answer = await work;
    const again: string[] = [];
    if (answer.kind === 'unreachable' || answer.kind === 'busy' || answer.kind === 'full') {
      for (const { id } of games) this.#settled(id, answer.kind === 'full' ? 'full' : 'here');
    } else {
      // The request as a whole was refused: each game gets its own answer.
      const answers = answer.kind === 'ok' ? answer.value : null;
      const acknowledged: [LocalGame, string][] = [];
      for (const [at, game] of games.entries()) {
        const own = answers?.[at];
        if (own?.kind === 'ok' && (!game.renamed || own.value.title === game.title)) {
          acknowledged.push([game, own.value.title]);
          continue;
        }
        const outcome = own === undefined || isTooMuch(own) ? 'again' : await this.#take(own, game, befores[at]);
        if (outcome === 'again') again.push(game.id);
        else this.#settled(game.id, outcome);
      }
      await this.#acknowledge(acknowledged);
      for (const [{ id }] of acknowledged) this.#settled(id, 'server');
    }
    for (const { id } of games) this.#sending.delete(id);
    return again;
  }

  /** Records where a game is stored; if the server does not have it, schedules another upload. */
  #settled(id: string, outcome: StorageState): void {
    this.safety.set(id, outcome);
    if (outcome === 'here' || outcome === 'full') {
      this.#unsent.add(id);
      this.#tryLater();
    }
    if (outcome === 'server') this.#wait = FIRST_WAIT;
  }

  /** Sends a game, unless the server did not answer a moment ago. */
  send(id: string): void {
    if (this.#sending.has(id)) return; // the running upload checks for changes before it ends
    if (this.#retry !== null) {
      this.safety.set(id, 'here'); // the server did not answer a moment ago: not called again at every move
      this.#unsent.add(id);
      return;
    }
    const sending = this.#sendUntilDone(id).finally(() => this.#sending.delete(id));
    this.#sending.set(id, sending);
  }

  async #sendUntilDone(id: string): Promise<void> {
    for (;;) {
      const game = await this.#local.get(id);
      if (!game?.dirty || game.fresh) return;
      if (this.#isRefused(game)) {
        this.safety.set(id, 'refused');
        return;
      }
      this.safety.set(id, 'sending');
      const outcome = game.deleted_ms === null ? await this.#put(game) : await this.#bury(game);
      if (outcome === 'again') continue;
      this.#settled(id, outcome);
      if (outcome !== 'server') return;
    }
  }

  async #put(game: LocalGame): Promise<StorageState | 'again'> {
    const before = this.#noteSent(game);
    return await this.#take(await this.#server.put(versionOf(game)), game, before);
  }

  /** Records that this version is being sent. Returns the version sent before. */
  #noteSent({ id, record, tree }: LocalGame): Pick<LocalGame, 'record' | 'tree'> | undefined {
    const before = this.#sent.get(id);
    this.#sent.set(id, { record, tree });
    for (const oldest of this.#sent.keys()) {
      if (this.#sent.size <= REMEMBERED) break;
      this.#sent.delete(oldest);
    }
    return before;
  }

  /** Takes the answer to a version. */
  async #take(answer: Answer<Summary>, game: LocalGame, before: Pick<LocalGame, 'record' | 'tree'> | undefined): Promise<StorageState | 'again'> {
    const { id, title } = game;
    if (answer.kind === 'ok') {
      // If this version was stored before and the response was lost, the title stays as it was
      // then.
      const late = game.renamed && answer.value.title !== title;
      const renamed = late ? await this.#server.rename(id, title) : answer;
      if (renamed.kind !== 'ok' && renamed.kind !== 'refused') return 'here';
      await this.#acknowledge([[game, late ? title : answer.value.title]]);
      return 'server';
    }
    if (isConflict(answer)) return await this.#settle(game, before);
    if (isAbsent(answer)) {
      const back = await this.#server.restore(game.id); // another device put it in the bin while it was played here
      return back.kind === 'ok' ? 'again' : 'here';
    }
    if (answer.kind === 'refused') await this.#noteRefusal(game, answer.detail || String(answer.status));
    return answer.kind === 'refused' || answer.kind === 'full' ? answer.kind : 'here';
  }

  async #noteRefusal({ id, revision, tree_revision, title }: LocalGame, detail: string): Promise<void> {
    const refused = { revision, tree_revision, title, detail, at_ms: this.#now() };
    await this.#local.change(id, (stored) => stored && { ...stored, refused });
    this.refusals.set(id, detail);
  }

  /** Whether the server refused this very version recently. */
  #isRefused({ id, revision, tree_revision, title, deleted_ms, refused }: LocalGame): boolean {
    if (!refused || deleted_ms !== null || refused.at_ms + REFUSAL_LASTS < this.#now()) return false;
    if (refused.revision !== revision || refused.tree_revision !== tree_revision || refused.title !== title) return false;
    this.refusals.set(id, refused.detail);
    return true;
  }

  /**
   * The server has another version: continues from it, takes it, or keeps both. `before` is the
   * version sent before this one.
   */
  async #settle(game: LocalGame, before: Pick<LocalGame, 'record' | 'tree'> | undefined): Promise<StorageState | 'again'> {
    const answer = await this.#server.get(game.id);
    if (isAbsent(answer) && game.acknowledged > 0) {
      // The server does not have the game, for example after a restored backup. It is created again
      // there.
      await this.#local.change(game.id, (stored) => stored && { ...stored, acknowledged: 0, renamed: true });
      return 'again';
    }
    if (answer.kind !== 'ok') return 'here';
    const theirs = answer.value;
    const theirTree = theirs.tree ?? null;
    const fromUs = before !== undefined && before.tree === theirTree && sameValue(before.record, theirs.record);
    const tree = fromUs ? game.tree : eitherTree(game.tree, theirTree);
    const relation: Reconciled = fromUs ? 'local-newer' : tree === undefined ? 'diverged' : reconcile(game.record, theirs.record);
    const titled = !game.renamed || game.title === theirs.title;
    if (relation === 'same' && titled && tree === theirTree && tree === game.tree) {
      await this.#acknowledge([[game, theirs.title]], theirs.version);
      return 'server';
    }
    if (tree !== undefined && (relation === 'same' || relation === 'local-newer')) {
      const gained = tree !== game.tree;
      if (theirs.version === game.acknowledged && !gained) return 'refused'; // a retry would not help
      await this.#local.change(game.id, (stored) => {
        if (!stored) return null;
        const goesOn = { ...stored, acknowledged: theirs.version };
        return gained && stored.tree === game.tree ? { ...goesOn, tree, tree_revision: stored.tree_revision + 1 } : goesOn;
      });
      return 'again';
    }
    let other: string | null = null;
    if (relation === 'diverged') {
      const { record, title, plies, tree, study } = (await this.#local.get(game.id)) ?? game;
      const second = `${shortened(title, LONGEST_TITLE - SECOND.length)}${SECOND}`;
      const apart = begun({ record, title: second, plies, tree, study }, uuidV7(this.#now()), this.#now());
      await this.#local.change(apart.id, () => ({ ...apart, parted: game.id }));
      this.send(apart.id);
      other = apart.id;
    }
    const kept = relation === 'diverged' || tree === undefined ? theirTree : tree;
    let [taken, toTell] = [true, false];
    await this.#local.change(game.id, (stored) => {
      taken = relation === 'diverged' || !stored || (stored.revision === game.revision && stored.tree_revision === game.tree_revision);
      if (!taken) return null; // changed here during the request
      const renamed = relation !== 'diverged' && stored?.renamed === true;
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
    if (taken) this.#boards.tellAll(game.id);
    return taken && !toTell ? 'server' : 'again';
  }

  async #bury(game: LocalGame): Promise<StorageState> {
    const answer = game.acknowledged > 0 ? await this.#server.delete(game.id) : null;
    if (answer && answer.kind !== 'ok' && !isAbsent(answer)) return 'here';
    await this.#local.change(game.id, (stored) =>
      stored && stored.deleted_ms === game.deleted_ms ? { ...stored, dirty: false } : null,
    );
    return 'server';
  }

  /** Records that the server has stored the sent versions of these games, each with its title. `version` replaces the number of the sent version. */
  async #acknowledge(sent: readonly (readonly [LocalGame, string])[], version?: number): Promise<void> {
    const gone: string[] = [];
    await this.#local.changeMany(sent.map(([{ id }]) => id), (stored, at) => {
      const [game, title] = sent[at]!;
      if (!stored) {
        gone.push(game.id);
        return null;
      }
      const unchanged =
        stored.revision === game.revision &&
        stored.tree_revision === game.tree_revision &&
        stored.title === game.title &&
        stored.deleted_ms === game.deleted_ms;
      const renamed = stored.renamed && stored.title !== game.title;
      return { ...stored, acknowledged: version ?? game.acknowledged + 1, dirty: !unchanged, renamed, title: renamed ? stored.title : title };
    });
    for (const id of gone) await this.#server.delete(id); // its import was undone while it was sent
  }

  #tryLater(): void {
    if (this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.sendQueued();
    }, this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}
