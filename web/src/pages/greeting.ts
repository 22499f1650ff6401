/**
 * What the first screen begins with: a first game, the game to go on with, or neither. The library knows, but only after the
 * screen is painted; so what it said last is remembered, and its place is kept free from the first moment. Called by the home page.
 */

export type Greeting = 'first' | 'resume' | 'none';

const KEY = 'damier.greeting';

/** What is to be expected; a browser without memory has a newcomer in front of it. */
export function expectedGreeting(): Greeting {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'resume' || kept === 'none' ? kept : 'first';
  } catch {
    return 'first';
  }
}

export function rememberGreeting(greeting: Greeting): void {
  try {
    localStorage.setItem(KEY, greeting);
  } catch {
    // The next visit begins like the first.
  }
}
