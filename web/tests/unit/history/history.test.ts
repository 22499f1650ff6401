/**
 * The walk through the history: every statement has a source and both languages, and positions to
 * try and games to play through are checked by the rules.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourcesOf, type SourceId, type Station } from '../../../src/features/history/history';
import sources from '../../../src/features/history/sources.json';
import type { Text } from '../../../src/features/lessons/lesson';
import { RulesBinding } from '../../../src/rules/binding';
import { factsOf } from '../../../src/rules/family';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import { fits } from '../../../src/features/rules/pages';
import { playReady } from '../wasm';

const FOLDER = join(import.meta.dirname, '../../../src/features/history/stations');
const FILES = readdirSync(FOLDER).sort();
const STATIONS = FILES.map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Station);
const FIELDS = ['id', 'when', 'title', 'text', 'quote', 'unsure', 'boards', 'exercise', 'games', 'play', 'leap'];

let binding: RulesBinding;
beforeAll(() => {
  playReady();
  binding = new RulesBinding();
});

/** Every pair of sentences in a value. */
function texts(value: unknown): Text[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'fr' in value && 'en' in value ? [value as Text] : Object.values(value).flatMap(texts);
}

describe('the history', () => {
  it('has its chapters in order, with unique ids', () => {
    expect(FILES).toEqual(STATIONS.map(({ id }, i) => `${String(i + 1).padStart(2, '0')}-${id}.json`));
    expect(STATIONS.map(({ id }) => id)).toEqual([
      'alquerque', 'chessboard', 'french-game', 'polish-game', 'manoury', 'clubs', 'masters', 'federation', 'champions', 'family', 'cousin',
    ]);
  });

  it('lists no unused source', () => {
    expect([...new Set(STATIONS.flatMap(sourcesOf))].sort()).toEqual(Object.keys(sources).sort());
  });

  it.each(['Manoury', 'Blonde', 'Weiss', 'Molimard', 'Raichenbach', 'Keller', 'Baba Sy', 'Sijbrands', 'Chizhov'])('tells of %s', (player) => {
    const about = STATIONS.flatMap(({ text, unsure = [] }) => [...text, ...unsure]).filter(({ say, from }) => say.en.includes(player) && from.length > 0);
    expect(about).not.toEqual([]);
  });

  it('offers no board for bagh-chal, which is not implemented', () => {
    const cousin = STATIONS.find(({ id }) => id === 'cousin')!;
    expect([cousin.play, cousin.exercise]).toEqual([undefined, undefined]);
    expect(factsOf('bagh-chal')).toBeNull();
  });
});

describe.each(STATIONS)('$id', (station) => {
  const { text, unsure = [], quote, boards, exercise, games = [], play, leap } = station;

  it('has no unknown fields', () => {
    expect(Object.keys(station).filter((field) => !FIELDS.includes(field))).toEqual([]);
  });

  it('cites a source for each statement', () => {
    const known = (from: readonly SourceId[]): boolean => from.every((id) => id in sources);
    for (const { title, from } of games) expect([from.length > 0, known(from)], title.en).toEqual([true, true]);
    for (const { say, from } of text) expect([from.length > 0, known(from)], say.en).toEqual([true, true]);
    for (const { say, from } of unsure) {
      expect(known(from), say.en).toBe(true);
      // An unsourced statement needs no source, but says that it has none.
      if (from.length === 0) expect(say.en).toMatch(/our sources/i);
    }
    if (quote) expect([quote.from in sources, quote.text.length > 20]).toEqual([true, true]);
  });

  it('has French and English texts', () => {
    const all = texts(station);
    expect(all.length).toBeGreaterThan(3);
    for (const { fr, en } of all) {
      if (!/^\d+$/.test(fr)) expect(fr).not.toBe(en);
      expect(fr).not.toMatch(/\p{L}[?!:;]| [?!:;»]|« |'/u);
      expect(en).not.toMatch(/'|\b(pawns?|queens?|jumps?)\b/i);
    }
  });

  it('shows only boards of implemented games', () => {
    for (const { variant } of [...boards, ...(play ? [{ variant: play }] : [])]) expect(factsOf(variant), variant).not.toBeNull();
    expect(boards.length > 0 || exercise || games.length > 0 || leap).toBeTruthy();
  });

  it.runIf(play)('has a position to try if its game can be played', () => {
    expect(exercise).toBeDefined();
    const view = binding.startView(play!);
    expect(view.moves.length).toBeGreaterThan(0);
  });

  it.runIf(exercise)('has an exercise whose moves are legal', () => {
    const person = { kind: 'person', name: '' } as const;
    const { variant, fen, line } = exercise!;
    const game = binding.newGame(variant, { start: fen, clock: null, white: person, black: person, few_pieces: 'fresh' }, 0);
    for (const wanted of line) {
      const { moves } = game.view(0, 'en');
      for (const one of wanted.split('|')) expect(moves.filter((move) => fits(one, move.text)), `${one} of ${moves.map((it) => it.text)}`).not.toEqual([]);
      const move = moves.find((it) => fits(wanted, it.text))!;
      expect(game.play({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: move.huff }, 0, 'en')).toHaveProperty('played');
    }
    game.free();
  });

  it.runIf(games.length > 0)('has games whose moves are legal', () => {
    for (const { title, variant, fen, moves, moment } of games) {
      const rules = new ExerciseRules(binding, () => 'en', variant);
      const { history } = rules.at(fen ?? binding.startView(variant).fen, moves);
      expect(history.map((it) => it.text), title.en).toEqual(moves);
      if (moment !== undefined) expect(moment > 0 && moment < moves.length, title.en).toBe(true);
    }
  });

  it.runIf(leap)('shows one piece that leaps over another along a line', () => {
    const { before, after } = leap!;
    const gone = (a: readonly number[], b: readonly number[]): number[] => a.filter((square) => !b.includes(square));
    const [from, to, taken] = [gone(before.white, after.white), gone(after.white, before.white), gone(before.black, after.black)];
    expect([from.length, to.length, taken.length, gone(after.black, before.black).length]).toEqual([1, 1, 1, 0]);
    expect(taken[0]! * 2).toBe(from[0]! + to[0]!);
    // The alquerque board has the same lines, and its rules allow the same leap.
    const { squares } = binding.startView('alquerque').board;
    const name = (square: number): string => squares[square - 1]!.name;
    const list = (all: readonly number[]): string => all.map(name).join(',');
    const person = { kind: 'person', name: '' } as const;
    const fen = `W:W${list(before.white)}:B${list(before.black)}`;
    const game = binding.newGame('alquerque', { start: fen, clock: null, white: person, black: person, few_pieces: 'fresh' }, 0);
    expect(game.view(0, 'en').moves.some((move) => move.from === from[0] && move.to === to[0] && move.captured.join() === taken.join())).toBe(true);
    game.free();
  });
});
