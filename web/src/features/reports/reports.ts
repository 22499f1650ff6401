/**
 * The coach as used by pages. Reports are cached by game: leaving the page does not stop one. The
 * cache holds the latest few.
 */
import { FIRST_LOOK_NODES, GameReporting, type ReportedGame } from './report.svelte';
import { language } from '../../messages/messages.svelte';
import type { RulesBinding } from '../../rules/binding';
import { openCoach, type Past } from '../../rules/coach';
import type { LocalGame } from '../../store/local-game';
import type { Thought } from '../../rules/model';
import { appContext } from '../../context';

/** The size of the cache; a report takes some hundred kilobytes. */
const CACHE_SIZE = 4;

const known = new Map<string, GameReporting>();

/** The start and the moves of a stored game, up to the first illegal move. */
export function reportedGame(binding: RulesBinding, { record }: LocalGame): ReportedGame {
  const game = binding.openGame(record);
  try {
    const view = game.view(Date.now(), language());
    const irregular = view.history.findIndex((move) => move.irregular);
    const moves = view.history.map((move) => move.text);
    return { variant: record.variant, fen: game.earlier(view, 0).fen, moves: irregular < 0 ? moves : moves.slice(0, irregular) };
  } finally {
    game.free();
  }
}

/**
 * A quick report on a game, which is displayed until the thorough one is complete. The caller runs
 * and closes it.
 */
export async function firstLookAt(game: ReportedGame): Promise<GameReporting> {
  return new GameReporting(await openCoach(), appContext.engine, game, FIRST_LOOK_NODES);
}

/** The cached report on a game, or a new one, started. */
export async function reportOn(game: ReportedGame): Promise<GameReporting> {
  const key = JSON.stringify(game);
  const there = known.get(key);
  if (there) {
    known.delete(key);
    known.set(key, there); // moves it to the end of the cache
    void there.run();
    return there;
  }
  const coach = await openCoach();
  const made = known.get(key) ?? new GameReporting(coach, appContext.engine, game);
  known.set(key, made);
  for (const [old, report] of known) {
    if (known.size <= CACHE_SIZE) break;
    if (old === key) continue;
    known.delete(old);
    report.close();
  }
  void made.run();
  return made;
}

/**
 * Why the first move of the first line is good, in the language of the page; null where there is no
 * reason but the engine's preference.
 */
export async function why(past: Past, lines: Thought['lines']): Promise<string | null> {
  try {
    const coach = await openCoach();
    return coach.why(past, lines, language());
  } catch (error) {
    console.error(error); // a hint without its reason is still a hint
    return null;
  }
}
