/**
 * The result of a try: right, good so far, wrong with a reason, or ignored; and when a hint is
 * offered.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { begin, hintFor, offersHint, piecesOf, step, withHint, type State, type Try } from '../../../src/features/lessons/exercise';
import type { Exercise, PlayExercise, Reply } from '../../../src/features/lessons/lesson';
import type { Rules } from '../../../src/rules/exercise-rules';
import { playReady } from '../wasm';

const say = { fr: 'Joue.', en: 'Play.' };
let rules: Rules;

beforeAll(async () => {
  playReady();
  const { RulesBinding } = await import('../../../src/rules/binding');
  const { ExerciseRules } = await import('../../../src/rules/exercise-rules');
  rules = new ExerciseRules(new RulesBinding(), () => 'en');
});

const touch = (square: number): Try => ({ kind: 'touch', square });
const move = (from: number, to: number | null, ...via: number[]): Try => ({ kind: 'move', from, to, via });

/** Applies tries in order; returns the answers and the last state. */
function tries(exercise: Exercise, ...all: Try[]): { answers: string[]; state: State } {
  let state = begin(exercise);
  const answers = all.map((tried) => {
    const next = step(exercise, state, tried, rules);
    state = next.state;
    return next.verdict;
  });
  return { answers, state };
}

const TAP: Exercise = { kind: 'tap', say, fen: 'W:W33:B14,28,39', seek: { of: 'prey' }, answer: [28, 39], all: true };
const PLAY: Exercise = { kind: 'play', say, fen: 'W:W23,29,30,39,43:BK35', goal: 'trap', line: ['43-38', '35x34', '29x40'] };
const MAZE: Exercise = { kind: 'maze', say, fen: 'W:W48,50:B5', piece: 48, star: 26, moves: 4 };
const SORT: Exercise = {
  kind: 'sort',
  say,
  items: [
    { fen: 'W:W26:B17,21', bin: 'loss', why: say },
    { fen: 'B:W30,34:B25', bin: 'win', why: say },
  ],
};

describe('squares to touch', () => {
  it('count once each, in any order', () => {
    const { answers, state } = tries(TAP, touch(28), touch(28), touch(39));
    expect(answers).toEqual(['good', 'not-yet', 'right']);
    expect(state).toMatchObject({ done: true, helps: 0, found: [28, 39] });
  });

  it('explain what stands there when they are wrong', () => {
    expect(tries(TAP, touch(2)).state.reason).toEqual({ from: 'words', key: 'here.empty', values: {} });
    expect(tries(TAP, touch(14)).state.reason).toMatchObject({ key: 'reason.prey' });
  });

  it('are no answer where the piece stands that acts', () => {
    const { answers, state } = tries(TAP, touch(33));
    expect({ answers, helps: state.helps, reason: state.reason }).toEqual({ answers: ['not-yet'], helps: 0, reason: null });
  });

  it('are ignored once the exercise is done', () => {
    expect(tries(TAP, touch(28), touch(39), touch(1)).answers).toEqual(['good', 'right', 'not-yet']);
  });
});

describe('an exercise with a line of moves', () => {
  it('plays the reply of the other side', () => {
    const { answers, state } = tries(PLAY, move(43, 38), move(29, 40));
    expect(answers).toEqual(['good', 'right']);
    expect(state.line).toEqual(['43-38', '35x34', '29x40']);
  });

  it('distinguishes a legal wrong move from an illegal one', () => {
    expect(tries(PLAY, move(23, 18)).state.reason).toMatchObject({ from: 'words', key: 'aside.trap' });
    expect(tries(PLAY, move(23, 28)).state.reason).toMatchObject({ from: 'rules', refusal: { code: 'man-steps-back' } });
    expect(tries(PLAY, move(35, null)).state.reason).toMatchObject({ from: 'rules' });
  });

  it('waits while a capture can continue', () => {
    const rafle: Exercise = { kind: 'play', say, fen: 'W:W31:B17,27', goal: 'only', line: ['31x11'] };
    expect(tries(rafle, move(31, 22), move(31, 11)).answers).toEqual(['not-yet', 'right']);
    expect(tries(rafle, { kind: 'move', from: 31, to: 22, via: [], stops: true }).answers).toEqual(['wrong']);
  });
});

