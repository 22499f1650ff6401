/**
 * The schemas that several features of the API use. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type * as rules from '../../rules/types';
import type { Shape } from '../shape';

/** White or Black. White moves up the board: towards the row of square 1. ``` use damier_rules::Side; assert_eq!((Side::White.opponent(), Side::Black.code()), (Side::Black, "black")); assert_eq!(Side::from_code("white"), Some(Side::White)); ``` */
export type Side = rules.Side;
export const Side = ['white', 'black'] as const;

/** Something that both players must agree to. */
export type Request = rules.Request;
export const Request: Shape = { '|': 'kind', 'take-back': { plies: 'n' }, 'pause': { at_most_ms: 'n' }, 'resume': {  }, 'more-time': { ms: 'n' } };

/** One act in a game, with its Unix time in milliseconds as given by the caller. */
export type Act = rules.GameAct;
export const Act: Shape = { '|': 'act', 'move': { at_ms: 'n', 'lag_ms*': 'n', move: 's', side: Side }, 'offer-draw': { at_ms: 'n', side: Side }, 'accept-draw': { at_ms: 'n', side: Side }, 'decline-draw': { at_ms: 'n', side: Side }, 'take-back': { at_ms: 'n', plies: 'n' }, 'resign': { at_ms: 'n', side: Side }, 'abort': { at_ms: 'n', side: Side }, 'flag': { at_ms: 'n', side: Side }, 'touch': { at_ms: 'n', side: Side, square: 's' }, 'adoube': { at_ms: 'n', side: Side }, 'irregular': { at_ms: 'n', from: 's', removed: { '[]': 's' }, side: Side, to: 's' }, 'correct': { at_ms: 'n', side: Side }, 'let-stand': { at_ms: 'n', side: Side }, 'resume': { at_ms: 'n', 'lost_ms*': 'n' }, 'pause': { at_most_ms: 'n', at_ms: 'n' }, 'ask': { at_ms: 'n', for: Request, side: Side }, 'agree': { at_ms: 'n', side: Side }, 'forfeit': { at_ms: 'n', side: Side }, 'abandon': { at_ms: 'n', side: Side }, 'arbiter': { at_ms: 'n', 'winner*': Side }, 'result': { at_ms: 'n', 'winner*': Side }, 'decline': { at_ms: 'n', side: Side } };

/** The side that the host will play. */
export type ColourChoice = (typeof ColourChoice)[number];
export const ColourChoice = ['white', 'black', 'random'] as const;

/** An inclusive range of Elo ratings. At least one end is given. */
export type RatingRange = {
  /** The highest rating; absent for no maximum. */
  highest?: number | null;
  /** The lowest rating; absent for no minimum. */
  lowest?: number | null;
  /** Whether players without a rating in this variant and speed may accept. */
  unrated?: boolean;
};
export const RatingRange: Shape = { 'highest*': 'n', 'lowest*': 'n', 'unrated*': 'b' };

/** The player of a side. */
export type Player = rules.Player;
export const Player: Shape = { '|': 'kind', 'person': { name: 's' }, 'computer': { level: 'n' } };

/** What the increment of a control is. */
export type Bonus = rules.Bonus;
export const Bonus = ['fischer', 'delay', 'bronstein'] as const;

/** A time, and for how many moves it is. */
export type Period = rules.Period;
export const Period: Shape = { 'bonus*': Bonus, increment_ms: 'n', initial_ms: 'n', 'moves*': 'n' };

/** How much time a side has. The first period is in the fields themselves, the others in `then`. */
export type ClockSettings = rules.ClockSettings;
export const ClockSettings: Shape = { 'bonus*': Bonus, increment_ms: 'n', initial_ms: 'n', 'moves*': 'n', 'then*': { '[]': Period } };

/** The conduct rules that a game is played with; none by default. */
export type Conduct = rules.Conduct;
export const Conduct: Shape = { 'colours_by_lot*': 'b', 'irregular_moves*': 'b', 'offers_from_move*': 'n', 'released_stands*': 'b', 'touched_is_played*': 'b' };

