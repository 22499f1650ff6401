/** The keys of a page with a board, on several keyboard layouts. */
import { describe, expect, it } from 'vitest';
import { letterOf, undoOf, walkOf } from '../../../src/ui/page-keys';

const press = (given: Partial<KeyboardEvent>): KeyboardEvent =>
  ({ key: '', code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...given }) as KeyboardEvent;

describe('undoing by keys', () => {
  it('uses the letter Z, whose place differs on AZERTY and QWERTZ', () => {
    expect(undoOf(press({ key: 'z', code: 'KeyW', ctrlKey: true }))).toBe('undo');
    expect(undoOf(press({ key: 'z', code: 'KeyY', ctrlKey: true }))).toBe('undo');
    expect(undoOf(press({ key: 'y', code: 'KeyZ', metaKey: true }))).toBe('redo');
    expect(undoOf(press({ key: 'Z', code: 'KeyW', ctrlKey: true, shiftKey: true }))).toBe('redo');
    expect(undoOf(press({ key: 'w', code: 'KeyZ', ctrlKey: true }))).toBeNull();
    expect(undoOf(press({ key: 'z', code: 'KeyZ' }))).toBeNull();
  });

  it('uses the place of the key on layouts without Latin letters', () => {
    expect(undoOf(press({ key: 'я', code: 'KeyZ', ctrlKey: true }))).toBe('undo');
    expect(letterOf(press({ key: 'а', code: 'KeyF' }))).toBe('f');
  });
});

describe('stepping by keys', () => {
  it('moves are stepped with PageUp, PageDown, and the arrows with Alt', () => {
    expect(walkOf(press({ key: 'PageUp' }))).toBe('previous');
    expect(walkOf(press({ key: 'PageDown' }))).toBe('next');
    expect(walkOf(press({ key: 'ArrowLeft', altKey: true }))).toBe('previous');
    expect(walkOf(press({ key: 'ArrowUp', altKey: true }))).toBe('up');
  });

  it('leaves other keys with modifiers to the browser', () => {
    expect(walkOf(press({ key: 'Home', altKey: true }))).toBeNull();
    expect(walkOf(press({ key: 'ArrowLeft', ctrlKey: true }))).toBeNull();
  });
});
