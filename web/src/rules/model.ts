/**
 * The types of values that pass the rules binding, generated from Rust (`types/`; a test of
 * crates/wasm keeps them up to date). Other files import them from here.
 */
export type * from './types';
import type { Ending, GameChange, GameHead, PieceView, PlayedMove, PlyView } from './types';

/** How a game ended: the winner (null for a draw), and the rule. */
export type Outcome = Ending;

/**
 * A game after some of its plies, for display: the constant parts, the position, and the possible
 * actions.
 */
export interface GameView extends GameHead, Omit<PlyView, 'pieces'>, Omit<GameChange, 'kept' | 'history' | 'now'> {
  plies: number;
  pieces: readonly PieceView[];
  history: readonly PlayedMove[];
}

/** The encodings of files that the import reads; empty to recognise it. */
export const ENCODINGS = ['', 'utf-8', 'windows-1252', 'windows-1251', 'windows-1250', 'windows-1257', 'utf-16le'] as const;
export type FileEncoding = (typeof ENCODINGS)[number];
