import { type Answer, ask } from '../../api/ask';
import { getAccount, type OwnAccount } from '../../api/types';

/** The account of the session; null if none is signed in. */
export async function ownAccount(): Promise<Answer<OwnAccount | null>> {
  const answer = await ask(getAccount, {});
  return answer.kind === 'refused' && answer.code === 'not-signed-in' ? { kind: 'ok', value: null } : answer;
}
