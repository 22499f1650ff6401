/**
 * The shapes that come through the rules door, as JSON with snake_case keys. Squares are numbers counted from 1, row by
 * row from the top left with White at the bottom. The page imports these names from here only.
 */

export type Side = 'white' | 'black';
export type Kind = 'man' | 'king';
export type Language = 'fr' | 'en';
export type FewPieces = 'fresh' | 'continued';

export type Player = { kind: 'person'; name: string } | { kind: 'computer'; level: number };

/** Time for each side: a first amount, and an amount gained with every move, in milliseconds. */
export interface ClockSettings {
  initial_ms: number;
  increment_ms: number;
}

export interface GameSettings {
  /** Position that the game starts from; null is the usual one. */
  start: string | null;
  clock: ClockSettings | null;
  white: Player;
  black: Player;
  few_pieces: FewPieces;
}

export interface Outcome {
  winner: Side | null;
  reason: string;
}

/** One thing done in a game, in the order it was done. */
export interface GameAct {
  act: string;
  at_ms: number;
  side?: Side;
  move?: string;
  plies?: number;
}

export interface GameRecord {
  schema: 1;
  variant: string;
  rules_version: number;
  settings: GameSettings;
  started_ms?: number | null;
  acts: GameAct[];
  ending: Outcome | null;
}

export interface PieceView {
  square: number;
  side: Side;
  kind: Kind;
}

export interface BoardLayout {
  width: number;
  height: number;
  squares: { square: number; row: number; col: number; name: string }[];
}

export interface MoveView {
  text: string;
  long: string;
  from: number;
  to: number;
  path: number[];
  captured: number[];
  promotes: boolean;
}

export interface PlayedMove extends Omit<MoveView, 'long'> {
  number: number;
  side: Side;
  bracketed: string;
  at_ms: number;
}

export interface GameView {
  variant: string;
  board: BoardLayout;
  ply: number;
  plies: number;
  side: Side;
  fen: string;
  pieces: PieceView[];
  moves: MoveView[];
  history: PlayedMove[];
  captured: { white: number; black: number };
  clock: { white_ms: number; black_ms: number; running: Side | null } | null;
  offer: Side | null;
  outcome: (Outcome & { sentence: string }) | null;
  players: { white: Player; black: Player };
  draw_counters: { kings_only_plies: number; few_pieces_left: number | null; occurrences: number };
}

/** The squares of a refusal, by the part they play. */
export interface RefusalSquares {
  at: number[];
  must_move: number[];
  blocked_by: number[];
  captured: number[];
  targets: number[];
  landings: number[];
}

export interface RefusalView {
  code: string;
  sentence: string;
  article: string | null;
  squares: RefusalSquares;
  must_play: MoveView[];
}

export type PlayReply = { played: MoveView } | { refused: RefusalView } | { ambiguous: MoveView[] };

export interface PositionView {
  variant: string;
  board: BoardLayout;
  side: Side;
  fen: string;
  pieces: PieceView[];
  moves: MoveView[];
}

export interface FaultView {
  code: string;
  sentence: string;
  squares: number[];
}

export type FenReply = { ok: PositionView } | { faults: FaultView[] };

export interface PdnReply {
  games: { tags: Record<string, string>; title: string; record: GameRecord; moves: number; complete: boolean }[];
  errors: { line: number; column: number; sentence: string }[];
}

/** Hundredths of a man for the side to move, or the number of plies to the end. */
export type Score = { hundredths: number } | { win: number } | { loss: number };

export interface Thought {
  done: boolean;
  depth: number;
  score: Score | null;
  lines: { score: Score; pv: string[] }[];
  nodes: number;
  nps: number;
  best: MoveView | null;
}

export interface ThinkLimits {
  level?: number;
  depth?: number;
  nodes?: number;
  time_ms?: number;
  /** The clock of the side to move. */
  clock?: { remaining_ms: number; increment_ms: number };
  lines?: number;
}
