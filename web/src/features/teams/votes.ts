/** The votes of a team's members, counted for the panel; and marks as drawings on the board. Pure. */
import type { BoardShape, LayoutSquare } from '../../board/types';
import { sameValue } from '../../store/local-game';
import type { Marks, TeamShown as Team, Want } from '../../api/types';

export interface Wanted {
  want: Want;
  members: { number: number; name: string }[];
  /** Whether the user has voted for it. */
  mine: boolean;
}

/** The proposals, the most votes first; moves before other actions. */
export function wantedBy(team: Team): Wanted[] {
  const wanted: Wanted[] = [];
  for (const { member, want } of team.votes) {
    let found = wanted.find((it) => sameValue(it.want, want));
    if (!found) wanted.push((found = { want, members: [], mine: false }));
    const name = team.members.find(({ number }) => number === member)?.name ?? '';
    found.members.push({ number: member, name });
    if (member === team.you) found.mine = true;
  }
  const rank = (it: Wanted): number => (it.want.act === 'move' ? 0 : 1);
  return wanted.sort((a, b) => rank(a) - rank(b) || b.members.length - a.members.length);
}

/** Whether the user's vote decides at once. In a correspondence game any member may make an overdue move, but decides nothing else. */
export function decidesAlone(team: Team, want: Want, byDays = false): boolean {
  const here = team.members.filter((it) => it.here).length;
  if (team.members.length <= 1) return true;
  const anybodys = team.on_move !== null && team.on_move.member === null && (want.act === 'move' || !byDays);
  switch (team.deciding.way) {
    case 'in-turn':
      return anybodys || team.on_move?.member === team.you;
    case 'captain':
      return team.captain === team.you || (byDays && anybodys);
    case 'vote':
      return here <= 1 && !byDays;
  }
}

/** The drawings for a team: proposals of members (yellow), marks of others (blue), and the user's own (green). */
export function shapesOf(team: Team, squares: readonly LayoutSquare[]): BoardShape[] {
  const known = new Set(squares.map(({ square }) => square));
  const proposed = wantedBy(team).flatMap(({ want }) => (want.act === 'move' ? (arrowOf(want.move, squares) ?? []) : []));
  const marked = team.marks.flatMap(({ member, squares, arrows }) => {
    const colour = member === team.you ? 'G' : 'B';
    return [...squares.map((from) => ({ colour, from, to: null }) as const), ...arrows.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [{ colour, from, to } as const]))];
  });
  return [...proposed, ...marked.filter(({ from, to }) => known.has(from) && (to === null || known.has(to)))];
}

/** A move in the variant's notation as an arrow: from its first square to its last. */
function arrowOf(move: string, squares: readonly LayoutSquare[]): BoardShape | null {
  const names = move.split(/[-x: ]+/);
  const square = (name: string | undefined): number | undefined => squares.find((it) => it.name === name)?.square;
  const [from, to] = [square(names[0]), square(names.at(-1))];
  return from === undefined || to === undefined || from === to ? null : { colour: 'Y', from, to };
}

/** The marks with one more, or without it if it was there. */
export function withMark(marks: Marks, { from, to }: Pick<BoardShape, 'from' | 'to'>): Marks {
  if (to === null) {
    const there = marks.squares.includes(from);
    return { ...marks, squares: there ? marks.squares.filter((it) => it !== from) : [...marks.squares, from].slice(-MAX_MARKS) };
  }
  const same = ([a, b]: number[]): boolean => a === from && b === to;
  const there = marks.arrows.some(same);
  return { ...marks, arrows: there ? marks.arrows.filter((it) => !same(it)) : [...marks.arrows, [from, to]].slice(-MAX_MARKS) };
}

/** The maximum number of squares and of arrows that the server accepts. */
const MAX_MARKS = 24;
