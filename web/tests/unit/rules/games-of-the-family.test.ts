/** The list of variants: each has texts in both languages and can be searched. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import english from '../../../src/rules/worded/names.en.json';
import french from '../../../src/rules/worded/names.fr.json';
import { BRANCHES, factsOf, gameOf, GAMES, readingsOf } from '../../../src/rules/family';
import { FAMILY } from '../../../src/rules/types/family';

describe('the texts of the games', () => {
  for (const [tongue, words] of Object.entries({ english, french })) {
    it(`name every game, branch and reading in ${tongue}, and nothing else`, () => {
      expect(Object.keys(words.games).sort()).toEqual(GAMES.map((game) => game.id).sort());
      expect(Object.keys(words.families).sort()).toEqual(BRANCHES.map((branch) => branch.family).sort());
      const read = FAMILY.filter((game) => readingsOf(game.id).length > 1).map((game) => game.id);
      expect(Object.keys(words.readings).sort()).toEqual(read.sort());
    });

    it(`are complete sentences of limited length in ${tongue}`, () => {
      for (const [id, { name, sentence }] of Object.entries(words.games)) {
        expect(name, id).not.toBe('');
        expect(sentence, id).toMatch(/^\p{Lu}.*\.$/u);
        expect(sentence.length, id).toBeLessThanOrEqual(130);
      }
    });
  }

  it('use draughts terms', () => {
    expect(JSON.stringify(english)).not.toMatch(/\b(pawns?|mate|stalemate|queens?|jumps?)\b/i);
    expect(JSON.stringify(french)).not.toMatch(/\b(rois?|échecs?|mat|pat|reines?|échiquier)\b/i);
  });
});

describe('the list of games', () => {
  let words: typeof import('../../../src/messages/games');

  beforeAll(async () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    words = await import('../../../src/messages/games');
  });

  it('offers each game once, the international one first', () => {
    expect(GAMES.map((game) => game.id)).toEqual([...new Set(GAMES.map((game) => gameOf(game.id)))]);
    expect(GAMES.length).toBeGreaterThan(20);
    expect(GAMES[0]?.id).toBe('international');
  });

  it('finds a reading by its game', () => {
    expect(gameOf('alquerque:huffing')).toBe('alquerque');
    expect(readingsOf('alquerque').map((game) => game.id)).toEqual(['alquerque', 'alquerque:huffing']);
    expect(factsOf('chess')).toBeNull();
    expect(words.gameName('alquerque:huffing', 'fr')).toBe('Alquerque');
  });

  it('is searched in both languages, without accents', () => {
    const found = (search: string) => GAMES.filter((game) => words.isMeant(game.id, game.family, search)).map((game) => game.id);
    expect(found('ITALIENNE')).toEqual(['italian']);
    expect(found('tcheque')).toEqual(['czech']);
    expect(found('144')).toContain('canadian');
    expect(found('Shashki')).toEqual(['russian', 'poddavki']);
    expect(found('12x12')).toEqual(GAMES.filter((game) => game.width === 12).map((game) => game.id));
    expect(found('dama')).toContain('turkish');
    expect(found('')).toEqual(GAMES.map((game) => game.id));
    expect(found('turquie')).toEqual(['turkish']);
    expect(found('Pologne')).toContain('polish-1754');
    expect(found('souffler')).toContain('french-1754');
    expect(found('américaines')).toContain('english');
    expect(found('zzz')).toEqual([]);
  });

  it('is searched by several words in any order', () => {
    const found = (search: string) => GAMES.filter((game) => words.isMeant(game.id, game.family, search)).map((game) => game.id);
    expect(found('dames américaines')).toContain('english');
    expect(found('américaine dames')).toContain('english');
    expect(found('jeu russe')).toContain('russian');
    expect(found(' russian  draughts ')).toContain('russian');
    expect(found('draughts zzz')).toEqual([]);
  });
});
