/** Joins a team match by a link. The secret is stored first, so that the seat is found again if the answer is lost. */
import { type Answer, ask } from '../../api/ask';
import { type TeamMatchView as TeamMatch, postTeamsJoin } from '../../api/types';
import { isFinal } from '../live/final';
import { forgetMatch, storeMatch } from './stored';

/** The page that joins: returns whether the server has accepted and the page is still open. */
interface JoiningPage {
  do(what: () => Promise<Answer<TeamMatch>>): Promise<boolean>;
}

/** Joins under a name with this secret. Returns whether it succeeded and the page is still open. */
export async function joinTeamMatch(visit: JoiningPage, { secret, link, variant, name }: { secret: string; link: string; variant: string; name: string }): Promise<boolean> {
  // Stored before it is sent: the page may close when the game begins, or the answer is lost, and then only this secret finds the seat.
  storeMatch(secret, link, variant);
  let answer: Answer<TeamMatch> | null = null as Answer<TeamMatch> | null;
  const done = await visit.do(async () => (answer = await ask(postTeamsJoin, {}, { link, name }, { secret })));
  if (answer !== null && isFinal(answer)) forgetMatch(secret);
  return done;
}
