/**
 * An exercise as a pure function from a state and a try to the next state and a verdict: right,
 * good so far, wrong with a reason, or no answer yet. The rules are queried through `Rules`; the
 * reasons for illegal moves are theirs.
 */
import type { BoardMove, BoardPiece, Layout, MoveInput, Square } from '../../board/types';
import { typedMove } from '../../session/typed';
import type { GameView } from '../../rules/model';
import { wrongMoveReason } from './aside';
import type { Reason } from './reason';
import { BINS, type Exercise, type MazeExercise, type NameExercise, type PlayExercise, type TapExercise } from './lesson';
import type { Rules } from '../../rules/exercise-rules';
import { namesIn } from './squares';
import type { WordKey } from './words';

export type Try =
  | { kind: 'touch'; square: Square }
  /** One of the options: an option, a number, a bin. */
  | { kind: 'option'; index: number }
  | ({ kind: 'move' } & MoveInput)
  | { kind: 'carry'; from: Square; to: Square | null }
  | { kind: 'text'; text: string }
  /** A game of a lesson is over. */
  | { kind: 'result'; won: boolean };

type Verdict = 'right' | 'good' | 'wrong' | 'not-yet';

export interface State {
  /** The position of the exercise: that of a maze changes after each step. */
  fen: string;
  /** Moves played from there. */
  line: readonly string[];
  /** Squares found, passed or filled. */
  found: readonly Square[];
  /** Options that were tried and are wrong. */
  tried: readonly number[];
  /** Pieces moved so far, as from and to. */
  carried: readonly (readonly [Square, Square])[];
  /** The square of the guided piece. */
  piece: Square | null;
  /** The index of the position to sort, or of the move to write down. */
  at: number;
  wrong: number;
  /** The number of hints taken at the current step. */
  hints: number;
  /** Hints and wrong tries of the whole exercise. */
  helps: number;
  reason: Reason | null;
  done: boolean;
  won: boolean;
}

export function begin(exercise: Exercise): State {
  return {
    fen: 'fen' in exercise ? (exercise.fen ?? '') : '',
    line: [],
    found: exercise.kind === 'trace' ? exercise.path.slice(0, 1) : [],
    tried: [],
    carried: [],
    piece: exercise.kind === 'maze' ? exercise.piece : null,
    at: 0,
    wrong: 0,
    hints: 0,
    helps: 0,
    reason: null,
    done: false,
    won: false,
  };
}

export interface Stepped {
  state: State;
  verdict: Verdict;
  /** The move to a new position, unless it is the last of the line. */
  moved?: BoardMove;
}

