/** The names of the players of a game in the library: a person's own name, or the character of the computer's level. */
import { t } from '../../messages/messages.svelte';
import type { Player } from '../../rules/model';
import { characterOf } from '../parts/characters';
import type { Row } from './rows';

export function nameOf(player: Player): string {
  if (player.kind === 'computer') return t(characterOf(player.level).name);
  return player.name.trim() || '?';
}

/** Both names, White first. */
export function playersOf({ white, black }: Row): string {
  return `${nameOf(white)} – ${nameOf(black)}`;
}
