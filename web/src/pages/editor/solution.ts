/**
 * The solution of a position, typed as moves. The rules door reads it like the moves of any game, so it may contain
 * variations and comments. Called by the editor.
 */
import type { Language, PdnReply } from '../../rules/model';
import type { Study } from '../../rules/study';

export type ReadSolution =
  | { kind: 'none' }
  /** The whole text can be played from the position. It becomes a game with its tree. */
  | { kind: 'fits'; game: PdnReply['games'][number] }
  | { kind: 'fault'; sentence: string }
  /** The text contains no move. */
  | { kind: 'no-moves' };

/** Reads a solution for a position that can be played. */
export function readSolution(
  study: Pick<Study, 'readPdn'>,
  { variant, fen, text, language }: { variant: string; fen: string; text: string; language: Language },
): ReadSolution {
  if (!text.trim()) return { kind: 'none' };
  // A tag would begin another game.
  const { games, errors } = study.readPdn(`[FEN "${fen}"]\n\n${text.replace(/\[[^%]/g, ' ')}\n*`, variant, language);
  const [game] = games;
  const [error] = errors;
  if (error) return { kind: 'fault', sentence: error.sentence };
  if (!game || games.length > 1 || !game.complete || game.moves === 0) return { kind: 'no-moves' };
  return { kind: 'fits', game };
}
