/** Offers a rematch, or requests the seat at it once it has begun. */
import { type Answer, ask } from '../../api/ask';
import { postLiveRematch } from '../../api/types';

export interface NextSeat {
  game: string;
  begun: boolean;
  secret: string;
}

/** Idempotent: the next secret is derived from this one, so that all devices at a seat get the same. */
export async function anotherGame(secret: string): Promise<Answer<NextSeat>> {
  const answer = await ask(postLiveRematch, {}, {}, { secret });
  if (answer.kind !== 'ok') return answer;
  const { game, begun, secret: next } = answer.value;
  return next === null ? { kind: 'unreachable' } : { kind: 'ok', value: { game, begun, secret: next } };
}
