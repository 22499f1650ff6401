/**
 * One seat's use of the offline store (`offline-seats.ts`): the journal from before a reload, which of its commands may still be sent, and what is written with
 * each event and command.
 */
import type { Game } from '../../rules/game';
import type { GameRecord, Side } from '../../rules/model';
import type { Event as LiveEvent, State as LiveState, Want } from '../../api/types';
import { LiveJournal, type Pending } from './journal';
import type { OfflineSeat, OfflineSeats } from './offline-seats';

/** The timeout for reading the store, in milliseconds: some browsers never answer. */
const READING_MS = 1_500;

export interface OfflinePlayOptions {
  store: OfflineSeats | null;
  seat: string;
  openGame: (record: GameRecord) => Game;
  now: () => number;
}

export interface StoredSnapshot {
  side: Side | null;
  game: string | null;
  state: LiveState | null;
  /** The offset of the server's clock, in milliseconds. */
  offset_ms: number;
}

export class OfflinePlay {
  readonly #options: OfflinePlayOptions;
  /** The commands from before a reload, until the server has sent the state. */
  #restored = new Set<string>();
  /** The commands that are in the store. */
  #kept = new Set<string>();
  #stopped = false;
  /** When the known state was current, by the clock of the device. */
  asOfMs = 0;

  constructor(options: OfflinePlayOptions) {
    this.#options = options;
  }

  /** Whether anything may be stored. */
  get some(): boolean {
    return this.#options.store !== null;
  }

  /** The stored game and its journal; null without one, or if this page cannot read it. */
  async recover(): Promise<{ journal: LiveJournal; seat: OfflineSeat } | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), READING_MS));
    const kept = await Promise.race([this.#options.store?.read(this.#options.seat) ?? null, late]);
    if (kept === null) return null;
    const { seat, commands } = kept;
    const journal = new LiveJournal(seat.setup, commands);
    for (const event of seat.events) journal.hear(event);
    journal.ending = seat.state.ending;
    try {
      this.#options.openGame(journal.record()).free();
    } catch (error) {
      console.warn(error); // stored by another version of the page: the server sends it again
      return null;
    }
    this.asOfMs = seat.told_ms;
    this.#restored = new Set(commands.map(({ id }) => id));
    this.#kept = new Set(this.#restored);
    return { journal, seat };
  }

  /**
   * The server has sent the state: `events`, of which those after `before` are new here (-1: all of them). Stored commands that do not name their position are
   * dropped if something has happened since, as a resignation or an agreement answered an earlier position; another window at this seat may have stored that
   * event. A move is dropped once moves were taken back, as its ply is ambiguous then. Returns whether something was dropped.
   */
  settle(journal: LiveJournal, events: readonly LiveEvent[], before: number): boolean {
    const restored = this.#restored;
    this.#restored = new Set();
    const wentOn = before < 0 || events.some(({ number, command }) => number > before && (command === null || !restored.has(command)));
    const isLate = (it: Pending): boolean => restored.has(it.id) && !isGuarded(it.want) && (wentOn || isBehind(it, journal, restored));
    const late = journal.pending.filter((it) => isLate(it) || isTakenBack(it, journal));
    for (const { id } of late) journal.refused(id);
    return late.length > 0;
  }

  /**
   * The unsent moves that another, closed window of this seat has stored. Outdated ones are deleted, so that no later reload sends them; `late` says whether
   * there were any.
   */
  async others(journal: LiveJournal): Promise<{ wanted: Pending[]; late: boolean }> {
    const { store, seat } = this.#options;
    const commands = (await store?.read(seat))?.commands ?? [];
    const ids = new Set(commands.map(({ id }) => id));
    const others = commands.filter(({ id }) => !journal.knows(id));
    const late = others.filter((it) => (isGuarded(it.want) ? isTakenBack(it, journal) : isBehind(it, journal, ids)));
    if (late.length > 0) void store?.answered(late.map(({ id }) => id));
    const wanted = others.filter((it) => isGuarded(it.want) && !late.includes(it));
    for (const { id } of wanted) this.#kept.add(id);
    return { wanted, late: late.length > 0 };
  }

  /** Stores the state of the game; deletes it once the game is over. */
  keep(journal: LiveJournal, { side, game, state, offset_ms }: StoredSnapshot): void {
    const { store, seat, now } = this.#options;
    if (store === null || this.#stopped || side === null || game === null || state === null) return;
    if (state.ending !== null) {
      void store.forget(seat);
      return;
    }
    this.asOfMs = now();
    void store.keep({ secret: seat, game, side, setup: journal.setup, events: [...journal.events], state, told_ms: this.asOfMs, offset_ms });
  }

  command(pending: Pending): void {
    const { store, seat } = this.#options;
    // A report of a flag is not the player's command.
    if (store === null || this.#stopped || pending.want.act === 'flag') return;
    this.#kept.add(pending.id);
    void store.command(seat, pending);
  }

  /** Stores these commands as pending; the others are answered. */
  waiting(pending: readonly Pending[]): void {
    const answered = [...this.#kept].filter((id) => !pending.some((it) => it.id === id));
    for (const id of answered) this.#kept.delete(id);
    if (answered.length > 0) void this.#options.store?.answered(answered);
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    void this.#options.store?.forget(this.#options.seat);
  }
}

/** Whether the server refuses a command in another position. */
function isGuarded(want: Want): boolean {
  return want.act === 'move' && want.ply !== undefined;
}

/** Whether something has happened since a command was made, besides the commands stored with it. */
function isBehind({ version }: Pending, journal: LiveJournal, together: ReadonlySet<string>): boolean {
  return journal.events.some(({ number, command }) => number > version && (command === null || !together.has(command)));
}

/** Whether a move was made for a position that was taken back since. */
function isTakenBack({ want, version }: Pending, journal: LiveJournal): boolean {
  return (want.act === 'move' || want.act === 'irregular') && journal.takenBackAfter(version);
}
