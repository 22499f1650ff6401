/** Comes to a gathering by a link, so that the seat is found again whatever becomes of the answer. */
import { type Answer, ask } from '../../api/ask';
import { type GatheringShown as Gathering, postGatheringJoin } from '../../api/types';
import { isFinal } from '../live/final';
import { forgetGathering, keepGathering } from './stored';

/** The visit in which it happens: it answers whether the screen is still there, and the server has agreed. */
interface Visit {
  do(what: () => Promise<Answer<Gathering>>): Promise<boolean>;
}

/** Comes under a name, as the member with this secret; whether that is done and the screen is still there. */
export async function comeTo(visit: Visit, { secret, link, variant, name }: { secret: string; link: string; variant: string; name: string }): Promise<boolean> {
  // Kept before it is sent: the game may begin meanwhile, which ends the screen, or the answer is lost, and then this secret alone leads to the seat.
  keepGathering(secret, link, variant, name);
  let answer: Answer<Gathering> | null = null as Answer<Gathering> | null;
  const done = await visit.do(async () => (answer = await ask(postGatheringJoin, {}, { link, name }, { secret })));
  if (answer !== null && isFinal(answer)) forgetGathering(secret);
  return done;
}
