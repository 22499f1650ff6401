/**
 * Validates the files of the lessons and of the mock exams, which the page itself trusts. An error
 * names the file, the exercise and the field.
 */
import type { Square } from '../../../src/board/types';
import { factsOf, USUAL } from '../../../src/rules/family';
import type { GameFacts } from '../../../src/rules/model';
import {
  BINS, GOALS, LESSON_ICONS, PICTURES, PROOFS, SHOTS, type Asked, type Exercise, type ExerciseKind, type Lesson, type Option,
  type ShotName, type SquareTarget, type Text,
} from '../../../src/features/lessons/lesson';
import type { Question } from '../../../src/features/lessons/exam';
import { readSquare } from '../../../src/features/lessons/squares';

/** An error in a file of the course, and its place. */
export class LessonError extends Error {
  constructor(file: string, exercise: number | null, field: string, expected: string) {
    super(`${file}${exercise === null ? '' : `, exercise ${exercise}`}, ${field}: expected ${expected}`);
  }
}

/** A position; the counters at its end are those of Frisian kings. */
const FEN = /^[WB]:W[Ka-z0-9,-]*:B[Ka-z0-9,-]*(:H\d+:F\d+:\+\d+\+\d+)?$/;
/** A move, or equally good moves. */
const MOVE = /^[a-z]?\d+[-:x][a-z]?\d+$/;
const MOVES = /^[a-z0-9:x|-]+$/;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one file of the course. Throws a `LessonError` at the first error. */
export function readLesson(file: string, json: unknown): Lesson {
  const top = new Fields(file, null, json);
  top.only('id', 'game', 'icon', 'title', 'idea', 'exercises', 'untaught');
  const game = top.has('game') ? top.string('game') : USUAL;
  const facts = factsOf(game) ?? top.fail('game', 'a game of the family');
  const exercises = top.list('exercises').map((it, i) => readExercise(file, i + 1, it, facts));
  if (exercises.length < 6 || exercises.length > 10) top.fail('exercises', '6 to 10 exercises');
  return {
    id: top.matching('id', /^[a-z][a-z-]*$/, 'a word of small letters'),
    game,
    icon: top.oneOf('icon', LESSON_ICONS),
    title: top.text('title'),
    idea: top.text('idea'),
    exercises,
    untaught: top.has('untaught') ? top.words('untaught') : [],
  };
}

/** The kinds of exercises with one position and one answer, which are possible on paper. */
const ON_PAPER: readonly ExerciseKind[] = ['tap', 'count', 'predict', 'play', 'write', 'name'];

/** Reads a collection of exam questions. Throws a `LessonError` at the first invalid entry. */
export function readExam(file: string, json: unknown): Question[] {
  const { questions = [] } = json as { questions?: unknown[] };
  return questions.map((it, i) => readQuestion(file, i + 1, it));
}

/** Reads a question of an exam: an exercise that is possible on paper, and its lesson. */
function readQuestion(file: string, number: number, json: unknown): Question {
  const { from, ...rest } = isRecord(json) ? json : {};
  const it = new Fields(file, number, { from });
  const exercise = readExercise(file, number, rest, factsOf(USUAL) ?? it.fail('game', 'a game of the family'));
  if (!ON_PAPER.includes(exercise.kind)) it.fail('kind', `one of ${ON_PAPER.join(', ')}`);
  return { from: it.matching('from', /^[a-z][a-z-]*$/, 'a lesson'), exercise };
}

