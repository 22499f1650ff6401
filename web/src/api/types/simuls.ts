/**
 * The API of simuls. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, ClockSettings, Conduct, State } from './shared';

/** An application for a board. */
export type Application = {
  /** Whether the guest plays under the signed-in account, whose name replaces `name`. Always so if only accounts or club members may take part. */
  account?: boolean;
  /** The name; may be empty. */
  name: string;
};
export const Application: Shape = { 'account*': 'b', name: 's' };

/** An arrangement by the host. */
export type Arrangement = {
  do: 'seat';
  /** The number of the guest. */
  guest: number;
  /** The board, counted from 1; guests from there on move by one. Null for the last one. */
  place?: number | null;
} | {
  do: 'refuse';
  /** The number of the guest. */
  guest: number;
} | {
  do: 'computer';
  /** Its level, 1 to 10; at most four boards of a simul at level 10. */
  level: number;
};
export const Arrangement: Shape = { '|': 'do', 'seat': { guest: 'n', 'place*': 'n' }, 'refuse': { guest: 'n' }, 'computer': { level: 'n' } };

/** The host's colours. */
export type HostColour = (typeof HostColour)[number];
export const HostColour = ['white', 'black', 'alternating', 'random'] as const;

/** The host's seat at a board. */
export type HostSeat = {
  /** The id of the game. */
  game: string;
  /** The secret of the seat, which is an ordinary seat at a live game. */
  secret: string;
};
export const HostSeat: Shape = { game: 's', secret: 's' };

/** The host's seats. */
export type HostSeats = {
  /** One for each board, in their order. */
  seats: HostSeat[];
};
export const HostSeats: Shape = { seats: { '[]': HostSeat } };

/** Who may take part. */
export type SeatedBy = (typeof SeatedBy)[number];
export const SeatedBy = ['anybody', 'accounts', 'club'] as const;

/** A simul to open. */
export type NewSimul = {
  /** Whether the host plays under the signed-in account, whose name replaces `host`. Always so for rated games and for a club. */
  account?: boolean;
  /** Whether guests take a board without being admitted by the host. */
  at_once?: boolean;
  /** The number of boards: 1 to 40. */
  boards: number;
  /** The key of the club whose members may take part. */
  club?: string | null;
  /** The host's colours. */
  colour: HostColour;
  conduct?: Conduct;
  /** Extra time of the host at each board, for each guest at the start; in milliseconds, at most an hour. */
  extra_ms?: number;
  guest_clock?: ClockSettings | null;
  /** The name of the host; may be empty. */
  host: string;
  host_clock?: ClockSettings | null;
  /** Its id: a random UUID of the client, part of the link. */
  id: string;
  /** Whether the games are rated. Impossible if anyone may take part, or if the clocks differ. */
  rated?: boolean;
  /** The scheduled time in Unix milliseconds, at most a year ahead; the host begins the simul. */
  starts_ms?: number | null;
  /** The title, one line of at most 80 characters; may be empty. */
  title: string;
  /** The stable name of the variant. */
  variant: string;
  who: SeatedBy;
};
export const NewSimul: Shape = { 'account*': 'b', 'at_once*': 'b', boards: 'n', 'club*': 's', colour: HostColour, 'conduct*': Conduct, 'extra_ms*': 'n', 'guest_clock*': ClockSettings, host: 's', 'host_clock*': ClockSettings, id: 's', 'rated*': 'b', 'starts_ms*': 'n', title: 's', variant: 's', who: SeatedBy };

/** A board. */
export type SimulBoardView = {
  /** The position; null before the game has begun, or if it cannot be read. */
  fen: string | null;
  /** The id of its game; null before it has begun. */
  game: string | null;
  /** The number of the guest. */
  guest: number;
  /** The host's side. */
  host: Side;
  /** The last move, in the notation of the variant. */
  last: string | null;
  /** Whether it has no result: it could not begin, was aborted, or was excluded. */
  none: boolean;
  /** Its number, from 1. */
  number: number;
  /** The number of plies. */
  ply: number;
  /** The result for the host: `won`, `drawn`, `lost`; null if unfinished or without a result. */
  score: 'won' | 'drawn' | 'lost' | null;
  state: State | null;
  /** Whether the server cannot read the game: then `fen`, `last` and `state` are null. Other boards are not affected. Absent if readable. */
  unreadable?: boolean;
  /** The secret of the spectators' seat; null before the game has begun. */
  watch: string | null;
};
export const SimulBoardView: Shape = { 'fen?': 's', 'game?': 's', guest: 'n', host: Side, 'last?': 's', none: 'b', number: 'n', ply: 'n', 'score?': ['won', 'drawn', 'lost'], 'state?': State, 'unreadable*': 'b', 'watch?': 's' };

/** What happens to unfinished games when the host ends the simul. */
export type Unfinished = (typeof Unfinished)[number];
export const Unfinished = ['go-on', 'offer-draw', 'leave-out'] as const;

/** How the host ends a simul. */
export type SimulEnd = {
  /** The decision about unfinished games. */
  unfinished: Unfinished;
};
export const SimulEnd: Shape = { unfinished: Unfinished };

/** A guest. */
export type SimulGuestView = {
  /** Whether the guest has an account. */
  account: boolean;
  /** The level of the engine; null for a person. */
  level: number | null;
  /** The name; may be empty. */
  name: string;
  /** The number within the simul. */
  number: number;
};
export const SimulGuestView: Shape = { account: 'b', 'level?': 'n', name: 's', number: 'n' };

