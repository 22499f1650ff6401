/**
 * Boards derived from the journal of a live game: the one on the screen, with the user's unconfirmed acts and their clock; and one beside it, for entering
 * possible moves.
 */
import { clockAfter, type Clock } from '../../session/clock';
import { GameSession } from '../../session/session.svelte';
import type { Game } from '../../rules/game';
import type { GameRecord } from '../../rules/model';
import type { Sounds } from '../../sound/sounds';
import type { State as LiveState } from '../../api/types';
import { lastMs, type LiveJournal } from './journal';

type OpenGame = (record: GameRecord) => Game;

/** The game from the journal, with as many of the user's later acts as still fit. Throws if this page cannot read the journal. */
export function gameAhead(journal: LiveJournal, openGame: OpenGame): { game: Game; record: GameRecord } {
  for (let acts = journal.pending.length; acts > 0; acts -= 1) {
    const hoped = journal.hoped(acts);
    try {
      if (hoped) return { game: openGame(hoped), record: hoped };
    } catch {
      // The user's last act does not fit any more, or was done in another window; the server will report it.
    }
  }
  const record = journal.record();
  return { game: openGame(record), record };
}

/** Both times at `now`. They stop on this screen when the user has moved, since the server compensates the latency. */
export function clockAhead(journal: LiveJournal | null, { clock, at_ms }: LiveState, now: number): Clock | null {
  if (clock === null) return null;
  const moved = journal?.pending.find((it) => !it.held && (it.want.act === 'move' || it.want.act === 'irregular'));
  return clockAfter(clock, Math.min(now, moved?.made_ms ?? Number.POSITIVE_INFINITY) - at_ms);
}

/** A board at the last position of the journal, on which both sides are played here. */
export function analysisBoard(journal: LiveJournal, openGame: OpenGame, sounds: Sounds | null): GameSession {
  const record = journal.record();
  // Only legal moves are entered, so conduct rules do not matter, unless one has already changed the game.
  const { conduct: _, ...settings } = record.settings;
  const plain = record.acts.filter(({ act }) => !['touch', 'adoube'].includes(act));
  let game: Game;
  try {
    game = openGame({ ...record, settings, acts: plain });
  } catch {
    game = openGame(record);
  }
  const now = (): number => lastMs(record);
  return new GameSession(game, { changed: () => {} }, { sounds, now, clockElsewhere: () => null });
}
