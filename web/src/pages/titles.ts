/**
 * What a kept game is called: by a person, or by the page from its players. A title that the page made is told in the language
 * of today, whatever the language was when it was made, and is left out of files, whose tags say the same.
 */
import { withTitle, withTitleOfItsOwn } from '../games/named';
import type { LocalGame } from '../games/kept';
import { gameName } from '../messages/games';
import { everywhere, language, LANGUAGES, tIn } from '../messages/messages.svelte';
import { USUAL } from '../rules/family';
import type { GameRecord, GameSettings, Language } from '../rules/model';
import type { Study } from '../rules/study';

type Named = Pick<GameRecord, 'variant' | 'settings'>;

/** What a game is called until somebody calls it something else. */
export function titleOf({ variant, settings }: Named, tongue: Language = language()): string {
  return ofGame(variant, titleOfPlayers(settings, tongue), tongue);
}

/** What an analysis of a game is called. */
export function analysisTitle(variant: string, tongue: Language = language()): string {
  return ofGame(variant, tIn(tongue, 'analysis.title'), tongue);
}

/** The title of a kept game as it is shown. */
export function shownTitle({ title, record }: { title: string; record: Named }): string {
  for (const make of [titleOf, (it: Named, tongue?: Language) => analysisTitle(it.variant, tongue)]) {
    if (LANGUAGES.some(({ id }) => make(record, id) === title)) return make(record);
  }
  return title;
}

/** The PDN of a kept game, with the title that a person gave it. */
export function pdnOf(pdn: string, title: string, record: GameRecord): string {
  return givenByPerson(title, record) ? withTitle(pdn, title) : pdn;
}

/** The PDN of a kept game with its variations and comments, all its tags as they stand. */
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

/** Whether a title was given by a person, and not by the page in any of its languages. */
function givenByPerson(title: string, record: GameRecord): boolean {
  const analysis = everywhere('analysis.title').some((word) => title.endsWith(word));
  const made = [...LANGUAGES.map(({ id }) => titleOf(record, id)), ...everywhere('open.untitled'), playersOf(record.settings)];
  return !analysis && !made.includes(title);
}

/** How a game read from a file is called: by its players. */
function playersOf({ white, black }: GameSettings): string {
  return [white, black].map((player) => (player.kind === 'person' && player.name ? player.name : '?')).join(' – ');
}