/** Counts of boards by result for the host, and of unfinished and excluded boards. */
export type SimulScore = {
  /** Boards that were drawn. */
  drawn: number;
  /** Boards that the guests have won. */
  lost: number;
  /** Boards without a result. */
  none: number;
  /** Unfinished boards that will count. */
  open: number;
  /** Boards that the host has won. */
  won: number;
};
export const SimulScore: Shape = { drawn: 'n', lost: 'n', none: 'n', open: 'n', won: 'n' };

/** The host's score. */
export type SimulScoreView = SimulScore & {
  /** The host's score of the possible points, in tenths of a percent; null before the first result. */
  permille: number | null;
};
export const SimulScoreView: Shape = { drawn: 'n', lost: 'n', none: 'n', open: 'n', won: 'n', 'permille?': 'n' };

/** A simul. */
export type SimulView = {
  /** Whether the host plays under an account, so that the name is unique. */
  account: boolean;
  /** Applicants: all of them for the host, oneself for a guest. */
  asking: SimulGuestView[];
  /** The number of applicants. */
  asking_in_all: number;
  /** Whether guests take a board without being admitted by the host. */
  at_once: boolean;
  begun_ms: number | null;
  /** The number of boards. */
  boards: number;
  /** The key of the club whose members may take part. */
  club: string | null;
  /** The host's colours. */
  colour: HostColour;
  conduct: Conduct;
  ended: Unfinished | null;
  /** Extra time of the host at each board, for each guest at the start; in milliseconds. */
  extra_ms: number;
  /** The boards, once it has begun. */
  games: SimulBoardView[];
  guest_clock: ClockSettings | null;
  /** The name of the host; may be empty. */
  host: string;
  host_clock: ClockSettings | null;
  id: string;
  /** The time of the server, in Unix milliseconds. */
  now_ms: number;
  /** The number of the calling guest. */
  number: number | null;
  opened_ms: number;
  /** Whether the games are rated. */
  rated: boolean;
  score: SimulScoreView;
  /** Seated guests, in the order of the boards. */
  seated: SimulGuestView[];
  /** `open`, `begun`, `over`, or `called-off` before it began. */
  stage: 'open' | 'begun' | 'over' | 'called-off';
  /** The scheduled time in Unix milliseconds; the host begins the simul. */
  starts_ms: number | null;
  /** The title; may be empty. */
  title: string;
  /** The stable name of the variant. */
  variant: string;
  /** Who may take part: `anybody`, `accounts` or `club`. */
  who: 'anybody' | 'accounts' | 'club';
  /** Role of the caller: `host`, `guest` (seated or applying), `refused`, or null. */
  you: 'host' | 'guest' | 'refused' | null;
};
export const SimulView: Shape = { account: 'b', asking: { '[]': SimulGuestView }, asking_in_all: 'n', at_once: 'b', 'begun_ms?': 'n', boards: 'n', 'club?': 's', colour: HostColour, conduct: Conduct, 'ended?': Unfinished, extra_ms: 'n', games: { '[]': SimulBoardView }, 'guest_clock?': ClockSettings, host: 's', 'host_clock?': ClockSettings, id: 's', now_ms: 'n', 'number?': 'n', opened_ms: 'n', rated: 'b', score: SimulScoreView, seated: { '[]': SimulGuestView }, stage: ['open', 'begun', 'over', 'called-off'], 'starts_ms?': 'n', title: 's', variant: 's', who: ['anybody', 'accounts', 'club'], 'you?': ['host', 'guest', 'refused'] };

/** Opens a simul. */
export const postSimuls: Operation<{}, NewSimul, SimulView> = ['POST /simuls', SimulView];

/** The state of a simul for its host, a guest, or a visitor without a secret. */
export const getSimulsSimul: Operation<{ simul: string }, undefined, SimulView> = ['GET /simuls/{simul}', SimulView];

/** Ends the simul: cancels it before it has begun; afterwards decides about unfinished games. */
export const postSimulsSimulEnd: Operation<{ simul: string }, SimulEnd, SimulView> = ['POST /simuls/{simul}/end', SimulView];

/** The games of a simul as one PDN file, in the order of the boards. */
export const getSimulsSimulGamesPdn: Operation<{ simul: string }, undefined, string> = ['GET /simuls/{simul}/games.pdn', 'text'];

/** Applies for a board, or takes one if the host admits everyone. */
export const postSimulsSimulGuests: Operation<{ simul: string }, Application, SimulView> = ['POST /simuls/{simul}/guests', SimulView];

/** Leaves before the simul begins, or withdraws an application. */
export const deleteSimulsSimulGuests: Operation<{ simul: string }, undefined, SimulView> = ['DELETE /simuls/{simul}/guests', SimulView];

/** The host's seats at all boards, once the simul has begun. */
export const getSimulsSimulSeats: Operation<{ simul: string }, undefined, HostSeats> = ['GET /simuls/{simul}/seats', HostSeats];

/** Begins the simul: a game at each board. */
export const postSimulsSimulStart: Operation<{ simul: string }, undefined, SimulView> = ['POST /simuls/{simul}/start', SimulView];

/** Assigns a board to a guest or the engine, or rejects a guest. */
export const postSimulsSimulTable: Operation<{ simul: string }, Arrangement, SimulView> = ['POST /simuls/{simul}/table', SimulView];
