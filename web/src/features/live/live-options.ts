/**
 * What a live game gets from the component that shows it, and what it reports: texts for events, and changes to store.
 */
import type { Game } from '../../rules/game';
import type { GameRecord, Side } from '../../rules/model';
import type { Request } from '../../rules/types';
import type { Sounds } from '../../sound/sounds';
import type { Event as LiveEvent, Phrase, State as LiveState, TeamPhrase, Want } from '../../api/types';
import type { Role } from './role';
import type { OfflineSeats } from './offline-seats';
import type { WebSocketLike } from './socket';

export interface LiveGameOptions {
  seat: string;
  openGame: (record: GameRecord) => Game;
  makeWire: () => WebSocketLike;
  /** Whether the server answers at all (`socket.ts`). */
  answers?: () => Promise<boolean>;
  now?: () => number;
  random?: () => number;
  sounds?: Sounds | null;
  /** Whether a move is sent only after the user's confirmation. */
  confirms?: () => boolean;
  /** The sentences for events; empty if the board shows it all. */
  words: LiveWords;
  /** The opponent has not joined yet: called each time the server reports it. */
  waited?: () => void;
  /** The journal has grown. */
  onnews?: (news: WatchedGameState) => void;
  /** Where a player's game is stored for offline use; null if it is not. */
  offline?: OfflineSeats | null;
  quiet?: () => boolean;
  /** Whether the seat is known to belong to a team member before the server sends the team. */
  ofTeam?: boolean;
  /** Whether the other side was muted before; called when that changes. */
  muted?: boolean;
  mutes?: (muted: boolean) => void;
}

export interface LiveWords {
  /** `answered` is the request that the event agrees to or declines. */
  event(event: LiveEvent, own: Side | null, answered: Request | null): string;
  refused(code: string, detail: string): string;
  said(by: Side, phrase: Phrase): string;
  /** The vote was counted by the team, and does not decide. */
  noted(want: Want): string;
  /** The team member `name` has sent a phrase. */
  whispered(name: string, phrase: TeamPhrase): string;
}

export interface WatchedGameState {
  game: string;
  role: Role;
  record: GameRecord;
  plies: number;
  /** The side to move; null once it is over. */
  turn: Side | null;
  /** The clock, and the requests. */
  state: LiveState;
}