/** Applies a try. One of another kind of exercise changes nothing. */
export function step(exercise: Exercise, state: State, tried: Try, rules: Rules): Stepped {
  // A game of a lesson may be played again, and won then.
  if (state.done && exercise.kind !== 'game') return nothing(state);
  switch (exercise.kind) {
    case 'tap':
      return tried.kind === 'touch' ? tap(exercise, state, tried.square, rules) : nothing(state);
    case 'choose': {
      const option = tried.kind === 'option' ? exercise.options[tried.index] : undefined;
      if (tried.kind !== 'option' || !option) return nothing(state);
      return option.right ? finish(state) : wrongOption(state, tried.index, { from: 'lesson', text: option.why ?? exercise.say });
    }
    case 'count': {
      const number = tried.kind === 'option' ? exercise.among[tried.index] : undefined;
      if (tried.kind !== 'option' || number === undefined) return nothing(state);
      if (number === exercise.answer) return finish(state);
      return wrongOption(state, tried.index, words(number < exercise.answer ? 'reason.more' : 'reason.fewer', { n: number }));
    }
    case 'sort': {
      const item = exercise.items[state.at];
      if (tried.kind !== 'option' || !item) return nothing(state);
      if (BINS[tried.index] !== item.bin) return wrongOption(state, tried.index, { from: 'lesson', text: item.why });
      const next = { ...fresh(state), at: state.at + 1, tried: [] };
      return next.at === exercise.items.length ? finish({ ...state, at: state.at }) : { state: next, verdict: 'good' };
    }
    case 'predict': {
      if (tried.kind !== 'touch') return nothing(state);
      const move = rules.at(state.fen, []).moves[0];
      if (!move) return nothing(state);
      if (tried.square === exercise.answer) return finish({ ...state, line: [move.text] });
      if (tried.square === move.from) return nothing(state);
      // The rules' refusal would name the square: the hints lead there, step by step.
      return wrong(state, words('reason.elsewhere'));
    }
    case 'trace':
      return tried.kind === 'touch' ? trace(exercise.path, state, tried.square, rules) : nothing(state);
    case 'play':
      return tried.kind === 'move' ? play(exercise, state, tried, rules) : nothing(state);
    case 'maze':
      return tried.kind === 'move' ? guide(exercise, state, tried, rules) : nothing(state);
    case 'place': {
      if (tried.kind !== 'carry' || tried.to === null || tried.to === tried.from) return nothing(state);
      const { from, to } = tried;
      if (!piecesLeftToMove(exercise.loose, state).includes(from)) return wrong(state, words('reason.place.stays'));
      if (!exercise.places.includes(to)) return wrong(state, words('reason.place.not'));
      if (state.found.includes(to)) return wrong(state, words('reason.place.taken'));
      const next = { ...fresh(state), found: [...state.found, to], carried: [...state.carried, [from, to] as const] };
      return next.found.length === exercise.places.length ? finish(next) : { state: next, verdict: 'good' };
    }
    case 'write': {
      if (tried.kind !== 'text' || tried.text.trim() === '') return nothing(state);
      const amiss = misread(exercise.move, tried.text, rules.at(state.fen, []));
      return amiss ? wrong(state, amiss) : finish({ ...state, line: [exercise.move] });
    }
    case 'sheet': {
      const move = exercise.line[state.at];
      if (tried.kind !== 'text' || tried.text.trim() === '' || move === undefined) return nothing(state);
      const amiss = misread(move, tried.text, rules.at(state.fen, state.line));
      if (amiss) return wrong(state, amiss);
      const next = { ...fresh(state), at: state.at + 1, line: [...state.line, move] };
      return next.at === exercise.line.length ? finish(next) : { state: next, verdict: 'good' };
    }
    case 'name': {
      const name = tried.kind === 'option' ? exercise.among[tried.index] : undefined;
      if (tried.kind !== 'option' || name === undefined) return nothing(state);
      return name === exercise.answer ? finish(state) : wrongOption(state, tried.index, words(`sign.${name}`, strikeOf(exercise, rules)));
    }
    case 'game':
      if (tried.kind !== 'result') return nothing(state);
      return { state: { ...state, reason: null, done: true, won: state.won || tried.won }, verdict: 'right' };
  }
}

export function withHint(exercise: Exercise, state: State): State {
  return state.done || state.hints >= hintsOf(exercise) ? state : { ...state, hints: state.hints + 1, helps: state.helps + 1, reason: null };
}

/**
 * The number of hints: for moves three (square, path, move); for options two (one option less, the
 * finger), or the finger alone if there are two options; otherwise two (square, finger).
 */
export function hintsOf(exercise: Exercise): number {
  const { kind } = exercise;
  if (kind === 'game') return 0;
  if (kind === 'play' || kind === 'maze' || kind === 'trace' || kind === 'place') return 3;
  const choices = choicesOf(exercise);
  return choices === 0 || choices > 2 ? 2 : 1;
}

/** The number of options; 0 if there are none. */
export function choicesOf(exercise: Exercise): number {
  switch (exercise.kind) {
    case 'choose':
      return exercise.options.length;
    case 'count':
    case 'name':
      return exercise.among.length;
    case 'sort':
      return new Set(exercise.items.map(({ bin }) => bin)).size;
    default:
      return 0;
  }
}

/** After this many wrong tries at one step the next hint is offered. */
const TRIES_BEFORE_HELP = 2;

export const offersHint = (exercise: Exercise, state: State): boolean =>
  !state.done && state.hints === 0 && state.wrong >= TRIES_BEFORE_HELP && hintsOf(exercise) > 0;

/** The target of a hint: `way` has the squares to touch, in order; `option` the option to press. */
export interface Hint {
  way: readonly Square[];
  option: number | null;
}

