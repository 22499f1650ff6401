/** Engine lines with move numbers. */
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: { lang: '' } });
const { prefer } = await import('../../../src/settings/preferences.svelte');
const { applyLanguage } = await import('../../../src/messages/messages.svelte');
const { written } = await import('../../../src/session/notation');
const { linesOf, moveNumber } = await import('../../../src/session/numbered-line');

const lineText = (...args: Parameters<typeof linesOf>): string => linesOf(...args).map(({ number, text }) => `${number}${text}`).join(' ');
const PV = ['32-28', '19-23', '28x19'];

describe('a numbered line', () => {
  it('begins with a first or a second move', () => {
    prefer({ brackets: false });
    expect(lineText(PV, { number: 7, second: false }, 'white')).toBe('7.32-28 19-23 8.28x19');
    expect(lineText(PV, { number: 7, second: true }, 'black')).toBe('7…32-28 8.19-23 28x19');
  });

  it('numbers single moves of games that begin with either move', () => {
    const numbers = (...seconds: boolean[]): string => seconds.map((second, ply) => moveNumber(ply, second)).join(' ');
    expect(numbers(false, true, false, true)).toBe('1. 1… 2. 2…');
    expect(numbers(true, false, true, false)).toBe('1… 2. 2… 3.');
  });

  it('puts Black’s moves in brackets on request', () => {
    prefer({ brackets: true });
    expect(lineText(PV, { number: 1, second: false }, 'white')).toBe('1.32-28 (19-23) 2.28x19');
    expect(lineText(PV, { number: 1, second: false }, 'black')).toBe('1.(32-28) 19-23 2.(28x19)');
  });

  it.each([
    ['fr', '(19-23)', '1.32-28 (19-23) 2.28x19'],
    ['en', '19-23', '1.32-28 19-23 2.28x19'],
  ] as const)('has brackets in French by default, and not in English: %s', (tongue, move, line) => {
    prefer({ brackets: null, language: tongue });
    applyLanguage();
    expect(written({ text: '19-23', bracketed: '(19-23)' })).toBe(move);
    expect(lineText(PV, { number: 1, second: false }, 'white')).toBe(line);
  });
});
