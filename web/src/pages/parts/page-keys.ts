/**
 * Keys of a page with a board, such as those that step through the moves and turn the board. If the user last used a
 * pointer, these keys belong to the page wherever the focus is. If the user last used the keyboard, the arrows and letters
 * belong to the board's grid when it has the focus.
 */

/** What a key does; null if it does nothing here. */
export type KeyDeed = (event: KeyboardEvent) => (() => void) | null;

export interface PageKeys {
  onkeydown(event: KeyboardEvent): void;
  onkeydowncapture(event: KeyboardEvent): void;
  onpointerdowncapture(): void;
}

/** Handlers for the window. `deed` returns what a key does on this page. */
export function pageKeys(deed: KeyDeed): PageKeys {
  /** Whether the user last used a pointer. */
  let byPointer = false;
  const elsewhere = (target: HTMLElement): boolean => target.closest('input, textarea, select, dialog, [role=slider]') !== null;
  const run = (event: KeyboardEvent): boolean => {
    const done = event.altKey ? null : deed(event);
    if (!done) return false;
    done();
    event.preventDefault();
    return true;
  };
  return {
    onkeydowncapture(event) {
      const { key, target } = event;
      if (key === 'Tab' || key === 'Enter' || key === ' ') byPointer = false;
      if (byPointer && (target as HTMLElement).closest('[role=grid]') && run(event)) event.stopPropagation();
    },
    onkeydown(event) {
      if (!event.defaultPrevented && !elsewhere(event.target as HTMLElement)) run(event);
    },
    onpointerdowncapture() {
      byPointer = true;
    },
  };
}

/** The steps through the moves, and the keys for them. */
export type Walk = 'previous' | 'next' | 'first' | 'last' | 'up' | 'down';
const WALKS: Record<string, Walk> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** The step that a key means; null for other keys and while a modifier key is held. */
export function walkOf({ key, ctrlKey, metaKey }: KeyboardEvent): Walk | null {
  return ctrlKey || metaKey ? null : (WALKS[key] ?? null);
}
