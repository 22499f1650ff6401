/** Called when the page opens: whoever keeps progress with an account has it brought up to date; for all others nothing is fetched. */
import { isKept } from './kept';

export function keepProgress(): void {
  if (isKept()) void import('./keeping.svelte').then(({ keeping }) => keeping.begin());
}
