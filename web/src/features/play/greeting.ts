/**
 * What the home page offers first: a first game, an unfinished game, or neither. The library
 * answers after the page is painted, so its last answer is stored and the space is reserved from
 * the start.
 */
import { loadFields, loadText, saveText } from '../../store/browser-storage';

export type Greeting = 'first' | 'resume' | 'none';

const KEY = 'damier.greeting';

/** The expected answer. A browser without storage counts as a first visit. */
export function expectedGreeting(): Greeting {
  const kept = loadText(KEY);
  return kept === 'resume' || kept === 'none' ? kept : 'first';
}

export function rememberGreeting(greeting: Greeting): void {
  saveText(KEY, greeting);
}

/** Whether a lesson was left in its middle; does not load the code of the lessons. */
export function isLessonBegun(): boolean {
  return Object.values(loadFields('damier.lessons')).some((it) => ((it ?? {}) as { at?: unknown }).at);
}
