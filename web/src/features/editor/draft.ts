/**
 * Drafts of the editor, one for each game, in this browser's storage. If the storage is missing or
 * damaged, there is no draft, and no error.
 */
import { loadFields, saveValue } from '../../store/browser-storage';

export interface Draft {
  fen: string;
  solution: string;
}

const KEY = 'damier.editor';
/** The maximum length of a stored text. No position or solution is longer. */
const LONGEST = 20_000;

export function draftOf(variant: string): Draft | null {
  return drafts()[variant] ?? null;
}

export function saveDraft(variant: string, draft: Draft | null): void {
  const { [variant]: _before, ...others } = drafts();
  saveValue(KEY, draft ? { ...others, [variant]: draft } : others);
}

function drafts(): Record<string, Draft> {
  return Object.fromEntries(Object.entries(loadFields(KEY)).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { fen, solution } = value as Partial<Draft>;
  return [fen, solution].every((text) => typeof text === 'string' && text.length <= LONGEST);
}
