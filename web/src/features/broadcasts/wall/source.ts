/** What a wall shows, wherever it comes from. */
import type { Picture } from '../pictures';

export interface WallBoardNow {
  key: string;
  number: number | null;
  picture: Picture | null;
  white: string;
  black: string;
  /** What stands beside the names: a clock, or the points. */
  beside: { white: string; black: string };
  turn: 'white' | 'black' | null;
  over: boolean;
}

export interface WallSource {
  readonly title: string;
  readonly subtitle: string;
  readonly boards: readonly WallBoardNow[];
  /** Since when the server was not heard; null while it is. */
  readonly silent_since: number | null;
  /** There is nothing at this address. */
  readonly lost: boolean;
  close(): void;
}
