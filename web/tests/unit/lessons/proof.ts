/**
 * Checks exercises by the rules of their variant: the expected move is legal and the only good one,
 * and every wrong one has a reason. Used by the tests of the course and of the lessons about other
 * variants.
 */
import { expect, it } from 'vitest';
import type { Square } from '../../../src/board/types';
import { begin, hintFor, hintsOf, routeTo, step, wants, withHint, type State, type Try } from '../../../src/features/lessons/exercise';
import type { Reason } from '../../../src/features/lessons/reason';
import { BINS, JUDGED, type Exercise, type Lesson, type PlayExercise, type Text } from '../../../src/features/lessons/lesson';
import { ExerciseRules, type Rules } from '../../../src/rules/exercise-rules';
import { namesIn } from '../../../src/features/lessons/squares';
import english from '../../../src/features/lessons/words.en.json';
import french from '../../../src/features/lessons/words.fr.json';
import type { RulesBinding } from '../../../src/rules/binding';
import { Coach } from '../../../src/rules/coach';
import { USUAL } from '../../../src/rules/family';
import type { GameView, MoveView } from '../../../src/rules/model';
import { coachReady } from '../wasm';
import { FEW, proveBest, provePlay, proveResult } from './engine-proof';

/** The lessons and rules of the variant being checked; set by `useGame`. */
let french_: Rules;
let rules: Rules;
let ALL: readonly Square[];
let start: string;
let gameOf: string;

/** Selects the variant of the exercises that are checked next. */
export function useGame(binding: RulesBinding, game: string): void {
  rules = new ExerciseRules(binding, () => 'en', game);
  french_ = new ExerciseRules(binding, () => 'fr', game);
  const view = binding.startView(game);
  start = view.fen;
  gameOf = game;
  ALL = view.board.squares.map(({ square }) => square);
}

/** A reason has words in both languages. */
function expectReason(reason: Reason | null, about: string): void {
  expect(reason, about).not.toBeNull();
  if (reason?.from === 'lesson') expect(reason.text.fr !== '' && reason.text.en !== '', about).toBe(true);
  else if (reason?.from === 'rules') expect(reason.refusal.sentence.length, about).toBeGreaterThan(10);
  else if (reason) {
    expect(french[reason.key], `${about}: ${reason.key}`).toBeTruthy();
    expect(english[reason.key], `${about}: ${reason.key}`).toBeTruthy();
  }
}

/** Whether a touch is of the piece that the task is about. */
function touchesActing(exercise: Exercise, tried: Try): boolean {
  if (tried.kind !== 'touch' || (exercise.kind !== 'tap' && exercise.kind !== 'predict')) return false;
  const { pieces, side, moves } = rules.at(exercise.fen, []);
  if (exercise.kind === 'predict') return moves[0]?.from === tried.square;
  const { seek } = exercise;
  if (seek.of === 'end' || seek.of === 'ahead' || seek.of === 'behind') return seek.from === tried.square;
  const touched = pieces.find(({ square }) => square === tried.square);
  return touched !== undefined && (seek.of === 'diagonal' || (seek.of === 'prey' && touched.side === side));
}

function expectWrong(exercise: Exercise, state: State, tried: Try): void {
  for (const asked of [rules, french_]) {
    const { state: next, verdict } = step(exercise, state, tried, asked);
    const about = JSON.stringify(tried);
    if (touchesActing(exercise, tried)) {
      // The piece that acts is often touched first, which is no answer.
      expect({ verdict, next }, about).toEqual({ verdict: 'not-yet', next: state });
      continue;
    }
    expect(verdict, about).toBe('wrong');
    expect(next, about).toMatchObject({ done: false, wrong: state.wrong + 1, helps: state.helps + 1 });
    expectReason(next.reason, about);
  }
}

