/**
 * The API of the server. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `ask.ts` sends.
 */
import type * as rules from '../rules/types';
import type { Operation, Shape } from './shape';

/** White or Black. White moves up the board: towards the row of square 1. ``` use damier_rules::Side; assert_eq!((Side::White.opponent(), Side::Black.code()), (Side::Black, "black")); assert_eq!(Side::from_code("white"), Some(Side::White)); ``` */
export type Side = rules.Side;
export const Side = ['white', 'black'] as const;

/** A player who is not there. */
export type Absent = {
  /** From when on the other player may claim the game, in Unix milliseconds. */
  claim_at_ms: number;
  side: Side;
};
export const Absent: Shape = { claim_at_ms: 'n', side: Side };

/** A challenge that is taken up: by its invitation, or by its id from the lobby or from the list of those that are addressed to the account. */
export type Acceptance = {
  /** Whether the guest plays under the account that is signed in, whose name takes the place of `name`. A rated game, and one that asks for a rating, always does. */
  account?: boolean;
  /** The id of a public challenge, or of one that is addressed to the account that is signed in. */
  challenge?: string | null;
  /** The secret of the invitation. */
  invitation?: string | null;
  /** The name of the guest; may be empty. */
  name: string;
};
export const Acceptance: Shape = { 'account*': 'b', 'challenge*': 's', 'invitation*': 's', name: 's' };

/** Something that both players must agree to. */
export type Request = rules.Request;
export const Request: Shape = { '|': 'kind', 'take-back': { plies: 'n' }, 'pause': { at_most_ms: 'n' }, 'resume': {  }, 'more-time': { ms: 'n' } };

/** One thing that was done in a game, with the time in Unix milliseconds that the caller gave. */
export type Act = rules.GameAct;
export const Act: Shape = { '|': 'act', 'move': { at_ms: 'n', 'lag_ms*': 'n', move: 's', side: Side }, 'offer-draw': { at_ms: 'n', side: Side }, 'accept-draw': { at_ms: 'n', side: Side }, 'decline-draw': { at_ms: 'n', side: Side }, 'take-back': { at_ms: 'n', plies: 'n' }, 'resign': { at_ms: 'n', side: Side }, 'abort': { at_ms: 'n', side: Side }, 'flag': { at_ms: 'n', side: Side }, 'touch': { at_ms: 'n', side: Side, square: 's' }, 'adoube': { at_ms: 'n', side: Side }, 'irregular': { at_ms: 'n', from: 's', removed: { '[]': 's' }, side: Side, to: 's' }, 'correct': { at_ms: 'n', side: Side }, 'let-stand': { at_ms: 'n', side: Side }, 'resume': { at_ms: 'n', 'lost_ms*': 'n' }, 'pause': { at_most_ms: 'n', at_ms: 'n' }, 'ask': { at_ms: 'n', for: Request, side: Side }, 'agree': { at_ms: 'n', side: Side }, 'forfeit': { at_ms: 'n', side: Side }, 'abandon': { at_ms: 'n', side: Side }, 'arbiter': { at_ms: 'n', 'winner*': Side }, 'result': { at_ms: 'n', 'winner*': Side }, 'decline': { at_ms: 'n', side: Side } };

/** The id of a command: a UUID that its sender has chosen. */
export type CommandId = string;
export const CommandId: Shape = 's';

/** Something that has happened in a game. */
export type Event = {
  /** What was done, with its time. */
  act: Act;
  command: CommandId | null;
  /** Its number in the game, counted from 1. It is also the version of the game after this event. */
  number: number;
};
export const Event: Shape = { act: Act, 'command?': CommandId, number: 'n' };

/** A command that was done. */
export type ActDone = {
  /** What happened. */
  event: Event;
  /** The number of its event, which is the version of the game after it. */
  number: number;
};
export const ActDone: Shape = { event: Event, number: 'n' };

/** What the sender wants to do. The [`Act`] with the same name says what each one means. It is done by the actor's own side, unless a side is named. */
export type Want = {
  act: 'move';
  /** The move in the game's own notation. */
  move: string;
  /** After how many moves of both sides it is meant: it is refused where the game has come elsewhere before it arrives, since the same words may be another move there. Absent where it is meant whatever has happened. */
  ply?: number | null;
} | {
  act: 'offer-draw';
} | {
  act: 'accept-draw';
} | {
  act: 'decline-draw';
} | {
  act: 'take-back';
  /** How many moves of either side. */
  plies: number;
} | {
  act: 'resign';
} | {
  act: 'abort';
} | {
  act: 'flag';
  /** Whose time. */
  side: Side;
} | {
  act: 'touch';
  /** Its square, in the game's own notation. */
  square: string;
} | {
  act: 'adoube';
} | {
  act: 'irregular';
  /** The square of the piece, in the game's own notation. */
  from: string;
  /** The squares of the pieces that are taken off. */
  removed: string[];
  /** Where it is put. */
  to: string;
} | {
  act: 'correct';
} | {
  act: 'let-stand';
} | {
  act: 'resume';
} | {
  act: 'end-pause';
  /** When that pause ends by itself, in Unix milliseconds. */
  until_ms: number;
} | {
  act: 'outage';
  /** How long it has lasted. */
  lost_ms: number;
} | {
  act: 'pause';
  /** How long at most. */
  at_most_ms: number;
} | {
  act: 'ask';
  /** For what. */
  for: Request;
} | {
  act: 'forfeit';
  /** Who loses. */
  side: Side;
} | {
  act: 'abandon';
  /** Who has left. */
  side: Side;
} | {
  act: 'arbiter';
  winner?: Side | null;
} | {
  act: 'agree';
  to?: Request | null;
} | {
  act: 'decline';
};
export const Want: Shape = { '|': 'act', 'move': { move: 's', 'ply*': 'n' }, 'offer-draw': {  }, 'accept-draw': {  }, 'decline-draw': {  }, 'take-back': { plies: 'n' }, 'resign': {  }, 'abort': {  }, 'flag': { side: Side }, 'touch': { square: 's' }, 'adoube': {  }, 'irregular': { from: 's', removed: { '[]': 's' }, to: 's' }, 'correct': {  }, 'let-stand': {  }, 'resume': {  }, 'end-pause': { until_ms: 'n' }, 'outage': { lost_ms: 'n' }, 'pause': { at_most_ms: 'n' }, 'ask': { for: Request }, 'forfeit': { side: Side }, 'abandon': { side: Side }, 'arbiter': { 'winner*': Side }, 'agree': { 'to*': Request }, 'decline': {  } };

/** A command of a seat. */
export type ActRequest = {
  /** A random UUID of the client. The same id again gets the same answer. */
  id: CommandId;
  /** What is wanted. */
  want: Want;
};
export const ActRequest: Shape = { id: CommandId, want: Want };

/** Which side whoever offers a game will play. */
export type ColourChoice = (typeof ColourChoice)[number];
export const ColourChoice = ['white', 'black', 'lot'] as const;

/** A range of ratings in Elo points, with both ends. At least one end is given. */
export type RatingRange = {
  /** The highest rating; absent where none is too high. */
  highest?: number | null;
  /** The lowest rating; absent where none is too low. */
  lowest?: number | null;
  /** Whether somebody is meant, too, who has no rating yet in this game at this speed. */
  unrated?: boolean;
};
export const RatingRange: Shape = { 'highest*': 'n', 'lowest*': 'n', 'unrated*': 'b' };

/** Who plays one side. */
export type Player = rules.Player;
export const Player: Shape = { '|': 'kind', 'person': { name: 's' }, 'computer': { level: 'n' } };

/** What the increment of a control is. */
export type Bonus = rules.Bonus;
export const Bonus = ['fischer', 'delay', 'bronstein'] as const;

/** A time, and for how many moves it is. */
export type Period = rules.Period;
export const Period: Shape = { 'bonus*': Bonus, increment_ms: 'n', initial_ms: 'n', 'moves*': 'n' };

/** How much time a side has. The first period stands in the fields themselves, the others in `then`. */
export type ClockSettings = rules.ClockSettings;
export const ClockSettings: Shape = { 'bonus*': Bonus, increment_ms: 'n', initial_ms: 'n', 'moves*': 'n', 'then*': { '[]': Period } };

/** The customs that a game is played with; none by default. */
export type Conduct = rules.Conduct;
export const Conduct: Shape = { 'colours_by_lot*': 'b', 'irregular_moves*': 'b', 'offers_from_move*': 'n', 'released_stands*': 'b', 'touched_is_played*': 'b' };

/** What happens when one ending of few pieces turns into another, where readings of the rules differ. ``` use damier_rules::FewPieces; assert_eq!(FewPieces::from_code("continued"), Some(FewPieces::Continued)); assert_eq!(FewPieces::default().code(), "fresh"); ``` */
export type FewPieces = rules.FewPieces;
export const FewPieces = ['fresh', 'continued'] as const;

/** Where the two players sit. */
export type Seating = rules.Seating;
export const Seating = ['together', 'apart'] as const;

/** Everything that is agreed before a game begins. */
export type GameSettings = rules.GameSettings;
export const GameSettings: Shape = { black: Player, 'black_clock*': ClockSettings, 'clock*': ClockSettings, 'conduct*': Conduct, few_pieces: FewPieces, 'first_move_ms*': 'n', 'rated*': 'b', 'seating*': Seating, 'start*': 's', 'watchers_delay_s*': 'n', white: Player };

/** An offer to play. */
export type Challenge = {
  /** Whether unequal times belong to the players and not to the colours: then `clock` of the settings is the time of the host, and `black_clock` that of the guest, whichever side each will play. */
  clocks_by_player?: boolean;
  /** Which side that person will play. */
  colour: ColourChoice;
  /** The name of whoever offers the game; may be empty. */
  host: string;
  ratings?: RatingRange | null;
  /** The settings of the game. Who plays which side is not known yet, so its two players are not looked at. */
  settings: GameSettings;
  /** The stable name of the game. */
  variant: string;
};
export const Challenge: Shape = { 'clocks_by_player*': 'b', colour: ColourChoice, host: 's', 'ratings*': RatingRange, settings: GameSettings, variant: 's' };

/** A challenge that is addressed to a program. */
export type AddressedOffer = {
  /** Whether the host plays under the account that is signed in. */
  account?: boolean;
  /** What is offered. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
  /** The name of the program. */
  to: string;
};
export const AddressedOffer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', to: 's' };

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

/** Something that a player asks the other. */
export type Asked = {
  by: Side;
  for: Request;
};
export const Asked: Shape = { by: Side, for: Request };

/** A lesson or a set of problems for the class or for one pupil. */
export type Assignment = {
  /** The stable name of the lesson or of the set, which says which problems it has; null for none. */
  lesson?: string | null;
  /** The animal of one pupil; null for all, and then what single pupils were to do is forgotten. */
  to?: string | null;
};
export const Assignment: Shape = { 'lesson*': 's', 'to*': 's' };

/** A rating, as it is shown. */
export type RatingShown = {
  /** Its standard deviation, as a whole number: the true rating lies within twice as much in 19 cases of 20. */
  deviation: number;
  /** Whether it is too uncertain to be compared with others; then it is shown with a question mark. */
  provisional: boolean;
  /** The rating, as a whole number. */
  rating: number;
};
export const RatingShown: Shape = { deviation: 'n', provisional: 'b', rating: 'n' };

/** One of the best. */
export type BestPlayer = RatingShown & {
  /** Games that counted. */
  games: number;
  name: string;
};
export const BestPlayer: Shape = { deviation: 'n', provisional: 'b', rating: 'n', games: 'n', name: 's' };

/** The best players of a game at a speed. */
export type BestPlayers = {
  /** The highest rating first. Whose rating is provisional is not among them. */
  players: BestPlayer[];
};
export const BestPlayers: Shape = { players: { '[]': BestPlayer } };

/** What both clocks showed last, in seconds. */
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
  /** Who plays Black. */
  black: string;
  /** What the clocks showed last. */
  clocks?: Clocks;
  /** The moves, each in its canonical form. */
  moves: string[];
  result: BoardResult | null;
  /** The FEN from which it began, where that is not the usual start. */
  start: string | null;
  /** The stable name of the game of the family. */
  variant: string;
  /** Who plays White; empty where that is not known. */
  white: string;
};
export const BoardGame: Shape = { black: 's', 'clocks*': Clocks, moves: { '[]': 's' }, 'result?': BoardResult, 'start?': 's', variant: 's', white: 's' };

/** A player with an account, at a board. */
export type RatedPlayer = {
  after: RatingShown | null;
  name: string;
  /** The rating in this game at this speed: before the game once it is counted, and now otherwise. */
  rating: RatingShown;
};
export const RatedPlayer: Shape = { 'after?': RatingShown, name: 's', rating: RatingShown };

/** Both players, as far as they have accounts. */
export type BoardRatings = {
  black: RatedPlayer | null;
  /** Whether the game counts: not one that ended without a result, or whose other player has left. */
  rated: boolean;
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  white: RatedPlayer | null;
};
export const BoardRatings: Shape = { 'black?': RatedPlayer, rated: 'b', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], 'white?': RatedPlayer };

/** What is wrong with the text of a board. */
export type ToldFault = {
  /** A stable code. */
  code: string;
  /** The column of the line, from 1. */
  column: number;
  /** The same in words. */
  detail: string;
  /** The line of the text, from 1. */
  line: number;
};
export const ToldFault: Shape = { code: 's', column: 'n', detail: 's', line: 'n' };

