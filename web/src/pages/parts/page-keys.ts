/**
 * Keys of a page that has a board: walking through the moves, turning the board round. While a pointer was used last they are
 * the page's wherever the focus is; while keys are, the board's own grid has its arrows and its letters.
 */

/** What a key does; null where it does nothing here. */
export type KeyDeed = (event: KeyboardEvent) => (() => void) | null;

export interface PageKeys {
  onkeydown(event: KeyboardEvent): void;
  onkeydowncapture(event: KeyboardEvent): void;
  onpointerdowncapture(): void;
}

/** Handlers for the window. `deed` tells what a key does on this page. */
export function pageKeys(deed: KeyDeed): PageKeys {
  /** The last thing done was done with a pointer. */
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

/** The keys that walk through moves, by name; `go` takes what they mean. */
export type Walk = 'previous' | 'next' | 'first' | 'last' | 'up' | 'down';
const WALKS: Record<string, Walk> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** Which walk a key means; null for other keys and where a control key is held. */
export function walkOf({ key, ctrlKey, metaKey }: KeyboardEvent): Walk | null {
  return ctrlKey || metaKey ? null : (WALKS[key] ?? null);
}
