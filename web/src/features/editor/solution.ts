/**
 * The solution of a position, typed as moves. The rules binding reads it like the moves of a game,
 * so it may contain variations and comments.
 */
import type { Language, PdnReply } from '../../rules/model';
import type { Study } from '../../rules/study';

export type ReadSolution =
  | { kind: 'none' }
  /** The whole text is playable. It becomes a game with its tree. */
  | { kind: 'fits'; game: PdnReply['games'][number] }
  /**
   * The text is unreadable or not playable. The place is in the text; a single line needs no line
   * number.
   */
  | { kind: 'fault'; sentence: string; line: number | null; column: number }
  /** The text contains no move. */
  | { kind: 'no-moves' };

export function readSolution(
  study: Pick<Study, 'readPdn'>,
  { variant, fen, text, language }: { variant: string; fen: string; text: string; language: Language },
): ReadSolution {
  if (!text.trim()) return { kind: 'none' };
  const { games, errors } = study.readPdn(`[FEN "${fen}"]\n\n${withoutTags(text)}\n*`, variant, language);
  const [game] = games;
  const [error] = errors;
  if (error) return faultIn(text, error);
  if (!game || games.length > 1 || !game.complete || game.moves === 0) return { kind: 'no-moves' };
  return { kind: 'fits', game };
}

/** How many lines are put before the text to read it. */
const HEADER = 2;

/**
 * The text without brackets that would begin a tag, and with it another game. Comments are kept.
 */
function withoutTags(text: string): string {
  return text.replace(/\{[^}]*\}?|\[(?!%)/g, (found) => (found === '[' ? ' ' : found));
}

/** An error with its place in the text; after the last character if something is missing there. */
function faultIn(text: string, { line, column, sentence }: PdnReply['errors'][number]): ReadSolution {
  const lines = text.split('\n');
  const own = line - HEADER;
  const place = own > lines.length ? { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 } : { line: own, column };
  // A sentence may contain another place, as `3:7`.
  const said = sentence.replace(/\b(\d+):(\d+)\b/g, (_, l: string, c: string) => `${Math.max(1, Number(l) - HEADER)}:${c}`);
  return { kind: 'fault', sentence: said, line: lines.length > 1 ? place.line : null, column: place.column };
}
