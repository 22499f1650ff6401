/**
 * Checks by the engine what the rules alone cannot: that the expected moves of an exercise are the only good ones, and that the replies to the others are good.
 * Up to four pieces the endgame tables decide, for more a search to `DEPTH` plies after the move.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { wants } from '../../../src/features/lessons/exercise';
import type { ChooseExercise, Goal, PlayExercise, Reply } from '../../../src/features/lessons/lesson';
import type { Rules } from '../../../src/rules/exercise-rules';
import type { MoveView, Score, Thought } from '../../../src/rules/model';
import { Thinker, type Search } from '../../../src/rules/wasm/engine.js';
import { engineReady } from '../wasm';

/** How many plies the engine looks ahead after each move; fewer on a full board, where every trap of the course is shorter. */
const DEPTH = 13;
const DEPTH_OF_MANY = 9;
const MANY = 14;
/** Up to this number of pieces the tables are exact, so a search adds nothing. */
export const FEW = 4;
const DEPTH_OF_FEW = 3;
/** Hundredths of a man. */
const CLEAR = 80;
const KEPT = -60;
const NEAR = 20;
/** Values from here on are won; a shorter win is worth more. */
const WON = 7000;

const GAME = 'international';
const bytes = (path: string): Uint8Array => readFileSync(new URL(`../../../../crates/${path}`, import.meta.url));

let thinker: Thinker | null = null;
function engine(): Thinker {
  if (thinker) return thinker;
  engineReady();
  thinker = new Thinker(64);
  thinker.learn(bytes('engine/weights/international.dw'));
  thinker.know(GAME, bytes('endgame/tables/international.wdl'));
  thinker.know(GAME, bytes('endgame/tables/international.plies'));
  return thinker;
}

function worth(score: Score): number {
  if ('win' in score) return 9000 - score.win;
  if ('loss' in score) return score.loss - 9000;
  if ('known_win' in score) return 8000 - score.known_win;
  if ('known_loss' in score) return score.known_loss - 8000;
  return score.hundredths;
}

/** The search result of the position after these moves. */
function think(fen: string, line: readonly string[], rules: Rules): Thought {
  const men = rules.at(fen, line).pieces.length;
  const depth = men > MANY ? DEPTH_OF_MANY : men <= FEW ? DEPTH_OF_FEW : DEPTH;
  const search: Search = engine().start(GAME, fen, JSON.stringify(line), JSON.stringify({ depth }));
  try {
    for (;;) {
      const thought = JSON.parse(search.step(1000)) as Thought;
      if (thought.done) return thought;
    }
  } finally {
    search.free();
  }
}

/** The value of the position after these moves for the side to move. */
export function valueOf(fen: string, line: readonly string[], rules: Rules): number {
  const { outcome, side } = rules.at(fen, line);
  if (outcome) return outcome.winner === null ? 0 : outcome.winner === side ? 9001 : -9001;
  const { score } = think(fen, line, rules);
  return score ? worth(score) : 0;
}

export interface Judged {
  move: MoveView;
  /** For the side that makes it. */
  value: number;
}

/** Every legal move after a line with its value, the best first. */
export function judge(fen: string, line: readonly string[], rules: Rules): Judged[] {
  const { moves } = rules.at(fen, line);
  return moves.map((move) => ({ move, value: -valueOf(fen, [...line, move.long], rules) })).sort((a, b) => b.value - a.value);
}

/** 1 for a win, 0 for undecided, -1 for a loss. */
export const resultOf = (value: number): number => (value > WON ? 1 : value < -WON ? -1 : 0);
/** The number of moves of the winning side to the win, including the move under test. */
export const movesToWin = (value: number): number => Math.floor((9000 - value) / 2) + 1;

function isGood(goal: Goal, right: number, other: number): boolean {
  switch (goal) {
    case 'keep':
      return right >= KEPT && other <= right - CLEAR;
    case 'gain':
      return right >= CLEAR && other <= right - CLEAR;
    case 'hold':
      return resultOf(right) > resultOf(other);
    case 'fastest':
      return resultOf(right) === 1 && other < right;
    default:
      return false;
  }
}

