/** The message that the rules could not be loaded. Used by every page that opens the binding itself. */
import { t } from '../messages/messages.svelte';

/** A browser that cannot compile the rules is too old (decision record 0017). Any other error comes from the network. */
export function troubleWith(error: unknown): string {
  return error instanceof WebAssembly.CompileError ? t('trouble.browser') : t('trouble.rules');
}
