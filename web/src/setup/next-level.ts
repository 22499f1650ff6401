/** The level of a game against the engine, and the level to try after it. Pure. */
import type { Side } from '../rules/model';
import type { LocalGame } from '../store/local-game';

/** The level of the engine in a game of one person against it; null for other games. */
export function levelOf({ record: { settings } }: Pick<LocalGame, 'record'>): number | null {
  const { white, black } = settings;
  return white.kind === 'computer' ? (black.kind === 'computer' ? null : white.level) : black.kind === 'computer' ? black.level : null;
}

/** The user's side in a game against the engine; null for other games. */
export function sideOf({ record: { settings } }: Pick<LocalGame, 'record'>): Side | null {
  const [white, black] = [settings.white.kind, settings.black.kind];
  return white === black ? null : white === 'person' ? 'white' : 'black';
}

const HIGHEST_LEVEL = 10;

/**
 * The next level after two wins in a row at one level; null otherwise. The latest game is first.
 */
export function nextLevel(games: readonly Pick<LocalGame, 'record' | 'deleted_ms'>[]): number | null {
  const [last, before] = games.filter((it) => it.deleted_ms === null && it.record.ending !== null && levelOf(it) !== null);
  if (!last || !before) return null;
  const level = levelOf(last)!;
  const won = [last, before].every((it) => levelOf(it) === level && it.record.ending?.winner === sideOf(it));
  return won && level < HIGHEST_LEVEL ? level + 1 : null;
}
