/**
 * Light or dark, as the person or the system wants it. Marks the document for app.css and colours the browser's own bars.
 */
import { preferences } from './preferences.svelte';

const BARS = { light: '#f6f4ee', dark: '#161b1a' };

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Follows the preference and the system from now on. Called once, by the page. */
export function followAppearance(): void {
  const apply = (): void => {
    const { theme } = preferences;
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    const dark = theme === 'dark' || (theme === 'system' && systemDark.matches);
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
