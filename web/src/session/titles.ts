/**
 * The title of a stored game: given by the user, or generated from the players. A generated title
 * is displayed in the current language. It is left out of files, since their tags say the same.
 */
import { withTitle, withTitleOfItsOwn } from '../store/pdn-title';
import type { LocalGame } from '../store/local-game';
import { gameName } from '../messages/games';
import { language, LANGUAGES, translateIn } from '../messages/messages.svelte';
import { USUAL } from '../rules/family';
import type { GameRecord, GameSettings, Language } from '../rules/model';
import type { Study } from '../rules/study';

type Players = Pick<GameSettings, 'white' | 'black'>;

/** The facts from which a title is generated. */
interface Named {
  variant: string;
  settings: Players;
}

/** The title of a game until the user gives it another. */
export function titleOf({ variant, settings }: Named, tongue: Language = language()): string {
  return ofGame(variant, titleOfPlayers(settings, tongue), tongue);
}

export function analysisTitle(variant: string, tongue: Language = language()): string {
  return ofGame(variant, translateIn(tongue, 'analysis.title'), tongue);
}

/** A generated title, in a language. */
type TitleGenerator = (record: Named, tongue?: Language) => string;

const TITLE_GENERATORS: readonly TitleGenerator[] = [
  titleOf,
  ({ variant }, tongue) => analysisTitle(variant, tongue),
  (_, tongue = language()) => translateIn(tongue, 'open.untitled'),
];

/** The title of a stored game, as displayed. */
export function shownTitle({ title, record }: { title: string; record: Named }): string {
  return generatorOf(title, record)?.(record) ?? title;
}

function generatorOf(title: string, record: Named): TitleGenerator | undefined {
  return TITLE_GENERATORS.find((make) => LANGUAGES.some(({ id }) => make(record, id) === title));
}

/** The PDN of a stored game, with the user's title. */
export function pdnOf(pdn: string, title: string, record: GameRecord): string {
  return givenByPerson(title, record) ? withTitle(pdn, title) : pdn;
}

/** The PDN of a stored game with its variations and comments, and with its own tags. */
export function annotatedPdnOf(study: Study, game: Pick<LocalGame, 'record' | 'tree' | 'title'>): string {
  const pdn = study.pdnOf(game);
  return givenByPerson(game.title, game.record) ? withTitleOfItsOwn(pdn, game.title) : pdn;
}

function ofGame(variant: string, players: string, tongue: Language): string {
  return variant === USUAL ? players : translateIn(tongue, 'title.game', { game: gameName(variant, tongue), players });
}

function titleOfPlayers({ white, black }: Players, tongue: Language): string {
  if (black.kind === 'computer') return translateIn(tongue, 'title.computer.white', { level: black.level });
  if (white.kind === 'computer') return translateIn(tongue, 'title.computer.black', { level: white.level });
  return translateIn(tongue, 'title.person');
}

/** Whether the user gave the title, and the page did not generate it in one of its languages. */
export function givenByPerson(title: string, record: Named): boolean {
  return title !== '' && title !== playersOf(record.settings) && generatorOf(title, record) === undefined;
}

/** The title of a game from a file: its players. */
function playersOf({ white, black }: Players): string {
  return [white, black].map((player) => (player.kind === 'person' && player.name ? player.name : '?')).join(' – ');
}