function readExercise(file: string, number: number, json: unknown, game: GameFacts): Exercise {
  const it = new Fields(file, number, json, '', game);
  const asked: Asked = {
    say: it.text('say'),
    ...(it.has('done') ? { done: it.text('done') } : {}),
    ...(it.has('teaches') ? { teaches: it.words('teaches') } : {}),
  };
  const more = (...names: string[]): void => it.only('kind', 'say', 'done', 'teaches', ...names);
  const kind = it.string('kind');
  switch (kind) {
    case 'tap': {
      more('fen', 'seek', 'answer', 'all');
      return { kind, ...asked, fen: it.fen(), seek: readSeek(it), answer: it.squares('answer'), all: it.flag('all') };
    }
    case 'choose': {
      more('fen', 'options', 'proof');
      const options = it.list('options').map((option, i) => readOption(file, number, i + 1, option, game));
      if (options.filter(({ right }) => right).length !== 1) it.fail('options', 'exactly one right option');
      if (options.length < 2 || options.length > 4) it.fail('options', '2 to 4 options');
      const proof = it.oneOf('proof', PROOFS);
      return { kind, ...asked, ...(it.has('fen') ? { fen: it.fen() } : {}), options, proof };
    }
    case 'count': {
      more('fen', 'of', 'answer', 'among');
      const among = it.list('among').map((n) => (Number.isInteger(n) ? (n as number) : it.fail('among', 'whole numbers')));
      const answer = it.whole('answer');
      if (!among.includes(answer)) it.fail('among', 'the answer to be among them');
      return { kind, ...asked, fen: it.fen(), of: it.oneOf('of', ['white', 'black', 'moves', 'captured'] as const), answer, among };
    }
    case 'sort': {
      more('items');
      const items = it.list('items').map((item, i) => {
        const fields = new Fields(file, number, item, `items[${i + 1}].`, game);
        fields.only('fen', 'bin', 'why');
        return { fen: fields.fen(), bin: fields.oneOf('bin', BINS), why: fields.text('why') };
      });
      if (items.length < 2) it.fail('items', '2 positions or more');
      return { kind, ...asked, items };
    }
    case 'predict':
      more('fen', 'answer');
      return { kind, ...asked, fen: it.fen(), answer: it.square('answer') };
    case 'trace': {
      more('fen', 'path');
      const path = it.squares('path');
      if (path.length < 2) it.fail('path', 'two squares or more');
      return { kind, ...asked, fen: it.fen(), path };
    }
    case 'play': {
      more('fen', 'goal', 'star', 'line');
      const goal = it.oneOf('goal', GOALS);
      if ((goal === 'reach') !== it.has('star')) it.fail('star', 'a star exactly where the goal is to reach it');
      const line = it.list('line').map((move) => (typeof move === 'string' && MOVES.test(move) ? move : it.fail('line', 'moves such as 32-28')));
      if (line.length % 2 === 0) it.fail('line', 'to end with a move of the person');
      return { kind, ...asked, fen: it.fen(), goal, ...(it.has('star') ? { star: it.square('star') } : {}), line };
    }
    case 'maze':
      more('fen', 'piece', 'star', 'moves');
      return { kind, ...asked, fen: it.fen(), piece: it.square('piece'), star: it.square('star'), moves: it.whole('moves') };
    case 'place': {
      more('fen', 'loose', 'places');
      const [loose, places] = [it.squares('loose'), it.squares('places')];
      if (loose.length !== places.length) it.fail('places', 'as many places as loose pieces');
      return { kind, ...asked, fen: it.fen(), loose, places };
    }
    case 'write':
      more('fen', 'move');
      return { kind, ...asked, fen: it.fen(), move: it.matching('move', MOVE, 'a move such as 32-28') };
    case 'name': {
      more('fen', 'line', 'answer', 'among');
      const shot = (name: unknown): ShotName => SHOTS.find((known) => known === name) ?? it.fail('among', `names such as ${SHOTS.join(', ')}`);
      const among = it.list('among').map(shot);
      const answer = it.oneOf('answer', SHOTS);
      if (!among.includes(answer)) it.fail('among', 'the answer to be among them');
      return { kind, ...asked, fen: it.fen(), line: it.moves('line'), answer, among };
    }
    case 'sheet':
      more('fen', 'line');
      return { kind, ...asked, fen: it.fen(), line: it.moves('line') };
    case 'game':
      more('fen', 'take', 'level');
      return {
        kind, ...asked, fen: it.fen(),
        ...(it.has('take') ? { take: it.whole('take') } : {}), ...(it.has('level') ? { level: it.whole('level') } : {}),
      };
    default:
      return it.fail('kind', 'a kind of exercise');
  }
}

function readSeek(it: Fields): SquareTarget {
  const seek = it.inner('seek');
  const of = seek.string('of');
  switch (of) {
    case 'piece':
      return { of, side: seek.oneOf('side', ['white', 'black'] as const), kind: seek.oneOf('kind', ['man', 'king'] as const) };
    case 'empty': case 'mover': case 'prey': case 'number':
      return { of };
    case 'row':
      return { of, row: seek.whole('row') };
    case 'end': case 'ahead': case 'behind':
      return { of, from: seek.square('from') };
    case 'diagonal': {
      const [a, b] = seek.squares('through');
      return a === undefined || b === undefined ? seek.fail('through', 'two squares') : { of, through: [a, b] };
    }
    default:
      return seek.fail('of', 'something to be sought');
  }
}

