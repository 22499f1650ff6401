/**
 * The table clock as an immutable value, with functions for presses, pauses and an arbiter's
 * corrections. The time is a parameter: milliseconds that never decrease.
 */
import type { Control, Stage } from './control';

/** The end of the device at which a player sits. */
export type Seat = 'upper' | 'lower';
export const SEATS: readonly Seat[] = ['upper', 'lower'];
export const other = (seat: Seat): Seat => (seat === 'upper' ? 'lower' : 'upper');

export interface Setup {
  controls: Record<Seat, Control>;
  /** The player who has White and makes the first move. */
  first: Seat;
  /**
   * Whether the first player's time runs as soon as the clock is started; otherwise it runs from
   * the first press.
   */
  atOnce: boolean;
}

/** The state of one side, without the current turn. */
interface Side {
  leftMs: number;
  /** The index of the period, and the moves made in it. */
  stage: number;
  inStage: number;
  moves: number;
}

interface Turn {
  seat: Seat;
  /** The time used in this turn before `since`. */
  spentMs: number;
  /** Since when the time is running; null while the clock is stopped. */
  since: number | null;
}

export interface TableClock {
  setup: Setup;
  sides: Record<Seat, Side>;
  /** Null before the clock is started. */
  turn: Turn | null;
  /** The player whose flag has fallen, which ends the clock. */
  fallen: Seat | null;
  /** The clock before the last press, for undo; null if no press can be undone. */
  before: { sides: Record<Seat, Side>; turn: Turn | null; at: number } | null;
}

export function newClock(setup: Setup): TableClock {
  const side = (seat: Seat): Side => ({ leftMs: setup.controls[seat][0]?.ms ?? 0, stage: 0, inStage: 0, moves: 0 });
  return { setup, sides: { upper: side('upper'), lower: side('lower') }, turn: null, fallen: null, before: null };
}

export function stageOf(clock: TableClock, seat: Seat): Stage {
  const control = clock.setup.controls[seat];
  return control[Math.min(clock.sides[seat].stage, control.length - 1)]!;
}

/** The duration of the current turn, including the delay. */
function spent({ turn }: TableClock, at: number): number {
  if (!turn) return 0;
  return turn.spentMs + (turn.since === null ? 0 : Math.max(0, at - turn.since));
}

/** How much of a turn's duration is taken from the remaining time. */
function deductedMs(stage: Stage, ms: number): number {
  return stage.bonus === 'delay' ? Math.max(0, ms - stage.bonusMs) : ms;
}

export function remaining(clock: TableClock, seat: Seat, at: number): number {
  const { leftMs } = clock.sides[seat];
  if (clock.fallen === seat) return 0;
  if (clock.turn?.seat !== seat || clock.fallen) return leftMs;
  return Math.max(0, leftMs - deductedMs(stageOf(clock, seat), spent(clock, at)));
}

/** The remaining delay of the current turn; 0 if there is none. */
export function delayLeft(clock: TableClock, seat: Seat, at: number): number {
  const stage = stageOf(clock, seat);
  if (clock.turn?.seat !== seat || stage.bonus !== 'delay') return 0;
  return Math.max(0, stage.bonusMs - spent(clock, at));
}

export function runs(clock: TableClock): boolean {
  return clock.turn?.since != null && clock.fallen === null;
}

/**
 * Updates the clock. A side without time left has lost. Returns the same object if nothing changed.
 */
export function pass(clock: TableClock, at: number): TableClock {
  const seat = clock.turn?.seat;
  if (!seat || clock.fallen || clock.turn?.since === null || remaining(clock, seat, at) > 0) return clock;
  const stage = stageOf(clock, seat);
  // The turn is paid for. If an arbiter continues it, its delay is used up.
  const turn: Turn = { seat, spentMs: stage.bonus === 'delay' ? stage.bonusMs : 0, since: null };
  return { ...clock, sides: { ...clock.sides, [seat]: { ...clock.sides[seat], leftMs: 0 } }, turn, fallen: seat, before: null };
}

/** Starts the clock: the first player's time runs from now on. */
export function start(clock: TableClock, at: number): TableClock {
  return clock.turn ? clock : { ...clock, turn: { seat: clock.setup.first, spentMs: 0, since: at } };
}

/**
 * A player ends their turn. Only the player to move can. Before the first move either player can
 * start the clock: a press of the first player counts as a move that took no time; a press of the
 * other one starts the first player's time, as on a clock with two buttons.
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

/** Ends a turn of this duration. */
function moved(clock: TableClock, seat: Seat, ms: number): TableClock {
  const side = clock.sides[seat];
  const stage = stageOf(clock, seat);
  const bonus = stage.bonus === 'fischer' ? stage.bonusMs : stage.bonus === 'bronstein' ? Math.min(stage.bonusMs, ms) : 0;
  const made: Side = { ...side, leftMs: side.leftMs - deductedMs(stage, ms) + bonus, inStage: side.inStage + 1, moves: side.moves + 1 };
  if (stage.moves === null || made.inStage < stage.moves) return { ...clock, sides: { ...clock.sides, [seat]: made } };
  const control = clock.setup.controls[seat];
  const next = Math.min(side.stage + 1, control.length - 1); // the last period is repeated
  const entered: Side = { ...made, leftMs: made.leftMs + (control[next]?.ms ?? 0), stage: next, inStage: 0 };
  return { ...clock, sides: { ...clock.sides, [seat]: entered } };
}

/** Stops the clock. The time used in the turn is kept. */
export function pause(clock: TableClock, at: number): TableClock {
  const now = pass(clock, at);
  if (!now.turn || now.turn.since === null || now.fallen) return now;
  return { ...now, turn: { ...now.turn, spentMs: spent(now, at), since: null } };
}

export function resume(clock: TableClock, at: number): TableClock {
  if (!clock.turn || clock.turn.since !== null || clock.fallen) return clock;
  return { ...clock, turn: { ...clock.turn, since: at } };
}

/**
 * Undoes the last press: the time since then counts for the player who pressed. Without such a
 * press nothing changes.
 */
export function takeBack(clock: TableClock, at: number): TableClock {
  const { before } = clock;
  if (!before) return clock;
  const meanwhile = spent(clock, at);
  const running = clock.turn?.since !== null && clock.fallen === null;
  const turn = before.turn && { ...before.turn, spentMs: before.turn.spentMs + meanwhile, since: running ? at : null };
  return { ...clock, sides: before.sides, turn, fallen: null, before: null };
}

/**
 * An arbiter adds or removes time of a side, and sets its number of moves. A running clock is
 * stopped.
 */
export function adjust(clock: TableClock, seat: Seat, ms: number, moves: number, at: number): TableClock {
  const now = pause(clock, at);
  const side = now.sides[seat];
  const leftMs = Math.max(0, side.leftMs + ms);
  const made = Math.max(0, side.moves + moves);
  const inStage = Math.max(0, side.inStage + moves);
  const fallen = now.fallen === seat && leftMs > 0 ? null : now.fallen;
  return { ...now, sides: { ...now.sides, [seat]: { ...side, leftMs, moves: made, inStage } }, fallen, before: null };
}
