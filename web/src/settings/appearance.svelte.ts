/**
 * Light or dark, as the person or the system wants it, and the board and pieces that were chosen. Marks the document for the
 * style sheets in looks/ and colours the browser's own bars. `public/appearance.js` does the same before the first paint.
 */
import { preferences } from './preferences.svelte';

const BARS = { light: '#f4f0e7', dark: '#141a19' };

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Follows the preference and the system from now on. Called once, by the page. */
export function followAppearance(): void {
  const apply = (): void => {
    const { theme, board, pieces } = preferences;
    const { dataset } = document.documentElement;
    const dark = theme === 'dark' || (theme === 'system' && systemDark.matches);
    dataset['theme'] = dark ? 'dark' : 'light';
    dataset['board'] = board;
    dataset['pieces'] = pieces;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? BARS.dark : BARS.light);
  };
  systemDark.addEventListener('change', apply);
  $effect.root(() => {
    $effect(apply);
  });
}

/** Whether movement on the screen is unwelcome. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
