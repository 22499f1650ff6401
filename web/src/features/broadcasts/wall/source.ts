/** The interface of what a wall shows: a broadcast or live games. */
import type { Picture } from '../pictures';

export interface WallBoardState {
  key: string;
  number: number | null;
  picture: Picture | null;
  white: string;
  black: string;
  /** The text beside the names: a clock, or the points. */
  beside: { white: string; black: string };
  turn: 'white' | 'black' | null;
  over: boolean;
}

export interface WallSource {
  readonly title: string;
  readonly subtitle: string;
  readonly boards: readonly WallBoardState[];
  /** Since when the server does not answer; null while it does. */
  readonly silent_since: number | null;
  /** Whether nothing exists at this address. */
  readonly lost: boolean;
  close(): void;
}
