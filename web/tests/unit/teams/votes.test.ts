/** The votes of a team as its panel shows them, and marks on the board. */
import { describe, expect, it } from 'vitest';
import type { LayoutSquare } from '../../../src/board/types';
import { decidesAlone, shapesOf, wantedBy, withMark } from '../../../src/features/teams/votes';
import type { Deciding, Marks, TeamShown as Team, Want } from '../../../src/api/types';

const moved = (move: string): Want => ({ act: 'move', move });
const members = [
  { number: 1, name: 'Awa', here: true },
  { number: 4, name: 'Piet', here: true },
  { number: 6, name: 'Jan', here: false },
];

function team(change: Partial<Team> = {}): Team {
  return { you: 4, deciding: { way: 'captain' }, members, on_move: null, captain: 1, leader: 1, vote_ends_ms: null, votes: [], another: [], marks: [], ...change };
}

const SQUARES: LayoutSquare[] = [28, 32, 33, 17].map((square, row) => ({ square, row, col: 0, name: String(square) }));

describe('the votes of a team', () => {
  it('are counted, moves before other actions and the most votes first', () => {
    const votes = [
      { member: 6, want: { act: 'resign' } as const },
      { member: 1, want: moved('33-28') },
      { member: 4, want: moved('32-28') },
      { member: 6, want: moved('32-28') },
    ];
    const wanted = wantedBy(team({ votes }));
    expect(wanted.map(({ want, mine }) => [want, mine])).toEqual([
      [moved('32-28'), true],
      [moved('33-28'), false],
      [{ act: 'resign' }, false],
    ]);
    expect(wanted[0]?.members.map(({ name }) => name)).toEqual(['Piet', 'Jan']);
  });

  it('are decided by a single member only if the deciding mode allows it', () => {
    const vote: Deciding = { way: 'vote', within_s: 30 };
    const inTurn: Deciding = { way: 'in-turn' };
    const on = (member: number | null): Partial<Team> => ({ deciding: inTurn, captain: null, on_move: { member, until_ms: null } });
    const decides = (change: Partial<Team>, want = moved('32-28'), byDays = false): boolean => decidesAlone(team(change), want, byDays);
    expect(decides({})).toBe(false);
    expect(decides({ captain: 4 })).toBe(true);
    expect(decides({ deciding: vote })).toBe(false);
    expect(decides({ deciding: vote, members: members.filter(({ number }) => number !== 1) })).toBe(true);
    expect(decides(on(1))).toBe(false);
    expect(decides(on(4))).toBe(true);
    expect(decides(on(null))).toBe(true);
    expect(decides({ members: members.slice(1, 2) })).toBe(true);
  });

  it('let any member decide an overdue move of a correspondence game, and nothing else', () => {
    const anybodys = { on_move: { member: null, until_ms: null } };
    const resigns: Want = { act: 'resign' };
    for (const change of [anybodys, { ...anybodys, deciding: { way: 'in-turn' } as const, captain: null }]) {
      expect(decidesAlone(team(change), moved('32-28'), true)).toBe(true);
      expect(decidesAlone(team(change), resigns, true)).toBe(false);
    }
    expect(decidesAlone(team({ on_move: { member: 1, until_ms: 9 } }), moved('32-28'), true)).toBe(false);
    // In a correspondence game a disconnected member has a vote.
    const vote: Deciding = { way: 'vote', within_s: 3600 };
    expect(decidesAlone(team({ deciding: vote, members: members.slice(1) }), moved('32-28'), true)).toBe(false);
  });

  it('are drawn on the board: proposals as arrows, marks in the colour of their member', () => {
    const shapes = shapesOf(
      team({
        votes: [
          { member: 1, want: moved('32-28') },
          { member: 6, want: moved('28x17') },
          { member: 4, want: { act: 'offer-draw' } },
        ],
        marks: [
          { member: 4, squares: [33, 99], arrows: [] },
          { member: 1, squares: [], arrows: [[33, 28]] },
        ],
      }),
      SQUARES,
    );
    expect(shapes).toEqual([
      { colour: 'Y', from: 32, to: 28 },
      { colour: 'Y', from: 28, to: 17 },
      { colour: 'G', from: 33, to: null },
      { colour: 'B', from: 33, to: 28 },
    ]);
  });
});

describe('a mark on the board', () => {
  it('is set, and removed by setting it again', () => {
    const none = { squares: [], arrows: [] };
    const one = withMark(none, { from: 28, to: null });
    expect(one).toEqual({ squares: [28], arrows: [] });
    expect(withMark(one, { from: 28, to: null })).toEqual(none);
    const arrow = withMark(one, { from: 32, to: 28 });
    expect(arrow).toEqual({ squares: [28], arrows: [[32, 28]] });
    expect(withMark(arrow, { from: 32, to: 28 })).toEqual(one);
  });

  it('is limited to the number that the server accepts', () => {
    let marks: Marks = { squares: [], arrows: [] };
    for (let square = 1; square <= 30; square += 1) marks = withMark(marks, { from: square, to: null });
    expect(marks.squares).toHaveLength(24);
    expect(marks.squares[0]).toBe(7);
  });
});