/** The tries of a learner who follows the hints to the next step. */
function shownTries(exercise: Exercise, state: State): Try[] {
  const { way, option } = hintFor(exercise, state, rules);
  if (option !== null) return [{ kind: 'option', index: option }];
  const [from = 0] = way;
  const to = way.at(-1) ?? from;
  switch (exercise.kind) {
    case 'tap': case 'predict':
      return [{ kind: 'touch', square: from }];
    case 'trace':
      return [{ kind: 'touch', square: way[1] ?? 0 }];
    case 'play': case 'maze':
      return [{ kind: 'move', from, to, via: exercise.kind === 'play' ? way.slice(1, -1) : [] }];
    case 'place':
      return [{ kind: 'carry', from, to }];
    case 'write':
      return [{ kind: 'text', text: exercise.move }];
    case 'sheet':
      return [{ kind: 'text', text: exercise.line[state.at] ?? '' }];
    default:
      return [{ kind: 'result', won: true }];
  }
}

/** Goes through an exercise by its hints and calls `each` with every state. */
function solve(exercise: Exercise, each: (state: State) => void = () => undefined): State {
  let state = begin(exercise);
  for (let tries = 0; !state.done; tries += 1) {
    expect(tries, 'an end').toBeLessThan(60);
    each(state);
    for (const tried of shownTries(exercise, state)) {
      const next = step(exercise, state, tried, rules);
      expect(['right', 'good'], JSON.stringify(tried)).toContain(next.verdict);
      state = next.state;
    }
  }
  return state;
}

/** Whether a move reaches the goal within a number of plies, for any reply of the other side. */
function reaches(exercise: PlayExercise, line: readonly string[], move: MoveView, plies: number): boolean {
  const side = rules.at(exercise.fen, []).side;
  const after = rules.at(exercise.fen, [...line, move.long]);
  if (plies === 1) {
    switch (exercise.goal) {
      case 'only': case 'capture':
        return exercise.goal === 'only' || move.captured.length > 0;
      case 'promote':
        return move.promotes;
      case 'reach':
        return move.to === exercise.star;
      case 'win': case 'trap':
        return after.outcome?.winner === side;
      case 'named':
        return exercise.say.fr.includes(move.text) && exercise.say.en.includes(move.text);
    }
  }
  if (after.outcome) return (exercise.goal === 'win' || exercise.goal === 'trap') && after.outcome.winner === side;
  return after.moves.every((reply) => {
    const then = [...line, move.long, reply.long];
    return rules.at(exercise.fen, then).moves.some((next) => reaches(exercise, then, next, plies - 2));
  });
}

/** The result of a position for White, if it is decided within a number of plies. */
function ends(fen: string, line: readonly string[], plies: number): 'win' | 'loss' | 'open' {
  const view = rules.at(fen, line);
  if (view.outcome) return view.outcome.winner === 'white' ? 'win' : view.outcome.winner === 'black' ? 'loss' : 'open';
  if (plies === 0) return 'open';
  const [best, worst] = view.side === 'white' ? (['win', 'loss'] as const) : (['loss', 'win'] as const);
  const after = view.moves.map((move) => ends(fen, [...line, move.long], plies - 1));
  return after.includes(best) ? best : after.every((it) => it === worst) ? worst : 'open';
}

const most = (view: GameView): number => Math.max(0, ...view.moves.map(({ captured }) => captured.length));

