/** The stored draft of the editor: one for each variant, and never an error. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, saveDraft } from '../../../src/features/editor/draft';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a draft', () => {
  it('is stored for each game separately', () => {
    saveDraft('international', { fen: 'W:W28:B18', solution: '' });
    saveDraft('russian', { fen: 'W:Wc3:Bf6', solution: 'cb4' });
    expect(draftOf('international')).toEqual({ fen: 'W:W28:B18', solution: '' });
    expect(draftOf('russian')?.solution).toBe('cb4');
    expect(draftOf('frisian')).toBeNull();
    saveDraft('russian', null);
    expect(draftOf('russian')).toBeNull();
    expect(draftOf('international')).not.toBeNull();
  });

  it.each(['', '{', '[]', 'null', '{"international":7}', '{"international":{"fen":3,"solution":""}}'])('is empty if storage holds %s', (text) => {
    stored.set('damier.editor', text);
    expect(draftOf('international')).toBeNull();
    saveDraft('international', { fen: 'W:W1:B2', solution: '' });
    expect(draftOf('international')?.fen).toBe('W:W1:B2');
  });

  it('lasts until the page is closed if the browser stores nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
    });
    expect(() => saveDraft('russian', { fen: 'W:W1:B2', solution: '' })).not.toThrow();
    expect(draftOf('russian')).toEqual({ fen: 'W:W1:B2', solution: '' });
    expect(draftOf('international')).toBeNull();
  });
});
