/** A server whose disk is full, that has no room for more of one kind, or that cannot read a game: every feature has words for it. */
import { expect, it, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import { troubleWords as accountTrouble } from '../../../src/features/accounts/trouble';
import accountEnglish from '../../../src/features/accounts/words.en.json';
import { refusal } from '../../../src/features/broadcasts/words';
import hallEnglish from '../../../src/features/broadcasts/words.en.json';
import schoolEnglish from '../../../src/features/classes/words.en.json';
import { troubleWords as clubTrouble } from '../../../src/features/clubs/trouble';
import clubEnglish from '../../../src/features/clubs/words.en.json';
import { troubleWords as friendsTrouble } from '../../../src/features/friends/trouble';
import friendsEnglish from '../../../src/features/friends/words.en.json';
import liveEnglish from '../../../src/features/live/words.en.json';
import { troubleWords as simulTrouble } from '../../../src/features/simuls/words';
import simulEnglish from '../../../src/features/simuls/words.en.json';

it.each([accountTrouble, clubTrouble, friendsTrouble, simulTrouble])('it is said', (words) => {
  expect(words({ kind: 'full', code: 'journal-full', detail: '' })).toBe('The server’s disk is full. Nothing was saved.');
  expect(words({ kind: 'unreachable' })).toMatch(/does not answer/);
});

it('live play and a class have words for a game that cannot be read', () => {
  for (const words of [liveEnglish, schoolEnglish]) expect(words['refused.game-unreadable']).toMatch(/^The server cannot read this game/);
  expect(liveEnglish['gone.game-unreadable']).toBe(liveEnglish['refused.game-unreadable']);
});

it('every room has words for it', () => {
  for (const words of [liveEnglish, accountEnglish, schoolEnglish, clubEnglish, friendsEnglish, simulEnglish, hallEnglish]) {
    expect(words['refused.journal-full']).toBe('The server’s disk is full. Nothing was saved.');
  }
  for (const code of ['broadcasts-full', 'broadcast-too-large'] as const) expect(refusal(code), code).toBe(hallEnglish[`refused.${code}`]);
});