export function hintFor(exercise: Exercise, state: State, rules: Rules): Hint {
  const at = (...way: readonly Square[]): Hint => ({ way, option: null });
  const choice = (option: number): Hint => ({ way: [], option: option < 0 ? null : option });
  switch (exercise.kind) {
    case 'tap':
      return at(...exercise.answer.filter((square) => !state.found.includes(square)).slice(0, 1));
    case 'choose':
      return choice(exercise.options.findIndex(({ right }) => right));
    case 'count':
      return choice(exercise.among.indexOf(exercise.answer));
    case 'sort':
      return choice(BINS.indexOf(exercise.items[state.at]?.bin ?? 'win'));
    case 'predict':
      return at(exercise.answer);
    case 'trace':
      return at(...exercise.path.slice(state.found.length - 1));
    case 'play':
      return at(...(wantedMove(exercise, state, rules)?.path ?? []));
    case 'maze': {
      const route = routeTo(exercise.star, state.fen, state.piece ?? exercise.piece, rules);
      return at(...(route?.slice(0, 2) ?? []));
    }
    case 'place': {
      const from = piecesLeftToMove(exercise.loose, state)[0];
      const to = exercise.places.find((square) => !state.found.includes(square));
      return from === undefined || to === undefined ? at() : at(from, to);
    }
    case 'write':
      return at(...squaresOf(exercise.move, rules.at(exercise.fen, [])));
    case 'sheet': {
      const move = exercise.line[state.at];
      return at(...(move === undefined ? [] : squaresOf(move, rules.at(state.fen, state.line))));
    }
    case 'name':
      return choice(exercise.among.indexOf(exercise.answer));
    case 'game':
      return at();
  }
}

export function piecesOf(exercise: Exercise, state: State, rules: Rules): readonly BoardPiece[] {
  if (state.fen === '') return [];
  const { pieces } = rules.at(state.fen, state.line);
  if (exercise.kind !== 'place') return pieces;
  const moved = new Map(state.carried);
  return pieces.map((piece) => ({ ...piece, square: moved.get(piece.square) ?? piece.square }));
}

/** The pieces that are still to be moved. */
export function piecesLeftToMove(loose: readonly Square[], state: State): Square[] {
  return loose.filter((square) => !state.carried.some(([from]) => from === square));
}

/** Whether a move matches an entry of a line: `28x10`, or one of `46x5|46x10`. */
export const wants = (wanted: string, { text, long }: { text: string; long: string }): boolean =>
  wanted.split('|').some((one) => one === text || one === long);

function wantedMove(exercise: PlayExercise, state: State, rules: Rules): BoardMove | undefined {
  const wanted = exercise.line[state.line.length];
  return wanted === undefined ? undefined : rules.at(state.fen, state.line).moves.find((move) => wants(wanted, move));
}

function tap(exercise: TapExercise, state: State, square: Square, rules: Rules): Stepped {
  if (state.found.includes(square) || isActing(exercise, state, square, rules)) return nothing(state);
  if (!exercise.answer.includes(square)) return wrong(state, whyNotTarget(exercise, state, square, rules));
  const found = [...state.found, square];
  const done = !exercise.all || found.length === exercise.answer.length;
  return done ? finish({ ...state, found }) : { state: { ...fresh(state), found }, verdict: 'good' };
}

/** Whether the piece on a square is the one that acts: many touch it first, as in a game. */
function isActing({ seek, answer }: TapExercise, state: State, square: Square, rules: Rules): boolean {
  if (answer.includes(square)) return false;
  switch (seek.of) {
    case 'end': case 'ahead': case 'behind':
      return square === seek.from;
    case 'prey': {
      const { pieces, side } = rules.at(state.fen, []);
      return pieces.some((piece) => piece.square === square && piece.side === side);
    }
    case 'diagonal':
      return rules.at(state.fen, []).pieces.some((piece) => piece.square === square);
    default:
      return false;
  }
}

/** Why a square is not one of those to find. */
function whyNotTarget({ seek }: TapExercise, state: State, square: Square, rules: Rules): Reason {
  const view = rules.at(state.fen, []);
  const piece = view.pieces.find((it) => it.square === square);
  const here = (): Reason => words(piece ? `here.${piece.side}.${piece.kind}` : 'here.empty');
  switch (seek.of) {
    case 'piece': case 'empty':
      return here();
    case 'mover': {
      if (piece?.side !== view.side) return here();
      const refusal = rules.whyNot(state.fen, [], square);
      return refusal ? { from: 'rules', refusal } : here();
    }
    case 'prey':
      if (!piece || piece.side === view.side) return here();
      return notTaken(state, piece.square, view, rules) ?? words('reason.prey');
    case 'end': {
      const reply = rules.attempt(state.fen, [], { from: seek.from, to: square, via: [] });
      return 'refused' in reply ? { from: 'rules', refusal: reply.refused } : here();
    }
    case 'number':
      return words('reason.number', { square: nameOf(view, square) });
    case 'row':
      return words('reason.row');
    case 'ahead': case 'behind': {
      const [a, b] = [cell(view.board, seek.from), cell(view.board, square)];
      if (Math.abs(a.row - b.row) !== 1 || Math.abs(a.col - b.col) !== 1) return words('reason.beside');
      return words(b.row < a.row ? 'reason.isAhead' : 'reason.isBehind');
    }
    case 'diagonal':
      return words('reason.diagonal');
  }
}

