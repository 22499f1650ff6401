/**
 * The API of simuls. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, ClockSettings, Conduct, State } from './shared';

/** Who asks for a board. */
export type Application = {
  /** Whether the guest plays under the account that is signed in, whose name takes the place of `name`. Always so if only accounts or members may sit. */
  account?: boolean;
  /** The name; may be empty. */
  name: string;
};
export const Application: Shape = { 'account*': 'b', name: 's' };

/** Something that the host arranges. */
export type Arrangement = {
  do: 'seat';
  /** The number of the guest. */
  guest: number;
  /** The board, from 1 on; guests from there on move by one. Null for the last one. */
  place?: number | null;
} | {
  do: 'refuse';
  /** The number of the guest. */
  guest: number;
} | {
  do: 'computer';
  /** Its level, 1 to 10; at level 10 it takes four boards of a simul at most. */
  level: number;
};
export const Arrangement: Shape = { '|': 'do', 'seat': { guest: 'n', 'place*': 'n' }, 'refuse': { guest: 'n' }, 'computer': { level: 'n' } };

/** Which colour the host has. */
export type HostColour = (typeof HostColour)[number];
export const HostColour = ['white', 'black', 'alternating', 'lot'] as const;

/** The seat of the host at a board. */
export type HostSeat = {
  /** The id of the game. */
  game: string;
  /** The secret of the seat: it plays as any seat at a live game does. */
  secret: string;
};
export const HostSeat: Shape = { game: 's', secret: 's' };

/** The seats of the host. */
export type HostSeats = {
  /** One for each board, in their order. */
  seats: HostSeat[];
};
export const HostSeats: Shape = { seats: { '[]': HostSeat } };

/** Who may sit. */
export type SeatedBy = (typeof SeatedBy)[number];
export const SeatedBy = ['anybody', 'accounts', 'club'] as const;

/** A simul that is to be opened. */
export type NewSimul = {
  /** Whether the host plays under the account that is signed in, whose name takes the place of `host`. Always so for rated games and for a club. */
  account?: boolean;
  /** Whether guests take a board without being admitted by the host. */
  at_once?: boolean;
  /** How many boards there are: 1 to 40. */
  boards: number;
  /** The key of the club whose members may sit. */
  club?: string | null;
  /** Which colour the host has. */
  colour: HostColour;
  conduct?: Conduct;
  /** What the host gets at each board besides, for each guest who sits when it begins; in milliseconds, an hour at most. */
  extra_ms?: number;
  guest_clock?: ClockSettings | null;
  /** The name of the host; may be empty. */
  host: string;
  host_clock?: ClockSettings | null;
  /** Its id: a random UUID of the client. It stands in the link. */
  id: string;
  /** Whether the games are rated. Not if anyone may sit, nor if the times differ. */
  rated?: boolean;
  /** When it is to begin, in Unix milliseconds, a year ahead at most; the host begins it. */
  starts_ms?: number | null;
  /** What it is called, on one line of 80 characters at most; may be empty. */
  title: string;
  /** The stable name of the game of the family. */
  variant: string;
  who: SeatedBy;
};
export const NewSimul: Shape = { 'account*': 'b', 'at_once*': 'b', boards: 'n', 'club*': 's', colour: HostColour, 'conduct*': Conduct, 'extra_ms*': 'n', 'guest_clock*': ClockSettings, host: 's', 'host_clock*': ClockSettings, id: 's', 'rated*': 'b', 'starts_ms*': 'n', title: 's', variant: 's', who: SeatedBy };

/** A board. */
export type SimulBoardView = {
  /** The position; null where the game has not begun yet, or cannot be read. */
  fen: string | null;
  /** The id of its game; null where it has not begun yet. */
  game: string | null;
  /** The number of the guest. */
  guest: number;
  /** The side of the host. */
  host: Side;
  /** The last move, in the notation of the game. */
  last: string | null;
  /** Whether it has no result: it could not begin, ended without one, or was left out. */
  none: boolean;
  /** Its number, from 1 on. */
  number: number;
  /** How many moves both sides have made together. */
  ply: number;
  /** What it was worth for the host: `won`, `drawn`, `lost`; null while it goes on, and without a result. */
  score: 'won' | 'drawn' | 'lost' | null;
  state: State | null;
  /** Whether the server cannot read the stored data of the game, so that how it stands is not known here: then `fen`, `last` and `state` are null. The other boards go on. Absent where it can be read. */
  unreadable?: boolean;
  /** The secret of the spectators' seat; null before the game has begun. */
  watch: string | null;
};
export const SimulBoardView: Shape = { 'fen?': 's', 'game?': 's', guest: 'n', host: Side, 'last?': 's', none: 'b', number: 'n', ply: 'n', 'score?': ['won', 'drawn', 'lost'], 'state?': State, 'unreadable*': 'b', 'watch?': 's' };

/** What becomes of the games that go on when the host ends the simul. */
export type Unfinished = (typeof Unfinished)[number];
export const Unfinished = ['go-on', 'offer-draw', 'leave-out'] as const;

/** How the host ends a simul. */
export type SimulEnd = {
  /** What becomes of the games that go on. */
  unfinished: Unfinished;
};
export const SimulEnd: Shape = { unfinished: Unfinished };

