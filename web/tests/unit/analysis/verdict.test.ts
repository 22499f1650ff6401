/** The texts of endgame table results, and of scores that end in them. */
import { describe, expect, it, vi } from 'vitest';

vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'] }));
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));
const { applyLanguage } = await import('../../../src/messages/messages.svelte');
const { preferences } = await import('../../../src/settings/preferences.svelte');
const { scoreText } = await import('../../../src/session/score-text');
const { verdictText } = await import('../../../src/features/analysis/verdict');

describe('a verdict of the endgame tables', () => {
  it('converts plies to moves, for either winner', () => {
    expect(verdictText('white', { win: 5 })).toBe('Endgame tables: White wins in 3 moves.');
    expect(verdictText('black', { loss: 4 })).toBe('Endgame tables: Black wins in 2 moves.');
    expect(verdictText('black', { win: 1 })).toBe('Endgame tables: Black wins in one move.');
  });

  it('shows a win without a distance if the distance is unknown', () => {
    const uncounted = 'Endgame tables: White wins, ignoring the draw rules.';
    for (const score of [null, { hundredths: 0 }, { hundredths: 6_120 }, { known_win: 3 }]) {
      expect(verdictText('white', score)).toBe(uncounted);
    }
  });

  it('shows a draw', () => {
    expect(verdictText('draw', { hundredths: -12 })).toBe('Endgame tables: draw.');
  });
});

it('a score of a tablebase win has the sign of the winner', () => {
  expect(scoreText({ known_win: 7 })).toBe('+win');
  expect(scoreText({ known_loss: 7 })).toBe('−win');
});

it('a score has two decimals and a sign', () => {
  expect(scoreText({ hundredths: -11 })).toBe('−0.11');
  expect(scoreText({ hundredths: 250 })).toBe('+2.50');
  expect(scoreText({ hundredths: 0 })).toBe('0.00');
});

it('a score uses the number format of the language', () => {
  preferences.language = 'fr';
  applyLanguage();
  expect(scoreText({ hundredths: -11 })).toBe('−0,11');
});
