/**
 * The short courses about other variants. Each difference between the rule tables of a variant and of international draughts has an exercise, or is listed as
 * not taught; each exercise is checked by the rules of its variant and shows something that international rules do not allow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Square } from '../../../src/board/types';
import { begin, step } from '../../../src/features/lessons/exercise';
import { lessonFrom, type Exercise, type FileLesson, type Lesson } from '../../../src/features/lessons/lesson';
import { readLesson } from './lesson-files';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import type { WordKey } from '../../../src/features/lessons/words';
import english from '../../../src/features/lessons/words.en.json';
import french from '../../../src/features/lessons/words.fr.json';
import { RulesBinding } from '../../../src/rules/binding';
import { factsOf, USUAL } from '../../../src/rules/family';
import type { GameView } from '../../../src/rules/model';
import { playReady } from '../wasm';
import facts from './facts.json';
import { lessonTests, useGame } from './proof';

const FOLDER = join(import.meta.dirname, '../../../src/features/lessons/others');
const FILES = readdirSync(FOLDER).sort();
const read = (file: string): FileLesson => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as FileLesson;
const COURSES: readonly Lesson[] = FILES.map((file) => readLesson(file, read(file)));

const TABLES = facts as unknown as Record<string, Record<string, unknown>>;

/** The facts of a rule table by name: those of men and kings one by one, and each rule of precedence by itself. */
function named(game: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(TABLES[game] ?? {})) {
    if (name === 'man' || name === 'king') {
      for (const [inner, it] of Object.entries(value as object)) all.set(`${name}.${inner}`, JSON.stringify(it));
    } else if (name === 'precedence') {
      for (const it of value as (string | object)[]) all.set(`precedence.${typeof it === 'string' ? it : Object.keys(it)[0]}`, JSON.stringify(it));
    } else all.set(name, JSON.stringify(value));
  }
  return all;
}

function differences(game: string, other: string): string[] {
  const [a, b] = [named(game), named(other)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).sort();
}

/** The international game on a board of this size; its moves are compared with those of another game. */
const TWINS: Record<number, string> = { 50: USUAL, 32: 'brazilian' };
/** Facts that do not affect the legal moves of a position. */
const UNSEEN = ['board', 'start', 'pieces_per_side', 'first', 'naming', 'capture_sign'];

let binding: RulesBinding;
beforeAll(() => {
  playReady();
  binding = new RulesBinding();
});

it('the international game on 64 squares has the rules of the international game', () => {
  expect(differences('brazilian', USUAL)).toEqual(['board', 'draws', 'naming', 'pieces_per_side', 'results', 'start']);
});

it('the most different variants have a course', () => {
  expect(COURSES.map(({ id }) => id)).toEqual(['frisian', 'russian', 'english', 'italian', 'turkish']);
});

/** The moves of a position, by where the squares lie on the board seen from the dark corner. */
function moves({ board, moves: all }: GameView, turned: boolean): string[] {
  const place = (square: Square): string => {
    const { row, col } = board.squares[square - 1]!;
    return `${row}/${turned ? board.width - 1 - col : col}`;
  };
  return all.map(({ from, to, captured }) => [from, to, ...[...captured].sort((a, b) => a - b)].map(place).join(' ')).sort();
}

/** The same pieces on the squares of another game, as a position of that game. */
function moved(view: GameView, game: string, turned: boolean): string {
  const { squares, width } = binding.startView(game).board;
  const at = (square: Square): string => {
    const { row, col } = view.board.squares[square - 1]!;
    return squares.find((it) => it.row === row && it.col === (turned ? width - 1 - col : col))!.name;
  };
  const list = (side: 'white' | 'black'): string =>
    view.pieces.filter((piece) => piece.side === side).map(({ square, kind }) => (kind === 'king' ? 'K' : '') + at(square)).join(',');
  return `${view.side === 'white' ? 'W' : 'B'}:W${list('white')}:B${list('black')}`;
}

describe.each(COURSES.map((lesson, i) => ({ file: FILES[i]!, lesson })))('$file', ({ file, lesson }) => {
  beforeAll(() => useGame(binding, lesson.game));

  it('is named after its game, and has exercises of changing kinds', () => {
    expect(file).toMatch(new RegExp(`^\\d\\d-${lesson.id}\\.json$`));
    expect([lesson.game, lesson.icon]).toEqual([lesson.id, lesson.id]);
    expect(new Set(lesson.exercises.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(4);
    expect(lessonFrom(read(file))).toEqual(lesson);
    expect(lesson.exercises.at(-1)?.kind).toBe('game');
  });

  it('has an exercise for every difference of the rule tables, or names it as not taught', () => {
    const taught = lesson.exercises.flatMap(({ teaches = [] }) => teaches);
    expect([...new Set([...taught, ...lesson.untaught])].sort()).toEqual(differences(lesson.game, USUAL));
    expect(lesson.untaught.filter((fact) => taught.includes(fact))).toEqual([]);
    for (const fact of lesson.untaught) expect([french, english].map((words) => words[`fact.${fact}` as WordKey] ?? ''), fact).not.toContain('');
  });

  const twin = TWINS[factsOf(lesson.game)!.squares];
  const seen = lesson.exercises.filter(
    (it): it is Exercise & { fen: string } => 'fen' in it && (it.teaches ?? []).some((fact) => !UNSEEN.includes(fact)),
  );
  it.runIf(twin !== undefined)('shows positions in which the international game has other moves', () => {
    const turned = !binding.startView(lesson.game).board.squares.some(({ row, col }) => row === 7 && col === 0) && twin !== USUAL;
    const here = new ExerciseRules(binding, () => 'en', lesson.game);
    const there = new ExerciseRules(binding, () => 'en', twin);
    expect(seen.length).toBeGreaterThan(3);
    for (const { fen, say } of seen) {
      const view = here.at(fen, []);
      expect(moves(view, turned), say.en).not.toEqual(moves(there.at(moved(view, twin!, turned), []), false));
    }
  });

  lessonTests(lesson);
});

it('explains an impossible capture by the rules of that game', () => {
  const of = (game: string): Lesson => COURSES.find(({ id }) => id === game)!;
  for (const [game, square, code] of [
    ['english', 18, 'man-captures-forward'],
    ['italian', 20, 'man-cannot-capture-a-king'],
    ['turkish', 45, 'man-captures-forward'],
    ['frisian', 22, 'no-room-behind'],
  ] as const) {
    const exercise = of(game).exercises.find((it) => it.kind === 'tap' && it.seek.of === 'prey')!;
    const { state } = step(exercise, begin(exercise), { kind: 'touch', square }, new ExerciseRules(binding, () => 'en', game));
    expect(state.reason, game).toMatchObject({ from: 'rules', refusal: { code } });
  }
});
