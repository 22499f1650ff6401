/** The text beside the board, in a game and in an analysis. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { studyReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { Analysis } = await import('../../../src/features/analysis/analysis.svelte');
const { Study } = await import('../../../src/rules/study');
const { captureNotice, huffNotice, insteadOf } = await import('../../../src/session/status-words');

beforeAll(studyReady);

const opened = (variant: string, fen: string) => new Analysis(new Study().newTree(variant, fen));

describe('the text beside the board', () => {
  it('names the pieces that must be played', () => {
    const it_ = opened('international', 'W:W28,36,48:B23,5,6');
    it_.tryMove({ from: 36, to: 31, via: [] });
    expect(insteadOf(it_.refusal, (square) => it_.nameOf(square))).toBe('Try 28.');
    expect(insteadOf(null, String)).toBe('');
  });

  it('distinguishes a compulsory from an optional capture', () => {
    const must = opened('international', 'W:W28,36,48:B23,5,6');
    expect(captureNotice(must.at.variant, must.moves, must.at.huffable)).toBe('You must capture.');
    const may = opened('polish-1754', 'W:W28,36,48:B23,5,6');
    expect(captureNotice(may.at.variant, may.moves, may.at.huffable)).toMatch(/^A capture is possible/);
    const none = opened('international', 'W:W36,48:B5,6');
    expect(captureNotice(none.at.variant, none.moves, none.at.huffable)).toBe('');
  });

  it('names the huffed piece', () => {
    expect(huffNotice({ huff: 23 }, String)).toBe('The piece on 23 was huffed.');
    expect(huffNotice({ huff: null }, String)).toBe('');
    expect(huffNotice(null, String)).toBe('');
  });
});
