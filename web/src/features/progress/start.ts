/** Called when the page opens: syncs progress if it is kept with an account; otherwise nothing is fetched. */
import { isKept } from './stored';

export function startProgress(): void {
  if (isKept()) void import('./syncing.svelte').then(({ keeping }) => keeping.begin());
}
