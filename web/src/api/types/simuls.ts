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
  /** Whether the guest plays under the account that is signed in, whose name takes the place of `name`. Where not anybody may sit, he does. */
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
  /** Which board, from 1 on; whoever sits there and after it moves on by one. Null for the last one. */
  place?: number | null;
} | {
  do: 'refuse';
  /** The number of the guest. */
  guest: number;
} | {
  do: 'computer';
  /** Its level, 1 to 10; at level 10 it takes four boards of a display at most. */
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
export type WhoSits = (typeof WhoSits)[number];
export const WhoSits = ['anybody', 'accounts', 'club'] as const;

/** A display that is to be opened. */
export type NewSimul = {
  /** Whether the host plays under the account that is signed in, whose name takes the place of `host`. For rated games, and for a club, he does. */
  account?: boolean;
  /** Whether whoever comes sits down without being asked in by the host. */
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
  /** Whether the games count for the ratings. Not where anybody may sit, nor where the times differ. */
  rated?: boolean;
  /** When it is to begin, in Unix milliseconds, a year ahead at most; the host begins it. */
  starts_ms?: number | null;
  /** What it is called, on one line of 80 characters at most; may be empty. */
  title: string;
  /** The stable name of the game of the family. */
  variant: string;
  who: WhoSits;
};
export const NewSimul: Shape = { 'account*': 'b', 'at_once*': 'b', boards: 'n', 'club*': 's', colour: HostColour, 'conduct*': Conduct, 'extra_ms*': 'n', 'guest_clock*': ClockSettings, host: 's', 'host_clock*': ClockSettings, id: 's', 'rated*': 'b', 'starts_ms*': 'n', title: 's', variant: 's', who: WhoSits };

/** A board. */
export type ShownBoard = {
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
  /** Whether it counts for nobody: it could not begin, ended without a result, or was left out. */
  none: boolean;
  /** Its number, from 1 on. */
  number: number;
  /** How many moves both sides have made together. */
  ply: number;
  /** What it was worth for the host: `won`, `drawn`, `lost`; null while it goes on, and without a result. */
  score: 'won' | 'drawn' | 'lost' | null;
  state: State | null;
  /** Whether the server cannot read what is kept of the game, so that how it stands is not known here: then `fen`, `last` and `state` are null. The other boards go on. Absent where it can be read. */
  unreadable?: boolean;
  /** The secret of the seat from which everybody may look on; null where the game has not begun yet. */
  watch: string | null;
};
export const ShownBoard: Shape = { 'fen?': 's', 'game?': 's', guest: 'n', host: Side, 'last?': 's', none: 'b', number: 'n', ply: 'n', 'score?': ['won', 'drawn', 'lost'], 'state?': State, 'unreadable*': 'b', 'watch?': 's' };

/** A guest. */
export type ShownGuest = {
  /** Whether the guest plays under an account. */
  account: boolean;
  /** The level of the computer; null for a person. */
  level: number | null;
  /** The name; may be empty. */
  name: string;
  /** The number within the display. */
  number: number;
};
export const ShownGuest: Shape = { account: 'b', 'level?': 'n', name: 's', number: 'n' };

/** The score of the host. */
export type ShownScore = {
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
export const ShownScore: Shape = { drawn: 'n', lost: 'n', none: 'n', open: 'n', 'permille?': 'n', won: 'n' };

/** What becomes of the games that go on when the host ends the display. */
export type Unfinished = (typeof Unfinished)[number];
export const Unfinished = ['go-on', 'offer-draw', 'leave-out'] as const;

/** A display. */
export type ShownSimul = {
  /** Whether the host plays under an account, so that the name is nobody else's. */
  account: boolean;
  /** Who asks for a board: all of them for the host, oneself for a guest. */
  asking: ShownGuest[];
  /** How many ask for a board. */
  asking_in_all: number;
  /** Whether whoever comes sits down without being asked in by the host. */
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
  games: ShownBoard[];
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
  score: ShownScore;
  /** Who sits, in the order of the boards. */
  seated: ShownGuest[];
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
  /** Who asks: `host`, `guest` (who sits or asks for a board), `refused`, or null for everybody else. */
  you: 'host' | 'guest' | 'refused' | null;
};
export const ShownSimul: Shape = { account: 'b', asking: { '[]': ShownGuest }, asking_in_all: 'n', at_once: 'b', 'begun_ms?': 'n', boards: 'n', 'club?': 's', colour: HostColour, conduct: Conduct, 'ended?': Unfinished, extra_ms: 'n', games: { '[]': ShownBoard }, 'guest_clock?': ClockSettings, host: 's', 'host_clock?': ClockSettings, id: 's', now_ms: 'n', 'number?': 'n', opened_ms: 'n', rated: 'b', score: ShownScore, seated: { '[]': ShownGuest }, stage: ['open', 'begun', 'over', 'called-off'], 'starts_ms?': 'n', title: 's', variant: 's', who: ['anybody', 'accounts', 'club'], 'you?': ['host', 'guest', 'refused'] };

/** How the host ends a display. */
export type SimulEnd = {
  /** What becomes of the games that go on. */
  unfinished: Unfinished;
};
export const SimulEnd: Shape = { unfinished: Unfinished };

/** Opens a display. Opening the same again, with the same secret, changes nothing. */
export const postSimuls: Operation<{}, NewSimul, ShownSimul> = ['POST /simuls', ShownSimul];

/** A display, as whoever asks sees it: with the secret of the host, of a guest, or without any. While the host asks again and again, he counts as present at all boards. */
export const getSimulsSimul: Operation<{ simul: string }, undefined, ShownSimul> = ['GET /simuls/{simul}', ShownSimul];

/** The host ends the display: before it has begun it is called off, after that he says what becomes of the games that go on. What he has said once stands. */
export const postSimulsSimulEnd: Operation<{ simul: string }, SimulEnd, ShownSimul> = ['POST /simuls/{simul}/end', ShownSimul];

/** The games of a display as one PDN file, in the order of the boards. One that goes on has no result yet. */
export const getSimulsSimulGamesPdn: Operation<{ simul: string }, undefined, string> = ['GET /simuls/{simul}/games.pdn', 'text'];

/** Asks for a board, or sits down where the host lets everybody do that. Whoever sends this makes the secret of the seat and sends it in the header; once the display has begun, it is the secret of the seat at the game. Sending it again changes nothing. */
export const postSimulsSimulGuests: Operation<{ simul: string }, Application, ShownSimul> = ['POST /simuls/{simul}/guests', ShownSimul];

/** Leaves before the display begins, or asks for a board no longer. Sending it again changes nothing. */
export const deleteSimulsSimulGuests: Operation<{ simul: string }, undefined, ShownSimul> = ['DELETE /simuls/{simul}/guests', ShownSimul];

/** The seats of the host at all boards, once it has begun. Their secrets follow from the host's; the server keeps none of them. */
export const getSimulsSimulSeats: Operation<{ simul: string }, undefined, HostSeats> = ['GET /simuls/{simul}/seats', HostSeats];

/** The host begins: a game begins at each board. Beginning again changes nothing. */
export const postSimulsSimulStart: Operation<{ simul: string }, undefined, ShownSimul> = ['POST /simuls/{simul}/start', ShownSimul];

/** The host gives a board to a guest or to the computer, or refuses a guest. */
export const postSimulsSimulTable: Operation<{ simul: string }, Arrangement, ShownSimul> = ['POST /simuls/{simul}/table', ShownSimul];