/** What happens when one ending of few pieces turns into another, where readings of the rules differ. ``` use damier_rules::FewPieces; assert_eq!(FewPieces::from_code("continued"), Some(FewPieces::Continued)); assert_eq!(FewPieces::default().code(), "fresh"); ``` */
export type FewPieces = rules.FewPieces;
export const FewPieces = ['fresh', 'continued'] as const;

/** Whether the players sit together. */
export type Seating = rules.Seating;
export const Seating = ['together', 'apart'] as const;

/** Everything that is agreed before a game begins. */
export type GameSettings = rules.GameSettings;
export const GameSettings: Shape = { black: Player, 'black_clock*': ClockSettings, 'clock*': ClockSettings, 'conduct*': Conduct, few_pieces: FewPieces, 'first_move_ms*': 'n', 'rated*': 'b', 'seating*': Seating, 'start*': 's', 'watchers_delay_s*': 'n', white: Player };

/** An offer to play. */
export type Challenge = {
  /** Whether unequal times belong to the players instead of the colours: then `clock` is the host's time and `black_clock` the guest's, whichever side each plays. */
  clocks_by_player?: boolean;
  /** The side that the host will play. */
  colour: ColourChoice;
  /** The host's name; may be empty. */
  host: string;
  ratings?: RatingRange | null;
  /** The settings of the game. Its two players are ignored, since sides are not assigned yet. */
  settings: GameSettings;
  /** The stable name of the variant. */
  variant: string;
};
export const Challenge: Shape = { 'clocks_by_player*': 'b', colour: ColourChoice, host: 's', 'ratings*': RatingRange, settings: GameSettings, variant: 's' };

/** A request of one player to the other; draw offers are separate. */
export type Asked = {
  /** The side that asks. */
  by: Side;
  /** What it asks for. */
  for: Request;
};
export const Asked: Shape = { by: Side, for: Request };

/** A rating with its uncertainty. */
export type RatingShown = {
  /** Its standard deviation: the true rating lies within twice as much in 19 cases of 20. */
  deviation: number;
  /** Whether it is provisional: too uncertain to be compared, and displayed with a question mark. */
  provisional: boolean;
  /** The rating in Glicko-2 points. */
  rating: number;
};
export const RatingShown: Shape = { deviation: 'n', provisional: 'b', rating: 'n' };

/** How a game ended. */
export type Ending = rules.Ending;
export const Ending: Shape = { reason: 's', 'winner*': Side };

/** The clocks of a live game. */
export type ClockState = {
  /** Black's time, in milliseconds. */
  black_ms: number;
  /** For how many more milliseconds the running turn costs no time. */
  delay_ms: number;
  running: Side | null;
  /** White's time, in milliseconds. */
  white_ms: number;
};
export const ClockState: Shape = { black_ms: 'n', delay_ms: 'n', 'running?': Side, white_ms: 'n' };

/** How a team decides. */
export type Deciding = {
  way: 'in-turn';
} | {
  way: 'captain';
} | {
  way: 'vote';
  /** The duration of a vote on a move in seconds, [`VOTE_S`]; in a correspondence game [`VOTE_BY_DAYS_S`]. */
  within_s: number;
};
export const Deciding: Shape = { '|': 'way', 'in-turn': {  }, 'captain': {  }, 'vote': { within_s: 'n' } };

/** An open challenge. */
export type WaitingChallenge = {
  /** Whether the host plays under an account, so that the name is unique. */
  account: boolean;
  /** The offered game. */
  challenge: Challenge;
  /** In the lobby, whether the signed-in account is in the challenge's rating range; null if it has none, and everywhere else. */
  fits: boolean | null;
  /** Its id, and that of the game that it becomes. */
  id: string;
  /** Whether the host's client has repeated its request within the last seconds. Of a challenge that was offered once, the server does not know whether its host still waits. */
  present: boolean;
  rating: RatingShown | null;
  /** When it expires, in Unix milliseconds. */
  until_ms: number;
  /** Whether the caller is its host. */
  yours: boolean;
};
export const WaitingChallenge: Shape = { account: 'b', challenge: Challenge, 'fits?': 'b', id: 's', present: 'b', 'rating?': RatingShown, until_ms: 'n', yours: 'b' };