/** Checks an exercise by the rules. */
function check(exercise: Exercise): void {
  switch (exercise.kind) {
    case 'tap': {
      const view = rules.at(exercise.fen, []);
      const { seek, answer } = exercise;
      const cell = (square: number) => view.board.squares[square - 1]!;
      const on = (square: number) => view.pieces.find((piece) => piece.square === square);
      const fits = (square: number): boolean => {
        const here = cell(square);
        switch (seek.of) {
          case 'piece':
            return on(square)?.side === seek.side && on(square)?.kind === seek.kind;
          case 'empty':
            return !on(square);
          case 'mover':
            return view.moves.some(({ from }) => from === square);
          case 'prey':
            return view.moves.some(({ captured }) => captured.includes(square));
          case 'end':
            return view.moves.some(({ from, to }) => from === seek.from && to === square);
          case 'number':
            return [exercise.say.fr, exercise.say.en].every((say) => say.endsWith(` ${here.name}.`));
          case 'row':
            return here.row === seek.row;
          case 'ahead': case 'behind': {
            const there = cell(seek.from);
            return Math.abs(here.col - there.col) === 1 && here.row - there.row === (seek.of === 'ahead' ? -1 : 1);
          }
          case 'diagonal': {
            const [a, b] = seek.through.map(cell) as [(typeof here), (typeof here)];
            expect(Math.abs(a.row - b.row)).toBe(Math.abs(a.col - b.col));
            const step = Math.sign(b.col - a.col) * Math.sign(b.row - a.row);
            return !on(square) && here.col - a.col === step * (here.row - a.row);
          }
        }
      };
      expect([...answer].sort((a, b) => a - b)).toEqual(ALL.filter(fits));
      if (seek.of === 'number') expect(answer).toHaveLength(1);
      for (const square of ALL.filter((it) => !answer.includes(it))) expectWrong(exercise, begin(exercise), { kind: 'touch', square });
      break;
    }
    case 'choose': {
      exercise.options.forEach(({ right }, index) => {
        if (!right) expectWrong(exercise, begin(exercise), { kind: 'option', index });
      });
      const proven = exercise.options.filter(({ fen, text }) => {
        const view = fen === undefined ? null : rules.at(fen, []);
        switch (exercise.proof) {
          case 'start':
            return view?.fen === start;
          case 'capture':
            return view && most(view) > 0;
          case 'longest':
            return view && exercise.options.every((it) => it.fen === fen || most(rules.at(it.fen!, [])) < most(view));
          case 'promotes':
            return view?.moves.some(({ promotes }) => promotes);
          case 'over':
            return view?.outcome;
          case 'written':
            return rules.at(exercise.fen!, []).moves.some((move) => move.text === text?.en);
          case 'best':
            return null; // checked by the engine, below
          default:
            return null; // the sentence and the picture alone decide it
        }
      });
      if (exercise.proof === 'best') proveBest(exercise, rules);
      else if (exercise.proof !== 'picture' && exercise.proof !== 'explained') expect(proven).toEqual(exercise.options.filter(({ right }) => right));
      const pictures = exercise.options.flatMap(({ picture, fen, text }) => [picture ?? fen ?? text?.fr]);
      expect(new Set(pictures).size, 'no option twice').toBe(exercise.options.length);
      break;
    }
    case 'count': {
      const view = rules.at(exercise.fen, []);
      const counted = {
        white: view.pieces.filter(({ side }) => side === 'white').length,
        black: view.pieces.filter(({ side }) => side === 'black').length,
        moves: view.moves.length,
        captured: most(view),
      };
      expect(exercise.answer).toBe(counted[exercise.of]);
      expect(exercise.among.length).toBeGreaterThan(1);
      exercise.among.forEach((n, index) => {
        if (n !== exercise.answer) expectWrong(exercise, begin(exercise), { kind: 'option', index });
      });
      break;
    }
    case 'sort':
      expect(new Set(exercise.items.map(({ bin }) => bin)).size, 'two bins').toBeGreaterThan(1);
      for (const { fen, bin } of exercise.items) {
        if (gameOf === USUAL && rules.at(fen, []).pieces.length <= FEW) {
          proveResult(fen, bin, rules);
          continue;
        }
        const men = rules.at(fen, []).pieces.filter(({ kind }) => kind === 'man').length;
        const result = ends(fen, [], bin === 'draw' ? 2 : 3);
        expect(result, fen).toBe(bin === 'draw' ? 'open' : bin);
        // A draw cannot be found by search: one or two kings against one, and nothing else (Dutch
        // and French manuals alike).
        if (bin === 'draw') expect([men, rules.at(fen, []).pieces.length <= 3], fen).toEqual([0, true]);
      }
      solve(exercise, (state) => {
        BINS.forEach((bin, index) => {
          if (bin !== exercise.items[state.at]!.bin) expectWrong(exercise, state, { kind: 'option', index });
        });
      });
      break;
    case 'predict': {
      const { moves } = rules.at(exercise.fen, []);
      expect(moves.map(({ to }) => to)).toEqual([exercise.answer]);
      for (const square of ALL.filter((it) => it !== exercise.answer)) expectWrong(exercise, begin(exercise), { kind: 'touch', square });
      break;
    }
    case 'trace': {
      const { moves } = rules.at(exercise.fen, []);
      expect(moves.map(({ path }) => path)).toEqual([exercise.path]);
      solve(exercise, (state) => {
        const right = exercise.path[state.found.length];
        for (const square of ALL) {
          if (square !== right && square !== state.found.at(-1)) expectWrong(exercise, state, { kind: 'touch', square });
        }
      });
      break;
    }
    case 'play': {
      const { line, goal } = exercise;
      if (JUDGED.includes(goal)) provePlay(exercise, rules);
      else line.forEach((wanted, ply) => {
        const before = line.slice(0, ply).map((it) => it.split('|')[0]!);
        const { moves } = rules.at(exercise.fen, before);
        const right = moves.filter((move) => wants(wanted, move));
        expect(right.length, `${wanted} is legal`).toBe(wanted.split('|').length);
        if (ply % 2 === 1) expect(moves.map(({ text }) => text), 'the other side has no choice').toEqual([wanted]);
        else if (goal === 'only') expect(moves.map(({ text }) => text)).toEqual([wanted]);
        else expect(moves.filter((move) => reaches(exercise, before, move, line.length - ply)), goal).toEqual(right);
      });
      solve(exercise, (state) => {
        const wanted = line[state.line.length]!;
        const { moves, pieces } = rules.at(state.fen, state.line);
        for (const move of moves) {
          if (wants(wanted, move)) continue;
          expectWrong(exercise, state, { kind: 'move', from: move.from, to: move.to, via: move.path.slice(1, -1) });
        }
        // An illegal try is refused by the rules, in their own words.
        for (const { square } of pieces) {
          for (const to of ALL.filter((it) => !moves.some((move) => move.from === square && move.path.includes(it)))) {
            const tried: Try = { kind: 'move', from: square, to, via: [] };
            const { state: next, verdict } = step(exercise, state, tried, rules);
            if (verdict === 'not-yet') continue; // a square that the piece passes inside a capture
            expect(verdict, JSON.stringify(tried)).toBe('wrong');
            expect(next.reason?.from, JSON.stringify(tried)).toBe('rules');
          }
        }
      });
      break;
    }
    case 'maze': {
      const { fen, piece, star } = exercise;
      expect(routeTo(star, fen, piece, rules)?.length).toBe(exercise.moves + 1);
      expect(rules.at(fen, []).pieces.some(({ square }) => square === star), 'the star lies free').toBe(false);
      let forks = 0;
      solve(exercise, (state) => {
        for (const move of rules.at(state.fen, []).moves) {
          const { verdict, state: next } = step(exercise, state, { kind: 'move', from: move.from, to: move.to, via: move.path.slice(1, -1) }, rules);
          if (verdict === 'wrong') {
            forks += 1;
            expectReason(next.reason, move.text);
          }
        }
      });
      const { kind } = rules.at(fen, []).pieces.find(({ square }) => square === piece)!;
      // A king, and a man that captures, can come back; a man that only steps can go wrong.
      if (kind === 'man' && most(rules.at(fen, [])) === 0) expect(forks, 'a wrong turning').toBeGreaterThan(0);
      break;
    }
    case 'place': {
      const view = rules.at(exercise.fen, []);
      const stands = new Set(view.pieces.map(({ square }) => square));
      for (const square of exercise.loose) expect(stands.has(square), `${square}`).toBe(true);
      for (const square of exercise.places) expect(stands.has(square), `${square}`).toBe(false);
      const kinds = new Set(view.pieces.filter(({ square }) => exercise.loose.includes(square)).map(({ side, kind }) => `${side} ${kind}`));
      expect(kinds.size, 'loose pieces are alike').toBe(1);
      const [loose = 0] = exercise.loose;
      for (const to of ALL.filter((it) => !exercise.places.includes(it) && it !== loose)) {
        expectWrong(exercise, begin(exercise), { kind: 'carry', from: loose, to });
      }
      for (const from of [...stands].filter((it) => !exercise.loose.includes(it))) {
        expectWrong(exercise, begin(exercise), { kind: 'carry', from, to: exercise.places[0]! });
      }
      break;
    }
    case 'write': {
      const { moves, board } = rules.at(exercise.fen, []);
      expect(moves.filter((move) => wants(exercise.move, move))).toHaveLength(1);
      const [from = '', to = ''] = namesIn(exercise.move);
      const other = board.squares.map(({ name }) => name).find((name) => name !== from && name !== to);
      for (const text of [`${to}-${from}`, `${from}-${other}`, `${other}-${to}`, '99-1', 'abc']) expectWrong(exercise, begin(exercise), { kind: 'text', text });
      expect(step(exercise, begin(exercise), { kind: 'text', text: exercise.move }, rules).verdict).toBe('right');
      break;
    }
    case 'name': {
      const { fen, line, answer, among } = exercise;
      coachReady();
      const shot = new Coach().nameShot(gameOf, fen, line, 'en');
      const codes = [shot?.name?.code, ...(shot?.families.map(({ code }) => code) ?? [])];
      expect(among.filter((name) => codes.includes(name)), 'one of the names').toEqual([answer]);
      expect(rules.at(fen, line).history.at(-1)?.captured.length, 'it ends with a capture').toBeGreaterThan(0);
      among.forEach((name, index) => {
        if (name !== answer) expectWrong(exercise, begin(exercise), { kind: 'option', index });
      });
      break;
    }
    case 'sheet': {
      expect(exercise.line.length).toBeGreaterThan(2);
      rules.at(exercise.fen, exercise.line); // throws where a move is not legal
      solve(exercise, (state) => {
        for (const text of ['99-1', 'abc', '6-1']) expectWrong(exercise, state, { kind: 'text', text });
      });
      break;
    }
    case 'game': {
      const view = rules.at(exercise.fen, []);
      expect([view.side, view.outcome]).toEqual(['white', null]);
      expect(view.moves.every(({ captured }) => captured.length === 0)).toBe(true);
      const { take = 1, level = 1 } = exercise;
      for (const side of ['white', 'black']) expect(view.pieces.filter((piece) => piece.side === side).length).toBeGreaterThanOrEqual(take);
      expect([take >= 1, level >= 1 && level <= 10]).toEqual([true, true]);
      const lost = step(exercise, begin(exercise), { kind: 'result', won: false }, rules).state;
      expect(lost).toMatchObject({ done: true, won: false });
      break;
    }
  }
}

