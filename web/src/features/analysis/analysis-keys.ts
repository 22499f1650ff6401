/**
 * The keyboard shortcuts of an analysis besides stepping through moves. The board takes the letters
 * with which names of squares begin; with Shift they are shortcuts there too. `help/*.json` lists
 * all of them.
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

/** The action of a key; null for other keys and with Control, Meta or Alt. */
export function analysisKey(event: KeyboardEvent): AnalysisKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return OTHERS[event.key] ?? LETTERS[letterOf(event) ?? ''] ?? null;
}
