/**
 * The keyboard on the board: arrow keys move, Home and End go to the ends of the row (with Control, of the board), typing a
 * square's name goes there, Enter or Space touches, Escape cancels. Turns keys into calls and knows nothing else.
 */
import type { Geometry } from './geometry';
import type { Square } from './types';

export interface KeyTarget {
  geometry(): Geometry;
  here(): Square | null;
  go(square: Square): void;
  touch(square: Square): void;
  /** Returns whether there was a step to take back. If not, Escape belongs to the page. */
  back(): boolean;
}

/** Figures belong to the same name if they are typed within this time, in milliseconds. */
const TYPING = 900;

const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;

export function listenToKeys(root: HTMLElement, target: KeyTarget): () => void {
  let typed = '';
  let typedAt = -Infinity;

  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const here = target.here();
    if (here === null) return;
    const geometry = target.geometry();
    const { key } = event;
    const begun = event.timeStamp - typedAt < TYPING ? typed : '';
    typed = ''; // any other key ends the name
    if (key in ARROWS && !event.ctrlKey) {
      target.go(geometry.step(here, ARROWS[key as keyof typeof ARROWS]));
    } else if (key === 'Home' || key === 'End') {
      const { first, last } = geometry.rowEnds(here);
      const all = geometry.seen;
      const toFirst = event.ctrlKey ? all[0]?.square : first;
      const toLast = event.ctrlKey ? all.at(-1)?.square : last;
      target.go((key === 'Home' ? toFirst : toLast) ?? here);
    } else if (key === 'Enter' || key === ' ') {
      target.touch(here);
    } else if (key === 'Escape') {
      if (!target.back()) return;
    } else if (/^[0-9a-z]$/.test(key) && !event.ctrlKey) {
      const named = (text: string) => geometry.seen.find((s) => s.name === text);
      typedAt = event.timeStamp;
      const whole = begun + key;
      typed = geometry.seen.some((s) => s.name.startsWith(whole)) ? whole : key;
      const found = named(typed);
      if (found) target.go(found.square);
      else if (!geometry.seen.some((s) => s.name.startsWith(typed))) return; // a shortcut of the page, not part of a name
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  root.addEventListener('keydown', onKey);
  return () => root.removeEventListener('keydown', onKey);
}
