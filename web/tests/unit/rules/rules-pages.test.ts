/** The rules pages: complete in both languages, with draughts terms, and every diagram is replayed by the rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RulesBinding } from '../../../src/rules/binding';
import type { Game } from '../../../src/rules/game';
import { GAMES } from '../../../src/rules/family';
import type { Language } from '../../../src/rules/model';
import { fits, type Diagram, type Page } from '../../../src/features/rules/pages';
import { playReady } from '../wasm';

const FOLDER = join(import.meta.dirname, '../../../src/features/rules');
/** The positions to try, by game. */
const DIAGRAMS: Record<string, readonly Diagram[]> = Object.fromEntries(
  readdirSync(join(FOLDER, 'diagrams')).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, 'diagrams', file), 'utf8')) as readonly Diagram[],
  ]),
);
const LANGUAGES: readonly Language[] = ['fr', 'en'];

function page(language: Language, game: string): Page {
  return JSON.parse(readFileSync(join(FOLDER, language, `${game}.json`), 'utf8')) as Page;
}

describe.each(LANGUAGES)('the pages in %s', (language) => {
  it('exist for every game and no other', () => {
    expect(readdirSync(join(FOLDER, language)).sort()).toEqual(GAMES.map((game) => `${game.id}.json`).sort());
    expect(Object.keys(DIAGRAMS).sort()).toEqual(GAMES.map((game) => game.id).sort());
  });

  it('describe the game, its origin and its differences', () => {
    for (const { id } of GAMES) {
      const { what, history, differs, diagrams } = page(language, id);
      expect(what.join(' ').length, id).toBeGreaterThan(150);
      expect(history.length, id).toBeGreaterThan(150);
      expect(differs.length, id).toBeGreaterThan(0);
      expect(Object.keys(diagrams), id).toEqual(DIAGRAMS[id]?.map((diagram) => diagram.id));
      for (const sentence of [...what, history, ...differs]) expect(sentence, id).toMatch(/[.”»]$/);
    }
  });

  it('use draughts terms', () => {
    const foreign =
      language === 'fr'
        ? /\b(rois?|échecs?|mats?|pats?|tours?|fous?|cavaliers?|reines?|échiquiers?|roque)\b/i
        : /\b(pawns?|mate|stalemate|checkmate|queens?|rooks?|jumps?|bishops?)\b/i;
    for (const { id } of GAMES) {
      // "King Alfonso" is a person, and French "demi-tour" (U-turn) contains "tour" (rook).
      const text = JSON.stringify(page(language, id)).replace('King Alfonso', 'Alfonso').replaceAll('demi-tour', '');
      expect(text.match(foreign)?.[0], id).toBeUndefined();
    }
  });
});

describe('the pages of international draughts', () => {
  const text = (language: Language): string => JSON.stringify(page(language, 'international'));

  it('say that a man moves diagonally, and not straight ahead', () => {
    expect(page('fr', 'international').what[0]).toMatch(/Le pion avance d’une case en diagonale/);
    expect(page('en', 'international').what[0]).toMatch(/A man steps one square diagonally forward/);
    expect(text('fr')).not.toMatch(/tout droit/i);
    expect(text('en')).not.toMatch(/straight/i);
  });
});

describe('the French pages', () => {
  it('put a space before double punctuation, as French does', () => {
    for (const { id } of GAMES) {
      const { what, history, differs, diagrams } = page('fr', id);
      const texts = [...what, history, ...differs, ...Object.values(diagrams).flatMap((it) => [it.title, it.text])];
      for (const text of texts) expect(text, id).not.toMatch(/\p{L}[?!:;]/u);
      // A no-break space, so that no line begins with the sign.
      for (const text of texts) expect(text, id).not.toMatch(/ [?!:;»]|« /);
    }
  });
});

describe.each(LANGUAGES)('every diagram, in %s,', (language) => {
  let binding: RulesBinding;

  beforeAll(async () => {
    playReady();
    const { RulesBinding } = await import('../../../src/rules/binding');
    binding = new RulesBinding();
  });

  const begin = (game: string, diagram: Diagram): Game => {
    const person = { kind: 'person', name: '' } as const;
    const settings = { start: diagram.fen, clock: null, white: person, black: person, few_pieces: 'fresh' } as const;
    return binding.newGame(diagram.variant ?? game, settings, 0);
  };

  for (const { id } of GAMES) {
    for (const diagram of DIAGRAMS[id] ?? []) {
      it(`${id}: ${diagram.id} has only legal moves`, () => {
        const game = begin(id, diagram);
        const names = new Map(game.view(0, language).board.squares.map((s) => [s.name, s.square]));
        for (const tried of diagram.refused ?? []) {
          const [from = 0, to = 0] = tried.split(/[-x:]/).map((name) => names.get(name));
          const reply = game.play({ from, to, via: [], huff: null }, 0, language);
          expect(reply, tried).toHaveProperty('refused.sentence');
        }
        for (const wanted of diagram.line) {
          const { moves } = game.view(0, language);
          const texts = moves.map((move) => move.text);
          // Every alternative is a legal move; a star stands for some.
          for (const one of wanted.split('|')) expect(texts.filter((text) => fits(one, text)), `${one} of ${texts}`).not.toEqual([]);
          const move = moves.find(({ text }) => fits(wanted, text))!;
          const reply = game.play({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: move.huff }, 0, language);
          expect(reply, wanted).toHaveProperty('played.text', move.text);
        }
        game.free();
      });
    }
  }
});
