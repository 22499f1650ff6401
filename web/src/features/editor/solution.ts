/** The solution of a position, typed as moves. The rules binding reads it like the moves of any game, so it may contain variations and comments. */
import type { Language, PdnReply } from '../../rules/model';
import type { Study } from '../../rules/study';

export type ReadSolution =
  | { kind: 'none' }
  /** The whole text can be played from the position. It becomes a game with its tree. */
  | { kind: 'fits'; game: PdnReply['games'][number] }
  /** The text cannot be read or played. The place is in the text; a text of one line needs no line. */
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

/** How many lines stand before the text when it is read. */
const HEADER = 2;

/** The text without the brackets that would begin a tag, and with it another game. Comments stay as they are. */
function withoutTags(text: string): string {
  return text.replace(/\{[^}]*\}?|\[(?!%)/g, (found) => (found === '[' ? ' ' : found));
}

/** An error with its place in the text. What is missing at the end is missing after the last letter. */
function faultIn(text: string, { line, column, sentence }: PdnReply['errors'][number]): ReadSolution {
  const lines = text.split('\n');
  const own = line - HEADER;
  const place = own > lines.length ? { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 } : { line: own, column };
  // A sentence may name another place, as `3:7`.
  const said = sentence.replace(/\b(\d+):(\d+)\b/g, (_, l: string, c: string) => `${Math.max(1, Number(l) - HEADER)}:${c}`);
  return { kind: 'fault', sentence: said, line: lines.length > 1 ? place.line : null, column: place.column };
}
