/** Offers a game to a friend by a link, without a form: the usual rules. */
import { type Answer, ask } from '../../api/ask';
import { postChallenges } from '../../api/types';
import { go } from '../../router/router.svelte';
import type { ClockSettings } from '../../rules/model';
import type { Colour } from '../../settings/preferences.svelte';
import { newSecret, ownName, saveSeat } from '../../store/seats';
import { uuidV7 } from '../../store/uuid';
import { whoPlays } from '../accounts/signed-in';
import { quickOffer } from './offer';

/** Reused until the server has answered: a retry after a lost answer creates no second offer. */
let unanswered: { id: string; secret: string; invitation: string } | null = null;

/** Creates the invitation and opens the page that shows its link. */
export async function offerByLink(variant: string, { clock, colour }: { clock: ClockSettings | null; colour: Colour }): Promise<Answer<unknown>> {
  const { id, secret, invitation } = (unanswered ??= { id: uuidV7(Date.now()), secret: newSecret(), invitation: newSecret() });
  const account = (await whoPlays()) !== null;
  const made = await ask(postChallenges, {}, { id, invitation, challenge: quickOffer(variant, clock, ownName().trim(), false, colour), account, public: false }, { secret });
  if (made.kind !== 'ok') return made;
  unanswered = null;
  saveSeat(secret, { invitation, variant });
  go({ page: 'live', secret });
  return made;
}
