/** The games in which a shot was played: games.json. Players, event, year and moves are facts; the games are from public collections. */

export interface ShotGame {
  /** The code of the shot. */
  shot: string;
  white: string;
  black: string;
  event: { fr: string; en: string };
  year: number;
  /** The ply with which the shot begins, and the number of its plies. */
  ply: number;
  plies: number;
  /** The moves of the whole game, separated by spaces. */
  moves: string;
}
