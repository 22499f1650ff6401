/** What a row of the library is called: its players, its title, and the text that a search looks through. */
import { tn } from '../../messages/messages.svelte';
import { nameOf, playersOf } from '../../session/names';
import { givenByPerson, shownTitle } from '../../session/titles';
import type { Row } from './rows';

const recordOf = ({ variant, white, black }: Row) => ({ variant, settings: { white, black } });

/** The title, in the current language if the page made it. */
export function titleOf(row: Row): string {
  return shownTitle({ title: row.title, record: recordOf(row) });
}

/** Whether a player of the game is known. A new analysis has none. */
export function hasPlayers({ white, black }: Row): boolean {
  return [white, black].some((player) => player.kind === 'computer' || player.name.trim() !== '');
}

/** The title that stands below the players, if it says more than they do; else an empty text. */
export function ownTitle(row: Row): string {
  return hasPlayers(row) && givenByPerson(row.title, recordOf(row)) ? row.title : '';
}

/** The name of a row for screen readers and in messages. */
export function nameOfRow(row: Row): string {
  return titleOf(row) || playersOf(row);
}

/** The name that is shown first for a row, by which lists of players are sorted. */
export function firstName(row: Row): string {
  return hasPlayers(row) ? nameOf(row.white) : nameOfRow(row);
}

/** What a search looks through besides the tags: everything by which the row can be called. */
export function shownOf(row: Row): string {
  return `${titleOf(row)} ${playersOf(row)}`;
}

/** How many moves a game has. A move is one of each side, as on the board's list. */
export function movesText(plies: number): string {
  return tn('moves.count', Math.ceil(plies / 2));
}