/** Checks an exercise by the rules, and follows its hints to the end. */
export function prove(exercise: Exercise): void {
  check(exercise);
  expect(solve(exercise)).toMatchObject({ done: true, helps: 0, reason: null });
}

/** Generous, as the engine evaluates every move of some exercises and test machines are slow. */
export const TIMEOUT_MS = 120_000;

/** Adds the tests that every lesson of any variant passes. */
export function lessonTests(lesson: Lesson): void {
  it('has French and English texts with draughts terms', () => {
    const texts: Text[] = [];
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('fr' in value && 'en' in value) texts.push(value as Text);
      else for (const inner of Object.values(value)) look(inner);
    };
    look(lesson);
    expect(texts.length).toBeGreaterThan(7);
    for (const { fr, en } of texts) {
      if (!/^[\dx-]+$/.test(fr)) expect(fr, 'two languages').not.toBe(en);
      expect(fr).not.toMatch(/\b(rois?|échecs?|mats?|pats?|tours?|fous?|cavaliers?|reines?|échiquiers?|roque)\b/i);
      expect(en).not.toMatch(/\b(pawns?|mate|stalemate|checkmate|queens?|rooks?|bishops?)\b/i);
      expect(fr).not.toMatch(/\p{L}[?!:;]| [?!:;»]|« |'/u);
      expect(en).not.toMatch(/'/);
    }
    for (const { say } of lesson.exercises) for (const text of [say.fr, say.en]) expect(text.length, text).toBeLessThanOrEqual(130);
  });

  lesson.exercises.forEach((exercise, i) => {
    it(`exercise ${i + 1}, ${exercise.kind}: ${exercise.say.en}`, { timeout: TIMEOUT_MS }, () => {
      prove(exercise);
      // Every hint can be requested once, and counts.
      let helped = begin(exercise);
      for (let n = 0; n < 5; n += 1) helped = withHint(exercise, helped);
      expect([helped.hints, helped.helps]).toEqual([hintsOf(exercise), hintsOf(exercise)]);
    });
  });
}
