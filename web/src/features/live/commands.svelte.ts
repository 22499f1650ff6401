/**
 * The user's commands of a live game until the server has answered: made from acts on the board, held for confirmation on request, sent, stored on the device,
 * and sent again. The live game owns it and passes the answers; its screens read what is pending.
 */
import { sameValue } from '../../store/local-game';
import { uuidV4 } from '../../store/uuid';
import { clockAfter, isUp } from '../../session/clock';
import type { GameAct, Outcome, Side } from '../../rules/model';
import type { FromClient as ClientFrame, State as LiveState, Want } from '../../api/types';
import { isMove, wantOf, type LiveJournal, type Pending } from './journal';
import type { LiveGameOptions } from './live-options';
import type { OfflinePlay } from './offline-play';
import type { ServerClock } from './server-clock';

export interface WantedIn {
  /** Null before the first frame about the game. */
  journal: () => LiveJournal | null;
  /** The user's side; null for a spectator. */
  side: () => Side | null;
  clock: ServerClock;
  /** Sends a frame. Returns whether the connection took it. */
  send: (frame: ClientFrame) => boolean;
  offline: OfflinePlay;
}

/** After this time without an answer a command is sent again on an open connection. */
const ANSWER_MS = 6_000;
/** How long after the opponent's time was up the server is asked to check. */
const FLAG_AFTER_MS = 1_500;

export class Commands {
  readonly #confirms: () => boolean;
  readonly #game: WantedIn;
  #sentAt = new Map<string, number>();
  /** The version at which the end of the opponent's time was reported. */
  #flagged = -1;

  /** The move that waits for the user's confirmation. */
  held = $state.raw<Pending | null>(null);
  /** Whether a sent command has no answer yet. */
  sending = $state(false);
  /** Whether a move of the user has no answer yet. */
  moveWaits = $state(false);

  constructor({ confirms = () => false }: Pick<LiveGameOptions, 'confirms'>, game: WantedIn) {
    this.#confirms = confirms;
    this.#game = game;
  }

  /** Sends a command that does not show on the board before it is stored. */
  want(want: Want): void {
    const journal = this.#game.journal();
    if (!journal || this.#game.side() === null || journal.pending.some((it) => sameValue(it.want, want))) return;
    this.#queue({ id: uuidV4(), want, act: null, ending: null, made_ms: this.#game.clock.now(), version: journal.version, held: false, stored: null });
  }

  /** The user has acted on the board: these acts, after which it has `plies` moves and this result. */
  acted(acts: readonly GameAct[], plies: number, ending: Outcome | null): void {
    let ply = plies - acts.filter(isMove).length;
    for (const act of acts) {
      const want = wantOf(act, ply);
      if (isMove(act)) ply += 1;
      if (!want) continue;
      const held = (want.act === 'move' || want.act === 'irregular') && this.#confirms();
      this.#queue({ id: uuidV4(), want, act, ending, made_ms: this.#game.clock.now(), version: this.#game.journal()?.version ?? 0, held, stored: null });
    }
  }

  /** Sends the move held on the board. */
  confirm(): void {
    for (const pending of this.#game.journal()?.confirm() ?? []) this.#queued({ ...pending, made_ms: this.#game.clock.now() });
    this.count();
  }

  send({ id, want }: Pending): void {
    if (this.#game.send({ frame: 'act', id, want })) this.#sentAt.set(id, this.#game.clock.now());
  }

  /** Sends all commands without an answer again. */
  sendAgain(): void {
    for (const pending of this.#game.journal()?.unanswered() ?? []) this.send(pending);
  }

  /** Sends commands again whose answer is overdue. */
  sendLate(now: number): void {
    for (const pending of this.#game.journal()?.unanswered() ?? []) {
      if (now - (this.#sentAt.get(pending.id) ?? 0) > ANSWER_MS) this.send(pending);
    }
  }

  refused(id: string): void {
    this.#sentAt.delete(id);
  }

  /** Updates the fields for the screen. */
  count(): void {
    const pending = this.#game.journal()?.pending ?? [];
    this.held = pending.find((it) => it.held) ?? null;
    const wanted = pending.filter((it) => !it.held && it.want.act !== 'flag');
    this.sending = wanted.length > 0;
    this.moveWaits = wanted.some(({ want }) => want.act === 'move' || want.act === 'irregular');
    for (const id of this.#sentAt.keys()) if (!pending.some((it) => it.id === id)) this.#sentAt.delete(id);
    this.#game.offline.waiting(pending);
  }

  /** Asks the server once to check the opponent's clock, whose time is up here. */
  reportFlag(state: LiveState | null, now: number): void {
    const [journal, side] = [this.#game.journal(), this.#game.side()];
    if (!journal || !state?.clock || side === null || state.ending !== null || this.#flagged === journal.version) return;
    const { running } = state.clock;
    if (running === null || running === side || journal.pending.length > 0) return;
    if (!isUp(clockAfter(state.clock, now - FLAG_AFTER_MS - state.at_ms))) return;
    this.#flagged = journal.version;
    this.want({ act: 'flag', side: running });
  }

  #queue(pending: Pending): void {
    this.#game.journal()?.want(pending);
    if (!pending.held) this.#queued(pending);
    this.count();
  }

  /** Stores a command until it is answered, and sends it. */
  #queued(pending: Pending): void {
    if (this.#game.side() !== null) this.#game.offline.command(pending);
    this.send(pending);
  }
}