/**
 * Why the rules forbid capturing the piece on a square, queried for the pieces that would capture
 * it; null if there is none.
 */
function notTaken({ fen }: State, prey: Square, view: GameView, rules: Rules): Reason | null {
  const { board, pieces, side } = view;
  const there = cell(board, prey);
  for (const { square, side: its } of pieces) {
    if (its !== side) continue;
    const here = cell(board, square);
    const behind = board.squares.find(({ row, col }) => row === 2 * there.row - here.row && col === 2 * there.col - here.col);
    const reply = behind && rules.attempt(fen, [], { from: square, to: behind.square, via: [] });
    if (reply && 'refused' in reply && [reply.refused.squares.at, reply.refused.squares.targets].some((all) => all.includes(prey))) {
      return { from: 'rules', refusal: reply.refused };
    }
  }
  return null;
}

function trace(path: readonly Square[], state: State, square: Square, rules: Rules): Stepped {
  const { found } = state;
  const [from, ...via] = found;
  if (from === undefined || square === found.at(-1)) return nothing(state);
  if (square === path[found.length]) {
    const passed = [...found, square];
    if (passed.length < path.length) return { state: { ...fresh(state), found: passed }, verdict: 'good' };
    const move = rules.at(state.fen, []).moves.find((it) => it.path.join() === path.join());
    return finish({ ...state, found: passed, line: move ? [move.long] : [] });
  }
  const reply = rules.attempt(state.fen, [], { from, to: square, via });
  const refused = 'refused' in reply && reply.refused.code !== 'capture-goes-on' ? reply.refused : null;
  return wrong(state, refused ? { from: 'rules', refusal: refused } : words('reason.stops'));
}

function play(exercise: PlayExercise, state: State, { from, to, via, stops }: MoveInput, rules: Rules): Stepped {
  const { fen, line } = state;
  if (to === null) {
    const refusal = rules.whyNot(fen, line, from);
    return refusal ? wrong(state, { from: 'rules', refusal }) : nothing(state);
  }
  const reply = rules.attempt(fen, line, { from, to, via });
  if ('ambiguous' in reply) return nothing(state);
  if ('refused' in reply) {
    if (reply.refused.code === 'capture-goes-on' && !stops) return nothing(state);
    return wrong(state, { from: 'rules', refusal: reply.refused });
  }
  const wanted = exercise.line[line.length];
  if (!('played' in reply) || wanted === undefined) return nothing(state);
  const { played } = reply;
  if (!wants(wanted, played)) return wrong(state, wrongMoveReason(exercise, line, played, rules));
  const answered = exercise.line[line.length + 1];
  if (answered === undefined) return finish({ ...state, line: [...line, played.text] });
  return { state: { ...fresh(state), line: [...line, played.text, answered] }, verdict: 'good' };
}

/** A step of a guided piece. The opponent does not move: the same side is to move again. */
function guide(exercise: MazeExercise, state: State, { from, to, via, stops }: MoveInput, rules: Rules): Stepped {
  const { fen } = state;
  if (from !== state.piece) return wrong(state, words('reason.maze.other'));
  if (to === null) {
    const refusal = rules.whyNot(fen, [], from);
    return refusal ? wrong(state, { from: 'rules', refusal }) : nothing(state);
  }
  const reply = rules.attempt(fen, [], { from, to, via });
  if ('refused' in reply) {
    if (reply.refused.code === 'capture-goes-on' && !stops) return nothing(state);
    return wrong(state, { from: 'rules', refusal: reply.refused });
  }
  if (!('played' in reply)) return nothing(state);
  const { played } = reply;
  if (played.to === exercise.star) return finish({ ...state, line: [played.text], piece: played.to });
  const then = afterStep(rules.at(fen, []), played);
  if (played.promotes || !routeTo(exercise.star, then, played.to, rules)) return wrong(state, { from: 'words', key: 'reason.maze.lost', values: {}, film: [played.long] });
  return { state: { ...fresh(state), fen: then, piece: played.to }, verdict: 'good', moved: played };
}