/** A guest. */
export type SimulGuestView = {
  /** Whether the guest plays under an account. */
  account: boolean;
  /** The level of the engine; null for a person. */
  level: number | null;
  /** The name; may be empty. */
  name: string;
  /** The number within the simul. */
  number: number;
};
export const SimulGuestView: Shape = { account: 'b', 'level?': 'n', name: 's', number: 'n' };

/** The score of the host. */
export type SimulScoreView = {
  drawn: number;
  lost: number;
  /** Boards without a result. */
  none: number;
  /** Boards that go on and will count. */
  open: number;
  /** What was scored of what was to be scored, in tenths of a percent; null before the first result. */
  permille: number | null;
  won: number;
};
export const SimulScoreView: Shape = { drawn: 'n', lost: 'n', none: 'n', open: 'n', 'permille?': 'n', won: 'n' };

/** A simul. */
export type SimulView = {
  /** Whether the host plays under an account, so that the name is unique. */
  account: boolean;
  /** Who asks for a board: all of them for the host, oneself for a guest. */
  asking: SimulGuestView[];
  /** How many ask for a board. */
  asking_in_all: number;
  /** Whether guests take a board without being admitted by the host. */
  at_once: boolean;
  begun_ms: number | null;
  /** How many boards there are. */
  boards: number;
  /** The key of the club whose members may sit. */
  club: string | null;
  /** Which colour the host has. */
  colour: HostColour;
  conduct: Conduct;
  ended: Unfinished | null;
  /** What the host gets at each board besides, for each guest who sits when it begins; in milliseconds. */
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
  /** The number of the guest who asks. */
  number: number | null;
  opened_ms: number;
  /** Whether the games count for the ratings. */
  rated: boolean;
  score: SimulScoreView;
  /** Who sits, in the order of the boards. */
  seated: SimulGuestView[];
  /** `open`, `begun`, `over`, or `called-off` before it began. */
  stage: 'open' | 'begun' | 'over' | 'called-off';
  /** When it is to begin, in Unix milliseconds; the host begins it. */
  starts_ms: number | null;
  /** What it is called; may be empty. */
  title: string;
  /** The stable name of the game of the family. */
  variant: string;
  /** Who may sit: `anybody`, `accounts` or `club`. */
  who: 'anybody' | 'accounts' | 'club';
  /** Role of the caller: `host`, `guest` (seated or applying), `refused`, or null. */
  you: 'host' | 'guest' | 'refused' | null;
};
export const SimulView: Shape = { account: 'b', asking: { '[]': SimulGuestView }, asking_in_all: 'n', at_once: 'b', 'begun_ms?': 'n', boards: 'n', 'club?': 's', colour: HostColour, conduct: Conduct, 'ended?': Unfinished, extra_ms: 'n', games: { '[]': SimulBoardView }, 'guest_clock?': ClockSettings, host: 's', 'host_clock?': ClockSettings, id: 's', now_ms: 'n', 'number?': 'n', opened_ms: 'n', rated: 'b', score: SimulScoreView, seated: { '[]': SimulGuestView }, stage: ['open', 'begun', 'over', 'called-off'], 'starts_ms?': 'n', title: 's', variant: 's', who: ['anybody', 'accounts', 'club'], 'you?': ['host', 'guest', 'refused'] };

/** Opens a simul. */
export const postSimuls: Operation<{}, NewSimul, SimulView> = ['POST /simuls', SimulView];

/** A simul, as the caller sees it: with the secret of the host, of a guest, or without any. */
export const getSimulsSimul: Operation<{ simul: string }, undefined, SimulView> = ['GET /simuls/{simul}', SimulView];

/** Ends the simul: it is called off before it has begun; after that the host decides how running games end. */
export const postSimulsSimulEnd: Operation<{ simul: string }, SimulEnd, SimulView> = ['POST /simuls/{simul}/end', SimulView];

/** The games of a simul as one PDN file, in the order of the boards. */
export const getSimulsSimulGamesPdn: Operation<{ simul: string }, undefined, string> = ['GET /simuls/{simul}/games.pdn', 'text'];

/** Applies for a board, or takes one if the host admits everyone. */
export const postSimulsSimulGuests: Operation<{ simul: string }, Application, SimulView> = ['POST /simuls/{simul}/guests', SimulView];

/** Leaves before the simul begins, or asks for a board no longer. */
export const deleteSimulsSimulGuests: Operation<{ simul: string }, undefined, SimulView> = ['DELETE /simuls/{simul}/guests', SimulView];

/** The seats of the host at all boards, once it has begun. */
export const getSimulsSimulSeats: Operation<{ simul: string }, undefined, HostSeats> = ['GET /simuls/{simul}/seats', HostSeats];

/** The host begins: a game begins at each board. */
export const postSimulsSimulStart: Operation<{ simul: string }, undefined, SimulView> = ['POST /simuls/{simul}/start', SimulView];

/** The host gives a board to a guest or to the engine, or refuses a guest. */
export const postSimulsSimulTable: Operation<{ simul: string }, Arrangement, SimulView> = ['POST /simuls/{simul}/table', SimulView];
