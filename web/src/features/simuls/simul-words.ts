/** Names, times and scores of a simul as text. */
import { dateText, isDay } from '../../messages/dates';
import { language, t } from '../../messages/messages.svelte';
import type { ClockSettings } from '../../rules/model';
import type { SimulGuestView as Guest, SimulView as Simul } from '../../api/types';
import type { BoardState } from './round';
import { say } from './words';
import { clockWords } from '../challenges/challenge-words';
import { personName } from '../../session/names';
import { characterOf } from '../../ui/characters';

/** The name of a guest, or the number if there is no name. */
export function guestName(guest: Guest | null): string {
  if (guest === null) return '?';
  if (guest.level !== null) return say('computer', { name: t(characterOf(guest.level).name), level: guest.level });
  return personName(guest.name) || say('guest.nobody', { n: guest.number });
}

export function hostName(simul: Simul): string {
  return personName(simul.host) || say('host.nobody');
}

export function titleOf(simul: Simul): string {
  return simul.title || (personName(simul.host) ? say('title.by', { name: personName(simul.host) }) : say('title'));
}

export function controlWords(clock: ClockSettings | null): string {
  return clockWords({ clock });
}

/** A percentage with one decimal. */
export function percent(permille: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 }).format(permille / 1000);
}

/** A day and a time; empty for an impossible date. */
export function momentText(ms: number): string {
  return isDay(ms) ? dateText(ms, { dateStyle: 'full', timeStyle: 'short' }) : '';
}

/** The state of a board; for the host in the second person. */
export function standWords(stand: BoardState, isHost: boolean): string {
  if (stand === 'waits') return say(isHost ? 'stand.waits.you' : 'stand.waits');
  if (stand === 'thinks') return say('stand.thinks');
  return say(isHost ? `stand.${stand}.you` : `stand.${stand}`);
}
