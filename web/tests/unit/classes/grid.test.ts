/** The state of pupils in the teacher's grid, and their names. */
import { describe, expect, it } from 'vitest';
import type { TaughtLesson, TaughtPupil } from '../../../src/api/types';
import { AWAY_MS, freeToPlay, lastLesson, resultOf, standingOf, STUCK_MS } from '../../../src/features/classes/grid';
import english from '../../../src/features/classes/words.en.json';
import french from '../../../src/features/classes/words.fr.json';

const NOW = 10_000_000;

const lesson = (changes: Partial<TaughtLesson> = {}): TaughtLesson => ({
  lesson: 'taking', stars: 0, place: 2, places: 8, helps: 0, tries: 0, wrong: null, place_ms: NOW - 1_000, reported_ms: NOW - 1_000, ...changes,
});
const pupil = (changes: Partial<TaughtPupil> = {}): TaughtPupil => ({ nickname: 'fox', seen_ms: NOW - 5_000, assigned: null, game: null, lessons: [], ...changes });
const game = (over: boolean): TaughtPupil['game'] => ({ id: 'x', side: 'white', against: 'owl', level: null, over, ending: null });

describe('the teacher’s grid', () => {
  it('shows which pupils are stuck', () => {
    const of = (changes: Partial<TaughtPupil>): string => standingOf(pupil(changes), NOW).kind;
    expect(of({})).toBe('free');
    expect(of({ lessons: [lesson()] })).toBe('works');
    expect(of({ lessons: [lesson({ tries: 2 })] })).toBe('works');
    expect(of({ lessons: [lesson({ tries: 3 })] })).toBe('tries');
    expect(of({ lessons: [lesson({ place_ms: NOW - STUCK_MS })] })).toBe('long');
    expect(of({ lessons: [lesson({ place: 8, tries: 0, place_ms: 0 })] })).toBe('free');
    expect(of({ lessons: [lesson({ place_ms: 0 })], game: game(false) })).toBe('plays');
    expect(of({ lessons: [lesson()], game: game(true) })).toBe('works');
    expect(of({ lessons: [lesson({ tries: 9 })], seen_ms: NOW - AWAY_MS })).toBe('away');
    expect(standingOf(pupil({ seen_ms: NOW - 3.5 * 60_000 }), NOW)).toEqual({ kind: 'away', minutes: 3 });
  });

  it('shows the lesson that was reported last', () => {
    const lessons = [lesson({ lesson: 'words', reported_ms: 5 }), lesson({ lesson: 'crown', reported_ms: 9 }), lesson({ reported_ms: 7 })];
    expect(lastLesson(pupil({ lessons }))?.lesson).toBe('crown');
    expect(lastLesson(pupil())).toBeNull();
  });

  it('treats a connected pupil without a game as free', () => {
    const there = ['fox', 'owl', 'bee', 'cat'].map((nickname) => pupil({ nickname }));
    const away = pupil({ nickname: 'bat', seen_ms: 0 });
    const plays = pupil({ nickname: 'ant', game: game(false) });
    const free = freeToPlay([...there, away, plays, pupil({ nickname: 'duck', game: game(true) })], NOW);
    expect(free).toEqual(['fox', 'owl', 'bee', 'cat', 'duck']);
  });

  it('shows the result of a pupil’s last game', () => {
    const of = (side: 'white' | 'black', winner: 'white' | 'black' | null, reason: 'time' | 'agreement' | 'aborted'): string | null =>
      resultOf({ id: 'x', side, against: 'owl', level: null, over: true, ending: { winner, reason } });
    expect(of('white', 'white', 'time')).toBe('won');
    expect(of('black', 'white', 'time')).toBe('lost');
    expect(of('black', null, 'agreement')).toBe('drawn');
    expect(of('white', null, 'aborted')).toBe('none');
    expect(resultOf(game(true))).toBe('none');
    expect(resultOf(game(false))).toBeNull();
    expect(resultOf(null)).toBeNull();
  });
});

describe('the words of a class', () => {
  it('have the same keys in the same order in both languages', () => {
    expect(Object.keys(french)).toEqual(Object.keys(english));
    const animals = Object.keys(english).filter((key) => key.startsWith('animal.'));
    expect(animals).toHaveLength(60);
    for (const [key, word] of Object.entries(french)) {
      expect(word, key).not.toMatch(/[^\u00a0\u202f][;:?!]|'/);
      const values = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([it]) => it).sort();
      expect(values(word), key).toEqual(values(english[key as keyof typeof english]));
    }
    for (const words of [english, french]) {
      const names = animals.map((key) => words[key as keyof typeof english]);
      expect(new Set(names).size).toBe(60);
    }
  });
});
