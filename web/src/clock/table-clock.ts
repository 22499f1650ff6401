/**
 * The clock that lies between two people: a value, and what presses, pauses and an arbiter make of it. It reads no time: each
 * call is handed one, in milliseconds that never go back. Pure.
 */
import type { Control, Stage } from './control';

/** Where a player sits: at the upper or the lower end of the device. */
export type Seat = 'upper' | 'lower';
export const SEATS: readonly Seat[] = ['upper', 'lower'];
export const other = (seat: Seat): Seat => (seat === 'upper' ? 'lower' : 'upper');

export interface Setup {
  controls: Record<Seat, Control>;
  /** Who makes the first move, with White. */
  first: Seat;
  /** The first player's time runs as soon as the clock is started; else from the first press. */
  atOnce: boolean;
}

/** What one side has, without the turn that is going on. */
export interface Side {
  leftMs: number;
  /** Number of the stage, and moves made in it. */
  stage: number;
  inStage: number;
  /** Moves made. */
  moves: number;
}

/** The turn that is going on. */
export interface Turn {
  seat: Seat;
  /** What it had cost before `since`. */
  spentMs: number;
  /** Since when it runs; null while the clock stands. */
  since: number | null;
}

export interface TableClock {
  setup: Setup;
  sides: Record<Seat, Side>;
  /** Null before the clock is started. */
  turn: Turn | null;
  /** Whose flag fell: nothing counts any more. */
  fallen: Seat | null;
  /** What the last press changed, for a press that was a mistake; null where there is none to take back. */
  before: { sides: Record<Seat, Side>; turn: Turn | null; at: number } | null;
}

export function newClock(setup: Setup): TableClock {
  const side = (seat: Seat): Side => ({ leftMs: setup.controls[seat][0]?.ms ?? 0, stage: 0, inStage: 0, moves: 0 });
  return { setup, sides: { upper: side('upper'), lower: side('lower') }, turn: null, fallen: null, before: null };
}

/** The stage that a side is in. */
export function stageOf(clock: TableClock, seat: Seat): Stage {
  const control = clock.setup.controls[seat];
  return control[Math.min(clock.sides[seat].stage, control.length - 1)]!;
}

/** What the turn that is going on has cost so far, delays not taken off. */
function spent({ turn }: TableClock, at: number): number {
  if (!turn) return 0;
  return turn.spentMs + (turn.since === null ? 0 : Math.max(0, at - turn.since));
}

/** What a turn of this length takes from the time that is left. */
function charged(stage: Stage, ms: number): number {
  return stage.bonus === 'delay' ? Math.max(0, ms - stage.bonusMs) : ms;
}

/** What a side has left. */
export function remaining(clock: TableClock, seat: Seat, at: number): number {
  const { leftMs } = clock.sides[seat];
  if (clock.fallen === seat) return 0;
  if (clock.turn?.seat !== seat || clock.fallen) return leftMs;
  return Math.max(0, leftMs - charged(stageOf(clock, seat), spent(clock, at)));
}

/** How long the delay of the turn that is going on still lasts; 0 where there is none. */
export function delayLeft(clock: TableClock, seat: Seat, at: number): number {
  const stage = stageOf(clock, seat);
  if (clock.turn?.seat !== seat || stage.bonus !== 'delay') return 0;
  return Math.max(0, stage.bonusMs - spent(clock, at));
}

/** Whether time runs. */
export function runs(clock: TableClock): boolean {
  return clock.turn?.since != null && clock.fallen === null;
}

/** Lets time pass: a side that has none left has lost. The same clock where nothing happened. */
export function pass(clock: TableClock, at: number): TableClock {
  const seat = clock.turn?.seat;
  if (!seat || clock.fallen || clock.turn?.since === null || remaining(clock, seat, at) > 0) return clock;
  const stage = stageOf(clock, seat);
  // The turn is paid for; its delay is used up, should an arbiter let it go on.
  const turn: Turn = { seat, spentMs: stage.bonus === 'delay' ? stage.bonusMs : 0, since: null };
  return { ...clock, sides: { ...clock.sides, [seat]: { ...clock.sides[seat], leftMs: 0 } }, turn, fallen: seat, before: null };
}

