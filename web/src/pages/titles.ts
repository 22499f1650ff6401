/**
 * The title of a kept game: given by the user, or made by the page from the players. A title that the page made is shown in
 * the current language, whatever language it was made in. It is left out of files, since their tags say the same.
 */
import { withTitle, withTitleOfItsOwn } from '../games/named';
import type { LocalGame } from '../games/kept';
import { gameName } from '../messages/games';
import { everywhere, language, LANGUAGES, tIn } from '../messages/messages.svelte';
import { USUAL } from '../rules/family';
import type { GameRecord, GameSettings, Language } from '../rules/model';
import type { Study } from '../rules/study';

type Named = Pick<GameRecord, 'variant' | 'settings'>;

/** The title of a game until the user gives it another. */
export function titleOf({ variant, settings }: Named, tongue: Language = language()): string {
  return ofGame(variant, titleOfPlayers(settings, tongue), tongue);
}

/** The title of an analysis of a game. */
export function analysisTitle(variant: string, tongue: Language = language()): string {
  return ofGame(variant, tIn(tongue, 'analysis.title'), tongue);
}

/** The title of a kept game, as it is shown. */
export function shownTitle({ title, record }: { title: string; record: Named }): string {
  for (const make of [titleOf, (it: Named, tongue?: Language) => analysisTitle(it.variant, tongue)]) {
    if (LANGUAGES.some(({ id }) => make(record, id) === title)) return make(record);
  }
  return title;
}

/** The PDN of a kept game, with the title that the user gave it. */
export function pdnOf(pdn: string, title: string, record: GameRecord): string {
  return givenByPerson(title, record) ? withTitle(pdn, title) : pdn;
}

/** The PDN of a kept game with its variations and comments, and with its own tags. */
export function annotatedPdnOf(study: Study, game: Pick<LocalGame, 'record' | 'tree' | 'title'>): string {
  const pdn = study.pdnOf(game);
  return givenByPerson(game.title, game.record) ? withTitleOfItsOwn(pdn, game.title) : pdn;
}

function ofGame(variant: string, players: string, tongue: Language): string {
  return variant === USUAL ? players : tIn(tongue, 'title.game', { game: gameName(variant, tongue), players });
}

function titleOfPlayers({ white, black }: GameSettings, tongue: Language): string {
  if (black.kind === 'computer') return tIn(tongue, 'title.computer.white', { level: black.level });
  if (white.kind === 'computer') return tIn(tongue, 'title.computer.black', { level: white.level });
  return tIn(tongue, 'title.person');
}

/** Whether the user gave the title, and not the page in one of its languages. */
function givenByPerson(title: string, record: GameRecord): boolean {
  const analysis = everywhere('analysis.title').some((word) => title.endsWith(word));
  const made = [...LANGUAGES.map(({ id }) => titleOf(record, id)), ...everywhere('open.untitled'), playersOf(record.settings)];
  return !analysis && !made.includes(title);
}

/** The title of a game from a file: its players. */
function playersOf({ white, black }: GameSettings): string {
  return [white, black].map((player) => (player.kind === 'person' && player.name ? player.name : '?')).join(' – ');
}
