/**
 * Positions that are being set up, one for each game, kept in this browser: whoever leaves the editor for another room
 * finds the position again. Called by the editor. Storage that is missing or damaged means no draft, never an error.
 */

/** A position and the solution that was written to it. */
export interface Draft {
  fen: string;
  solution: string;
}

const KEY = 'damier.editor';
/** Characters of a text that are kept; no position or solution is as long as that. */
const LONGEST = 20_000;

/** What was left in the editor of a game; null where nothing was. */
export function draftOf(variant: string): Draft | null {
  return drafts()[variant] ?? null;
}

/** Keeps what stands in the editor of a game; null forgets it. */
export function keepDraft(variant: string, draft: Draft | null): void {
  const { [variant]: _before, ...others } = drafts();
  try {
    localStorage.setItem(KEY, JSON.stringify(draft ? { ...others, [variant]: draft } : others));
  } catch {
    // A browser that keeps nothing still has the position in the address.
  }
}

function drafts(): Record<string, Draft> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
  } catch {
    return {};
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { fen, solution } = value as Partial<Draft>;
  return [fen, solution].every((text) => typeof text === 'string' && text.length <= LONGEST);
}