/**
 * The shortest path of a piece to a square while the opponent does not move, without a promotion;
 * null if there is none.
 */
export function routeTo(star: Square, fen: string, piece: Square, rules: Rules): Square[] | null {
  const seen = new Set([fen]);
  let reached = [{ fen, route: [piece] }];
  while (reached.length > 0) {
    const next: typeof reached = [];
    for (const { fen: here, route } of reached) {
      const view = rules.at(here, []);
      for (const move of view.moves.filter((it) => it.from === route.at(-1))) {
        const longer = [...route, move.to];
        if (move.to === star) return longer;
        if (move.promotes) continue; // a king would reach any star
        const then = afterStep(view, move);
        if (seen.has(then)) continue;
        seen.add(then);
        next.push({ fen: then, route: longer });
      }
    }
    reached = next;
  }
  return null;
}

/** The position after a move with the same side to move again. */
function afterStep(view: GameView, move: BoardMove): string {
  const pieces = view.pieces
    .filter(({ square }) => !move.captured.includes(square))
    .map((piece) => (piece.square === move.from ? { ...piece, square: move.to, kind: move.promotes ? ('king' as const) : piece.kind } : piece));
  const list = (side: 'white' | 'black'): string =>
    pieces
      .filter((piece) => piece.side === side)
      .map(({ square, kind }) => `${kind === 'king' ? 'K' : ''}${nameOf(view, square)}`)
      .join(',');
  return `${view.side === 'white' ? 'W' : 'B'}:W${list('white')}:B${list('black')}`;
}

/** The error in a move as written down; null if it is right. */
function misread(move: string, text: string, view: GameView): Reason | null {
  const [from, to] = squaresOf(move, view);
  const typed = typedMove(text, view.board, []);
  if (typed.kind !== 'move') return words('reason.write.form', { example: exampleOf(view.board) });
  const { input } = typed;
  if (input.from === from && input.to === to) return null;
  if (input.from === to && input.to === from) return words('reason.write.order');
  return words(input.from === from ? 'reason.write.to' : 'reason.write.from');
}

/**
 * The start and the end of the last move of a shot, how many pieces it takes, and how many were
 * given before it.
 */
function strikeOf({ fen, line }: NameExercise, rules: Rules): Record<string, number> {
  const { history } = rules.at(fen, line);
  const last = history.at(-1);
  const given = history.reduce((sum, { captured }, ply) => sum + (ply % 2 === 1 ? captured.length : 0), 0);
  return { from: last?.from ?? 0, to: last?.to ?? 0, taken: last?.captured.length ?? 0, given };
}

function cell(layout: Layout, square: Square): { row: number; col: number } {
  return layout.squares.find((it) => it.square === square) ?? { row: 0, col: 0 };
}

function nameOf({ board }: GameView, square: Square): string {
  return board.squares.find((it) => it.square === square)?.name ?? String(square);
}

/** The squares of a written move, the first one first. */
function squaresOf(move: string, { board }: GameView): Square[] {
  return namesIn(move).map((name) => board.squares.find((it) => it.name === name)?.square ?? 0);
}

/** An example of a move in the notation of this board. */
export const exampleOf = ({ letters, squares }: Layout): string => (letters ? 'a3-b4' : squares.length < 50 ? '22-17' : '47-42');

const words = (key: WordKey, values: Record<string, string | number> = {}): Reason => ({ from: 'words', key, values });
const nothing = (state: State): Stepped => ({ state, verdict: 'not-yet' });
const finish = (state: State): Stepped => ({ state: { ...fresh(state), done: true }, verdict: 'right' });
const wrong = (state: State, reason: Reason): Stepped => ({
  state: { ...state, reason, wrong: state.wrong + 1, helps: state.helps + 1 },
  verdict: 'wrong',
});
const wrongOption = (state: State, index: number, reason: Reason): Stepped =>
  wrong({ ...state, tried: [...new Set([...state.tried, index])] }, reason);
/** The state after a right step: without the errors and hints of the previous one. */
const fresh = (state: State): State => ({ ...state, wrong: 0, hints: 0, reason: null });
