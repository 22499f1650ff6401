/**
 * Light or dark mode, as the user or the system wants it, and the chosen board and pieces. Sets attributes of the document
 * for the style sheets in looks/, and the colour of the browser's own bars. `public/appearance.js` does the same before the
 * first paint.
 */
import { preferences } from './preferences.svelte';

const BARS = { light: '#f4f0e7', dark: '#141a19' };

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Follows the setting and the system from now on. Called once, by the page. */
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

/** Whether the user prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
