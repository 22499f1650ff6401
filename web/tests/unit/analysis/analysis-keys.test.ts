/** The keys of an analysis: what each does, and that the list of keys is complete. */
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { analysisKey, LETTERS } = await import('../../../src/features/analysis/analysis-keys');
import english from '../../../src/features/help/en.json';
import french from '../../../src/features/help/fr.json';
import { shownSign, typedSign } from '../../../src/features/analysis/signs';

const press = (key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ key, code: '', altKey: false, ctrlKey: false, metaKey: false, ...more }) as KeyboardEvent;

const listed = (help: typeof english): string[][] =>
  (help.sections.find(({ id }) => id === 'keys')?.keys ?? []).map(({ id, keys }) => [id, ...keys.map(([key = '']) => key)]);

describe('the keys of an analysis', () => {
  it('are letters, Delete, symbols and Escape', () => {
    expect(analysisKey(press('c'))).toBe('comment');
    expect(analysisKey(press('D'))).toBe('draw'); // with Shift, as small letters are squares
    expect(analysisKey(press('Delete'))).toBe('remove');
    expect(analysisKey(press('?'))).toBe('keys');
    expect(analysisKey(press('c', { ctrlKey: true }))).toBeNull();
  });

  it.each([['English', english], ['French', french]])('are all in the %s list of keys', (_, help) => {
    const [...keys] = listed(help).flat();
    const missing = Object.keys(LETTERS).filter((letter) => !keys.includes(letter.toUpperCase()));
    expect(missing).toEqual([]);
  });

  it('are listed for the same screens and in the same number in both languages', () => {
    const shape = (help: typeof english): unknown[] => listed(help).map(([id, ...keys]) => [id, keys.length]);
    expect(shape(french)).toEqual(shape(english));
    expect(listed(english).map(([id]) => id)).toEqual(['board', 'moves', 'analysis', 'clock', 'editor', 'round']);
  });
});

describe('a typed annotation symbol', () => {
  it('is combined from two keys, and removed by the next', () => {
    expect(typedSign(null, '!')).toBe('!');
    expect(typedSign('!', '?')).toBe('!?');
    expect(typedSign('!?', '!')).toBeNull();
  });

  it('of a position has the usual notation', () => {
    expect(shownSign('$16')).toBe(' ±');
    expect(shownSign('$7')).toBe('$7');
  });
});
