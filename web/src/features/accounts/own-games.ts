import { type Answer, ask } from '../../api/ask';
import { getAccountGames, type OwnGame, type OwnGames } from '../../api/types';

/** The maximum number of pages read: five thousand games. */
const MOST_PAGES = 50;

export async function ownGames(): Promise<Answer<OwnGame[]>> {
  const games: OwnGame[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Answer<OwnGames> = await ask(getAccountGames, { after });
    if (answer.kind !== 'ok') return answer;
    games.push(...answer.value.games);
    after = answer.value.next;
    if (after === null) break;
  }
  return { kind: 'ok', value: games };
}
