/** The lesson reader, the stars and the stored progress. */
import { describe, expect, it } from 'vitest';
import { LessonError, readLesson } from './lesson-files';
import { parseProgress } from '../../../src/features/lessons/progress.svelte';
import { starsFor } from '../../../src/features/lessons/stars';

const SAY = { fr: 'Joue.', en: 'Play.' };
const PLAY = { kind: 'play', say: SAY, fen: 'W:W31:B27', goal: 'only', line: ['31x22'] };
const lesson = (change: object = {}, first: object = PLAY): object => ({
  id: 'trial',
  icon: 'board',
  title: SAY,
  idea: SAY,
  exercises: [first, PLAY, PLAY, PLAY, PLAY, PLAY],
  ...change,
});

describe('the reader', () => {
  it('reads a complete lesson', () => {
    expect(readLesson('00-trial.json', lesson()).exercises).toHaveLength(6);
  });

  it('reads a lesson of another game, with squares by their names', () => {
    const first = { kind: 'trace', say: SAY, fen: 'W:Wb6:Bc7,f6', path: ['b6', 'd8', 'g5'], teaches: ['passing'] };
    const { game, exercises } = readLesson('russian.json', lesson({ game: 'russian' }, first));
    expect([game, exercises[0]]).toEqual(['russian', { ...first, path: [9, 2, 16] }]);
  });

  const wrong: [string, object, RegExp][] = [
    ['a missing title', lesson({ title: undefined }), /^00-trial\.json, title/],
    ['a language that is missing', lesson({ idea: { fr: 'Joue.' } }), /^00-trial\.json, idea\.en: expected a text/],
    ['too few exercises', lesson({ exercises: [PLAY] }), /exercises: expected 6 to 10/],
    ['an unknown icon', lesson({ icon: 'rook' }), /icon: expected one of/],
    ['an unknown kind', lesson({}, { kind: 'dance', say: SAY }), /exercise 1, kind/],
    ['a misspelt field', lesson({}, { ...PLAY, lines: [] }), /exercise 1, lines: expected one of/],
    ['a position that is none', lesson({}, { ...PLAY, fen: 'start' }), /exercise 1, fen/],
    ['a line that ends with the other side', lesson({}, { ...PLAY, line: ['31x22', '1-6'] }), /exercise 1, line/],
    ['a star without that goal', lesson({}, { ...PLAY, star: 22 }), /exercise 1, star/],
    ['a square off the board', lesson({}, { kind: 'predict', say: SAY, fen: 'W:W31:B27', answer: 51 }), /exercise 1, answer/],
    ['an answer that is not offered', lesson({}, { kind: 'count', say: SAY, fen: 'W:W31:B27', of: 'white', answer: 1, among: [2, 3] }), /exercise 1, among/],
    [
      'a wrong option without a reason',
      lesson({}, { kind: 'choose', say: SAY, proof: 'picture', options: [{ picture: 'board', right: true }, { picture: 'man-white' }] }),
      /exercise 1, options\[2\]\.why/,
    ],
    [
      'two right options',
      lesson({}, { kind: 'choose', say: SAY, proof: 'picture', options: [{ picture: 'board', right: true }, { picture: 'man-white', right: true }] }),
      /exactly one right option/,
    ],
    ['an unknown name', lesson({}, { kind: 'name', say: SAY, fen: 'W:W31:B27', line: ['31x22'], answer: 'royal', among: ['royal', 'loyal'] }), /exercise 1, among: expected names/],
    ['a right name that is not offered', lesson({}, { kind: 'name', say: SAY, fen: 'W:W31:B27', line: ['31x22'], answer: 'royal', among: ['express'] }), /exercise 1, among/],
    ['a score sheet of something else', lesson({}, { kind: 'sheet', say: SAY, fen: 'W:W31:B27', line: ['31x22', 'then I won'] }), /exercise 1, line/],
    ['places that are too few', lesson({}, { kind: 'place', say: SAY, fen: 'W:W31:B27', loose: [31], places: [1, 2] }), /exercise 1, places/],
    ['something else to be sought', lesson({}, { kind: 'tap', say: SAY, fen: 'W:W31:B27', seek: { of: 'luck' }, answer: [1] }), /exercise 1, seek\.of/],
    ['a game that is none', lesson({ game: 'chess' }), /^00-trial\.json, game: expected a game of the family/],
    ['a square that the board of the game lacks', lesson({ game: 'english' }, { kind: 'predict', say: SAY, fen: 'W:W31:B27', answer: 33 }), /exercise 1, answer: expected a square of the board, 1 to 32/],
    ['facts that are no words', lesson({ untaught: ['Draws!'] }), /untaught: expected words/],
    ['a file that is no object', [], /all of it/],
  ];
  it.each(wrong)('reports %s with file, exercise and field', (_, json, message) => {
    expect(() => readLesson('00-trial.json', json)).toThrow(LessonError);
    expect(() => readLesson('00-trial.json', json)).toThrow(message);
  });
});

describe('stars', () => {
  it('are three with one help at most', () => {
    expect(starsFor({ exercises: 8, helps: 0, won: null })).toBe(3);
    expect(starsFor({ exercises: 8, helps: 1, won: null })).toBe(3);
  });

  it('are two with one help for two exercises at most', () => {
    expect(starsFor({ exercises: 8, helps: 2, won: null })).toBe(2);
    expect(starsFor({ exercises: 8, helps: 4, won: null })).toBe(2);
  });

  it('are one for finishing', () => {
    expect(starsFor({ exercises: 8, helps: 5, won: null })).toBe(1);
    expect(starsFor({ exercises: 8, helps: 90, won: null })).toBe(1);
  });

  it('take one for winning if the lesson has a game', () => {
    expect(starsFor({ exercises: 6, helps: 3, won: true })).toBe(3);
    expect(starsFor({ exercises: 6, helps: 0, won: false })).toBe(2);
    expect(starsFor({ exercises: 6, helps: 9, won: true })).toBe(2);
    expect(starsFor({ exercises: 6, helps: 9, won: false })).toBe(1);
  });
});

describe('stored progress', () => {
  it('is read as it was written', () => {
    const kept = { words: { stars: 2, at: 0, helps: 0, at_ms: 7 }, taking: { stars: 0, at: 4, helps: 3, at_ms: 0 } };
    expect(parseProgress(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it('drops invalid entries', () => {
    expect(parseProgress(null)).toEqual({});
    expect(parseProgress([1])).toEqual({});
    expect(parseProgress({ words: { stars: 9, at: -1, helps: 'x' }, '<b>': { stars: 3 }, taking: 3 })).toEqual({ words: { stars: 0, at: 0, helps: 0, at_ms: 0 } });
  });
});