describe('a guided piece', () => {
  it('moves several times in a row, without replies', () => {
    const { answers, state } = tries(MAZE, move(48, 42), move(42, 37), move(37, 31), move(31, 26));
    expect(answers).toEqual(['good', 'good', 'good', 'right']);
    expect(state.piece).toBe(26);
  });

  it('rejects a move from which the star cannot be reached', () => {
    const { answers, state } = tries(MAZE, move(48, 43));
    expect([answers, state.fen]).toEqual([['wrong'], MAZE.kind === 'maze' ? MAZE.fen : '']);
    expect(state.reason).toMatchObject({ key: 'reason.maze.lost' });
  });

  it('is the only piece that may move', () => {
    expect(tries(MAZE, move(50, 45)).state.reason).toMatchObject({ key: 'reason.maze.other' });
  });
});

describe('positions to sort', () => {
  const bin = (index: number): Try => ({ kind: 'option', index });

  it('are shown one at a time', () => {
    const { answers, state } = tries(SORT, bin(2), bin(0));
    expect(answers).toEqual(['good', 'right']);
    expect(state).toMatchObject({ done: true, at: 1 });
  });

  it('reset the tries with each position', () => {
    const { answers, state } = tries(SORT, bin(0), bin(2));
    expect(answers).toEqual(['wrong', 'good']);
    expect(state).toMatchObject({ tried: [], wrong: 0, helps: 1 });
  });
});

describe('men to place', () => {
  it('stay on a correct square', () => {
    const place: Exercise = { kind: 'place', say, fen: 'W:W24,27,33:B2', loose: [24, 27], places: [46, 49] };
    const carry = (from: number, to: number | null): Try => ({ kind: 'carry', from, to });
    const { answers, state } = tries(place, carry(24, 49), carry(49, 46), carry(27, 49), carry(27, null), carry(27, 46));
    expect(answers).toEqual(['good', 'wrong', 'wrong', 'not-yet', 'right']);
    expect(piecesOf(place, state, rules).map(({ square }) => square).sort()).toEqual([2, 33, 46, 49]);
  });
});

describe('a typed move', () => {
  const write: Exercise = { kind: 'write', say, fen: 'W:W28:B22', move: '28x17' };
  it.each(['28x17', '28-17', '28 17', ' 28 : 17 '])('accepts the notation %s', (text) => {
    expect(tries(write, { kind: 'text', text }).answers).toEqual(['right']);
  });

  it('is ignored while the field is empty', () => {
    expect(tries(write, { kind: 'text', text: '  ' }).answers).toEqual(['not-yet']);
  });
});

describe('a mini-game', () => {
  const game: Exercise = { kind: 'game', say, fen: 'W:W41-50:B1-10' };
  const result = (won: boolean): Try => ({ kind: 'result', won });

  it('is finished by any result, and a later win still counts', () => {
    expect(tries(game, result(false)).state).toMatchObject({ done: true, won: false });
    expect(tries(game, result(false), result(true)).state).toMatchObject({ done: true, won: true });
    expect(tries(game, result(true), result(false)).state).toMatchObject({ done: true, won: true });
  });
});

describe('help', () => {
  it('is offered after two wrong tries at one step, until it is accepted', () => {
    const once = tries(TAP, touch(1)).state;
    expect(offersHint(TAP, once)).toBe(false);
    const twice = tries(TAP, touch(1), touch(2)).state;
    expect(offersHint(TAP, twice)).toBe(true);
    expect(offersHint(TAP, withHint(TAP, twice))).toBe(false);
    expect(offersHint(TAP, tries(TAP, touch(1), touch(2), touch(28)).state)).toBe(false);
  });

  it('points at the next step', () => {
    expect(hintFor(TAP, begin(TAP), rules).way).toEqual([28]);
    expect(hintFor(TAP, tries(TAP, touch(28)).state, rules).way).toEqual([39]);
    expect(hintFor(PLAY, begin(PLAY), rules).way).toEqual([43, 38]);
    expect(hintFor(MAZE, begin(MAZE), rules).way).toEqual([48, 42]);
    expect(hintFor(SORT, begin(SORT), rules).option).toBe(2);
  });

  it('restarts at the next step, and every hint counts', () => {
    const helped = withHint(PLAY, withHint(PLAY, begin(PLAY)));
    const { state } = step(PLAY, helped, move(43, 38), rules);
    expect(state).toMatchObject({ hints: 0, helps: 2 });
  });

  it('is not affected by tries that the kind of exercise does not have', () => {
    for (const exercise of [TAP, PLAY, MAZE, SORT]) {
      const state = begin(exercise);
      expect(step(exercise, state, { kind: 'text', text: '32-28' }, rules)).toEqual({ state, verdict: 'not-yet' });
    }
  });
});

