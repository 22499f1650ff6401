/** How a move of a list is written: Black's in brackets, the way of Manoury, where a person wants it or reads French. */
import { language } from '../../messages/messages.svelte';
import { preferences } from '../../settings/preferences.svelte';

/** Whether Black's moves are written in brackets. */
export function inBrackets(): boolean {
  return preferences.brackets ?? language() === 'fr';
}

export function written(move: { text: string; bracketed: string }): string {
  return inBrackets() ? move.bracketed : move.text;
}
