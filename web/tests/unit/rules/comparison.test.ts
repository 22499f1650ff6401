/** The table that compares the games: one row for every game and reading, and a cell for every column. */
import { describe, expect, it } from 'vitest';
import { FAMILY } from '../../../src/rules/types/family';
import { comparison } from '../../../src/features/rules/comparison';

describe.each(['fr', 'en'] as const)('the comparison in %s', (language) => {
  const { columns, rows } = comparison(language);

  it('has a row for every game and reading', () => {
    expect(rows.map((row) => row.id)).toEqual(FAMILY.map((game) => game.id));
  });

  it('has a cell for every column', () => {
    for (const { id, cells } of rows) {
      expect(cells, id).toHaveLength(columns.length);
      for (const cell of cells) expect(cell, id).not.toBe('');
    }
  });
});
