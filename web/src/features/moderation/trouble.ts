/** Why a request of moderation failed, in words. */
import type { Failure } from '../../api/ask';
import { troubleIn } from '../accounts/trouble';
import { say, refusal } from './words';

export const troubleWords = (trouble: Failure): string => troubleIn({ say, refusal }, trouble);
