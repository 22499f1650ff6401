/**
 * Several people of one side at one device: who of them acts now, and what their votes come to. The device is passed from one to the next. As
 * in live play, more than half decide at once, and once all have voted the move with most votes, of equal ones the one that had so many first. Pure.
 */
import type { GameAct, Outcome, Side } from '../rules/model';

/** How a side at one device comes to one move. */
export const DEVICE_WAYS = ['in-turn', 'captain', 'vote'] as const;
export type DeviceWay = (typeof DEVICE_WAYS)[number];

export type MoveAct = Extract<GameAct, { act: 'move' }>;

/** A vote, in the order in which they were given. */
export interface DeviceVote {
  /** The place of the member in the list of names, from 0. */
  member: number;
  /** The move, as it would be played. */
  act: MoveAct;
  /** What came with it: that a turn begins again on its clock. */
  before: GameAct[];
  /** How the game would end by it; null where it goes on. */
  ending: Outcome | null;
}

/** Who acts next for a side of so many members, by place; `turn` is how many moves the side has made. */
export function acting(way: DeviceWay, members: number, turn: number, ballots: readonly DeviceVote[]): number {
  switch (way) {
    case 'in-turn':
      return turn % members;
    case 'captain':
      return 0;
    case 'vote': {
      const voted = new Set(ballots.map(({ member }) => member));
      const next = Array.from({ length: members }, (_, place) => place).find((place) => !voted.has(place));
      return next ?? 0;
    }
  }
}

/** The ballots for each move, that with most of them first; of equally many, the one that had so many first. */
export function counted(ballots: readonly DeviceVote[]): DeviceVote[][] {
  const moves = [...new Set(ballots.map(({ act }) => act.move))];
  const piles = moves.map((move) => ballots.filter(({ act }) => act.move === move));
  const reached = (pile: readonly DeviceVote[]): number => ballots.indexOf(pile.at(-1) as DeviceVote);
  return piles.sort((a, b) => b.length - a.length || reached(a) - reached(b));
}

/** What the votes decide: at once by more than half of the members, or when all have voted; null while that is open. */
export function elected(members: number, ballots: readonly DeviceVote[]): DeviceVote | null {
  const [leading] = counted(ballots);
  if (!leading) return null;
  const decides = leading.length * 2 > members || ballots.length >= members;
  return decides ? (leading[0] ?? null) : null;
}

/** How many moves a side has made, `ply` moves of both sides after the start; `turn` is the side to move. */
export function turnsOf(side: Side, turn: Side, ply: number): number {
  // Whoever began has the odd move more.
  const began = (ply % 2 === 0) === (turn === side);
  return began ? Math.ceil(ply / 2) : Math.floor(ply / 2);
}
