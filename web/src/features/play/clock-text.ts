/** A clock in a few words: minutes for each side and seconds per move. */
import { t } from '../../messages/messages.svelte';
import type { ClockSettings } from '../../rules/model';

export function clockText(clock: ClockSettings | null): string {
  if (!clock) return t('clock.text.none');
  return t('clock.text', { minutes: clock.initial_ms / 60_000, seconds: clock.increment_ms / 1000 });
}
