/** What is said where the rules could not be loaded. Asked by every page that opens the door itself. */
import { t } from '../../messages/messages.svelte';

/** A browser that cannot compile the rules is too old (docs/decisions/0017); anything else is the network's. */
export function troubleWith(error: unknown): string {
  return error instanceof WebAssembly.CompileError ? t('trouble.browser') : t('trouble.rules');
}
