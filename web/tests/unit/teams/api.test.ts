/** A gathering as the server tells it: who leads each side, also where a server of before tells nothing of that. */
import { expect, it } from 'vitest';
import { gathering } from '../../../src/features/teams/api';

function told(members: object[]): unknown {
  return {
    role: 'white',
    you: 2,
    plan: { kind: 'teams', variant: 'international', settings: {}, white: { way: 'captain' }, black: { way: 'vote', within_s: 30 } },
    open: true,
    game: null,
    members,
    links: null,
    until_ms: 1,
  };
}

it('tells which of the members leads', () => {
  const members = [
    { number: 1, part: 'white', name: 'Awa', captain: false },
    { number: 2, part: 'white', name: 'Piet', captain: true },
    { number: 3, part: 'black', name: 'Jan' },
  ];
  expect(gathering(told(members)).members.map(({ number, captain }) => [number, captain])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
});
