/**
 * Stars: one for finishing a lesson, two for at most one help per two exercises, three for at most
 * one help in all. A help is a hint or a wrong try. In a lesson that ends with a game, the third
 * star is for winning it.
 */

export type Stars = 0 | 1 | 2 | 3;

export interface LessonResult {
  exercises: number;
  helps: number;
  /** Whether the game was won; null in a lesson without one. */
  won: boolean | null;
}

export function starsFor({ exercises, helps, won }: LessonResult): Stars {
  const second = helps * 2 <= exercises;
  const third = won === null ? helps <= 1 : won;
  if (second && third) return 3;
  return second || third ? 2 : 1;
}
