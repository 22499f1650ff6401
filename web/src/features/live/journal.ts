/**
 * The journal of a live game on this device: the settings, the events of the server, and the commands without an answer. The board is rebuilt from it. The
 * server's events are authoritative; the device's own acts are shown before they are stored, and removed if they are refused. No connection and no rendering
 * here.
 */
import { sameValue } from '../../store/local-game';
import type { GameAct, GameRecord, Outcome, Side } from '../../rules/model';
import type { Request } from '../../rules/types';
import type { Event as LiveEvent, Want } from '../../api/types';

export interface Pending {
  id: string;
  want: Want;
  /** Its effect on the board; null if it is shown only once the server has stored it. */
  act: GameAct | null;
  /** The result of the game on this device after it. */
  ending: Outcome | null;
  /** When it was done, by the server's clock as estimated here: it costs no time from then on. */
  made_ms: number;
  /** The number of the last event known then: the position on the screen. */
  version: number;
  /** Whether it waits for the player's confirmation, and was not sent. */
  held: boolean;
  /** The event that stores it, which has not arrived yet; null before the answer. */
  stored: number | null;
}

export type FrameEffect =
  /** It is the next event. */
  | 'new'
  /** It is known already. */
  | 'known'
  /** An event before it is missing. */
  | 'gap'
  /** Another event has its number here: the server was restored to an older state. */
  | 'other';

export class LiveJournal {
  readonly setup: GameRecord;
  #events: LiveEvent[] = [];
  #pending: Pending[] = [];
  /** The result of the game from the server. */
  ending: Outcome | null = null;

  /** `waiting`: the commands without an answer, when the journal is loaded again. */
  constructor(setup: GameRecord, waiting: readonly Pending[] = []) {
    this.setup = setup;
    this.#pending = waiting.map((it) => ({ ...it, stored: null }));
  }

  /** The number of the last event. */
  get version(): number {
    return this.#events.length;
  }

  get events(): readonly LiveEvent[] {
    return this.#events;
  }

  get pending(): readonly Pending[] {
    return this.#pending;
  }

  /** The last act of the journal; undefined before the first one. */
  get last(): LiveEvent | undefined {
    return this.#events.at(-1);
  }

  /** Whether each side has made its first move; until then the game can be aborted. */
  get bothMoved(): boolean {
    return this.hasMoved('white') && this.hasMoved('black');
  }

  /** Whether a side has made its first move, even if taken back since. */
  hasMoved(side: Side): boolean {
    const acts = [...this.setup.acts, ...this.#events.map((it) => it.act), ...this.#pending.flatMap((it) => it.act ?? [])];
    return acts.some((act) => isMove(act) && act.side === side);
  }

  /** Whether a command is pending here, or stored. */
  knows(id: string): boolean {
    return this.#pending.some((it) => it.id === id) || this.#events.some((it) => it.command === id);
  }

  /** Whether moves were taken back after an event: then a move's ply may refer to another position. */
  takenBackAfter(version: number): boolean {
    return this.#events.some((event) => event.number > version && (event.act.act === 'take-back' || (event.act.act === 'agree' && this.answeredBy(event)?.kind === 'take-back')));
  }

  /** The request that an event agrees to or declines; null for other events. */
  answeredBy({ number, act }: LiveEvent): Request | null {
    if (act.act !== 'agree' && act.act !== 'decline') return null;
    // It answers the opponent's latest request: each side has at most one.
    const asked = this.#events.slice(0, number - 1).findLast((it) => it.act.act === 'ask' && it.act.side !== act.side)?.act;
    return asked?.act === 'ask' ? asked.for : null;
  }

  /** Adds an event. If it answers a command of this device, that one is no longer pending. */
  hear(event: LiveEvent): FrameEffect {
    if (event.number > this.version + 1) return 'gap';
    const known = this.#events[event.number - 1];
    if (known) return sameValue(known.act, event.act) ? 'known' : 'other';
    if (event.number === 0) return 'other';
    this.#events.push(event);
    // Another device of this player has moved: a move awaiting confirmation here belongs to a past turn.
    if (isMove(event.act)) this.withdraw();
    this.#pending = this.#pending.filter((it) => it.id !== event.command && it.stored !== event.number);
    return 'new';
  }

  want(pending: Pending): void {
    this.#pending = [...this.#pending, pending];
  }

  /** Confirms the held command. Returns it. */
  confirm(): Pending[] {
    const held = this.#pending.filter((it) => it.held);
    this.#pending = this.#pending.map((it) => (it.held ? { ...it, held: false } : it));
    return held.map((it) => ({ ...it, held: false }));
  }

  /** Drops the held command. */
  withdraw(): void {
    this.#pending = this.#pending.filter((it) => !it.held);
  }

  /** The command is stored as this event. */
  done(id: string, number: number): void {
    if (number <= this.version) this.#pending = this.#pending.filter((it) => it.id !== id);
    else this.#pending = this.#pending.map((it) => (it.id === id ? { ...it, stored: number } : it));
  }

  /** The command is a team member's vote: it has no effect yet, so it leaves the board. Returns it. */
  noted(id: string): Pending | null {
    return this.refused(id);
  }

  /** The command was refused: it and later acts of this device leave the board. Returns it; null if it is unknown. */
  refused(id: string): Pending | null {
    const at = this.#pending.findIndex((it) => it.id === id);
    const found = this.#pending[at];
    if (!found) return null;
    this.#pending = this.#pending.filter((it, index) => index !== at && !(it.held && found.act !== null));
    return found;
  }

  /** The commands to send (again) after a lost connection: those without an answer, in order. */
  unanswered(): Pending[] {
    return this.#pending.filter((it) => !it.held && it.stored === null);
  }

  record(): GameRecord {
    return { ...this.setup, acts: [...this.setup.acts, ...this.#events.map((it) => it.act)], ending: this.ending };
  }

  /** The record with the first `most` pending acts of this device; null without any. */
  hoped(most = Number.POSITIVE_INFINITY): GameRecord | null {
    const shown = this.#pending.filter((it) => it.act !== null).slice(0, most);
    const record = this.record();
    if (shown.length === 0 || record.ending !== null) return null;
    const latest = lastMs(record);
    // The server assigns their times. Until then they take no time, and time does not run backwards.
    const acts = shown.flatMap(({ act }) => (act === null ? [] : [{ ...act, at_ms: latest }]));
    return { ...record, acts: [...record.acts, ...acts], ending: shown.at(-1)?.ending ?? null };
  }
}

/** The time of the last act in a game. */
export function lastMs(record: GameRecord): number {
  return record.acts.at(-1)?.at_ms ?? record.started_ms ?? 0;
}

/** Whether an act changes the board like a player's move. */
export function isMove(act: GameAct): act is Extract<GameAct, { act: 'move' | 'irregular' }> {
  return act.act === 'move' || act.act === 'irregular';
}

/** The request that corresponds to this act after so many moves; null for acts that a player cannot request. */
export function wantOf(act: GameAct, ply: number): Want | null {
  switch (act.act) {
    case 'move':
      return { act: 'move', move: act.move, ply };
    case 'touch':
      return { act: 'touch', square: act.square };
    case 'irregular':
      return { act: 'irregular', from: act.from, to: act.to, removed: [...act.removed] };
    case 'adoube':
    case 'correct':
    case 'let-stand':
      return { act: act.act };
    default:
      return null;
  }
}
