/** The points of a broadcast's players, added up over the visible rounds: two for a win, one for a draw. */
import type { BoardResult, RoundResults } from '../../api/types';

export interface Standing {
  name: string;
  /** Points and the number of finished games. */
  points: number;
  games: number;
  wins: number;
  /** The points of each round, by its number; absent if the player did not play or still plays. */
  rounds: Map<number, number>;
}

export function pointsOf(result: BoardResult): { white: number; black: number } {
  if (result === 'white') return { white: 2, black: 0 };
  if (result === 'black') return { white: 0, black: 2 };
  return result === 'draw' ? { white: 1, black: 1 } : { white: 0, black: 0 };
}

/** The notation of a result: `2-0`. */
export function written(result: BoardResult): string {
  const { white, black } = pointsOf(result);
  return `${white}-${black}`;
}

/** The players with names, the most points first, then the most wins, then by name. */
export function standings(results: readonly RoundResults[]): Standing[] {
  const players = new Map<string, Standing>();
  const count = (name: string, round: number, points: number | null): void => {
    if (name === '') return;
    const it = players.get(name) ?? { name, points: 0, games: 0, wins: 0, rounds: new Map() };
    players.set(name, it);
    if (points === null) return;
    it.points += points;
    it.games += 1;
    it.wins += points === 2 ? 1 : 0;
    it.rounds.set(round, (it.rounds.get(round) ?? 0) + points);
  };
  for (const { round, boards } of results) {
    for (const { white, black, result } of boards) {
      const points = result === null ? null : pointsOf(result);
      count(white, round, points?.white ?? null);
      count(black, round, points?.black ?? null);
    }
  }
  return [...players.values()].sort((one, other) => other.points - one.points || other.wins - one.wins || one.name.localeCompare(other.name));
}