/** Everything that is needed to rebuild a game. */
export type GameRecord = rules.GameRecord;
export const GameRecord: Shape = { acts: { '[]': Act }, 'ending*': Ending, rules_version: 'n', schema: 'n', settings: GameSettings, 'started_ms*': 'n', variant: 's' };

/** Rematch offers at the time of a welcome. */
export type WantsRematch = {
  /** Whether Black offers. */
  black: boolean;
  /** The id of the next game, once it has begun. */
  game: string | null;
  /** Whether White offers. */
  white: boolean;
};
export const WantsRematch: Shape = { black: 'b', 'game?': 's', white: 'b' };

/** The state derived from the events, for clients without the rules. */
export type State = {
  /** Open requests between the players; at most one of each side. */
  asked: Asked[];
  /** The server's time of this state, in Unix milliseconds. */
  at_ms: number;
  /** Whether a first move is missing, so that the game may be left without loss. */
  awaits_first_moves: boolean;
  clock: ClockState | null;
  ending: Ending | null;
  /** Until when the first move of the side to move costs no time; null afterwards. */
  first_move_by_ms: number | null;
  /** Whether an arbiter or teacher has stopped the clocks, so that the players cannot resume. */
  held: boolean;
  offer: Side | null;
  /** When the pause ends at the latest, in Unix milliseconds. */
  paused_until_ms: number | null;
  turn: Side | null;
};
export const State: Shape = { asked: { '[]': Asked }, at_ms: 'n', awaits_first_moves: 'b', 'clock?': ClockState, 'ending?': Ending, 'first_move_by_ms?': 'n', held: 'b', 'offer?': Side, 'paused_until_ms?': 'n', 'turn?': Side };

/** Request body: the secret of a new seat, made by the client. */
export type NewSeat = {
  /** 256 random bits as 43 characters of URL-safe Base64, made by the client. */
  secret: string;
};
export const NewSeat: Shape = { secret: 's' };

/** A seat at a game. */
export type SeatAt = {
  /** The game's id. */
  game: string;
  /** The role: `white`, `black`, `arbiter` or `watcher`. */
  role: 'white' | 'black' | 'arbiter' | 'watcher';
};
export const SeatAt: Shape = { game: 's', role: ['white', 'black', 'arbiter', 'watcher'] };

/** A problem document. */
export type Problem = {
  /** The index of the invalid act of a record, counted from 0. */
  act: number | null;
  /** The reason of the ban, as written by the operator. */
  ban_reason: string | null;
  /** When the ban of the account ends, in Unix milliseconds. */
  banned_until_ms: number | null;
  /** What went wrong, as a stable code for programs. */
  code: string;
  /** The column of the body at which reading failed, counted from 1. */
  column: number | null;
  /** The details: where, what was found, what was expected. */
  detail: string;
  /** The line of the body at which reading failed, counted from 1. */
  line: number | null;
  /** Why the input is invalid, as a stable code. */
  reason: string | null;
  /** Seconds to wait before a retry. */
  retry_after_s: number | null;
  /** The HTTP status of the response. */
  status: number;
  /** The stored version, after a conflict. */
  stored_version: number | null;
  /** The same for people; a code always has the same title. */
  title: string;
};
export const Problem: Shape = { 'act?': 'n', 'ban_reason?': 's', 'banned_until_ms?': 'n', code: 's', 'column?': 'n', detail: 's', 'line?': 'n', 'reason?': 's', 'retry_after_s?': 'n', status: 'n', 'stored_version?': 'n', title: 's' };
