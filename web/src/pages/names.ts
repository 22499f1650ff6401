/**
 * The names of players as they are shown: a person's own name, or the character of the computer's level. A name that the page
 * made up itself ("You", "White") is shown in the current language, whatever language it was made in.
 */
import { everywhere, t } from '../messages/messages.svelte';
import type { Player } from '../rules/model';
import { characterOf } from './parts/characters';

/** The names that the page gives to people who gave none (`starting.ts`). */
const GIVEN = ['player.you', 'side.white', 'side.black'] as const;

/** The name of a person; empty if there is none. */
export function personName(name: string): string {
  const given = GIVEN.find((key) => everywhere(key).includes(name));
  return given ? t(given) : name.trim();
}

/** The name of a player; `?` if there is none. */
export function nameOf(player: Player): string {
  return player.kind === 'computer' ? t(characterOf(player.level).name) : personName(player.name) || '?';
}

/** Both names, White first. */
export function playersOf({ white, black }: { white: Player; black: Player }): string {
  return `${nameOf(white)} – ${nameOf(black)}`;
}
