/** The names of a row of the library: its players, its title, and the text used by the search. */
import { tn } from '../../messages/messages.svelte';
import { nameOf, playersOf } from '../../session/names';
import { givenByPerson, shownTitle } from '../../session/titles';
import type { Row } from './rows';

const recordOf = ({ variant, white, black }: Row) => ({ variant, settings: { white, black } });

/** The title, in the current language if it was generated. */
export function titleOf(row: Row): string {
  return shownTitle({ title: row.title, record: recordOf(row) });
}

/** Whether a player of the game is known. A new analysis has none. */
export function hasPlayers({ white, black }: Row): boolean {
  return [white, black].some((player) => player.kind === 'computer' || player.name.trim() !== '');
}

/** The title displayed below the players; empty if it says the same. */
export function ownTitle(row: Row): string {
  return hasPlayers(row) && givenByPerson(row.title, recordOf(row)) ? row.title : '';
}

/** The name of a row for screen readers and in messages. */
export function nameOfRow(row: Row): string {
  return titleOf(row) || playersOf(row);
}

/** The name displayed first in a row, by which the list is sorted by player. */
export function firstName(row: Row): string {
  return hasPlayers(row) ? nameOf(row.white) : nameOfRow(row);
}

/** The names that a search looks through, besides the tags. */
export function shownOf(row: Row): string {
  return `${titleOf(row)} ${playersOf(row)}`;
}

/** The number of moves of a game. A move consists of one by each side. */
export function movesText(plies: number): string {
  return tn('moves.count', Math.ceil(plies / 2));
}
