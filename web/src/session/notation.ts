/**
 * How a move in a list is written. Black's moves are in brackets, as Manoury wrote them, if the user wants that or reads
 * French.
 */
import { language } from '../messages/messages.svelte';
import { preferences } from '../settings/preferences.svelte';

/** Whether Black's moves are in brackets. */
export function inBrackets(): boolean {
  return preferences.brackets ?? language() === 'fr';
}

export function written(move: { text: string; bracketed: string }): string {
  return inBrackets() ? move.bracketed : move.text;
}
