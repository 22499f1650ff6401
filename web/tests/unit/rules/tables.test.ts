/** Which tables the engine gets for which question, and their addresses. */
import { describe, expect, it } from 'vitest';
import { FETCH_TABLES_AT_PIECES, KNOWN, Tables } from '../../../src/rules/tables';
import type { Question } from '../../../src/rules/think';

const HOME = 'https://club.example/damier/#/analysis';

/** The files fetched for a question. */
function fetched(change: Partial<Question>): string[] {
  const asked: string[] = [];
  const tables = new Tables(HOME, (address) => {
    asked.push(address);
    return Promise.resolve(new Uint8Array());
  });
  const question: Question = { variant: 'international', fen: '', moves: [], pieces: KNOWN, limits: {}, ...change };
  for (const file of tables.for(question)) file.prefetch();
  return asked.map((address) => address.replace('https://club.example/damier/api/v1/tables/', ''));
}

describe('endgame tables', () => {
  it('are not fetched far from the endgame', () => {
    expect(fetched({ pieces: FETCH_TABLES_AT_PIECES + 1 })).toEqual([]);
    expect(fetched({ pieces: 40 })).toEqual([]);
  });

  it('are fetched for the result near the endgame, and for the distance within it', () => {
    expect(fetched({ pieces: FETCH_TABLES_AT_PIECES })).toEqual(['international/outcomes']);
    expect(fetched({ pieces: KNOWN + 1 })).toEqual(['international/outcomes']);
    expect(fetched({ pieces: KNOWN })).toEqual(['international/outcomes', 'international/distances']);
  });

  it('are used at full strength only', () => {
    expect(fetched({ limits: { level: 9 } })).toEqual([]);
    expect(fetched({ limits: { level: 10 } })).toHaveLength(2);
    expect(fetched({ limits: { time_ms: 500 } })).toHaveLength(2);
  });

  it('exist for international draughts only', () => {
    expect(fetched({ variant: 'frisian' })).toEqual([]);
  });
});
