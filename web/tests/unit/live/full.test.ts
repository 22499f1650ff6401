/** A server whose disk is full, that has no room for more of one kind, or that cannot read a game is there and says so: it is not told as one that does not answer. */
import { afterEach, describe, expect, it, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import { ask } from '../../../src/features/accounts/api';
import { troubleWords as accountTrouble } from '../../../src/features/accounts/trouble';
import accountEnglish from '../../../src/features/accounts/words.en.json';
import { BroadcastServer } from '../../../src/features/broadcasts/api';
import { refusal } from '../../../src/features/broadcasts/words';
import hallEnglish from '../../../src/features/broadcasts/words.en.json';
import { ClassServer } from '../../../src/features/classes/api';
import schoolEnglish from '../../../src/features/classes/words.en.json';
import { troubleWords as clubTrouble } from '../../../src/features/clubs/trouble';
import clubEnglish from '../../../src/features/clubs/words.en.json';
import { troubleWords as friendsTrouble } from '../../../src/features/friends/trouble';
import friendsEnglish from '../../../src/features/friends/words.en.json';
import { askServer } from '../../../src/features/live/api';
import liveEnglish from '../../../src/features/live/words.en.json';
import { troubleWords as simulTrouble } from '../../../src/features/simuls/words';
import simulEnglish from '../../../src/features/simuls/words.en.json';

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, text: string, type = 'application/problem+json'): void {
  vi.stubGlobal('fetch', async () => new Response(text, { status, headers: { 'content-type': type } }));
}

const problem = (code: string): string => JSON.stringify({ code, detail: 'in English' });

const ASKING: readonly [string, () => Promise<unknown>][] = [
  ['live play', () => askServer('POST', 'api/v1/challenges', null, {}, () => null)],
  ['an account', () => ask('api/v1/account', 'POST', {}, () => null)],
  ['a class', () => new ClassServer('secret').make()],
  ['a broadcast', () => new BroadcastServer('secret').putRound('salou-2026', 1, '1. 32-28 *')],
];

describe.each(ASKING)('%s', (_, asking) => {
  it('has no server where a gateway says that it is full', async () => {
    answering(507, '<html></html>', 'text/html');
    expect(await asking()).toEqual({ kind: 'unreachable' });
  });
});

describe.each(ASKING.slice(0, 3))('%s', (_, asking) => {
  it('may be tried again later where the disk of the server is full', async () => {
    answering(507, problem('journal-full'));
    expect(await asking()).toEqual({ kind: 'unreachable', full: true });
  });

  it('has no server where that is broken', async () => {
    answering(500, problem('internal-error'));
    expect(await asking()).toEqual({ kind: 'unreachable' });
  });
});

describe.each(ASKING.filter(([name]) => name === 'live play' || name === 'a class'))('%s', (_, asking) => {
  it('is told that the server cannot read a game, which it says of itself alone', async () => {
    answering(500, problem('game-unreadable'));
    expect(await asking()).toEqual({ kind: 'refused', code: 'game-unreadable', detail: 'in English' });
    answering(502, problem('game-unreadable'));
    expect(await asking()).toEqual({ kind: 'unreachable' });
    answering(500, '<html></html>', 'text/html');
    expect(await asking()).toEqual({ kind: 'unreachable' });
  });
});

it('a round that takes too much room is refused', async () => {
  answering(507, problem('broadcast-too-large'));
  expect(await ASKING[3]?.[1]()).toMatchObject({ kind: 'refused', code: 'broadcast-too-large' });
});

it.each([accountTrouble, clubTrouble, friendsTrouble, simulTrouble])('it is said', (words) => {
  expect(words({ kind: 'unreachable', full: true })).toBe('The server has no room left: its disk is full. Nothing was kept.');
  expect(words({ kind: 'unreachable' })).toMatch(/does not answer/);
});

it('live play and a class have words for a game that cannot be read', () => {
  for (const words of [liveEnglish, schoolEnglish]) expect(words['refused.game-unreadable']).toMatch(/^The server cannot read what it has kept of this game/);
  expect(liveEnglish['gone.game-unreadable']).toBe(liveEnglish['refused.game-unreadable']);
});

it('every room has words for it', () => {
  for (const words of [liveEnglish, accountEnglish, schoolEnglish, clubEnglish, friendsEnglish, simulEnglish, hallEnglish]) {
    expect(words['refused.journal-full']).toBe('The server has no room left: its disk is full. Nothing was kept.');
  }
  for (const code of ['broadcasts-full', 'broadcast-too-large'] as const) expect(refusal(code), code).toBe(hallEnglish[`refused.${code}`]);
});
