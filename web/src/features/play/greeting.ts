/**
 * What the first screen begins with: a first game, the game to resume, or neither. The library knows this only after the screen
 * is painted. So its last answer is remembered, and its place on the screen is reserved from the beginning.
 */
import { loadText, saveText } from '../../store/browser-storage';

export type Greeting = 'first' | 'resume' | 'none';

const KEY = 'damier.greeting';

/** What to expect. A browser that stores nothing is treated as a first visit. */
export function expectedGreeting(): Greeting {
  const kept = loadText(KEY);
  return kept === 'resume' || kept === 'none' ? kept : 'first';
}

export function rememberGreeting(greeting: Greeting): void {
  saveText(KEY, greeting);
}
