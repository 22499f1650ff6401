/**
 * The API of broadcasts. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';

/** The latest known times of both clocks, in seconds. */
export type Clocks = {
  /** Black's. */
  black_s: number | null;
  /** White's clock, if the file has it. */
  white_s: number | null;
};
export const Clocks: Shape = { 'black_s?': 'n', 'white_s?': 'n' };

/** How a game of a broadcast ended. */
export type BoardResult = (typeof BoardResult)[number];
export const BoardResult = ['white', 'black', 'draw', 'nobody'] as const;

/** A game on a board. */
export type BoardGame = {
  /** Black's name. */
  black: string;
  /** The latest times of the clocks. */
  clocks?: Clocks;
  /** The moves, each in its canonical form. */
  moves: string[];
  result: BoardResult | null;
  /** The FEN of its initial position, if not the usual one. */
  start: string | null;
  /** The stable name of the variant. */
  variant: string;
  /** White's name; empty if unknown. */
  white: string;
};
export const BoardGame: Shape = { black: 's', 'clocks*': Clocks, moves: { '[]': 's' }, 'result?': BoardResult, 'start?': 's', variant: 's', white: 's' };

/** A fault in the text of a board. */
export type LineFault = {
  /** A stable code. */
  code: string;
  /** The column of the line, from 1. */
  column: number;
  /** The message. */
  detail: string;
  /** The line of the text, from 1. */
  line: number;
};
export const LineFault: Shape = { code: 's', column: 'n', detail: 's', line: 'n' };

/** The outcome for a board. */
export type BoardTaken = {
  /** `same`, `changed`, `corrected`, or `refused` if it cannot be read. */
  became: 'same' | 'changed' | 'corrected' | 'refused';
  /** Its number. */
  board: number;
  /** The first replaced ply, counted from 1. */
  corrected_from: number | null;
  fault: LineFault | null;
  /** The number of plies on the board. */
  plies: number;
};
export const BoardTaken: Shape = { became: ['same', 'changed', 'corrected', 'refused'], board: 'n', 'corrected_from?': 'n', 'fault?': LineFault, plies: 'n' };

/** A replacement of moves that were already visible. */
export type Correction = {
  /** When, in Unix milliseconds. */
  at_ms: number;
  /** The first replaced ply, counted from 1. */
  ply: number;
};
export const Correction: Shape = { at_ms: 'n', ply: 'n' };

/** A board with its moves. */
export type BroadcastBoardView = BoardGame & {
  /** Its number. */
  board: number;
  /** When its visible state last changed, in Unix milliseconds. */
  changed_ms: number;
  corrected: Correction | null;
  /** The position after the moves, as FEN. */
  fen: string | null;
};
export const BroadcastBoardView: Shape = { black: 's', 'clocks*': Clocks, moves: { '[]': 's' }, 'result?': BoardResult, 'start?': 's', variant: 's', white: 's', board: 'n', changed_ms: 'n', 'corrected?': Correction, 'fen?': 's' };

/** The settings of a broadcast. */
export type BroadcastSettings = {
  /** The date as free text; empty if not given. */
  date?: string;
  /** The spectator delay in minutes, 0 to 60. */
  delay_min: number;
  /** The place; empty if not given. */
  place?: string;
  /** The number of rounds, 1 to 20. */
  rounds: number;
  /** Its title. */
  title: string;
  /** The stable name of the variant for files that name none. */
  variant: string;
};
export const BroadcastSettings: Shape = { 'date*': 's', delay_min: 'n', 'place*': 's', rounds: 'n', title: 's', variant: 's' };

/** A line of a stream. */
export type BroadcastLine = {
  frame: 'broadcast';
  id: string;
  round: number;
  settings: BroadcastSettings;
} | BroadcastBoardView & {
  frame: 'board';
} | {
  frame: 'ready';
  now_ms: number;
} | {
  board: number;
  frame: 'gone';
} | {
  frame: 'over';
};
export const BroadcastLine: Shape = { '|': 'frame', 'broadcast': { id: 's', round: 'n', settings: BroadcastSettings }, 'board': { black: 's', 'clocks*': Clocks, moves: { '[]': 's' }, 'result?': BoardResult, 'start?': 's', variant: 's', white: 's', board: 'n', changed_ms: 'n', 'corrected?': Correction, 'fen?': 's' }, 'ready': { now_ms: 'n' }, 'gone': { board: 'n' }, 'over': {  } };

/** The visible state of a board. */
export type ResultNow = {
  /** Black's name. */
  black: string;
  /** Its number. */
  board: number;
  /** The number of visible plies. */
  plies: number;
  result: BoardResult | null;
  /** White's name; empty if unknown. */
  white: string;
};
export const ResultNow: Shape = { black: 's', board: 'n', plies: 'n', 'result?': BoardResult, white: 's' };

