/** The finished games of an account, page by page, against a fake server. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure as AccountTrouble } from '../../../src/api/ask';
import type { OverGame as FinishedGame } from '../../../src/api/types';
import { AccountGames, type FinishedSearch } from '../../../src/features/accounts/finished/account-games.svelte';

interface Asked {
  search: FinishedSearch;
  after: string | null;
  /** Answers with these games and the start of the next page. */
  answer: (games: string[], next: string | null, missing?: number) => Promise<void>;
  fail: (trouble: AccountTrouble) => Promise<void>;
}

const asked: Asked[] = [];
beforeEach(() => void (asked.length = 0));

const game = (id: string): FinishedGame => ({ game: id, side: 'white', variant: 'frisian', against: 'Piet', level: null, rated: false, ending: null, result: 'win', ended_ms: 1 }) as unknown as FinishedGame;

function list(): AccountGames {
  return new AccountGames(
    (search, after) =>
      new Promise((resolve) => {
        asked.push({
          search,
          after,
          answer: async (games, next, missing = 0) => {
            resolve({ kind: 'ok', value: { games: games.map(game), next, missing } });
            await new Promise((on) => setTimeout(on));
          },
          fail: async (trouble) => {
            resolve(trouble);
            await new Promise((on) => setTimeout(on));
          },
        });
      }),
  );
}

const ids = (games: AccountGames): string[] | undefined => games.games?.map((it) => it.game);

describe('finished games of an account', () => {
  it('get each page once, even if it is requested twice', async () => {
    const games = list();
    void games.look();
    await asked[0]!.answer(['a', 'b'], 'b');
    const [first, second] = [games.more(), games.more()];
    expect(await second).toBe(0);
    expect(asked.map(({ after }) => after)).toEqual([null, 'b']);
    await asked[1]!.answer(['c'], null);
    expect([await first, ids(games), games.next, await games.more(), asked.length]).toEqual([1, ['a', 'b', 'c'], null, 0, 2]);
  });

  it('are those of the latest search, even if an earlier one is answered later', async () => {
    const games = list();
    void games.look();
    await asked[0]!.answer(['a', 'b'], 'b');
    const more = games.more();
    void games.seek({ result: 'win' });
    // The next page of the earlier search is not part of this one.
    expect([games.next, await games.more(), games.isSought, asked.length]).toEqual([null, 0, true, 3]);
    await asked[2]!.answer(['b'], 'b');
    expect([ids(games), games.next]).toEqual([['b'], 'b']);
    void games.more();
    expect(asked[3]).toMatchObject({ search: { result: 'win' }, after: 'b' });
    await asked[1]!.answer(['c'], 'c');
    expect([await more, ids(games), games.next, await games.more()]).toEqual([0, ['b'], 'b', 0]);
    await asked[3]!.answer(['a'], null);
    expect([ids(games), games.next]).toEqual([['b', 'a'], null]);
  });

  it('stay if the server does not answer, and the page can be requested again', async () => {
    const games = list();
    void games.look();
    await asked[0]!.answer(['a'], 'a');
    const more = games.more();
    await asked[1]!.fail({ kind: 'unreachable' });
    expect([await more, ids(games), games.next, games.trouble]).toEqual([0, ['a'], 'a', { kind: 'unreachable' }]);
    void games.more();
    await asked[2]!.answer(['b'], null);
    expect([ids(games), games.trouble]).toEqual([['a', 'b'], null]);
  });

  it('are searched by any opponent name, together with the other filters', async () => {
    const games = list();
    void games.look();
    await asked[0]!.answer(['a'], null);
    expect(games.met).toEqual(['Piet']);
    // Typed but not submitted: changing another filter submits it too.
    games.typed = '\tZoé  M ';
    void games.seek({ result: 'win' });
    expect(asked[1]?.search).toEqual({ variant: null, result: 'win', against: 'Zoé  M' });
    await asked[1]!.answer([], null);
    expect([ids(games), games.isSought, games.met]).toEqual([[], true, ['Piet']]);
    games.typed = 'piet';
    void games.seek();
    expect(asked[2]?.search).toEqual({ variant: null, result: 'win', against: 'piet' });
    // Cleared again: games of all opponents.
    games.typed = '';
    void games.seek({ variant: 'frisian' });
    expect(asked[3]?.search).toEqual({ variant: 'frisian', result: 'win', against: '' });
    games.typed = 'Awa';
    void games.seekAll();
    expect([asked[4]?.search, games.typed, games.isSought]).toEqual([{ variant: null, result: null, against: '' }, '', false]);
  });

  it('include a count of unreadable games, reset by each search', async () => {
    const games = list();
    void games.look();
    await asked[0]!.answer(['1'], 'a', 2);
    expect(games.unreadable).toBe(2);
    void games.more();
    await asked[1]!.answer(['2'], null, 1);
    expect(games.unreadable).toBe(3);
    expect(games.met).toEqual(['Piet']);
    void games.seek({ result: 'win' });
    await asked[2]!.answer(['1'], null);
    expect(games.unreadable).toBe(0);
  });
});
