/**
 * A refusal in simple words for children who do not know square numbers yet: the same reason, found
 * by its code, without names of squares; the board outlines the squares.
 */
import type { Numbers } from '../../board/types';
import type { RefusalView } from '../../rules/model';
import { sayIfKnown } from './words';

export function plainly({ code, sentence }: RefusalView, numbers: Numbers): string {
  const key = `plain.${code}`;
  return (numbers === 'none' ? sayIfKnown(key) : null) ?? sentence;
}