/** What became of a board. */
export type BoardTaken = {
  /** `same`, `changed`, `corrected`, or `refused` where nothing could be read. */
  became: 'same' | 'changed' | 'corrected' | 'refused';
  /** Its number. */
  board: number;
  /** From which move of both sides on the moves are others now, the first being 1. */
  corrected_from: number | null;
  fault: ToldFault | null;
  /** How many moves of both sides the board shows now. */
  plies: number;
};
export const BoardTaken: Shape = { became: ['same', 'changed', 'corrected', 'refused'], board: 'n', 'corrected_from?': 'n', 'fault?': ToldFault, plies: 'n' };

/** What an account is to another. */
export type BondShown = {
  /** The name of the other one. */
  name: string;
  /** `stranger`; `asked` where the other one was asked; `asks` where that one asks; `friend`; `blocked` where that one is kept away; `oneself`. */
  standing: 'stranger' | 'asked' | 'asks' | 'friend' | 'blocked' | 'oneself';
};
export const BondShown: Shape = { name: 's', standing: ['stranger', 'asked', 'asks', 'friend', 'blocked', 'oneself'] };

/** The settings of a broadcast. */
export type BroadcastSettings = {
  /** When, as people write it; empty where that is not told. */
  date?: string;
  /** How many minutes later those see it who look on, 0 to 60. */
  delay_min: number;
  /** Where it is played; empty where that is not told. */
  place?: string;
  /** How many rounds there are, 1 to 20. */
  rounds: number;
  /** What it is called. */
  title: string;
  /** The stable name of the game that is played where a file does not say it. */
  variant: string;
};
export const BroadcastSettings: Shape = { 'date*': 's', delay_min: 'n', 'place*': 's', rounds: 'n', title: 's', variant: 's' };

/** Moves that were shown were replaced. */
export type Correction = {
  /** When, in Unix milliseconds. */
  at_ms: number;
  /** From which move of both sides on, the first being 1. */
  ply: number;
};
export const Correction: Shape = { at_ms: 'n', ply: 'n' };

/** A board with its moves. */
export type ShownBoardNow = BoardGame & {
  /** Its number. */
  board: number;
  /** When what is shown of it was changed last, in Unix milliseconds. */
  changed_ms: number;
  corrected: Correction | null;
  /** The position after the moves, as FEN. */
  fen: string | null;
};
export const ShownBoardNow: Shape = { black: 's', 'clocks*': Clocks, moves: { '[]': 's' }, 'result?': BoardResult, 'start?': 's', variant: 's', white: 's', board: 'n', changed_ms: 'n', 'corrected?': Correction, 'fen?': 's' };

