/** The rooms of the page as the navigation shows them, and whether the list of all rooms is open on a phone. */
import type { Key } from '../messages/messages.svelte';
import type { IconName } from '../ui/icons';
import type { Route } from '../router/router.svelte';

export interface Room {
  route: Route;
  label: Key;
  icon: IconName;
  /** Whether it is in the bar of a phone; otherwise it is behind "More". */
  first: boolean;
  /** Whether it is behind "More" on a tablet too, since its names fill one row. */
  third?: boolean;
}

export const ROOMS: readonly Room[] = [
  { route: { page: 'home' }, label: 'nav.play', icon: 'play', first: true },
  { route: { page: 'rules', game: null }, label: 'nav.rules', icon: 'book', first: true },
  { route: { page: 'library' }, label: 'nav.library', icon: 'library', first: true },
  { route: { page: 'analysis', variant: null, fen: null, game: null, ply: null }, label: 'nav.analysis', icon: 'scale', first: true },
  { route: { page: 'learn', lesson: null }, label: 'nav.learn', icon: 'star', first: false },
  { route: { page: 'problems', what: null }, label: 'nav.problems', icon: 'pin', first: false },
  { route: { page: 'lobby' }, label: 'nav.lobby', icon: 'people', first: false },
  { route: { page: 'editor', variant: null, fen: null }, label: 'nav.editor', icon: 'edit', first: false },
  { route: { page: 'clock' }, label: 'nav.clock', icon: 'clock', first: false, third: true },
  { route: { page: 'help' }, label: 'nav.help', icon: 'help', first: false, third: true },
];

/** Where draughts is learnt: the course of small lessons. */
export const LEARNING: Route = { page: 'learn', lesson: null };

let open = $state(false);

/** Whether the list of all rooms is shown. */
export function roomsOpen(): boolean {
  return open;
}

/** Shows or hides the list of all rooms. */
export function showRooms(shown: boolean): void {
  open = shown;
}
