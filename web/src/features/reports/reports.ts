/**
 * The coach as the screens ask it. Reports that are being made are remembered by game: leaving the screen does not stop one, and coming back finds it. Only the latest
 * few are remembered.
 */
import { GameReporting, type ReportedGame } from './report.svelte';
import { language } from '../../messages/messages.svelte';
import { openCoach, type Past } from '../../rules/coach';
import type { Thought } from '../../rules/model';
import { appContext } from '../../context';

/** How many reports are kept; each takes some hundred kilobytes. */
const MOST = 4;

const known = new Map<string, GameReporting>();

/** The report on a game: the one that is there, or a new one that has begun. */
export async function reportOn(game: ReportedGame): Promise<GameReporting> {
  const key = JSON.stringify(game);
  const there = known.get(key);
  if (there) {
    known.delete(key);
    known.set(key, there); // as the latest
    void there.run();
    return there;
  }
  const coach = await openCoach();
  const made = known.get(key) ?? new GameReporting(coach, appContext.engine, game);
  known.set(key, made);
  for (const [old, report] of known) {
    if (known.size <= MOST) break;
    if (old === key) continue;
    known.delete(old);
    report.close();
  }
  void made.run();
  return made;
}

/** Why the first move of the best line is played, in the language of the page; null where nothing can be said. */
export async function why(past: Past, lines: Thought['lines']): Promise<string | null> {
  try {
    const coach = await openCoach();
    return coach.why(past, lines, language());
  } catch (error) {
    console.error(error); // a hint without its reason is still a hint
    return null;
  }
}