function readOption(file: string, exercise: number, number: number, json: unknown, game: GameFacts): Option {
  const it = new Fields(file, exercise, json, `options[${number}].`, game);
  it.only('right', 'picture', 'fen', 'text', 'why');
  const right = it.flag('right');
  if (right === it.has('why')) it.fail('why', 'a reason exactly where the option is wrong');
  if (!it.has('picture') && !it.has('fen') && !it.has('text')) it.fail('picture', 'something to be seen');
  return {
    right,
    ...(it.has('picture') ? { picture: it.oneOf('picture', PICTURES) } : {}),
    ...(it.has('fen') ? { fen: it.fen() } : {}),
    ...(it.has('text') ? { text: it.text('text') } : {}),
    ...(it.has('why') ? { why: it.text('why') } : {}),
  };
}

/** Reads the fields of an object in a file, each with its check. */
class Fields {
  readonly #values: Record<string, unknown>;

  constructor(
    readonly file: string,
    readonly exercise: number | null,
    json: unknown,
    readonly before = '',
    /** The game whose squares are named. */
    readonly game: GameFacts | null = factsOf(USUAL),
  ) {
    this.#values = isRecord(json) ? json : {};
    if (!isRecord(json)) throw new LessonError(file, exercise, before || 'all of it', 'an object');
  }

  fail(field: string, expected: string): never {
    throw new LessonError(this.file, this.exercise, `${this.before}${field}`, expected);
  }

  has(field: string): boolean {
    return this.#values[field] !== undefined;
  }

  /** Other fields are errors, so that a misspelt one is noticed. */
  only(...fields: string[]): void {
    for (const field of Object.keys(this.#values)) if (!fields.includes(field)) this.fail(field, `one of ${fields.join(', ')}`);
  }

  string(field: string): string {
    const value = this.#values[field];
    return typeof value === 'string' && value.trim() !== '' ? value : this.fail(field, 'a text');
  }

  matching(field: string, pattern: RegExp, what: string): string {
    const value = this.string(field);
    return pattern.test(value) ? value : this.fail(field, what);
  }

  oneOf<T extends string>(field: string, allowed: readonly T[]): T {
    const value = this.string(field) as T;
    return allowed.includes(value) ? value : this.fail(field, `one of ${allowed.join(', ')}`);
  }

  flag(field: string): boolean {
    const value = this.#values[field] ?? false;
    return typeof value === 'boolean' ? value : this.fail(field, 'true or false');
  }

  whole(field: string): number {
    const value = this.#values[field];
    return Number.isInteger(value) ? (value as number) : this.fail(field, 'a whole number');
  }

  square(field: string): Square {
    return this.#readSquare(field, this.#values[field]);
  }

  list(field: string): readonly unknown[] {
    const value = this.#values[field];
    return Array.isArray(value) && value.length > 0 ? value : this.fail(field, 'a list');
  }

  squares(field: string): Square[] {
    return this.list(field).map((it) => this.#readSquare(field, it));
  }

  #readSquare(field: string, written: unknown): Square {
    return (this.game && readSquare(this.game, written)) ?? this.fail(field, `a square of the board, 1 to ${this.game?.squares ?? 0}`);
  }

  moves(field: string): string[] {
    return this.list(field).map((it) => (typeof it === 'string' && MOVE.test(it) ? it : this.fail(field, 'moves such as 32-28')));
  }

  /** Identifiers, such as the names of facts. */
  words(field: string): string[] {
    return this.list(field).map((it) => (typeof it === 'string' && /^[a-z_.-]+$/.test(it) ? it : this.fail(field, 'words')));
  }

  fen(): string {
    return this.matching('fen', FEN, 'a position such as W:W31:B27');
  }

  inner(field: string): Fields {
    return new Fields(this.file, this.exercise, this.#values[field], `${this.before}${field}.`, this.game);
  }

  /** Both languages are present and differ. */
  text(field: string): Text {
    const inner = this.inner(field);
    inner.only('fr', 'en');
    return { fr: inner.string('fr'), en: inner.string('en') };
  }
}