/** Starts the clock: the first player's time runs from now on. */
export function start(clock: TableClock, at: number): TableClock {
  return clock.turn ? clock : { ...clock, turn: { seat: clock.setup.first, spentMs: 0, since: at } };
}

/**
 * A player ends the turn. Only who is to move can; before the first move either can start the clock: the first player's press
 * is a move that cost nothing, the other's starts the first player's time, as on a clock with two buttons.
 */
export function press(clock: TableClock, seat: Seat, at: number): TableClock {
  const now = pass(clock, at);
  if (now.fallen) return now;
  if (!now.turn) {
    if (seat !== now.setup.first || now.setup.atOnce) return start(now, at);
    return { ...moved(now, seat, 0), turn: { seat: other(seat), spentMs: 0, since: at }, before: { sides: now.sides, turn: null, at } };
  }
  if (now.turn.seat !== seat || now.turn.since === null) return now;
  const turn: Turn = { seat, spentMs: spent(now, at), since: null };
  return {
    ...moved(now, seat, turn.spentMs),
    turn: { seat: other(seat), spentMs: 0, since: at },
    before: { sides: now.sides, turn, at },
  };
}

/** The side's move is made and took so long. */
function moved(clock: TableClock, seat: Seat, ms: number): TableClock {
  const side = clock.sides[seat];
  const stage = stageOf(clock, seat);
  const bonus = stage.bonus === 'fischer' ? stage.bonusMs : stage.bonus === 'bronstein' ? Math.min(stage.bonusMs, ms) : 0;
  const made: Side = { ...side, leftMs: side.leftMs - charged(stage, ms) + bonus, inStage: side.inStage + 1, moves: side.moves + 1 };
  if (stage.moves === null || made.inStage < stage.moves) return { ...clock, sides: { ...clock.sides, [seat]: made } };
  const control = clock.setup.controls[seat];
  const next = Math.min(side.stage + 1, control.length - 1); // the last stage begins again
  const entered: Side = { ...made, leftMs: made.leftMs + (control[next]?.ms ?? 0), stage: next, inStage: 0 };
  return { ...clock, sides: { ...clock.sides, [seat]: entered } };
}

/** Stops the clock; the turn keeps what it has cost. */
export function pause(clock: TableClock, at: number): TableClock {
  const now = pass(clock, at);
  if (!now.turn || now.turn.since === null || now.fallen) return now;
  return { ...now, turn: { ...now.turn, spentMs: spent(now, at), since: null } };
}

export function resume(clock: TableClock, at: number): TableClock {
  if (!clock.turn || clock.turn.since !== null || clock.fallen) return clock;
  return { ...clock, turn: { ...clock.turn, since: at } };
}

/** Takes the last press back: the time since then was the presser's own. Nothing to take back leaves the clock as it is. */
export function takeBack(clock: TableClock, at: number): TableClock {
  const { before } = clock;
  if (!before) return clock;
  const meanwhile = spent(clock, at);
  const running = clock.turn?.since !== null && clock.fallen === null;
  const turn = before.turn && { ...before.turn, spentMs: before.turn.spentMs + meanwhile, since: running ? at : null };
  return { ...clock, sides: before.sides, turn, fallen: null, before: null };
}

/** An arbiter gives a side time, or takes it, and sets its number of moves. A clock that runs is stopped for it. */
export function adjust(clock: TableClock, seat: Seat, ms: number, moves: number, at: number): TableClock {
  const now = pause(clock, at);
  const side = now.sides[seat];
  const leftMs = Math.max(0, side.leftMs + ms);
  const made = Math.max(0, side.moves + moves);
  const inStage = Math.max(0, side.inStage + moves);
  const fallen = now.fallen === seat && leftMs > 0 ? null : now.fallen;
  return { ...now, sides: { ...now.sides, [seat]: { ...side, leftMs, moves: made, inStage } }, fallen, before: null };
}
