/** Called when the page opens: whoever keeps progress with an account has it brought up to date; for all others nothing is fetched. */
import { isKept } from './stored';

export function startProgress(): void {
  if (isKept()) void import('./syncing.svelte').then(({ keeping }) => keeping.begin());
}
