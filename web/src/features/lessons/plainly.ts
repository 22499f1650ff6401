/**
 * A refusal for a learner who does not know square numbers yet: the same reason, found by its code, in few words that name no
 * square; the board outlines the squares.
 */
import type { Numbers } from '../../board/types';
import type { RefusalView } from '../../rules/model';
import { sayIfKnown } from './words';

export function plainly({ code, sentence }: RefusalView, numbers: Numbers): string {
  const key = `plain.${code}`;
  return (numbers === 'none' ? sayIfKnown(key) : null) ?? sentence;
}
