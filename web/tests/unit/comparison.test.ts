/** The table that compares the games: one row for every game and reading, and words for every fact in both languages. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { FAMILY } from '../../src/rules/types/family';

describe.each(['fr', 'en'])('the comparison in %s', (language) => {
  let table: typeof import('../../src/rules-pages/comparison');

  beforeAll(async () => {
    vi.resetModules();
    vi.stubGlobal('navigator', { languages: [language] });
    vi.stubGlobal('document', { documentElement: {} });
    const messages = await import('../../src/messages/messages.svelte');
    messages.speak();
    table = await import('../../src/rules-pages/comparison');
  });

  it('has every game and reading', () => {
    expect(table.FACTS.map((facts) => facts.id)).toEqual(FAMILY.map((game) => game.id));
  });

  it('has a word for every fact', () => {
    for (const facts of table.FACTS) {
      for (const column of table.COLUMNS) {
        const said = column.cell(facts);
        expect(said, `${facts.id} ${column.title}`).not.toBe('');
        expect(said, `${facts.id} ${column.title}`).not.toMatch(/[{}]|undefined/);
      }
    }
  });

  it('tells the readings of one game apart, but for how squares are named', () => {
    const row = (id: string): string => {
      const facts = table.FACTS.find((it) => it.id === id)!;
      return table.COLUMNS.map((column) => column.cell(facts)).join('|');
    };
    expect(row('brazilian')).not.toBe(row('brazilian:twenty-moves'));
    expect(row('alquerque')).not.toBe(row('alquerque:huffing'));
    expect(row('turkish')).not.toBe(row('turkish:promotes-in-passing'));
    expect(row('thai')).not.toBe(row('thai:no-half-turn'));
    expect(row('french-1754')).not.toBe(row('french-1754:shorter-route-huffed'));
    expect(row('spanish')).toBe(row('portuguese'));
  });
});