/** Each move of the line is the only good one, and each reply is as good as any other. */
export function provePlay({ fen, goal, line }: PlayExercise, rules: Rules): void {
  line.forEach((wanted, ply) => {
    const before = line.slice(0, ply).map((it) => it.split('|')[0]!);
    const all = judge(fen, before, rules);
    const right = all.filter(({ move }) => wants(wanted, move));
    expect(right, `${wanted} is legal`).toHaveLength(wanted.split('|').length);
    const values = all.map(({ move, value }) => `${move.text} ${value}`).join(', ');
    if (ply % 2 === 1) {
      const best = all[0]!.value;
      const least = goal === 'fastest' ? best : best - NEAR;
      // The losing side defends longest; otherwise the reply is the engine's.
      const enough = resultOf(best) === -1 && goal !== 'fastest' ? resultOf(right[0]!.value) === -1 : right[0]!.value >= least;
      expect(enough, `${wanted} is a best answer: ${values}`).toBe(true);
      return;
    }
    const worst = Math.min(...right.map(({ value }) => value));
    const others = all.filter((it) => !right.includes(it));
    if (others.length === 0 && ply > 0) return;
    for (const { value } of others) expect(isGood(goal, worst, value), `${wanted} alone, to ${goal}: ${values}`).toBe(true);
    if (ply === 0 && goal === 'fastest') expect(movesToWin(worst), 'the line is as long as the win').toBe((line.length + 1) / 2);
  });
  if (goal === 'gain' || goal === 'fastest') expect(line.length, 'more than a capture').toBeGreaterThanOrEqual(3);
}

/** The move that the right option names is the only good one. */
export function proveBest({ fen = '', options }: ChooseExercise, rules: Rules): void {
  const all = judge(fen, [], rules);
  const named = options.map(({ right, text }) => {
    const written = /\d+[-x]\d+/.exec(text?.fr ?? '')?.[0];
    expect(text?.en, 'both languages name the same move').toContain(written ?? 'a move');
    const found = all.find(({ move }) => move.text === written);
    expect(found, `${written} is legal`).toBeDefined();
    return { right, value: found!.value, text: found!.move.text };
  });
  const best = named.find(({ right }) => right)!;
  for (const { move, value } of all) {
    if (move.text === best.text) continue;
    const good = resultOf(best.value) > resultOf(value) || best.value - value >= CLEAR;
    expect(good, `${best.text} ${best.value} is better than ${move.text} ${value}`).toBe(true);
  }
}

/** Who wins a position of four pieces or fewer, for White. */
export function proveResult(fen: string, bin: 'win' | 'draw' | 'loss', rules: Rules): void {
  const value = valueOf(fen, [], rules) * (rules.at(fen, []).side === 'white' ? 1 : -1);
  expect(['loss', 'draw', 'win'][resultOf(value) + 1], fen).toBe(bin);
}

const MOST = 8;

/** The reply to a wrong move, continued until no capture is left and, if a man must be kept, until it is lost. */
export function answerTo({ fen, goal }: PlayExercise, before: readonly string[], { move, value }: Judged, rules: Rules): Reply {
  const few = rules.at(fen, before).pieces.length <= FEW;
  const line: string[] = [];
  let net = move.captured.length;
  let crowned = false;
  for (let ply = 1; ply <= MOST; ply += 1) {
    const view = rules.at(fen, [...before, move.long, ...line]);
    if (view.outcome) break;
    const quiet = view.moves.every(({ captured }) => captured.length === 0);
    const shown = goal !== 'keep' || net < 0 || crowned;
    if (ply > 1 && quiet && shown) break;
    const best = judge(fen, [...before, move.long, ...line], rules)[0]!.move;
    line.push(best.long);
    net += best.captured.length * (ply % 2 === 1 ? -1 : 1);
    crowned ||= ply % 2 === 1 && best.promotes;
  }
  if (goal === 'fastest' && resultOf(value) === 1) return { line: line.slice(0, 1), end: 'slow', moves: movesToWin(value) };
  const ended = resultOf(value) === -1 ? 'loss' : few && resultOf(value) === 0 ? 'draw' : null;
  const toTheEnd = goal === 'hold' || goal === 'fastest' || (goal === 'keep' && net >= 0 && !crowned);
  return ended && toTheEnd ? { line, end: ended } : { line };
}

/** A reply is legal, as good as any other, and leads to its stated result. */
export function proveAnswer({ fen, goal }: PlayExercise, before: readonly string[], judged: Judged, reply: Reply, rules: Rules): void {
  const about = `${judged.move.text} ${reply.line.join(' ')}`;
  const after = [...before, judged.move.long];
  const all = judge(fen, after, rules);
  const first = all.find(({ move }) => move.long === reply.line[0]);
  if (all.length === 0) expect(reply.line, about).toEqual([]);
  else expect(first && all[0]!.value - first.value, about).toBeLessThanOrEqual(NEAR);
  rules.at(fen, [...after, ...reply.line]); // throws where a move is not legal
  if (reply.end === 'loss') expect(resultOf(judged.value), about).toBe(-1);
  if (reply.end === 'draw') expect([resultOf(judged.value), rules.at(fen, before).pieces.length <= FEW], about).toEqual([0, true]);
  if (reply.end === 'slow') expect([resultOf(judged.value), movesToWin(judged.value)], about).toEqual([1, reply.moves]);
  if (goal === 'fastest') expect(reply.end, about).toBeDefined();
}
