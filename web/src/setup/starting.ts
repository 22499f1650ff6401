/** Starts a game: from the chosen settings to a stored game with an address. */
import type { RulesBinding } from '../rules/binding';
import type { Game } from '../rules/game';
import type { ClockSettings, Conduct, GameSettings, Player, Side } from '../rules/model';
import type { LocalGame } from '../store/local-game';
import { inAllLanguages, language, t } from '../messages/messages.svelte';
import type { Colour } from '../settings/preferences.svelte';
import { appContext } from '../context';
import { titleOf } from '../session/titles';

/** How the user wants to play. */
export interface Setup {
  /** The game; a version of its rules follows after a colon. */
  variant: string;
  opponent: 'computer' | 'person';
  level: number;
  colour: Colour;
  clock: ClockSettings | null;
  /** The starting position; null for the usual one. */
  start: string | null;
  /** The conduct rules of two people; absent if there are none. */
  conduct?: Conduct | undefined;
  /** The names of two people, White first. Without a name, a player is called by colour. */
  names?: readonly string[];
}

/** The settings of a game without the variant. */
export function settingsOf(setup: Omit<Setup, 'variant'>): GameSettings {
  const person = (name: string): Player => ({ kind: 'person', name });
  const players = (white: Player, black: Player): GameSettings => ({
    start: setup.start,
    clock: setup.clock,
    white,
    black,
    few_pieces: 'fresh',
    ...(setup.conduct && setup.opponent === 'person' ? { conduct: setup.conduct } : {}),
  });
  if (setup.opponent === 'person') {
    const [white, black] = setup.names ?? [];
    return players(person(white || t('side.white')), person(black || t('side.black')));
  }
  const computer: Player = { kind: 'computer', level: setup.level };
  const side: Side = setup.colour === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : setup.colour;
  return side === 'white' ? players(person(t('player.you')), computer) : players(computer, person(t('player.you')));
}

/** The names that two people gave, White first; empty for a player named after the colour. */
export function namesOf({ white, black }: GameSettings): string[] {
  const colours = [...inAllLanguages('side.white'), ...inAllLanguages('side.black')];
  return [white, black].map((player) => (player.kind === 'person' && !colours.includes(player.name) ? player.name : ''));
}

export async function startGame(binding: RulesBinding, setup: Setup): Promise<LocalGame> {
  const game = binding.newGame(setup.variant, settingsOf(setup), Date.now());
  try {
    return await saveGame(game);
  } finally {
    game.free();
  }
}

/** Stores a game that has just begun, in its current state. */
export function saveGame(game: Game): Promise<LocalGame> {
  const record = game.record();
  const { ply } = game.view(Date.now(), language());
  return appContext.keeper.add({ record, title: titleOf(record), plies: ply, fresh: ply === 0 });
}
