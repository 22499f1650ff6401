/**
 * The keys of an analysis besides those that step through the moves. The board's grid takes the small letters that begin the name of
 * a square; with Shift they are these keys there too. The list of keys (`help/*.json`) names all of them.
 */
import { letterOf } from '../../ui/page-keys';

export type AnalysisKey =
  | 'flip' | 'threat' | 'engine' | 'draw' | 'curve' | 'pin' | 'columns' | 'fold' | 'playOn'
  | 'comment' | 'signs' | 'promote' | 'main' | 'remove' | 'good' | 'keys' | 'leave';

export const LETTERS: Readonly<Record<string, AnalysisKey>> = {
  f: 'flip', x: 'threat', e: 'engine', d: 'draw', g: 'curve', b: 'pin', l: 'columns', v: 'fold', o: 'playOn',
  c: 'comment', s: 'signs', p: 'promote', m: 'main',
};
const OTHERS: Readonly<Record<string, AnalysisKey>> = { Delete: 'remove', '!': 'good', '?': 'keys', Escape: 'leave' };

/** What a key asks for; null for other keys and with Control, Meta or Alt. */
export function analysisKey(event: KeyboardEvent): AnalysisKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return OTHERS[event.key] ?? LETTERS[letterOf(event) ?? ''] ?? null;
}
