/**
 * Called when the page opens: synchronises progress if the user has enabled it, otherwise loads
 * nothing.
 */
import { isSyncEnabled } from './stored';

export function startProgress(): void {
  if (isSyncEnabled()) void import('./syncing.svelte').then(({ keeping }) => keeping.begin());
}
