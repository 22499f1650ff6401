/**
 * What this device knows of a live game: what was agreed, the events that the server has told, and the commands that it has not answered yet.
 * The board is rebuilt from it. What the server has told is true; the device's own acts are shown before they are stored, and leave
 * again if they are refused. Keeps no connection and draws nothing.
 */
import { sameValue } from '../../store/local-game';
import type { GameAct, GameRecord, Outcome, Side } from '../../rules/model';
import type { Request } from '../../rules/types';
import type { Event as LiveEvent, Want } from '../../api/types';

export interface Pending {
  id: string;
  want: Want;
  /** What it does on the board; null for what is only shown once the server has done it. */
  act: GameAct | null;
  /** How the game ends by it on this device. */
  ending: Outcome | null;
  /** When it was done, by the server's clock as far as this device knows it: from then on it costs no time. */
  made_ms: number;
  /** The number of the last event that was known then: what was on the screen. */
  version: number;
  /** Whether it waits until the player has confirmed it: it was not sent. */
  held: boolean;
  /** Stored as this event, which has not arrived yet; null until it is answered. */
  stored: number | null;
}

export type Heard =
  /** It is the next one. */
  | 'new'
  /** It was here already. */
  | 'known'
  /** One before it is missing. */
  | 'gap'
  /** Another one has its number here: the server was put back to an older state. */
  | 'other';

export class LiveJournal {
  readonly setup: GameRecord;
  #events: LiveEvent[] = [];
  #pending: Pending[] = [];
  /** How the game ended, as the server says. */
  ending: Outcome | null = null;

  /** `waiting`: the commands that wait for their answers, where the journal is read anew. */
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

  /** Whether each side has made its first move; until then the game can be given up without a result. */
  get bothMoved(): boolean {
    return this.hasMoved('white') && this.hasMoved('black');
  }

  /** Whether a side has made its first move, be it taken back since. */
  hasMoved(side: Side): boolean {
    const acts = [...this.setup.acts, ...this.#events.map((it) => it.act), ...this.#pending.flatMap((it) => it.act ?? [])];
    return acts.some((act) => isMove(act) && act.side === side);
  }

  /** Whether a command waits here, or was stored. */
  knows(id: string): boolean {
    return this.#pending.some((it) => it.id === id) || this.#events.some((it) => it.command === id);
  }

  /** Whether moves have been taken back after an event: then what was meant for a move by its number may meet another position with the same number. */
  takenBackAfter(version: number): boolean {
    return this.#events.some((event) => event.number > version && (event.act.act === 'take-back' || (event.act.act === 'agree' && this.answeredBy(event)?.kind === 'take-back')));
  }

  /** The request that an event agrees to or declines; null where it does neither. */
  answeredBy({ number, act }: LiveEvent): Request | null {
    if (act.act !== 'agree' && act.act !== 'decline') return null;
    // It answers what the other side asked last: each side has one request at most.
    const asked = this.#events.slice(0, number - 1).findLast((it) => it.act.act === 'ask' && it.act.side !== act.side)?.act;
    return asked?.act === 'ask' ? asked.for : null;
  }

  /** Takes an event in. If it answers a command of this device, that one waits no longer. */
  hear(event: LiveEvent): Heard {
    if (event.number > this.version + 1) return 'gap';
    const known = this.#events[event.number - 1];
    if (known) return sameValue(known.act, event.act) ? 'known' : 'other';
    if (event.number === 0) return 'other';
    this.#events.push(event);
    // Another device of this player has moved: what waits here to be confirmed was meant for a turn that is over.
    if (isMove(event.act)) this.withdraw();
    this.#pending = this.#pending.filter((it) => it.id !== event.command && it.stored !== event.number);
    return 'new';
  }

  want(pending: Pending): void {
    this.#pending = [...this.#pending, pending];
  }

  /** The player has confirmed what was held. Returns it. */
  confirm(): Pending[] {
    const held = this.#pending.filter((it) => it.held);
    this.#pending = this.#pending.map((it) => (it.held ? { ...it, held: false } : it));
    return held.map((it) => ({ ...it, held: false }));
  }

  /** The player does not want what was held. */
  withdraw(): void {
    this.#pending = this.#pending.filter((it) => !it.held);
  }

  /** The command is stored as this event. */
  done(id: string, number: number): void {
    if (number <= this.version) this.#pending = this.#pending.filter((it) => it.id !== id);
    else this.#pending = this.#pending.map((it) => (it.id === id ? { ...it, stored: number } : it));
  }

  /** The command is what a member of a team wants: it is kept there, and does nothing yet, so it leaves the board. Returns what it was. */
  noted(id: string): Pending | null {
    return this.refused(id);
  }

  /** The command was refused: it and what this device has built on it leave the board. Returns what it was; null if it is not known. */
  refused(id: string): Pending | null {
    const at = this.#pending.findIndex((it) => it.id === id);
    const found = this.#pending[at];
    if (!found) return null;
    this.#pending = this.#pending.filter((it, index) => index !== at && !(it.held && found.act !== null));
    return found;
  }

  /** What is to be sent (again) after the connection was lost: everything without an answer, in order. */
  unanswered(): Pending[] {
    return this.#pending.filter((it) => !it.held && it.stored === null);
  }

  record(): GameRecord {
    return { ...this.setup, acts: [...this.setup.acts, ...this.#events.map((it) => it.act)], ending: this.ending };
  }

  /** The record with the first acts of this device that are not answered yet, `most` of them; null if there are none. */
  hoped(most = Number.POSITIVE_INFINITY): GameRecord | null {
    const shown = this.#pending.filter((it) => it.act !== null).slice(0, most);
    const record = this.record();
    if (shown.length === 0 || record.ending !== null) return null;
    const latest = lastMs(record);
    // Their times are the server's to give. Until then no time passes by them, and none goes back.
    const acts = shown.flatMap(({ act }) => (act === null ? [] : [{ ...act, at_ms: latest }]));
    return { ...record, acts: [...record.acts, ...acts], ending: shown.at(-1)?.ending ?? null };
  }
}

/** When something was last done in a game. */
export function lastMs(record: GameRecord): number {
  return record.acts.at(-1)?.at_ms ?? record.started_ms ?? 0;
}

/** Whether an act changes the board as a move of a player. */
export function isMove(act: GameAct): act is Extract<GameAct, { act: 'move' | 'irregular' }> {
  return act.act === 'move' || act.act === 'irregular';
}

/** The request that matches this act after so many moves; null for acts that a player cannot request. */
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