/** A line of a stream. */
export type BroadcastLine = {
  frame: 'broadcast';
  id: string;
  round: number;
  settings: BroadcastSettings;
} | ShownBoardNow & {
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

/** Who is to lead a side. */
export type CaptainWanted = {
  /** The number of the member. */
  number: number;
};
export const CaptainWanted: Shape = { number: 'n' };

/** What the owner of an account lets friends and strangers do. */
export type ChoicesShown = {
  /** Whether anybody may ask to be a friend. Where not, whoever asks waits without being seen. */
  asked: boolean;
  /** Whether friends see that the account is here. */
  here: boolean;
  /** Whether friends may look on at its games. */
  watch: boolean;
};
export const ChoicesShown: Shape = { asked: 'b', here: 'b', watch: 'b' };

/** How a game ended. */
export type Ending = rules.Ending;
export const Ending: Shape = { reason: 's', 'winner*': Side };

/** A game of a pupil. */
export type ClassGame = {
  /** The animal at the other side; `computer` for the computer of the house. */
  against: string;
  ending: Ending | null;
  /** Its id. */
  id: string;
  /** The level of the computer; null in a game between pupils. */
  level: number | null;
  /** Whether it is over. */
  over: boolean;
  /** The side of the pupil: `white` or `black`. */
  side: 'white' | 'black';
};
export const ClassGame: Shape = { against: 's', 'ending?': Ending, id: 's', 'level?': 'n', over: 'b', side: ['white', 'black'] };

/** A seat at a game of the class. */
export type ClassSeat = {
  /** The id of the game. */
  game: string;
  /** 256 random bits as 43 characters of URL-safe Base64, made by the client. */
  secret: string;
};
export const ClassSeat: Shape = { game: 's', secret: 's' };

/** What the teacher changes; what is left out stays as it is. */
export type ClassSettings = {
  /** Whether the pupils' screens are frozen and the clocks of their games stand still, for three quarters of an hour at most. */
  frozen?: boolean | null;
  /** Whether pupils can join. */
  open?: boolean | null;
  /** When everything of the class is removed, in Unix milliseconds: within a year and a day. */
  until_ms?: number | null;
};
export const ClassSettings: Shape = { 'frozen*': 'b', 'open*': 'b', 'until_ms*': 'n' };

/** The clock of a live game. */
export type ClockState = {
  black_ms: number;
  /** For how long the running turn still costs nothing. */
  delay_ms: number;
  running: Side | null;
  white_ms: number;
};
export const ClockState: Shape = { black_ms: 'n', delay_ms: 'n', 'running?': Side, white_ms: 'n' };

/** A game of a club. */
export type ShownGame = {
  /** Since when it is the club's, in Unix milliseconds. */
  at_ms: number;
  black: string;
  /** The id of the game. */
  game: string;
  /** Whether it was played for the ladder. */
  ladder: boolean;
  /** Whether it is over. */
  over: boolean;
  /** Whether it counts for the ratings. */
  rated: boolean;
  /** Why it is over, as a stable code. */
  reason: string | null;
  /** The stable name of the game of the family. */
  variant: string;
  white: string;
  winner: Side | null;
};
export const ShownGame: Shape = { at_ms: 'n', black: 's', game: 's', ladder: 'b', over: 'b', rated: 'b', 'reason?': 's', variant: 's', white: 's', 'winner?': Side };

/** A page of games of a club. */
export type ClubGames = {
  /** The latest first. */
  games: ShownGame[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const ClubGames: Shape = { games: { '[]': ShownGame }, 'next?': 's' };

/** A club in a list. */
export type ClubInList = {
  /** The stable names of the games that are played there. */
  games: string[];
  /** What stands in its address. */
  key: string;
  /** The language that is spoken there, by its code. */
  language: string;
  /** How many members it has. */
  members: number;
  name: string;
  /** The role of whoever asks for his own clubs: `founder`, `officer`, `member`; null where he asks to be let in, and in other lists. */
  role: 'founder' | 'officer' | 'member' | null;
  /** Where it is; may be empty. */
  town: string;
  /** What the ladder wants of whoever asks for his own clubs: `answer` to a challenge, `play` one that is accepted, go to the `game`; null for nothing, and in other lists. */
  wants: 'answer' | 'play' | 'game' | null;
};
export const ClubInList: Shape = { games: { '[]': 's' }, key: 's', language: 's', members: 'n', name: 's', 'role?': ['founder', 'officer', 'member'], town: 's', 'wants?': ['answer', 'play', 'game'] };

/** A page of clubs. */
export type ClubList = {
  /** In the order of their keys. */
  clubs: ClubInList[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const ClubList: Shape = { clubs: { '[]': ClubInList }, 'next?': 's' };

/** A member, or somebody who asks to be let in. */
export type ClubPerson = {
  /** The name of the account. */
  name: string;
  /** `founder`, `officer` or `member`; null for who asks to be let in. */
  role: 'founder' | 'officer' | 'member' | null;
  /** Since when, in Unix milliseconds. */
  since_ms: number;
};
export const ClubPerson: Shape = { name: 's', 'role?': ['founder', 'officer', 'member'], since_ms: 'n' };

/** What a club says of itself. */
export type ClubWords = {
  /** The stable names of 1 to 12 games of the family. */
  games: string[];
  /** The language that is spoken there, by its code of two or three letters. */
  language: string;
  /** Whether everybody sees members, ladder and games; otherwise only members do. */
  public: boolean;
  /** What it is: 1000 characters in 30 lines at most; may be empty. */
  text: string;
  /** Where it is: one line of 80 characters at most; may be empty. */
  town: string;
};
export const ClubWords: Shape = { games: { '[]': 's' }, language: 's', public: 'b', text: 's', town: 's' };

/** Somebody who comes. */
export type Coming = {
  /** The secret of the link. */
  link: string;
  /** A first name, at most 20 characters. */
  name: string;
};
export const Coming: Shape = { link: 's', name: 's' };

/** If the opponent plays a move, which one is answered, and what if then. */
export type IfThen = {
  /** The answer. */
  answer: string;
  /** The move of the opponent, in the game's own notation. */
  if: string;
  /** What if the opponent goes on with one of these. */
  then?: IfThen[];
};
export const IfThen: Shape = { answer: 's', if: 's', 'then*': { '[]': () => IfThen } };

/** The conditional moves of a player. */
export type Conditional = {
  /** What is answered to which move; empty for nothing. */
  branches: IfThen[];
  /** The version of the game for which they hold: the number of its last event. */
  version: number;
};
export const Conditional: Shape = { branches: { '[]': IfThen }, version: 'n' };

/** A program that is connected. */
export type ConnectedBot = {
  /** The name of its account. */
  name: string;
};
export const ConnectedBot: Shape = { name: 's' };

/** The programs that can be challenged. */
export type ConnectedBots = {
  /** Those that are connected to this server now. */
  bots: ConnectedBot[];
};
export const ConnectedBots: Shape = { bots: { '[]': ConnectedBot } };

/** What the tables contain. */
export type Content = (typeof Content)[number];
export const Content = ['outcomes', 'distances'] as const;

/** A game that counted, as one of its players sees it. */
export type CountedGame = {
  /** The rating after it. */
  after: RatingShown;
  /** The rating of the other one before the game. */
  against: number;
  /** When it ended, in Unix milliseconds. */
  at_ms: number;
  /** The rating before the game. */
  before: RatingShown;
  /** The id of the game. */
  game: string;
  /** The name of the other one. */
  opponent: string;
  /** `win`, `draw` or `loss`. */
  score: 'win' | 'draw' | 'loss';
  /** The side of the player. */
  side: Side;
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  variant: string;
};
export const CountedGame: Shape = { after: RatingShown, against: 'n', at_ms: 'n', before: RatingShown, game: 's', opponent: 's', score: ['win', 'draw', 'loss'], side: Side, speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], variant: 's' };

/** A page of the games of a player that counted. */
export type CountedGames = {
  /** The latest first. */
  games: CountedGame[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const CountedGames: Shape = { games: { '[]': CountedGame }, 'next?': 's' };

/** A point of the course of a rating. */
export type CoursePoint = {
  /** When a game ended, in Unix milliseconds. */
  at_ms: number;
  /** Its deviation. */
  deviation: number;
  /** The rating after it, as a whole number. */
  rating: number;
};
export const CoursePoint: Shape = { at_ms: 'n', deviation: 'n', rating: 'n' };

/** A name and a password. */
export type Credentials = {
  /** By what the owner knows this device in the list of sessions. */
  device?: string;
  /** The name of the account: 2 to 20 letters of one script, digits, `-` and `_`. */
  name: string;
  /** 8 to 128 characters of any kind. */
  password: string;
};
export const Credentials: Shape = { 'device*': 's', name: 's', password: 's' };

/** How a team decides. */
export type Deciding = {
  way: 'in-turn';
} | {
  way: 'captain';
} | {
  way: 'vote';
  /** After how many seconds the votes that there are decide about a move, [`VOTE_S`]; in a game of days [`VOTE_BY_DAYS_S`]. */
  within_s: number;
};
export const Deciding: Shape = { '|': 'way', 'in-turn': {  }, 'captain': {  }, 'vote': { within_s: 'n' } };

/** What becomes of somebody. */
export type Decision = (typeof Decision)[number];
export const Decision = ['admit', 'refuse', 'remove', 'officer', 'member', 'founder'] as const;

/** Whether people can come. */
export type Doors = {
  /** Whether they can. */
  open: boolean;
};
export const Doors: Shape = { open: 'b' };

/** How somebody comes in. */
export type Entering = {
  /** The code of the club's link, as it was typed; null to ask the officers. */
  code?: string | null;
};
export const Entering: Shape = { 'code*': 's' };

/** What an entry is. */
export type EntryKind = (typeof EntryKind)[number];
export const EntryKind = ['evening', 'match', 'tournament', 'other'] as const;

/** A class, as it is shown before somebody joins. */
export type FoundClass = {
  /** All animals, in the order of their words. */
  animals: string[];
  /** The code, as it is written. */
  code: string;
  /** Whether pupils can join. */
  open: boolean;
  /** Those that other pupils have. */
  taken: string[];
};
export const FoundClass: Shape = { animals: { '[]': 's' }, code: 's', open: 'b', taken: { '[]': 's' } };

/** The computer in the free seat of a game that waits. */
export type FreeSeat = {
  /** Its level, 1 to 10. */
  level: number;
};
export const FreeSeat: Shape = { level: 'n' };

/** A challenge that waits. */
export type WaitingChallenge = {
  /** Whether the host plays under an account, so that the name is nobody else's. */
  account: boolean;
  /** What is offered. */
  challenge: Challenge;
  /** In the list of the lobby, where the challenge asks for a rating: whether it means the account that is signed in. Null everywhere else. */
  fits: boolean | null;
  /** Its id, and that of the game that it becomes. */
  id: string;
  rating: RatingShown | null;
  /** Until when it waits, in Unix milliseconds. */
  until_ms: number;
  /** Whether whoever asks has offered it. */
  yours: boolean;
};
export const WaitingChallenge: Shape = { account: 'b', challenge: Challenge, 'fits?': 'b', id: 's', 'rating?': RatingShown, until_ms: 'n', yours: 'b' };

/** A challenge of a friend. */
export type FriendChallenge = WaitingChallenge & {
  /** Whose it is. */
  from: string;
};
export const FriendChallenge: Shape = { account: 'b', challenge: Challenge, 'fits?': 'b', id: 's', 'rating?': RatingShown, until_ms: 'n', yours: 'b', from: 's' };

/** What somebody does towards another. */
export type FriendDeed = (typeof FriendDeed)[number];
export const FriendDeed = ['ask', 'accept', 'decline', 'part', 'block', 'unblock'] as const;

/** Somebody who asks, or was asked. */
export type RequestShown = {
  name: string;
  /** Since when, in Unix milliseconds. */
  since_ms: number;
};
export const RequestShown: Shape = { name: 's', since_ms: 'n' };

/** What a friend plays. With whom is not told. */
export type PlayingShown = {
  /** The stable name of the game of the family. */
  variant: string;
  /** Whether friends may look on. */
  watch: boolean;
};
export const PlayingShown: Shape = { variant: 's', watch: 'b' };

/** A friend. */
export type FriendShown = {
  /** Whether the friend looks at the lobby or sits at a live game, as far as the friend shows that. */
  here: boolean;
  name: string;
  playing: PlayingShown | null;
};
export const FriendShown: Shape = { here: 'b', name: 's', 'playing?': PlayingShown };

/** The friends of an account, in the order of their names. */
export type FriendList = {
  /** Who was asked, and has not accepted: not yet, or never. */
  asked: RequestShown[];
  /** Who asks, and waits for an answer. */
  asking: RequestShown[];
  /** Who is kept away. */
  blocked: string[];
  /** The challenges of friends that wait. */
  challenges: FriendChallenge[];
  choices: ChoicesShown;
  friends: FriendShown[];
};
export const FriendList: Shape = { asked: { '[]': RequestShown }, asking: { '[]': RequestShown }, blocked: { '[]': 's' }, challenges: { '[]': FriendChallenge }, choices: ChoicesShown, friends: { '[]': FriendShown } };

/** A challenge to a friend. */
export type FriendOffer = {
  /** What is offered. The host plays under the account that is signed in, whose name takes the place of `host`. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
};
export const FriendOffer: Shape = { challenge: Challenge, id: 's' };

/** What somebody does. */
export type FriendSaying = {
  say: FriendDeed;
};
export const FriendSaying: Shape = { say: FriendDeed };

/** What can be said at the board. There is no free text, so that nobody has to be protected from it, and each reads it in his language. */
export type Phrase = (typeof Phrase)[number];
export const Phrase = ['hello', 'good-luck', 'well-played', 'thanks', 'good-game', 'sorry', 'one-moment', 'back', 'rematch', 'goodbye'] as const;

/** What can be said to the own team about a move. */
export type TeamPhrase = (typeof TeamPhrase)[number];
export const TeamPhrase = ['look', 'mine', 'yes', 'unsure', 'danger', 'take', 'exchange', 'hold', 'hurry', 'yours'] as const;

/** Squares and arrows, by the numbers of the squares as the page counts them. */
export type Marks = {
  arrows: number[][];
  squares: number[];
};
export const Marks: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } };

/** What a client says. */
export type FromClient = {
  frame: 'hello';
  have: number;
  seat: string;
} | {
  frame: 'act';
  id: CommandId;
  want: Want;
} | {
  frame: 'say';
  phrase: Phrase;
} | {
  frame: 'whisper';
  phrase: TeamPhrase;
} | Marks & {
  frame: 'mark';
} | {
  frame: 'ping';
  number: number;
};
export const FromClient: Shape = { '|': 'frame', 'hello': { have: 'n', seat: 's' }, 'act': { id: CommandId, want: Want }, 'say': { phrase: Phrase }, 'whisper': { phrase: TeamPhrase }, 'mark': { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } }, 'ping': { number: 'n' } };

/** Everything that is needed to rebuild a game. */
export type GameRecord = rules.GameRecord;
export const GameRecord: Shape = { acts: { '[]': Act }, 'ending*': Ending, rules_version: 'n', schema: 'n', settings: GameSettings, 'started_ms*': 'n', variant: 's' };

/** A kept game with its record and tree. */
export type Game = {
  created_ms: number;
  id: string;
  /** The record, exactly as it was kept. */
  record: GameRecord;
  title: string;
  /** The annotated tree as PDN; absent where none is kept. */
  tree: string | null;
  updated_ms: number;
  version: number;
};
export const Game: Shape = { created_ms: 'n', id: 's', record: GameRecord, title: 's', 'tree?': 's', updated_ms: 'n', version: 'n' };

/** A game with its moves so far. */
export type GameMoves = {
  ending: Ending | null;
  /** The moves that were played and not taken back, in the game's own notation. They end before the first irregular move, if there is one. */
  moves: string[];
  /** The position in which it began, as FEN. */
  start: string;
  /** The stable name of the game of the family. */
  variant: string;
};
export const GameMoves: Shape = { 'ending?': Ending, moves: { '[]': 's' }, start: 's', variant: 's' };

/** How a game stands, for whoever looks for it on another device. */
export type GameNow = {
  /** The name of the other player; may be empty. */
  against: string;
  /** Whether it is the turn of the account. */
  turn: boolean;
  /** The stable name of the game of the family. */
  variant: string;
};
export const GameNow: Shape = { against: 's', turn: 'b', variant: 's' };

/** Who plays, as it is in the record. */
export type Players = {
  black: Player;
  white: Player;
};
export const Players: Shape = { black: Player, white: Player };

/** A kept game in a list. */
export type Summary = {
  /** The name of Black, likewise. */
  black: string;
  /** When this library first kept it, in Unix milliseconds. */
  created_ms: number;
  ending: Ending | null;
  /** Which game: a UUID. */
  id: string;
  /** Both players as they are in the record. */
  players: Players;
  /** Moves of either side. */
  plies: number;
  /** The address at which everybody reads it, under `/shared-games`; null where it is not shared. */
  share: string | null;
  /** Whether everybody who can reach this server may read it. */
  shared: boolean;
  /** What its owner calls it; may be empty. */
  title: string;
  /** When it last changed, in Unix milliseconds. */
  updated_ms: number;
  /** The id of the variant. */
  variant: string;
  /** Grows by one with each change of the record or the tree; a change of the title does not count. */
  version: number;
  /** The name of White; empty for the computer, and for somebody who gave none. */
  white: string;
};
export const Summary: Shape = { black: 's', created_ms: 'n', 'ending?': Ending, id: 's', players: Players, plies: 'n', 'share?': 's', shared: 'b', title: 's', updated_ms: 'n', variant: 's', version: 'n', white: 's' };

/** A page of the list. */
export type Games = {
  /** Last changed first. */
  games: Summary[];
  /** The value of `before` for the next page; null on the last page. */
  next: string | null;
};
export const Games: Shape = { games: { '[]': Summary }, 'next?': 's' };

/** How people come to a gathering. */
export type GatheringLinks = {
  /** For members of Black. */
  black: string;
  /** For those who look on. */
  watcher: string;
  /** For members of White. */
  white: string;
};
export const GatheringLinks: Shape = { black: 's', watcher: 's', white: 's' };

/** A member of a gathering. */
export type MemberShown = {
  /** Whether this member leads the side, where a captain decides. */
  captain: boolean;
  /** The name. */
  name: string;
  /** Counted from 1 in the order of coming. */
  number: number;
  /** The side: `white` or `black`. */
  part: 'white' | 'black';
};
export const MemberShown: Shape = { captain: 'b', name: 's', number: 'n', part: ['white', 'black'] };

/** A game that teams play. A team may be one person, and one side may be the computer's as a whole. */
export type TeamPlan = {
  /** How Black decides; not looked at where Black is the computer's. */
  black: Deciding;
  /** The settings of the game. Its players are those who come, so of the two of the settings only a computer is looked at: that side is its own. */
  settings: GameSettings;
  /** The stable name of the game. */
  variant: string;
  /** How White decides; not looked at where White is the computer's. */
  white: Deciding;
};
export const TeamPlan: Shape = { black: Deciding, settings: GameSettings, variant: 's', white: Deciding };

/** What people come together for. */
export type Plan = TeamPlan & {
  kind: 'teams';
};
export const Plan: Shape = { '|': 'kind', 'teams': { black: Deciding, settings: GameSettings, variant: 's', white: Deciding } };

/** A gathering. */
export type GatheringShown = {
  /** The game, once it has begun. */
  game: string | null;
  links: GatheringLinks | null;
  /** Who has come, in this order. */
  members: MemberShown[];
  /** The time of the server. */
  now_ms: number;
  /** Whether people can still come. */
  open: boolean;
  /** What people come for. */
  plan: Plan;
  /** Whose the secret is: `host`, or for what one comes: `white`, `black`, `watcher`. */
  role: 'host' | 'white' | 'black' | 'watcher';
  /** Until when it waits, in Unix milliseconds; once it has begun, it stays. */
  until_ms: number;
  /** The number of whoever asks, for a member; null for the host and for a link. */
  you: number | null;
};
export const GatheringShown: Shape = { 'game?': 's', 'links?': GatheringLinks, members: { '[]': MemberShown }, now_ms: 'n', open: 'b', plan: Plan, role: ['host', 'white', 'black', 'watcher'], until_ms: 'n', 'you?': 'n' };

/** A gathering that is to be made. */
export type GatheringWanted = {
  /** What people come for. */
  plan: Plan;
};
export const GatheringWanted: Shape = { plan: Plan };

/** The result of taking over the older games. */
export type HandedOver = {
  /** How many games were handed over. */
  games: number;
};
export const HandedOver: Shape = { games: 'n' };

/** The state of the server. */
export type Health = {
  /** How this server hears of other nodes: `ok`, or `away` while it does not and asks the database instead; null where there is no bus. */
  bus: string | null;
  /** Always `ok`; a server that does not work answers with a problem. */
  status: string;
  /** The version of the program. */
  version: string;
};
export const Health: Shape = { 'bus?': 's', status: 's', version: 's' };

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

/** Which class, and as whom. */
export type Joining = {
  /** The code, as it was typed. */
  code: string;
  /** The animal that was chosen. */
  nickname: string;
};
export const Joining: Shape = { code: 's', nickname: 's' };

/** Whom somebody challenges. */
export type LadderChallenge = {
  /** The name of the member. */
  against: string;
};
export const LadderChallenge: Shape = { against: 's' };

/** A place of the ladder. */
export type LadderPlace = {
  /** When that member last challenged, answered or played, in Unix milliseconds. */
  active_ms: number;
  /** Whose it is. */
  name: string;
};
export const LadderPlace: Shape = { active_ms: 'n', name: 's' };

/** How the ladder of a club is played. */
export type LadderRules = {
  /** Within how many days a challenge is to be answered, 1 to 30. */
  answer_days: number;
  /** The time of each side. */
  clock: ClockSettings;
  /** After how many weeks without any challenge or game somebody goes off the ladder, 2 to 52; 0 for never. */
  idle_weeks: number;
  /** Within how many days after that the game is to be begun, 1 to 60. */
  play_days: number;
  /** Whether its games count for the ratings, too. */
  rated: boolean;
  /** How many places above one may challenge, 1 to 20. */
  reach: number;
  /** The stable name of the game. */
  variant: string;
};
export const LadderRules: Shape = { answer_days: 'n', clock: ClockSettings, idle_weeks: 'n', play_days: 'n', rated: 'b', reach: 'n', variant: 's' };

/** The challenges of the lobby. */
export type Lobby = {
  challenges: WaitingChallenge[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const Lobby: Shape = { challenges: { '[]': WaitingChallenge }, 'next?': 's' };

/** A new account. */
export type MadeAccount = {
  /** Its name. */
  name: string;
  /** The recovery codes. They are told only now; each serves once in place of the password. */
  recovery_codes: string[];
};
export const MadeAccount: Shape = { name: 's', recovery_codes: { '[]': 's' } };

/** A token of an account. */
export type TokenShown = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** By what it is ended. It opens nothing. */
  id: string;
  /** What its owner calls it. */
  label: string;
  /** What it may do. */
  scopes: string[];
  /** When it was last used, to ten minutes. */
  seen_ms: number;
};
export const TokenShown: Shape = { created_ms: 'n', id: 's', label: 's', scopes: { '[]': 's' }, seen_ms: 'n' };

/** A new token. */
export type MadeToken = TokenShown & {
  /** The token itself, told only now: sent as `Authorization: Bearer TOKEN`. */
  token: string;
};
export const MadeToken: Shape = { created_ms: 'n', id: 's', label: 's', scopes: { '[]': 's' }, seen_ms: 'n', token: 's' };

/** A game that is to be the club's. */
export type MarkedGame = {
  /** The id of the game. */
  game: string;
};
export const MarkedGame: Shape = { game: 's' };

export type MarksShown = Marks & {
  member: number;
};
export const MarksShown: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' }, member: 'n' };

/** What came of a challenge. */
export type MatchOutcome = (typeof MatchOutcome)[number];
export const MatchOutcome = ['won', 'drawn', 'lost', 'declined', 'not-answered', 'not-played'] as const;

/** What one of the two says of a challenge. */
export type MatchWord = (typeof MatchWord)[number];
export const MatchWord = ['accept', 'decline', 'call-off', 'at-board', 'away'] as const;

/** What one of the two says. */
export type MatchSaying = {
  say: MatchWord;
};
export const MatchSaying: Shape = { say: MatchWord };

/** What becomes of whom. */
export type MemberChange = {
  /** What is decided. */
  decision: Decision;
  /** The name of the member, or of whoever asks. */
  name: string;
};
export const MemberChange: Shape = { decision: Decision, name: 's' };

/** A club that is to be founded. */
export type NewClub = {
  /** Its name, for ever: 3 to 40 characters. */
  name: string;
  /** What it says of itself. */
  profile: ClubWords;
};
export const NewClub: Shape = { name: 's', profile: ClubWords };

/** Another device for a pupil. */
export type NewDevice = {
  /** The animal of the pupil. */
  pupil: string;
  /** 256 random bits as 43 characters of URL-safe Base64, made by the teacher's page and given to the pupil in a link. */
  secret: string;
};
export const NewDevice: Shape = { pupil: 's', secret: 's' };

/** A passkey that a browser has made. Binary parts are URL-safe Base64. */
export type NewPasskey = {
  /** `response.getAuthenticatorData()`. */
  authenticator_data: string;
  /** `response.clientDataJSON`. */
  client_data: string;
  /** By what its owner knows it. */
  name?: string;
};
export const NewPasskey: Shape = { authenticator_data: 's', client_data: 's', 'name*': 's' };

/** What a browser needs to make a passkey, as `navigator.credentials.create` takes it. Binary parts are URL-safe Base64. */
export type NewPasskeyQuestion = {
  /** The kinds of keys that are taken, the preferred first, by their COSE numbers. */
  algorithms: number[];
  /** What is answered, once. */
  challenge: string;
  /** The passkeys that the account has already. */
  exclude: string[];
  /** The name of the server: the id of the relying party. */
  host: string;
  /** Its name. */
  name: string;
  /** How long the answer may take. */
  timeout_ms: number;
  /** The account, as passkeys know it. */
  user: string;
};
export const NewPasskeyQuestion: Shape = { algorithms: { '[]': 'i' }, challenge: 's', exclude: { '[]': 's' }, host: 's', name: 's', timeout_ms: 'n', user: 's' };

/** A password in place of another. */
export type NewPassword = {
  /** Whether all tokens of programs end, too. Somebody who knew the old password may have made some. */
  end_tokens?: boolean;
  /** The one that is to hold. */
  new: string;
  /** The password that holds. */
  old: string;
};
export const NewPassword: Shape = { 'end_tokens*': 'b', new: 's', old: 's' };

/** Where a device may be called, as its browser says it. */
export type NewPush = {
  /** Its other secret, as URL-safe Base64 without padding. */
  auth: string;
  /** The address of the service: `https://`, the name of a host, a path. */
  endpoint: string;
  /** The language of the device: `en` or `fr`. */
  language: string;
  /** The public key of the device, as URL-safe Base64 without padding (`p256dh`). */
  public: string;
};
export const NewPush: Shape = { auth: 's', endpoint: 's', language: 's', public: 's' };

/** A new secret. */
export type NewSeat = {
  /** 256 random bits as 43 characters of URL-safe Base64, made by the client. */
  secret: string;
};
export const NewSeat: Shape = { secret: 's' };

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

/** A token that is to be made. */
export type NewToken = {
  /** What its owner calls it. */
  label: string;
  /** The password of the account: a token outlives the session in which it is made. */
  password: string;
  /** What it may do: `play:read`, `play:write`, `bot`; one at least. */
  scopes: string[];
};
export const NewToken: Shape = { label: 's', password: 's', scopes: { '[]': 's' } };

/** A new version of a game, to be kept. */
export type NewVersion = {
  /** The record of the game. */
  record: GameRecord;
  /** What the game is called, at most 200 characters. Absent: the title does not change. */
  title?: string | null;
  /** The annotated tree as PDN, at most 256 KiB. Absent: the tree does not change; empty: the tree is removed. */
  tree?: string | null;
  /** The number of this version: one more than the version that it changes, 1 for a new game. */
  version: number;
};
export const NewVersion: Shape = { record: GameRecord, 'title*': 's', 'tree*': 's', version: 'n' };

/** Another game between the same players. */
export type NextGame = {
  /** Whether it has begun, and whoever asks has a seat there; if not, the other side has not agreed yet. */
  begun: boolean;
  /** Its id. */
  game: string;
  /** The secret of that seat, where the request had none. */
  secret: string | null;
};
export const NextGame: Shape = { begun: 'b', game: 's', 'secret?': 's' };

/** Another game is wanted, or one's seat at it. */
export type NextSeat = {
  /** 256 random bits as 43 characters of URL-safe Base64, made by the client, for the seat at the next game. Without it the secret follows from that of the seat in the header, so that all devices at one seat come to one seat again, and the answer has it. */
  secret?: string | null;
};
export const NextSeat: Shape = { 'secret*': 's' };

/** One thing that calls. */
export type Notice = {
  kind: 'friend';
  name: string;
  since_ms: number;
} | {
  id: string;
  kind: 'challenge';
  name: string;
  until_ms: number;
  variant: string;
} | {
  game: string;
  kind: 'turn';
  name: string;
  variant: string;
  version: number;
} | {
  club: string;
  kind: 'ladder';
  name: string;
  wants: 'answer' | 'play' | 'game';
} | {
  game: string;
  kind: 'rematch';
  name: string;
  variant: string;
};
export const Notice: Shape = { '|': 'kind', 'friend': { name: 's', since_ms: 'n' }, 'challenge': { id: 's', name: 's', until_ms: 'n', variant: 's' }, 'turn': { game: 's', name: 's', variant: 's', version: 'n' }, 'ladder': { club: 's', name: 's', wants: ['answer', 'play', 'game'] }, 'rematch': { game: 's', name: 's', variant: 's' } };

/** What calls. */
export type Notices = {
  notices: Notice[];
};
export const Notices: Shape = { notices: { '[]': Notice } };

/** A game that is offered. */
export type Offer = {
  /** Whether the host plays under the account that is signed in, whose name takes the place of `host`. A rated game always does. */
  account?: boolean;
  /** What is offered. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
  /** The secret that the link carries. */
  invitation: string;
  /** Whether everybody sees it in the lobby. */
  public?: boolean;
};
export const Offer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', invitation: 's', 'public*': 'b' };

/** A place at a game. */
export type SeatAt = {
  /** Which game. */
  game: string;
  /** What the seat is for: `white`, `black`, `arbiter` or `watcher`. */
  role: 'white' | 'black' | 'arbiter' | 'watcher';
};
export const SeatAt: Shape = { game: 's', role: ['white', 'black', 'arbiter', 'watcher'] };

/** What became of a game that was offered. */
export type OfferAnswer = WaitingChallenge | SeatAt;
export const OfferAnswer: Shape = { '||': [WaitingChallenge, SeatAt] };

/** The device that is called no longer. */
export type OldPush = {
  /** The address at which it was called. */
  endpoint: string;
};
export const OldPush: Shape = { endpoint: 's' };

/** Whether somebody is on the ladder. */
export type OnLadder = {
  /** True to go to the lowest place, false to go off the ladder. */
  on: boolean;
};
export const OnLadder: Shape = { on: 'b' };

export type OnMoveShown = {
  member: number | null;
  until_ms: number | null;
};
export const OnMoveShown: Shape = { 'member?': 'n', 'until_ms?': 'n' };

/** A challenge of the ladder that is open. */
export type OpenMatch = {
  /** Who waits at the board for the other. */
  at_board: string | null;
  /** Whose place it is. */
  challenged: string;
  /** Who wants to go up. */
  challenger: string;
  /** The id of the game that is played. */
  game: string | null;
  /** Its number in the club. */
  number: number;
  /** `asked`: it waits for an answer; `agreed`: the game is to begin; `playing`: it goes on. */
  stage: 'asked' | 'agreed' | 'playing';
  /** Until when it is answered, or begun, in Unix milliseconds; null while it is played. */
  until_ms: number | null;
};
export const OpenMatch: Shape = { 'at_board?': 's', challenged: 's', challenger: 's', 'game?': 's', number: 'n', stage: ['asked', 'agreed', 'playing'], 'until_ms?': 'n' };

/** A game that is over, as one of its players sees it. */
export type OverGame = {
  /** The name of the other player; may be empty. */
  against: string;
  /** When it ended, in Unix milliseconds. */
  ended_ms: number;
  /** How it ended. */
  ending: Ending;
  /** The id of the game. */
  game: string;
  /** The level of the other player, if that is the computer of the house. */
  level: number | null;
  /** Whether it was to count for the ratings. */
  rated: boolean;
  /** What came of it: `win`, `draw`, `loss`, or `none` where the game has no result. */
  result: 'win' | 'draw' | 'loss' | 'none';
  /** The side of the account. */
  side: Side;
  /** When it began, in Unix milliseconds; null where that is not known. */
  started_ms: number | null;
  /** The stable name of the game of the family. */
  variant: string;
};
export const OverGame: Shape = { against: 's', ended_ms: 'n', ending: Ending, game: 's', 'level?': 'n', rated: 'b', result: ['win', 'draw', 'loss', 'none'], side: Side, 'started_ms?': 'n', variant: 's' };

/** A page of the games of an account that are over. */
export type OverGames = {
  /** The one that ended last first. */
  games: OverGame[];
  /** How many games of this page are left out, because this server cannot read what is kept of them. */
  missing: number;
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const OverGames: Shape = { games: { '[]': OverGame }, missing: 'n', 'next?': 's' };

/** A challenge of the ladder that is over. */
export type OverMatch = {
  /** When it was over, in Unix milliseconds. */
  at_ms: number;
  /** Whose place it was. */
  challenged: string;
  /** Who wanted to go up. */
  challenger: string;
  /** Its number in the club. */
  number: number;
  /** What came of it, for the challenger. */
  outcome: MatchOutcome;
  /** The place to which the challenger went up, from 1; null where he did not. */
  place: number | null;
};
export const OverMatch: Shape = { at_ms: 'n', challenged: 's', challenger: 's', number: 'n', outcome: MatchOutcome, 'place?': 'n' };

/** An account, as its owner sees it. */
export type OwnAccount = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** Its name. */
  name: string;
  /** How many recovery codes are left; null for a token, which is not told what opens the account. */
  recovery_codes: number | null;
  /** What the token of this request may do; null for a session, which may do everything. */
  scopes: string[] | null;
};
export const OwnAccount: Shape = { created_ms: 'n', name: 's', 'recovery_codes?': 'n', 'scopes?': { '[]': 's' } };

/** A broadcast, as whoever runs it sees it. */
export type OwnBroadcast = {
  /** When it was changed last, in Unix milliseconds. */
  changed_ms: number;
  /** What it is called in addresses. */
  id: string;
  /** When it was opened, in Unix milliseconds. */
  made_ms: number;
  /** What was agreed. */
  settings: BroadcastSettings;
  /** When it is removed if nothing of it is changed until then, in Unix milliseconds. */
  until_ms: number;
};
export const OwnBroadcast: Shape = { changed_ms: 'n', id: 's', made_ms: 'n', settings: BroadcastSettings, until_ms: 'n' };

/** A game of an account. */
export type OwnGame = SeatAt & {
  now: GameNow | null;
};
export const OwnGame: Shape = { game: 's', role: ['white', 'black', 'arbiter', 'watcher'], 'now?': GameNow };

/** A page of the games of an account. */
export type OwnGames = {
  /** Each with the side of the account. */
  games: OwnGame[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const OwnGames: Shape = { games: { '[]': OwnGame }, 'next?': 's' };

/** What a pupil's device is told. */
export type OwnPlace = {
  /** The lesson that this pupil is to do. */
  assigned: string | null;
  /** Whether the screen is frozen. */
  frozen: boolean;
  game: ClassGame | null;
  /** The animal of the pupil. */
  nickname: string;
  /** When the class ends, in Unix milliseconds. */
  until_ms: number;
};
export const OwnPlace: Shape = { 'assigned?': 's', frozen: 'b', 'game?': ClassGame, nickname: 's', until_ms: 'n' };

/** A seat that is to belong to an account. */
export type OwnSeat = {
  /** The secret of the seat, of a player. */
  seat: string;
};
export const OwnSeat: Shape = { seat: 's' };

/** Two who are to play each other. */
export type Pair = {
  /** The animal that plays Black; `computer` for the computer of the house. */
  black: string;
  /** A random UUID of the client, so that sending it again begins no second game. The game has another id. */
  id: string;
  /** The level of the computer, 1 to 10, where it plays a side; absent or null between pupils. */
  level?: number | null;
  /** The animal that plays White; `computer` for the computer of the house. */
  white: string;
};
export const Pair: Shape = { black: 's', id: 's', 'level*': 'n', white: 's' };

/** What became of a wish. */
export type Paired = {
  seat: SeatAt | null;
  /** Until when the wish waits if it is not sent again, in Unix milliseconds; null once the game has begun. */
  until_ms: number | null;
};
export const Paired: Shape = { 'seat?': SeatAt, 'until_ms?': 'n' };

/** Who plays whom, and what. */
export type Pairing = {
  /** Up to twenty pairs; in one of them the computer may play a pupil who would be left over. */
  pairs: Pair[];
  /** The settings of the games. Their players are not looked at. */
  settings: GameSettings;
  /** The stable name of the game. */
  variant: string;
};
export const Pairing: Shape = { pairs: { '[]': Pair }, settings: GameSettings, variant: 's' };

/** An answer of a passkey. Binary parts are URL-safe Base64. */
export type PasskeyAnswer = {
  /** `response.authenticatorData`. */
  authenticator_data: string;
  /** `response.clientDataJSON`. */
  client_data: string;
  /** By what the owner knows this device in the list of sessions. */
  device?: string;
  /** `rawId`. */
  id: string;
  /** `response.signature`. */
  signature: string;
  /** `response.userHandle`. */
  user: string;
};
export const PasskeyAnswer: Shape = { authenticator_data: 's', client_data: 's', 'device*': 's', id: 's', signature: 's', user: 's' };

/** A passkey of an account. */
export type PasskeyShown = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** The name of the server that it is for: under another it is not offered. */
  host: string;
  /** Its id, URL-safe Base64. It opens nothing. */
  id: string;
  /** By what its owner knows it; may be empty. */
  name: string;
  /** When somebody last signed in with it; null where nobody has. */
  seen_ms: number | null;
  /** Whether a password manager may copy it to other devices. */
  synced: boolean;
};
export const PasskeyShown: Shape = { created_ms: 'n', host: 's', id: 's', name: 's', 'seen_ms?': 'n', synced: 'b' };

/** The passkeys of an account, the oldest first. */
export type PasskeyList = {
  passkeys: PasskeyShown[];
  /** The account, as passkeys know it; URL-safe Base64. By it a page tells password managers which passkeys are left. */
  user: string;
};
export const PasskeyList: Shape = { passkeys: { '[]': PasskeyShown }, user: 's' };

/** What a browser needs to use a passkey, as `navigator.credentials.get` takes it. */
export type PasskeyQuestion = {
  /** What is answered, once; URL-safe Base64. */
  challenge: string;
  /** The name of the server: the id of the relying party. */
  host: string;
  /** How long the answer may take. */
  timeout_ms: number;
};
export const PasskeyQuestion: Shape = { challenge: 's', host: 's', timeout_ms: 'n' };

/** A password again, for what cannot be undone. */
export type PasswordAgain = {
  /** The password of the account. */
  password: string;
};
export const PasswordAgain: Shape = { password: 's' };

/** A game of two pupils, or of one against the computer. */
export type PlayedGame = {
  /** When the teacher began it, in Unix milliseconds; 0 where that is not known any more. */
  begun_ms: number;
  /** The animal that plays Black; `computer` for the computer of the house. */
  black: string;
  ending: Ending | null;
  /** Its id. */
  game: string;
  /** The level of the computer; null in a game between pupils. */
  level: number | null;
  /** Whether it is over. */
  over: boolean;
  /** The animal that plays White; `computer` for the computer of the house. */
  white: string;
};
export const PlayedGame: Shape = { begun_ms: 'n', black: 's', 'ending?': Ending, game: 's', 'level?': 'n', over: 'b', white: 's' };

/** The games of a class. */
export type PlayedGames = {
  /** In the order in which they began: those of pupils who are still there, the latest 800 of them. */
  games: PlayedGame[];
};
export const PlayedGames: Shape = { games: { '[]': PlayedGame } };

/** A rating of a player, with its games. */
export type PlayerRating = RatingShown & {
  drawn: number;
  /** Games that counted. */
  games: number;
  /** When the last of them ended, in Unix milliseconds. */
  last_ms: number;
  lost: number;
  /** How fast the games are: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  /** The stable name of the game of the family. */
  variant: string;
  won: number;
};
export const PlayerRating: Shape = { deviation: 'n', provisional: 'b', rating: 'n', drawn: 'n', games: 'n', last_ms: 'n', lost: 'n', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], variant: 's', won: 'n' };

/** Who has a connection to the game open. */
export type Presence = {
  absent: Absent | null;
  black: boolean;
  watching: number;
  white: boolean;
};
export const Presence: Shape = { 'absent?': Absent, black: 'b', watching: 'n', white: 'b' };

/** One error, as it is sent. */
export type Problem = {
  /** Which act of a record is not allowed, counted from 0. */
  act: number | null;
  /** Why an account is closed, in the words of whoever closed it. */
  ban_reason: string | null;
  /** Until when an account is closed, in Unix milliseconds. */
  banned_until_ms: number | null;
  /** What went wrong, as a stable code for programs. */
  code: string;
  /** The column of the body at which reading failed, counted from 1. */
  column: number | null;
  /** What went wrong this time: where, what was found, what was expected. */
  detail: string;
  /** The line of the body at which reading failed, counted from 1. */
  line: number | null;
  /** Why a record is not the record of a game, as a stable code. */
  reason: string | null;
  /** After how many seconds it makes sense to try again. */
  retry_after_s: number | null;
  /** The HTTP status of the response. */
  status: number;
  /** The version that is kept, after a conflict. */
  stored_version: number | null;
  /** The same for people; a code always has the same title. */
  title: string;
};
export const Problem: Shape = { 'act?': 'n', 'ban_reason?': 's', 'banned_until_ms?': 'n', code: 's', 'column?': 'n', detail: 's', 'line?': 'n', 'reason?': 's', 'retry_after_s?': 'n', status: 'n', 'stored_version?': 'n', title: 's' };

/** A part, without what it says. */
export type ProgressListed = {
  part: string;
  /** Another one for each storing, and none twice. */
  version: number;
};
export const ProgressListed: Shape = { part: 's', version: 'n' };

/** The parts that are kept. */
export type ProgressList = {
  parts: ProgressListed[];
};
export const ProgressList: Shape = { parts: { '[]': ProgressListed } };

/** A part that is to be stored. */
export type ProgressSent = {
  /** The version that it builds on; 0 where the part is not there yet. */
  base: number;
  /** Any JSON value. */
  kept: unknown;
};
export const ProgressSent: Shape = { base: 'n', kept: 'any' };

/** A part. */
export type ProgressShown = {
  /** What the page has written. */
  kept: unknown;
  /** Another one for each storing, and none twice. */
  version: number;
};
export const ProgressShown: Shape = { kept: 'any', version: 'n' };

/** The version that a part has now. */
export type ProgressVersion = {
  version: number;
};
export const ProgressVersion: Shape = { version: 'n' };

/** A player. */
export type PublicPlayer = {
  name: string;
  /** For each game and speed of which a game counted. */
  ratings: PlayerRating[];
};
export const PublicPlayer: Shape = { name: 's', ratings: { '[]': PlayerRating } };

/** The key of the server. */
export type PushKeyShown = {
  /** Its public half as browsers take it; null where the server calls nobody. */
  key: string | null;
};
export const PushKeyShown: Shape = { 'key?': 's' };

/** The course of a rating. */
export type RatingCourse = {
  /** One for each game that counted, the oldest first; only the latest thousand. */
  points: CoursePoint[];
};
export const RatingCourse: Shape = { points: { '[]': CoursePoint } };

/** An account to which its owner has come back by a code. */
export type RecoveredAccount = OwnAccount & {
  /** Its recovery codes from now on, told only now: those before them serve no more. */
  new_recovery_codes: string[];
};
export const RecoveredAccount: Shape = { created_ms: 'n', name: 's', 'recovery_codes?': 'n', 'scopes?': { '[]': 's' }, new_recovery_codes: { '[]': 's' } };

/** A recovery code in place of a password. */
export type Recovery = {
  /** One of its recovery codes. It serves once. */
  code: string;
  /** By what the owner knows this device in the list of sessions. */
  device?: string;
  /** The name of the account. */
  name: string;
  /** The new password. */
  password: string;
};
export const Recovery: Shape = { code: 's', 'device*': 's', name: 's', password: 's' };

/** Recovery codes, told only now. */
export type RecoveryCodes = {
  /** Each serves once in place of the password. Those before them serve no more. */
  recovery_codes: string[];
};
export const RecoveryCodes: Shape = { recovery_codes: { '[]': 's' } };

/** A pupil who is to go. In a body, not in the address: addresses are logged. */
export type Removal = {
  /** The animal of the pupil. */
  pupil: string;
};
export const Removal: Shape = { pupil: 's' };

/** A new title for a game. */
export type Rename = {
  /** What the game is called from now on, at most 200 characters. */
  title: string;
};
export const Rename: Shape = { title: 's' };

/** How a board stands. */
export type ResultNow = {
  /** Who plays Black. */
  black: string;
  /** Its number. */
  board: number;
  /** How many moves of both sides are shown. */
  plies: number;
  result: BoardResult | null;
  /** Who plays White; empty where that is not known. */
  white: string;
};
export const ResultNow: Shape = { black: 's', board: 'n', plies: 'n', 'result?': BoardResult, white: 's' };

/** The boards of a round, without their moves. */
export type RoundResults = {
  /** Its boards, by their numbers. */
  boards: ResultNow[];
  /** Which round. */
  round: number;
};
export const RoundResults: Shape = { boards: { '[]': ResultNow }, round: 'n' };

/** What became of what was sent. */
export type RoundTaken = {
  /** The boards of the text, in its order. */
  boards: BoardTaken[];
  /** Boards that the round has and the text has not; they stay as they are. */
  not_sent: number[];
  /** How many games name another round, and were left out. */
  of_other_rounds: number;
};
export const RoundTaken: Shape = { boards: { '[]': BoardTaken }, not_sent: { '[]': 'n' }, of_other_rounds: 'n' };

/** What is said and not kept: to everybody at the board, or to the own team. Over HTTP as in a frame. */
export type Saying = {
  frame: 'say';
  phrase: Phrase;
} | {
  frame: 'whisper';
  phrase: TeamPhrase;
} | Marks & {
  frame: 'mark';
};
export const Saying: Shape = { '|': 'frame', 'say': { phrase: Phrase }, 'whisper': { phrase: TeamPhrase }, 'mark': { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } } };

/** Somebody who is to go. */
export type SentAway = {
  /** The number of the member. */
  number: number;
};
export const SentAway: Shape = { number: 'n' };

/** A session of an account. */
export type SessionShown = {
  /** When it began, in Unix milliseconds. */
  created_ms: number;
  /** Whether this request comes with it. */
  current: boolean;
  /** By what its owner knows it; may be empty. */
  device: string;
  /** By what it is ended. It opens nothing. */
  id: string;
  /** When it was last used, to ten minutes. */
  seen_ms: number;
};
export const SessionShown: Shape = { created_ms: 'n', current: 'b', device: 's', id: 's', seen_ms: 'n' };

/** The sessions of an account, the oldest first. */
export type SessionList = {
  sessions: SessionShown[];
};
export const SessionList: Shape = { sessions: { '[]': SessionShown } };

/** What follows from the events so far, so that a simple client need not know the rules. */
export type State = {
  /** What the players ask each other; each side may ask for one thing at a time. */
  asked: Asked[];
  /** The time of the server for which this holds, in Unix milliseconds. */
  at_ms: number;
  /** Whether the game waits for the first move of a side or of both, so that it does not count yet and may be left without loss. */
  awaits_first_moves: boolean;
  clock: ClockState | null;
  ending: Ending | null;
  /** Until when the side to move makes its first move, which costs no time; null where it has made it, or its time runs. */
  first_move_by_ms: number | null;
  /** Whether that pause is no agreement of the players: somebody above the game has stopped the clocks, and only they let it go on. */
  held: boolean;
  offer: Side | null;
  /** Until when the game is paused at most. */
  paused_until_ms: number | null;
  turn: Side | null;
};
export const State: Shape = { asked: { '[]': Asked }, at_ms: 'n', awaits_first_moves: 'b', 'clock?': ClockState, 'ending?': Ending, 'first_move_by_ms?': 'n', held: 'b', 'offer?': Side, 'paused_until_ms?': 'n', 'turn?': Side };

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

/** A broadcast, as everybody sees it. */
export type ShownBroadcast = {
  /** What it is called in addresses. */
  id: string;
  /** The time on the server, in Unix milliseconds. */
  now_ms: number;
  /** The rounds of which something is shown. */
  results: RoundResults[];
  /** What was agreed. */
  settings: BroadcastSettings;
};
export const ShownBroadcast: Shape = { id: 's', now_ms: 'n', results: { '[]': RoundResults }, settings: BroadcastSettings };

/** The ladder of a club. */
export type ShownLadder = {
  /** The open challenges, the oldest first. */
  open: OpenMatch[];
  /** Those that are over, the latest first; the last fifty. */
  over: OverMatch[];
  /** The places, the highest first. */
  places: LadderPlace[];
};
export const ShownLadder: Shape = { open: { '[]': OpenMatch }, over: { '[]': OverMatch }, places: { '[]': LadderPlace } };

/** An entry of the timetable. */
export type ShownEntry = {
  kind: EntryKind;
  /** How long it lasts, in minutes. */
  minutes: number;
  /** What else is to be known; may be empty. */
  note: string;
  /** Its number in the club. */
  number: number;
  /** Where it is; may be empty. */
  place: string;
  /** When it begins, the first time, by the clocks of its place. */
  starts: string;
  title: string;
  /** The last day of a weekly one; null for ever. */
  until: string | null;
  /** Whether it is repeated each week. */
  weekly: boolean;
  /** The time zone of its place. */
  zone: string;
};
export const ShownEntry: Shape = { kind: EntryKind, minutes: 'n', note: 's', number: 'n', place: 's', starts: 's', title: 's', 'until?': 's', weekly: 'b', zone: 's' };

/** A club. */
export type ShownClub = {
  /** Whether whoever looks has asked to be let in. */
  asking: boolean;
  /** The code of the link; told to officers who have signed in, and to no token. */
  code: string | null;
  founded_ms: number;
  /** The stable names of the games that are played there. */
  games: string[];
  /** What stands in its address. */
  key: string;
  ladder: ShownLadder | null;
  /** The language that is spoken there, by its code. */
  language: string;
  /** How many members it has. */
  members: number;
  name: string;
  /** The time of the server, in Unix milliseconds. */
  now_ms: number;
  /** The members in the order in which they came; null for who may not see them. */
  people: ClubPerson[] | null;
  /** Whether everybody sees members, ladder and games. */
  public: boolean;
  /** The role of whoever looks: `founder`, `officer` or `member`; null for who is none. */
  role: 'founder' | 'officer' | 'member' | null;
  /** How the ladder is played. */
  rules: LadderRules;
  /** What it is, in the words of its founder; may be empty. */
  text: string;
  /** The timetable, in the order of the first times. */
  timetable: ShownEntry[];
  /** Where it is; may be empty. */
  town: string;
  /** Who asks to be let in; told to officers. */
  waiting: ClubPerson[];
};
export const ShownClub: Shape = { asking: 'b', 'code?': 's', founded_ms: 'n', games: { '[]': 's' }, key: 's', 'ladder?': ShownLadder, language: 's', members: 'n', name: 's', now_ms: 'n', 'people?': { '[]': ClubPerson }, public: 'b', 'role?': ['founder', 'officer', 'member'], rules: LadderRules, text: 's', timetable: { '[]': ShownEntry }, town: 's', waiting: { '[]': ClubPerson } };

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

/** The boards of a round. */
export type ShownRound = {
  /** Its boards, by their numbers. */
  boards: ShownBoardNow[];
  /** Which broadcast. */
  id: string;
  /** The time on the server, in Unix milliseconds. */
  now_ms: number;
  /** Which round. */
  round: number;
};
export const ShownRound: Shape = { boards: { '[]': ShownBoardNow }, id: 's', now_ms: 'n', round: 'n' };

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

/** Who wants another game once this one is over, for somebody who was not here when it was said. */
export type WantsRematch = {
  black: boolean;
  /** The next game, once it has begun. */
  game: string | null;
  white: boolean;
};
export const WantsRematch: Shape = { black: 'b', 'game?': 's', white: 'b' };

/** How a game stands. */
export type Standing = {
  /** Which game. */
  game: string;
  rematch: WantsRematch | null;
  /** What the seat is for: `white`, `black`, `arbiter` or `watcher`. */
  role: 'white' | 'black' | 'arbiter' | 'watcher';
  /** What follows from its events. */
  state: State;
  /** The number of its last event. */
  version: number;
};
export const Standing: Shape = { game: 's', 'rematch?': WantsRematch, role: ['white', 'black', 'arbiter', 'watcher'], state: State, version: 'n' };

/** The code for taking over the games that were kept before games had owners. */
export type TakeOverRequest = {
  /** The code that the server showed when it was started. */
  code: string;
};
export const TakeOverRequest: Shape = { code: 's' };

/** A lesson of a pupil, or a set of problems, of which a problem is an exercise. */
export type TaughtLesson = {
  /** How many hints were asked for in this run. */
  helps: number;
  /** Its stable name. */
  lesson: string;
  /** How many exercises are done in the run that goes on. */
  place: number;
  /** Since when the pupil is there, in Unix milliseconds. */
  place_ms: number;
  /** How many there are. */
  places: number;
  /** The most stars so far, 0 to 3; 0 where it was never finished. */
  stars: number;
  /** When this was told last, in Unix milliseconds. */
  told_ms: number;
  /** How many tries were wrong at the exercise where the pupil is. */
  tries: number;
  /** How many tries were wrong in this run, with those; null where the device does not count them. */
  wrong: number | null;
};
export const TaughtLesson: Shape = { helps: 'n', lesson: 's', place: 'n', place_ms: 'n', places: 'n', stars: 'n', told_ms: 'n', tries: 'n', 'wrong?': 'n' };

/** A pupil, as the teacher sees him. */
export type TaughtPupil = {
  /** The lesson that this pupil is to do in place of that of the class. */
  assigned: string | null;
  game: ClassGame | null;
  /** What is known of each lesson, in the order of their names. */
  lessons: TaughtLesson[];
  /** The animal. */
  nickname: string;
  /** When the pupil's device was heard last, in Unix milliseconds; to within half a minute. */
  seen_ms: number;
};
export const TaughtPupil: Shape = { 'assigned?': 's', 'game?': ClassGame, lessons: { '[]': TaughtLesson }, nickname: 's', seen_ms: 'n' };

/** A class, as its teacher sees it. */
export type TaughtClass = {
  /** The lesson, or the set of problems, that all are to do who have no other. */
  assigned: string | null;
  /** By what pupils find it. */
  code: string;
  /** Whether the pupils' screens are frozen. */
  frozen: boolean;
  /** The time of the server, in Unix milliseconds: the others are to be compared with it. */
  now_ms: number;
  /** Whether pupils can join. */
  open: boolean;
  /** The pupils, in the order in which they joined. */
  pupils: TaughtPupil[];
  /** When everything of it is removed, in Unix milliseconds. */
  until_ms: number;
};
export const TaughtClass: Shape = { 'assigned?': 's', code: 's', frozen: 'b', now_ms: 'n', open: 'b', pupils: { '[]': TaughtPupil }, until_ms: 'n' };

export type TeamMember = {
  here: boolean;
  name: string;
  number: number;
};
export const TeamMember: Shape = { here: 'b', name: 's', number: 'n' };

export type VoiceShown = {
  member: number;
  want: Want;
};
export const VoiceShown: Shape = { member: 'n', want: Want };

/** A team as its members see it. */
export type TeamShown = {
  /** Who of the team wants another game, once this one is over. */
  another: number[];
  /** Who decides where a captain does. */
  captain: number | null;
  deciding: Deciding;
  /** Whose the team is then, who may hand it over: another one than `captain` while that one stands in. */
  leader: number | null;
  marks: MarksShown[];
  members: TeamMember[];
  on_move: OnMoveShown | null;
  voices: VoiceShown[];
  /** When the vote about a move ends. */
  vote_ends_ms: number | null;
  /** The number of whoever is told. */
  you: number;
};
export const TeamShown: Shape = { another: { '[]': 'n' }, 'captain?': 'n', deciding: Deciding, 'leader?': 'n', marks: { '[]': MarksShown }, members: { '[]': TeamMember }, 'on_move?': OnMoveShown, voices: { '[]': VoiceShown }, 'vote_ends_ms?': 'n', you: 'n' };

/** What the server says. */
export type ToClient = {
  frame: 'waiting';
  now_ms: number;
  until_ms: number;
} | {
  /** How long ago things happened when they are told to this seat: 0, except for those who look on with a delay. */
  delay_ms: number;
  events: Event[];
  frame: 'welcome';
  game: string;
  now_ms: number;
  presence: Presence;
  ratings: BoardRatings | null;
  rematch: WantsRematch | null;
  role: 'white' | 'black' | 'arbiter' | 'watcher';
  setup: GameRecord;
  state: State;
} | {
  event: Event;
  frame: 'event';
  state: State;
} | {
  frame: 'done';
  id: CommandId;
  number: number;
} | {
  code: string;
  detail: string;
  frame: 'refused';
  id: CommandId;
  version: number;
} | {
  frame: 'noted';
  id: CommandId;
} | TeamShown & {
  frame: 'team';
} | {
  by: number;
  frame: 'whispered';
  phrase: TeamPhrase;
} | Presence & {
  frame: 'presence';
} | {
  by: Side;
  frame: 'said';
  phrase: Phrase;
} | {
  by: Side;
  frame: 'rematch';
  game: string | null;
} | BoardRatings & {
  frame: 'ratings';
} | {
  frame: 'behind';
} | {
  frame: 'pong';
  now_ms: number;
  number: number;
} | {
  code: string;
  detail: string;
  frame: 'trouble';
  retry_after_ms: number | null;
};
export const ToClient: Shape = { '|': 'frame', 'waiting': { now_ms: 'n', until_ms: 'n' }, 'welcome': { delay_ms: 'n', events: { '[]': Event }, game: 's', now_ms: 'n', presence: Presence, 'ratings?': BoardRatings, 'rematch?': WantsRematch, role: ['white', 'black', 'arbiter', 'watcher'], setup: GameRecord, state: State }, 'event': { event: Event, state: State }, 'done': { id: CommandId, number: 'n' }, 'refused': { code: 's', detail: 's', id: CommandId, version: 'n' }, 'noted': { id: CommandId }, 'team': { another: { '[]': 'n' }, 'captain?': 'n', deciding: Deciding, 'leader?': 'n', marks: { '[]': MarksShown }, members: { '[]': TeamMember }, 'on_move?': OnMoveShown, voices: { '[]': VoiceShown }, 'vote_ends_ms?': 'n', you: 'n' }, 'whispered': { by: 'n', phrase: TeamPhrase }, 'presence': { 'absent?': Absent, black: 'b', watching: 'n', white: 'b' }, 'said': { by: Side, phrase: Phrase }, 'rematch': { by: Side, 'game?': 's' }, 'ratings': { 'black?': RatedPlayer, rated: 'b', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], 'white?': RatedPlayer }, 'behind': {  }, 'pong': { now_ms: 'n', number: 'n' }, 'trouble': { code: 's', detail: 's', 'retry_after_ms?': 'n' } };

/** The tokens of an account, the oldest first. */
export type TokenList = {
  tokens: TokenShown[];
};
export const TokenList: Shape = { tokens: { '[]': TokenShown } };

/** How a lesson goes, or a set of problems, of which a problem is an exercise. */
export type ToldLesson = {
  /** How many hints were asked for in this run. */
  helps: number;
  /** Its stable name. */
  lesson: string;
  /** How many exercises are done in this run. */
  place: number;
  /** How many there are. */
  places: number;
  /** The stars that the device has for it, 0 to 3. */
  stars: number;
  /** How many tries were wrong at the exercise where the pupil is. */
  tries: number;
  /** How many tries were wrong in this run, with those; absent from a page that does not count them. */
  wrong?: number | null;
};
export const ToldLesson: Shape = { helps: 'n', lesson: 's', place: 'n', places: 'n', stars: 'n', tries: 'n', 'wrong*': 'n' };

/** A code, as somebody has typed it. */
export type TypedCode = {
  code: string;
};
export const TypedCode: Shape = { code: 's' };

/** Which game. In a body, not in the address: addresses are logged. */
export type WhichGame = {
  /** Its id. */
  game: string;
};
export const WhichGame: Shape = { game: 's' };

/** A game that somebody wants with anybody. */
export type Wish = {
  /** Whether the one who wants it plays under the account that is signed in. A rated game always does. */
  account?: boolean;
  /** What is wanted. */
  challenge: Challenge;
  /** The id of the game if nobody waits for the same: a random UUID of the client. */
  id: string;
};
export const Wish: Shape = { 'account*': 'b', challenge: Challenge, id: 's' };

/** An entry, as an officer writes it. */
export type WrittenEntry = {
  kind: EntryKind;
  /** How long it lasts, in minutes: five minutes to two weeks. */
  minutes: number;
  /** What else is to be known: 1000 characters in 30 lines at most; may be empty. */
  note: string;
  /** Where it is: one line of 80 characters at most; may be empty. */
  place: string;
  /** When it begins, the first time, by the clocks of its place. */
  starts: string;
  /** What it is called: one line of 80 characters at most. */
  title: string;
  /** The last day of a weekly one; null for ever. */
  until?: string | null;
  /** Whether it is repeated each week. */
  weekly: boolean;
  /** The time zone of its place. */
  zone: string;
};
export const WrittenEntry: Shape = { kind: EntryKind, minutes: 'n', note: 's', place: 's', starts: 's', title: 's', 'until*': 's', weekly: 'b', zone: 's' };

/** The account of this request. */
export const getAccount: Operation<{}, undefined, OwnAccount> = ['GET /account', OwnAccount];

/** Makes an account and signs in. That a name is taken has to be told, since names are public. */
export const postAccount: Operation<{}, Credentials, MadeAccount> = ['POST /account', MadeAccount];

/** Deletes the account: its name in games becomes `deleted player n`, and all that opens it is gone. The games stay with those who played them. It cannot be undone. */
export const deleteAccount: Operation<{}, PasswordAgain, null> = ['DELETE /account'];

/** Declines a challenge of a friend: it waits no longer. */
export const deleteAccountChallengesId: Operation<{ id: string }, undefined, null> = ['DELETE /account/challenges/{id}'];

/** The clubs of the account and what their ladders want of it, and those in which it asks to be let in. */
export const getAccountClubs: Operation<{}, undefined, ClubList> = ['GET /account/clubs', ClubList];

/** All that is kept of the account, as JSON: name, friends, clubs with its place and challenges on their ladders, broadcasts, open challenges, devices that are called, sessions, passkeys and tokens without their secrets, ratings, what its owner has learnt and trained, and every game with its acts, what it did to the rating and the answers kept for it. `games_missing` says how many games are left out, because this server cannot read what is kept of them. */
export const getAccountExportJson: Operation<{}, undefined, string> = ['GET /account/export.json', 's'];

/** The games of the account as one PDN file. */
export const getAccountExportPdn: Operation<{}, undefined, string> = ['GET /account/export.pdn', 'text'];

/** Chooses what friends and strangers may do. */
export const putAccountFriendChoices: Operation<{}, ChoicesShown, ChoicesShown> = ['PUT /account/friend-choices', ChoicesShown];

/** The friends of the account, with who is here and what they play, requests, challenges of friends, and who is kept away. */
export const getAccountFriends: Operation<{}, undefined, FriendList> = ['GET /account/friends', FriendList];

/** What the account is to another. */
export const getAccountFriendsName: Operation<{ name: string }, undefined, BondShown> = ['GET /account/friends/{name}', BondShown];

/** Asks somebody to be friends, answers, parts, or keeps somebody away. Sending it again changes nothing. */
export const postAccountFriendsName: Operation<{ name: string }, FriendSaying, BondShown> = ['POST /account/friends/{name}', BondShown];

/** Challenges a friend. Only that account may take it up; whoever waits has the secret in the header `Authorization`, which becomes that of the seat when the game begins. It waits ten minutes, or a week where a move may take days. Sending the same again changes nothing. */
export const postAccountFriendsNameChallenge: Operation<{ name: string }, FriendOffer, WaitingChallenge> = ['POST /account/friends/{name}/challenge', WaitingChallenge];

/** Makes a seat for looking on at what a friend plays now, if the friend lets friends do so. The two at the board see how many look on. The seat leads to the game as long as the two are friends and the friend lets friends look on. */
export const postAccountFriendsNameWatch: Operation<{ name: string }, NewSeat, SeatAt> = ['POST /account/friends/{name}/watch', SeatAt];

/** The live games of the account. */
export const getAccountGames: Operation<{ after?: string | null; open?: boolean | null }, undefined, OwnGames> = ['GET /account/games?after&open', OwnGames];

/** Attaches the game of a seat to the account. It happens only when this is asked, never by signing in. Sending it again changes nothing. */
export const postAccountGames: Operation<{}, OwnSeat, SeatAt> = ['POST /account/games', SeatAt];

/** The games of the account that are over, the one that ended last first. */
export const getAccountGamesFinished: Operation<{ variant?: string | null; result?: string | null; against?: string | null; after?: string | null }, undefined, OverGames> = ['GET /account/games/finished?variant&result&against&after', OverGames];

/** Makes a seat for another device of the account: with the new secret it plays the account's side. */
export const postAccountGamesIdSeat: Operation<{ id: string }, NewSeat, SeatAt> = ['POST /account/games/{id}/seat', SeatAt];

/** What calls the account now. A game is told as long as it is the turn of the account in it, and so on: what is not told any more is done. */
export const getAccountNotices: Operation<{}, undefined, Notices> = ['GET /account/notices', Notices];

/** The passkeys of the account. */
export const getAccountPasskeys: Operation<{}, undefined, PasskeyList> = ['GET /account/passkeys', PasskeyList];

/** Adds a passkey that answers such a question. */
export const postAccountPasskeys: Operation<{}, NewPasskey, PasskeyShown> = ['POST /account/passkeys', PasskeyShown];

/** Begins a new passkey: asks for the password again, and gives the question that it answers. */
export const postAccountPasskeysQuestion: Operation<{}, PasswordAgain, NewPasskeyQuestion> = ['POST /account/passkeys/question', NewPasskeyQuestion];

/** Removes a passkey. Sessions that it has begun go on. */
export const deleteAccountPasskeysId: Operation<{ id: string }, PasswordAgain, null> = ['DELETE /account/passkeys/{id}'];

/** Changes the password. All other sessions end, and all tokens unless they are to stay. Passkeys and recovery codes stay. */
export const postAccountPassword: Operation<{}, NewPassword, null> = ['POST /account/password'];

/** The parts that are kept of the account, with their versions. */
export const getAccountProgress: Operation<{}, undefined, ProgressList> = ['GET /account/progress', ProgressList];

/** Forgets every part: what was learnt and trained is on the devices only. */
export const deleteAccountProgress: Operation<{}, undefined, null> = ['DELETE /account/progress'];

/** One part. */
export const getAccountProgressPart: Operation<{ part: string }, undefined, ProgressShown> = ['GET /account/progress/{part}', ProgressShown];

/** Stores a part on top of the version that its sender knows. Where another device was faster, nothing is stored: read the part, put both together, and send that. */
export const putAccountProgressPart: Operation<{ part: string }, ProgressSent, ProgressVersion> = ['PUT /account/progress/{part}', ProgressVersion];

/** Has this device called while no page is open, in place of where it was called before. It ends with the session. */
export const putAccountPush: Operation<{}, NewPush, null> = ['PUT /account/push'];

/** Has this device called no longer. */
export const deleteAccountPush: Operation<{}, undefined, null> = ['DELETE /account/push'];

/** Signs in with a recovery code and sets a new password. All other sessions and all tokens end, all passkeys are removed, and there are new recovery codes in place of all others: whoever needs a code has lost what opened the account, and somebody else may have found it. Tries are not counted, since no code can be guessed: so somebody who tries passwords or codes shuts nobody out. */
export const postAccountRecover: Operation<{}, Recovery, RecoveredAccount> = ['POST /account/recover', RecoveredAccount];

/** Makes new recovery codes. Those before them serve no more. */
export const postAccountRecoveryCodes: Operation<{}, PasswordAgain, RecoveryCodes> = ['POST /account/recovery-codes', RecoveryCodes];

/** The sessions of the account. */
export const getAccountSessions: Operation<{}, undefined, SessionList> = ['GET /account/sessions', SessionList];

/** Ends all sessions but this one. */
export const deleteAccountSessions: Operation<{}, undefined, null> = ['DELETE /account/sessions'];

/** Ends a session. */
export const deleteAccountSessionsId: Operation<{ id: string }, undefined, null> = ['DELETE /account/sessions/{id}'];

/** The tokens of the account. */
export const getAccountTokens: Operation<{}, undefined, TokenList> = ['GET /account/tokens', TokenList];

/** Makes a token for a program, with the password again. It is told once. */
export const postAccountTokens: Operation<{}, NewToken, MadeToken> = ['POST /account/tokens', MadeToken];

/** Ends a token. */
export const deleteAccountTokensId: Operation<{ id: string }, undefined, null> = ['DELETE /account/tokens/{id}'];

/** The programs that are connected, each of which can be challenged. */
export const getBots: Operation<{}, undefined, ConnectedBots> = ['GET /bots', ConnectedBots];

/** Challenges a program by its name. It answers by itself, mostly at once: then the secret of the host is that of a seat. Where the program declines, the challenge does not wait any more. Sending the same again changes nothing. */
export const postBotsChallenge: Operation<{}, AddressedOffer, WaitingChallenge> = ['POST /bots/challenge', WaitingChallenge];

/** The document of the Bot API, whose addresses are outside this one. */
export const getBotsOpenapiJson: Operation<{}, undefined, unknown> = ['GET /bots/openapi.json', 'any'];

/** The broadcasts of whoever asks, that which was changed last first. */
export const getBroadcasts: Operation<{}, undefined, OwnBroadcast[]> = ['GET /broadcasts', { '[]': OwnBroadcast }];

/** A broadcast: what was agreed, and the results of all rounds that are due. */
export const getBroadcastsId: Operation<{ id: string }, undefined, ShownBroadcast> = ['GET /broadcasts/{id}', ShownBroadcast];

/** Opens a broadcast under an id that the client chooses, or changes what was agreed. Sending it again changes nothing. It is removed eight weeks after its last change. */
export const putBroadcastsId: Operation<{ id: string }, BroadcastSettings, OwnBroadcast> = ['PUT /broadcasts/{id}', OwnBroadcast];

/** Ends a broadcast: it and its boards are removed at once. */
export const deleteBroadcastsId: Operation<{ id: string }, undefined, null> = ['DELETE /broadcasts/{id}'];

/** The boards of a round with their moves. */
export const getBroadcastsIdRoundsRound: Operation<{ id: string; round: number }, undefined, ShownRound> = ['GET /broadcasts/{id}/rounds/{round}', ShownRound];

/** Sends the file of a round: PDN with a game for each board. A game says by its tag `Board` which board it is, or by a tag `Round` such as `3.12`, or by its place. Sending the same again changes nothing; boards that are left out stay; an earlier move that is another one now replaces the line. Only a game that is read to its end, with a result or `*`, takes moves back: any other may be half of a file. */
export const putBroadcastsIdRoundsRound: Operation<{ id: string; round: number }, string | Blob, RoundTaken> = ['PUT /broadcasts/{id}/rounds/{round}', RoundTaken, 'application/x-draughts-pdn'];

/** Sends the moves of one board: PDN with one game, whatever round its tags name. A tag `Board` that names another board, or a second game, is a fault, and nothing is taken. Names that are left out stay. */
export const putBroadcastsIdRoundsRoundBoardsBoard: Operation<{ id: string; round: number; board: number }, string | Blob, RoundTaken> = ['PUT /broadcasts/{id}/rounds/{round}/boards/{board}', RoundTaken, 'application/x-draughts-pdn'];

/** Takes a board away at once that should not be there. */
export const deleteBroadcastsIdRoundsRoundBoardsBoard: Operation<{ id: string; round: number; board: number }, undefined, null> = ['DELETE /broadcasts/{id}/rounds/{round}/boards/{board}'];

/** The boards of a round as they were sent last, whatever the delay. */
export const getBroadcastsIdRoundsRoundDesk: Operation<{ id: string; round: number }, undefined, ShownRound> = ['GET /broadcasts/{id}/rounds/{round}/desk', ShownRound];

/** A round as a stream of lines: `broadcast`, each `board`, `ready`; then each board that has changed, once that is due. */
export const getBroadcastsIdRoundsRoundEvents: Operation<{ id: string; round: number }, undefined, BroadcastLine> = ['GET /broadcasts/{id}/rounds/{round}/events', BroadcastLine];

/** A round, or one of its boards, as PDN. */
export const getBroadcastsIdRoundsRoundPdn: Operation<{ id: string; round: number; board?: number | null }, undefined, string> = ['GET /broadcasts/{id}/rounds/{round}/pdn?board', 'text'];

/** The challenge that a secret belongs to, of its host or of its invitation. */
export const getChallenge: Operation<{}, undefined, WaitingChallenge> = ['GET /challenge', WaitingChallenge];

/** Withdraws a challenge, with the secret of its host. Answers 404 where it does not wait any more. */
export const deleteChallenge: Operation<{}, undefined, null> = ['DELETE /challenge'];

/** Takes a challenge up: the game begins. Whoever sends this makes the secret of the guest's seat and sends it in the header. Sending it again changes nothing. */
export const postChallengeAccept: Operation<{}, Acceptance, SeatAt> = ['POST /challenge/accept', SeatAt];

/** Lets the computer take the free seat of a game that waits, with the secret of its host: the game begins at once, and is not rated, whatever was offered. The secret in the header becomes that of the seat. Sending it again changes nothing; where somebody else was faster, the answer is the seat against him. */
export const postChallengeComputer: Operation<{}, FreeSeat, SeatAt> = ['POST /challenge/computer', SeatAt];

/** Offers a game. Offering the same again changes nothing. Where the settings give one side to a computer of level 1 to 10, the game begins at once against the engine of the house, and is not rated; the secret in the header becomes that of the seat. Where they give it both sides, the computer plays itself, and the seat is that of somebody who looks on. */
export const postChallenges: Operation<{}, Offer, OfferAnswer> = ['POST /challenges', OfferAnswer];

/** The class with its pupils, and what each has done of the lessons. */
export const getClass: Operation<{}, undefined, TaughtClass> = ['GET /class', TaughtClass];

/** Makes a class with a new code. The secret in the header, made by the client, becomes the teacher's; whoever has a class already is answered that one. It ends with the half of the school year. */
export const postClass: Operation<{}, undefined, TaughtClass> = ['POST /class', TaughtClass];

/** Ends the class at once: everything of it and of its pupils is removed. */
export const deleteClass: Operation<{}, undefined, null> = ['DELETE /class'];

/** Gives all pupils or one of them a lesson or a set of problems to do. */
export const postClassAssignment: Operation<{}, Assignment, TaughtClass> = ['POST /class/assignment', TaughtClass];

/** Gives a pupil to another device: whoever has the new secret is that pupil, and the device before is no pupil any more. */
export const postClassDevice: Operation<{}, NewDevice, null> = ['POST /class/device'];

/** Looks for a class by its code. Codes that are none are counted: an address with sixty of them in a minute is slowed down to one a second. */
export const postClassFind: Operation<{}, TypedCode, FoundClass> = ['POST /class/find', FoundClass];

/** One game of the class with its moves so far, for the projector. */
export const postClassGame: Operation<{}, WhichGame, GameMoves> = ['POST /class/game', GameMoves];

/** The games of the class with how they ended. */
export const getClassGames: Operation<{}, undefined, PlayedGames> = ['GET /class/games', PlayedGames];

/** The games of the class as one PDN file, in the order in which they began. The players are called by the stable words of their animals, and the computer by its level; a game that goes on has no result yet. In the place of one that this server cannot read stands a comment that says so. */
export const getClassGamesPdn: Operation<{}, undefined, string> = ['GET /class/games.pdn', 'text'];

/** Joins a class as one of its animals. The secret in the header, made by the device, becomes that of the pupil. Sending it again changes nothing. */
export const postClassJoin: Operation<{}, Joining, OwnPlace> = ['POST /class/join', OwnPlace];

/** Who the pupil is, and what is to be done. Asked every few seconds. */
export const getClassMe: Operation<{}, undefined, OwnPlace> = ['GET /class/me', OwnPlace];

/** Tells how a lesson goes. What is told last counts, but stars never become fewer. */
export const postClassMeLesson: Operation<{}, ToldLesson, null> = ['POST /class/me/lesson'];

/** Takes the seat at the game that the teacher has given to the pupil. Sending it again changes nothing. */
export const postClassMeSeat: Operation<{}, ClassSeat, SeatAt> = ['POST /class/me/seat', SeatAt];

/** Begins games between pupils, and one against the computer. Sending it again begins no second ones. While the screens are frozen their clocks stand still. */
export const postClassPairs: Operation<{}, Pairing, TaughtClass> = ['POST /class/pairs', TaughtClass];

/** Removes a pupil with everything that is kept of him. The animal is free again. */
export const postClassRemoval: Operation<{}, Removal, null> = ['POST /class/removal'];

/** Opens or closes the class for those who come, freezes or frees the screens, changes the day on which it ends. While the screens are frozen, the clocks of the class's games stand still. */
export const postClassSettings: Operation<{}, ClassSettings, TaughtClass> = ['POST /class/settings', TaughtClass];

/** Lets the teacher look on at a game of the class. */
export const postClassWatch: Operation<{}, ClassSeat, SeatAt> = ['POST /class/watch', SeatAt];

/** The clubs of the server, for everybody. */
export const getClubs: Operation<{ named?: string | null; after?: string | null }, undefined, ClubList> = ['GET /clubs?named&after', ClubList];

/** Founds a club. Its name is its own for ever; an account founds three clubs at most, and ten are founded from one address in a day. */
export const postClubs: Operation<{}, NewClub, ShownClub> = ['POST /clubs', ShownClub];

/** A club: what everybody sees of it, and what its members and officers see. */
export const getClubsClub: Operation<{ club: string }, undefined, ShownClub> = ['GET /clubs/{club}', ShownClub];

/** The founder dissolves the club: members, ladder, timetable and the list of its games are gone; the games stay with those who played them, and the name is free. */
export const deleteClubsClub: Operation<{ club: string }, undefined, null> = ['DELETE /clubs/{club}'];

/** An officer gives the link of the club another code. The one before opens nothing any more. */
export const postClubsClubCode: Operation<{ club: string }, undefined, ShownClub> = ['POST /clubs/{club}/code', ShownClub];

/** The games of a club. */
export const getClubsClubGames: Operation<{ club: string; after?: string | null }, undefined, ClubGames> = ['GET /clubs/{club}/games?after', ClubGames];

/** Marks a game for the club: one of the account against another member. Sending it again changes nothing. */
export const postClubsClubGames: Operation<{ club: string }, MarkedGame, null> = ['POST /clubs/{club}/games'];

/** The games of a club that are over as one PDN file, the latest first: the last five hundred. */
export const getClubsClubGamesPdn: Operation<{ club: string }, undefined, string> = ['GET /clubs/{club}/games.pdn', 'text'];

/** A game of a club as PDN, once it is over. */
export const getClubsClubGamesGame: Operation<{ club: string; game: string }, undefined, string> = ['GET /clubs/{club}/games/{game}', 'text'];

/** Takes a game that was marked out of the list: one of its players does that, or an officer. Games of the ladder stay. */
export const deleteClubsClubGamesGame: Operation<{ club: string; game: string }, undefined, null> = ['DELETE /clubs/{club}/games/{game}'];

/** Goes to the lowest place of the ladder, or off the ladder. */
export const putClubsClubLadder: Operation<{ club: string }, OnLadder, ShownClub> = ['PUT /clubs/{club}/ladder', ShownClub];

/** Challenges somebody higher on the ladder. */
export const postClubsClubMatches: Operation<{ club: string }, LadderChallenge, ShownClub> = ['POST /clubs/{club}/matches', ShownClub];

/** Answers a challenge, calls it off, or says to be at the board. */
export const postClubsClubMatchesNumber: Operation<{ club: string; number: number }, MatchSaying, ShownClub> = ['POST /clubs/{club}/matches/{number}', ShownClub];

/** An officer lets somebody in or not, or removes a member; the founder makes officers and hands the club over. */
export const postClubsClubMembers: Operation<{ club: string }, MemberChange, ShownClub> = ['POST /clubs/{club}/members', ShownClub];

/** Joins a club with the code of its link, or asks its officers to be let in. Sending it again changes nothing. */
export const postClubsClubMembership: Operation<{ club: string }, Entering, ShownClub> = ['POST /clubs/{club}/membership', ShownClub];

/** Leaves a club, or asks no longer to be let in. */
export const deleteClubsClubMembership: Operation<{ club: string }, undefined, ShownClub> = ['DELETE /clubs/{club}/membership', ShownClub];

/** Games of the account against other members of the last sixty days that it can mark for the club: those that are over and no club's. */
export const getClubsClubOwnGames: Operation<{ club: string }, undefined, ClubGames> = ['GET /clubs/{club}/own-games', ClubGames];

/** The founder says anew what the club is. */
export const putClubsClubProfile: Operation<{ club: string }, ClubWords, ShownClub> = ['PUT /clubs/{club}/profile', ShownClub];

/** The founder says anew how the ladder is played. Games that go on stay as they are. */
export const putClubsClubRules: Operation<{ club: string }, LadderRules, ShownClub> = ['PUT /clubs/{club}/rules', ShownClub];

/** Adds an entry to the timetable. */
export const postClubsClubTimetable: Operation<{ club: string }, WrittenEntry, ShownClub> = ['POST /clubs/{club}/timetable', ShownClub];

/** Changes an entry of the timetable. */
export const putClubsClubTimetableNumber: Operation<{ club: string; number: number }, WrittenEntry, ShownClub> = ['PUT /clubs/{club}/timetable/{number}', ShownClub];

/** Removes an entry of the timetable. */
export const deleteClubsClubTimetableNumber: Operation<{ club: string; number: number }, undefined, ShownClub> = ['DELETE /clubs/{club}/timetable/{number}', ShownClub];

/** The owner's games, last changed first, page by page. */
export const getGames: Operation<{ limit?: number | null; before?: string | null }, undefined, Games> = ['GET /games?limit&before', Games];

/** All games of the owner in one PDN file, oldest first. */
export const getGamesPdn: Operation<{}, undefined, string> = ['GET /games.pdn', 'text'];

/** One game with its record. */
export const getGamesId: Operation<{ id: string }, undefined, Game> = ['GET /games/{id}', Game];

/** Keeps a version of a game if it directly follows the kept version; if nothing is kept yet, only version 1 is accepted. The record is replayed first. Sending the kept version again succeeds and changes nothing. */
export const putGamesId: Operation<{ id: string }, NewVersion, Summary> = ['PUT /games/{id}', Summary];

/** Deletes a game. It can be restored for a month, or for a day if the library has no room left. */
export const deleteGamesId: Operation<{ id: string }, undefined, null> = ['DELETE /games/{id}'];

/** Gives a game another title; its version does not change. */
export const patchGamesId: Operation<{ id: string }, Rename, Summary> = ['PATCH /games/{id}', Summary];

/** Restores a deleted game as it was. */
export const postGamesIdRestore: Operation<{ id: string }, undefined, Summary> = ['POST /games/{id}/restore', Summary];

/** Shares a game with everybody who can reach this server. They can read it and keep a copy, but it still belongs to its owner. The answer has the address at which they read it, as `share`. */
export const putGamesIdShare: Operation<{ id: string }, undefined, Summary> = ['PUT /games/{id}/share', Summary];

/** Stops sharing a game: only its owner can read it again. */
export const deleteGamesIdShare: Operation<{ id: string }, undefined, Summary> = ['DELETE /games/{id}/share', Summary];

/** A gathering, as whoever has the secret sees it: its host, a member, or somebody with a link. */
export const getGathering: Operation<{}, undefined, GatheringShown> = ['GET /gathering', GatheringShown];

/** Makes a gathering. The secret in the header, made by the client, becomes the host's; making the same again changes nothing. */
export const postGathering: Operation<{}, GatheringWanted, GatheringShown> = ['POST /gathering', GatheringShown];

/** Ends a gathering that has not begun. Nothing of it is kept. */
export const deleteGathering: Operation<{}, undefined, null> = ['DELETE /gathering'];

/** Begins the gathering: whoever has come plays, against the computer where it has the other side. Beginning it again changes nothing. */
export const postGatheringBegin: Operation<{}, undefined, GatheringShown> = ['POST /gathering/begin', GatheringShown];

/** Names the captain of a side: the host before the gathering has begun, and the captain of that side at any time. Naming the same again changes nothing. */
export const postGatheringCaptain: Operation<{}, CaptainWanted, GatheringShown> = ['POST /gathering/captain', GatheringShown];

/** Lets people come, or nobody any more. */
export const postGatheringDoors: Operation<{}, Doors, GatheringShown> = ['POST /gathering/doors', GatheringShown];

/** Comes to a gathering by a link. The secret in the header, made by the client, becomes the member's, and that of the seat once the game has begun. Sending it again changes nothing. */
export const postGatheringJoin: Operation<{}, Coming, GatheringShown> = ['POST /gathering/join', GatheringShown];

/** Sends somebody away, before the gathering has begun. */
export const postGatheringRemoval: Operation<{}, SentAway, GatheringShown> = ['POST /gathering/removal', GatheringShown];

/** Whether the server can keep games, and takes moves. */
export const getHealth: Operation<{}, undefined, Health> = ['GET /health', Health];

/** The socket of live play. Its first frame is `hello`, with the secret of a seat. What a client says is `FromClient`, what the server says `ToClient`, each as one text. */
export const getLive: Operation<{}, undefined, null> = ['GET /live'];

/** Sends a command. Sending it again gets the same answer. */
export const postLiveActs: Operation<{}, ActRequest, ActDone> = ['POST /live/acts', ActDone];

/** What a player has kept for the opponent's moves. Nobody else can read it. */
export const getLiveConditional: Operation<{}, undefined, Conditional> = ['GET /live/conditional', Conditional];

/** Keeps these conditional moves in the place of those that were kept before. Sending it again changes nothing. */
export const putLiveConditional: Operation<{}, Conditional, Conditional> = ['PUT /live/conditional', Conditional];

/** The frames of the game, one a line, beginning with `welcome` and going on as things happen. */
export const getLiveEvents: Operation<{ have?: number | null }, undefined, ToClient> = ['GET /live/events?have', ToClient];

/** Has this device called for the game of a player's seat while no page is open. A seat has four devices at most: with a fifth, the one that was kept longest ago is called no longer. They are forgotten with the game, and two days after its end. */
export const putLivePush: Operation<{}, NewPush, null> = ['PUT /live/push'];

/** Has a device called no longer for the game of a seat. */
export const deleteLivePush: Operation<{}, OldPush, null> = ['DELETE /live/push'];

/** Wants another game with the colours changed. It begins when both players want it, or both teams, each as it decides about a draw. Once it has begun, the same request gives a seat there to whoever has one here: a player's other devices play the same side, whoever looks on looks on there too. Sending it again changes nothing; a member of a team does while he waits. */
export const postLiveRematch: Operation<{}, NextSeat, NextGame> = ['POST /live/rematch', NextGame];

/** Says something that is not kept: a phrase to everybody at the board, a word or marks to the own team. The same as the frame of that name in a socket. */
export const postLiveSay: Operation<{}, Saying, null> = ['POST /live/say'];

/** How a game stands, without being there: the other player is told nothing. */
export const getLiveState: Operation<{}, undefined, Standing> = ['GET /live/state', Standing];

/** Makes the seat of those who watch, with the secret of a player. Everybody who has the link uses the same seat. */
export const postLiveWatchers: Operation<{}, NewSeat, SeatAt> = ['POST /live/watchers', SeatAt];

/** The public challenges that wait. Whoever is signed in, or whose token has `play:write`, is seen to be here by friends, and is not told of those whom he keeps away or who keep him away; nor is a token with `play:read`. */
export const getLobby: Operation<{ after?: string | null }, undefined, Lobby> = ['GET /lobby?after', Lobby];

/** Wants a game with anybody: takes up a challenge of the lobby that wants the same, or waits there for somebody who does. Whoever waits sends it again every few seconds, until there is a seat. The secret in the header becomes that of the seat; `DELETE /challenge` with it withdraws the wish. */
export const postLobbyPair: Operation<{}, Wish, Paired> = ['POST /lobby/pair', Paired];

/** This document. */
export const getOpenapiJson: Operation<{}, undefined, unknown> = ['GET /openapi.json', 'any'];

/** A player with the ratings. */
export const getPlayersName: Operation<{ name: string }, undefined, PublicPlayer> = ['GET /players/{name}', PublicPlayer];

/** The course of a rating of a player, for a plot. */
export const getPlayersNameCourse: Operation<{ name: string; variant?: string | null; speed?: string | null }, undefined, RatingCourse> = ['GET /players/{name}/course?variant&speed', RatingCourse];

/** The games of a player that counted. */
export const getPlayersNameGames: Operation<{ name: string; variant?: string | null; speed?: string | null; after?: string | null }, undefined, CountedGames> = ['GET /players/{name}/games?variant&speed&after', CountedGames];

/** The key by which browsers let this server call a device. */
export const getPushKey: Operation<{}, undefined, PushKeyShown> = ['GET /push-key', PushKeyShown];

/** The best players of a game at a speed. */
export const getRatingsVariantSpeed: Operation<{ variant: string; speed: string }, undefined, BestPlayers> = ['GET /ratings/{variant}/{speed}', BestPlayers];

/** Where the secret of a seat leads. */
export const getSeat: Operation<{}, undefined, SeatAt> = ['GET /seat', SeatAt];

/** Signs in. Whether the name or the password was wrong is not told. */
export const postSession: Operation<{}, Credentials, OwnAccount> = ['POST /session', OwnAccount];

/** Signs out: the session ends, here and at the server. The seats that this device has stay. */
export const deleteSession: Operation<{}, undefined, null> = ['DELETE /session'];

/** Signs in with a passkey. Why an answer is refused is not told. Answers are not counted, since none can be guessed. */
export const postSessionPasskey: Operation<{}, PasskeyAnswer, OwnAccount> = ['POST /session/passkey', OwnAccount];

/** A question to whoever signs in with a passkey. It waits five minutes, on whichever server the answer comes. Of the thousand that one address may have open one, drawn by lot, makes room for the next. */
export const postSessionPasskeyQuestion: Operation<{}, undefined, PasskeyQuestion> = ['POST /session/passkey/question', PasskeyQuestion];

/** The shared games of everybody, last changed first, page by page. */
export const getSharedGames: Operation<{ limit?: number | null; before?: string | null }, undefined, Games> = ['GET /shared-games?limit&before', Games];

/** One shared game with its record. */
export const getSharedGamesShare: Operation<{ share: string }, undefined, Game> = ['GET /shared-games/{share}', Game];

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

/** Who wins endings with few pieces, or in how many plies: all tables of the game that a browser should have. */
export const getTablesGameContent: Operation<{ game: string; content: Content }, undefined, string> = ['GET /tables/{game}/{content}', 'text'];

/** Gives the games that were kept before games had owners to the device that sends the code, once. The server showed the code when it was started. */
export const postTakeOver: Operation<{}, TakeOverRequest, HandedOver> = ['POST /take-over', HandedOver];
