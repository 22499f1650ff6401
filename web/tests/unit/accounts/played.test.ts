/** Finished games, as their list shows them. */
import { describe, expect, it } from 'vitest';
import type { StoredSeat } from '../../../src/store/seats';
import { finishedSeatsOfDevice, ofSeat, resultFor } from '../../../src/features/accounts/finished/played';
import type { GameRecord, Outcome } from '../../../src/rules/model';

const ending = (winner: Outcome['winner'], reason: string): Outcome => ({ winner, reason: reason as Outcome['reason'] });

function seat(secret: string, change: Partial<StoredSeat> = {}): StoredSeat {
  return {
    secret,
    invitation: null,
    game: `game of ${secret}`,
    side: 'white',
    watching: false,
    variant: 'frisian',
    against: 'Piet',
    slow: null,
    turn: false,
    until_ms: null,
    over: true,
    lobby: null,
    next: null,
    watchers: null,
    address: null,
    muted: false,
    names: null,
    updated_ms: 1,
    ...change,
  };
}

describe('the result of a game', () => {
  it.each([
    [ending('white', 'resignation'), 'white', 'win'],
    [ending('white', 'time'), 'black', 'loss'],
    [ending(null, 'agreement'), 'black', 'draw'],
    [ending(null, 'aborted'), 'white', 'none'],
  ] as const)('%j is for %s a %s', (outcome, side, result) => expect(resultFor(outcome, side)).toBe(result));
});

describe('finished games of a device', () => {
  it('exclude games in progress, the latest first', () => {
    const over = finishedSeatsOfDevice([
      seat('old', { updated_ms: 1 }),
      seat('on', { over: false }),
      seat('late', { updated_ms: 9 }),
      seat('watching', { watching: true, side: null }),
      seat('waiting', { game: null }),
      seat('elsewhere'),
    ], new Set(['game of elsewhere']));
    expect(over.map((it) => it.secret)).toEqual(['late', 'old']);
  });

  it('are listed once, by the seat that was used last', () => {
    const over = finishedSeatsOfDevice([seat('one', { game: 'g', updated_ms: 3 }), seat('two', { game: 'g', side: 'black', updated_ms: 5 }), seat('three', { updated_ms: 4 })]);
    expect(over.map((it) => it.secret)).toEqual(['two', 'three']);
  });

  it('are described by the library, or by the seat if the library does not have them', () => {
    const known = ofSeat(seat('x', { side: 'black' }), {
      record: {
        variant: 'international',
        settings: { white: { kind: 'computer', level: 4 }, black: { kind: 'person', name: 'Awa' }, rated: true },
        ending: ending('white', 'resignation'),
      } as unknown as GameRecord,
    });
    expect(known).toMatchObject({ variant: 'international', level: 4, result: 'loss', rated: true, secret: 'x' });
    expect(ofSeat(seat('x'), null)).toMatchObject({ variant: 'frisian', against: 'Piet', level: null, result: null, ending: null, rated: false });
  });
});
