/**
 * Keys of a page with a board, such as those that step through the moves and turn the board. If the user last used a
 * pointer, these keys belong to the page wherever the focus is. If the user last used the keyboard, the arrows and letters
 * belong to the board's grid, or to a group marked with `data-keys`, when it has the focus.
 */

/** What a key does; null if it does nothing here. */
export type KeyAction = (event: KeyboardEvent) => (() => void) | null;

export interface PageKeys {
  onkeydown(event: KeyboardEvent): void;
  onkeydowncapture(event: KeyboardEvent): void;
  onpointerdowncapture(): void;
}

/** Handlers for the window. `action` returns what a key does on this page. */
export function pageKeys(action: KeyAction): PageKeys {
  /** Whether the user last used a pointer. */
  let byPointer = false;
  const elsewhere = (target: HTMLElement): boolean => target.closest('input, textarea, select, dialog, [role=slider]') !== null;
  const run = (event: KeyboardEvent): boolean => {
    const done = event.altKey && walkOf(event) === null ? null : action(event);
    if (!done) return false;
    done();
    event.preventDefault();
    return true;
  };
  return {
    onkeydowncapture(event) {
      const { key, target } = event;
      if (key === 'Tab' || key === 'Enter' || key === ' ') byPointer = false;
      if (byPointer && (target as HTMLElement).closest('[role=grid], [data-keys]') && run(event)) event.stopPropagation();
    },
    onkeydown(event) {
      if (!event.defaultPrevented && !elsewhere(event.target as HTMLElement)) run(event);
    },
    onpointerdowncapture() {
      byPointer = true;
    },
  };
}

/** The steps along the moves, in the order of their buttons. */
export const STEPS = ['first', 'previous', 'next', 'last'] as const;
export type Step = (typeof STEPS)[number];

/** The steps through the moves, those between variations too, and the keys for them. */
export type Walk = Step | 'up' | 'down';
const WALKS: Record<string, Walk> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'previous',
  PageDown: 'next',
};

/**
 * The step that a key means; null for other keys and while Control or Meta is held. The arrows with Alt, PageUp and PageDown
 * mean the same while the focus is on the board's grid, which takes the bare arrows.
 */
export function walkOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): Walk | null {
  if (ctrlKey || metaKey || (altKey && !key.startsWith('Arrow'))) return null;
  return WALKS[key] ?? null;
}

/** Where a step leads from one of the places 0 to `last`; null for a step between variations. */
export function steppedTo(walk: Walk | null, at: number, last: number): number | null {
  if (walk === null || walk === 'up' || walk === 'down') return null;
  const wanted = { first: 0, previous: at - 1, next: at + 1, last };
  return Math.min(Math.max(wanted[walk], 0), last);
}

/**
 * The letter that a key means, as a small letter; null for other keys. It is the letter that the user's layout has there (Z on
 * AZERTY is not where it is on QWERTY), or, in another script, the Latin letter at this place.
 */
export function letterOf({ key, code }: KeyboardEvent): string | null {
  const small = key.toLowerCase();
  if (/^[a-z]$/.test(small)) return small;
  // Another script: Cyrillic, Greek. Figures and signs are no letters of another script.
  return /^\p{L}$/u.test(small) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}

/** What Control or Meta with a letter asks for. */
export function undoOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const letter = letterOf(event);
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo';
  return letter === 'y' ? 'redo' : null;
}