/** The boards of a round, without their moves. */
export type RoundResults = {
  /** Its boards, by their numbers. */
  boards: ResultNow[];
  /** The round's number. */
  round: number;
};
export const RoundResults: Shape = { boards: { '[]': ResultNow }, round: 'n' };

/** A broadcast as the public sees it. */
export type BroadcastView = {
  /** Its id in addresses. */
  id: string;
  /** The time on the server, in Unix milliseconds. */
  now_ms: number;
  /** The rounds with visible boards. */
  results: RoundResults[];
  /** Its settings. */
  settings: BroadcastSettings;
};
export const BroadcastView: Shape = { id: 's', now_ms: 'n', results: { '[]': RoundResults }, settings: BroadcastSettings };

/** A broadcast as its broadcaster sees it. */
export type OwnBroadcast = {
  /** When it was last changed, in Unix milliseconds. */
  changed_ms: number;
  /** Its id in addresses. */
  id: string;
  /** When it was opened, in Unix milliseconds. */
  made_ms: number;
  /** Its settings. */
  settings: BroadcastSettings;
  /** When it is removed unless it changes, in Unix milliseconds. */
  until_ms: number;
};
export const OwnBroadcast: Shape = { changed_ms: 'n', id: 's', made_ms: 'n', settings: BroadcastSettings, until_ms: 'n' };

/** The outcome of an upload. */
export type RoundTaken = {
  /** The boards of the text, in its order. */
  boards: BoardTaken[];
  /** Boards of the round that are missing in the text; they stay unchanged. */
  not_sent: number[];
  /** How many games name another round and were skipped. */
  of_other_rounds: number;
};
export const RoundTaken: Shape = { boards: { '[]': BoardTaken }, not_sent: { '[]': 'n' }, of_other_rounds: 'n' };

/** The boards of a round. */
export type RoundView = {
  /** Its boards, by their numbers. */
  boards: BroadcastBoardView[];
  /** The broadcast's id. */
  id: string;
  /** The time on the server, in Unix milliseconds. */
  now_ms: number;
  /** The round's number. */
  round: number;
};
export const RoundView: Shape = { boards: { '[]': BroadcastBoardView }, id: 's', now_ms: 'n', round: 'n' };

/** The caller's broadcasts, most recently changed first. */
export const getBroadcasts: Operation<{}, undefined, OwnBroadcast[]> = ['GET /broadcasts', { '[]': OwnBroadcast }];

/** A broadcast: its settings, and the visible results of all rounds. */
export const getBroadcastsId: Operation<{ id: string }, undefined, BroadcastView> = ['GET /broadcasts/{id}', BroadcastView];

/** Opens a broadcast under an id chosen by the client, or changes its settings. */
export const putBroadcastsId: Operation<{ id: string }, BroadcastSettings, OwnBroadcast> = ['PUT /broadcasts/{id}', OwnBroadcast];

/** Ends a broadcast: it and its boards are removed at once. */
export const deleteBroadcastsId: Operation<{ id: string }, undefined, null> = ['DELETE /broadcasts/{id}'];

/** The boards of a round with their moves. */
export const getBroadcastsIdRoundsRound: Operation<{ id: string; round: number }, undefined, RoundView> = ['GET /broadcasts/{id}/rounds/{round}', RoundView];

/** Sends the file of a round: PDN with a game for each board. */
export const putBroadcastsIdRoundsRound: Operation<{ id: string; round: number }, string | Blob, RoundTaken> = ['PUT /broadcasts/{id}/rounds/{round}', RoundTaken, 'application/x-draughts-pdn'];

/** Sends the moves of one board: PDN with one game, whatever round its tags name. */
export const putBroadcastsIdRoundsRoundBoardsBoard: Operation<{ id: string; round: number; board: number }, string | Blob, RoundTaken> = ['PUT /broadcasts/{id}/rounds/{round}/boards/{board}', RoundTaken, 'application/x-draughts-pdn'];

/** Removes a board at once. */
export const deleteBroadcastsIdRoundsRoundBoardsBoard: Operation<{ id: string; round: number; board: number }, undefined, null> = ['DELETE /broadcasts/{id}/rounds/{round}/boards/{board}'];

/** The latest boards of a round, ignoring the delay. */
export const getBroadcastsIdRoundsRoundDesk: Operation<{ id: string; round: number }, undefined, RoundView> = ['GET /broadcasts/{id}/rounds/{round}/desk', RoundView];

/** A round as a stream of lines: `broadcast`, each `board`, `ready`; then each changed board, once the delay has passed. */
export const getBroadcastsIdRoundsRoundEvents: Operation<{ id: string; round: number }, undefined, BroadcastLine> = ['GET /broadcasts/{id}/rounds/{round}/events', BroadcastLine];

/** A round, or one of its boards, as PDN. */
export const getBroadcastsIdRoundsRoundPdn: Operation<{ id: string; round: number; board?: number | null }, undefined, string> = ['GET /broadcasts/{id}/rounds/{round}/pdn?board', 'text'];
