/**
 * A refusal for a learner who does not know square numbers yet: the same reason, found by its code, in few words that name no
 * square; the board outlines the squares. Asked by the screens of exercises and small games; where numbers are shown, and for what
 * is not among the first lessons, it is the usual sentence.
 */
import type { Numbers } from '../../board/types';
import type { RefusalView } from '../../rules/model';
import { sayIfKnown } from './words';

export function plainly({ code, sentence }: RefusalView, numbers: Numbers): string {
  const key = `plain.${code}`;
  return (numbers === 'none' ? sayIfKnown(key) : null) ?? sentence;
}