describe('a move that misses its goal', () => {
  const saving = (fen: string, right: string, wrong: string, reply: Reply, goal: PlayExercise['goal'] = 'keep'): PlayExercise => ({ kind: 'play', say, fen, goal, line: [right], replies: { 0: { [wrong]: reply } } });
  const reasonFor = (exercise: PlayExercise, from: number, to: number) => tries(exercise, move(from, to)).state.reason;

  it('is answered with the pieces that the other side captures, in words and on the board', () => {
    const exercise = saving('W:W32,33,40:B19,21,27', '32-28', '40-35', { line: ['27x38x29'] });
    expect(reasonFor(exercise, 40, 35)).toEqual({ from: 'words', key: 'aside.loss.men', values: { reply: '27x29', n: 2 }, film: ['40-35', '27x38x29'] });
    expect(reasonFor(saving(exercise.fen, '32-28', '33-29', { line: ['27x38'] }), 33, 29)).toMatchObject({ key: 'aside.loss.man', values: { reply: '27x38' } });
  });

  it('has a sentence for a lost king, a crowning of the other side and a lost game', () => {
    expect(reasonFor(saving('W:WK46,50:BK15,6', '50-45', '46-10', { line: ['15x4'] }), 46, 10)).toMatchObject({ key: 'aside.loss.king' });
    expect(reasonFor(saving('W:W6,50:B41', '6-1', '50-45', { line: ['41-46'] }), 50, 45)).toMatchObject({ key: 'aside.crown', values: { reply: '41-46' } });
    expect(reasonFor(saving('W:W32:B7,21', '32-28', '32-27', { line: ['21x32'] }), 32, 27)).toMatchObject({ key: 'aside.lost' });
  });

  it('has a sentence for no gain, a slower win, and the result it leads to', () => {
    expect(reasonFor(saving('W:W32,45:B7', '32-28', '45-40', { line: ['7-12'] }, 'gain'), 45, 40)).toMatchObject({ key: 'aside.even' });
    expect(reasonFor(saving('W:W32,45:B7', '32-28', '45-40', { line: ['7-12'], end: 'draw' }, 'hold'), 45, 40)).toMatchObject({ key: 'aside.end.draw' });
    expect(reasonFor(saving('W:W32,45:B7', '32-28', '45-40', { line: ['7-12'], end: 'loss' }, 'hold'), 45, 40)).toMatchObject({ key: 'aside.end.loss' });
    expect(reasonFor(saving('W:W32,45:B7', '32-28', '45-40', { line: ['7-12'], end: 'slow', moves: 5 }, 'fastest'), 45, 40)).toMatchObject({ key: 'aside.slow', values: { n: 5 } });
  });

  it('has a sentence for its goal if no reply is stored', () => {
    expect(tries({ kind: 'play', say, fen: 'W:W32,45:B7', goal: 'hold', line: ['32-28'] }, move(45, 40)).state.reason).toEqual({ from: 'words', key: 'aside.hold', values: {}, film: ['45-40'] });
  });
});

describe('a score sheet', () => {
  const SHEET: Exercise = { kind: 'sheet', say, fen: 'W:W31-50:B1-20', line: ['32-28', '19-23', '28x19', '14x23'] };
  const text = (written: string): Try => ({ kind: 'text', text: written });

  it('is filled in move by move', () => {
    const { answers, state } = tries(SHEET, text('32-28'), text('28-19'), text('19-23'), text('28x19'), text('14x23'));
    expect(answers).toEqual(['good', 'wrong', 'good', 'good', 'right']);
    expect(state).toMatchObject({ done: true, helps: 1, line: SHEET.kind === 'sheet' ? SHEET.line : [] });
  });

  it('has a hint that shows the next move to write', () => {
    expect(hintFor(SHEET, tries(SHEET, text('32-28')).state, rules).way).toEqual([19, 23]);
  });
});

describe('a shot to be named', () => {
  const NAME: Exercise = { kind: 'name', say, fen: 'W:W33,38,39,40,45:B12,13,14,23,24', line: ['33-28', '23x34', '40x7'], answer: 'royal', among: ['express', 'royal'] };

  it('explains how the wrongly named shot differs from this one', () => {
    const { answers, state } = tries(NAME, { kind: 'option', index: 0 }, { kind: 'option', index: 2 }, { kind: 'option', index: 1 });
    expect(answers).toEqual(['wrong', 'not-yet', 'right']);
    expect(state.helps).toBe(1);
    expect(tries(NAME, { kind: 'option', index: 0 }).state.reason).toEqual({ from: 'words', key: 'sign.express', values: { from: 40, to: 7, taken: 5, given: 3 } });
  });
});
