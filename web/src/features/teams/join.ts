/** Joins a team match by a link. The secret is stored first, so that the seat is found again if the answer is lost. */
import { type Answer, ask } from '../../api/ask';
import { type TeamMatchView as TeamMatch, postTeamsJoin } from '../../api/types';
import { isFinal } from '../live/final';
import { forgetMatch, storeMatch } from './stored';

/** The visit in which it happens: it answers whether the screen is still there, and the server has agreed. */
interface Visit {
  do(what: () => Promise<Answer<TeamMatch>>): Promise<boolean>;
}

/** Comes under a name, as the member with this secret; whether that is done and the screen is still there. */
export async function comeTo(visit: Visit, { secret, link, variant, name }: { secret: string; link: string; variant: string; name: string }): Promise<boolean> {
  // Kept before it is sent: the game may begin meanwhile, which ends the screen, or the answer is lost, and then this secret alone leads to the seat.
  storeMatch(secret, link, variant, name);
  let answer: Answer<TeamMatch> | null = null as Answer<TeamMatch> | null;
  const done = await visit.do(async () => (answer = await ask(postTeamsJoin, {}, { link, name }, { secret })));
  if (answer !== null && isFinal(answer)) forgetMatch(secret);
  return done;
}
