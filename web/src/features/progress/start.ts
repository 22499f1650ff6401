/**
 * Called when the page opens: synchronises progress if the user has enabled it, otherwise loads
 * nothing.
 */
import { isKept } from './stored';

export function startProgress(): void {
  if (isKept()) void import('./syncing.svelte').then(({ keeping }) => keeping.begin());
}
