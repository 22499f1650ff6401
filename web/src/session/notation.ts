/**
 * The notation of a move in a list. Black's moves are in brackets (Manoury) if the user chose that
 * or reads French.
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
