/**
 * The API of classes. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { GameSettings, Ending, SeatAt } from './shared';

/** A lesson or problem set for the class or one pupil. */
export type Assignment = {
  /** The stable name of the lesson or problem set; null for none. */
  lesson?: string | null;
  /** The animal of one pupil; null for all, which removes the assignments of single pupils. */
  to?: string | null;
};
export const Assignment: Shape = { 'lesson*': 's', 'to*': 's' };

/** A game of a pupil. */
export type ClassGame = {
  /** The opponent's animal; `computer` for the server's engine. */
  against: string;
  ending: Ending | null;
  /** Its id. */
  id: string;
  /** The level of the engine; null in a game between pupils. */
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

/** Changes by the teacher; absent fields stay unchanged. */
export type ClassSettings = {
  /** Whether the pupils' screens are frozen and the clocks of their games paused, for at most 45 minutes. */
  frozen?: boolean | null;
  /** Whether pupils can join. */
  open?: boolean | null;
  /** When the class is removed with all data, in Unix milliseconds: within a year and a day. */
  until_ms?: number | null;
};
export const ClassSettings: Shape = { 'frozen*': 'b', 'open*': 'b', 'until_ms*': 'n' };

/** A class as shown before joining. */
export type FoundClass = {
  /** All animals, sorted by code. */
  animals: string[];
  /** The code in its canonical form. */
  code: string;
  /** Whether pupils can join. */
  open: boolean;
  /** Those of other pupils. */
  taken: string[];
};
export const FoundClass: Shape = { animals: { '[]': 's' }, code: 's', open: 'b', taken: { '[]': 's' } };

/** A game with its moves so far. */
export type GameMoves = {
  ending: Ending | null;
  /** The moves that were played and not taken back, in the game's own notation. They end before the first irregular move, if there is one. */
  moves: string[];
  /** The initial position, as FEN. */
  start: string;
  /** The stable name of the variant. */
  variant: string;
};
export const GameMoves: Shape = { 'ending?': Ending, moves: { '[]': 's' }, start: 's', variant: 's' };

/** The class to join and the chosen animal. */
export type Joining = {
  /** The code as typed. */
  code: string;
  /** The chosen animal. */
  nickname: string;
};
export const Joining: Shape = { code: 's', nickname: 's' };

/** A progress report of a pupil's device about one lesson. */
export type LessonReport = {
  /** How many hints were used in this run. */
  helps: number;
  /** Its stable name. */
  lesson: string;
  /** How many exercises are done in this run. */
  place: number;
  /** How many exercises there are. */
  places: number;
  /** The most stars so far, 0 to 3; 0 if it was never finished. */
  stars: number;
  /** How many wrong tries were made at the current exercise. */
  tries: number;
  /** How many wrong tries were made in this run, including the current exercise; null if the device does not count them. */
  wrong: number | null;
};
export const LessonReport: Shape = { helps: 'n', lesson: 's', place: 'n', places: 'n', stars: 'n', tries: 'n', 'wrong?': 'n' };

/** Another device for a pupil. */
export type NewDevice = {
  /** The animal of the pupil. */
  pupil: string;
  /** 256 random bits as 43 characters of URL-safe Base64, made by the teacher's page and given to the pupil in a link. */
  secret: string;
};
export const NewDevice: Shape = { pupil: 's', secret: 's' };

/** State of a class for a pupil's device. */
export type OwnPlace = {
  /** The pupil's assigned lesson. */
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

/** A pair of players. */
export type Pair = {
  /** The animal that plays Black; `computer` for the server's engine. */
  black: string;
  /** A random UUID of the client, so that a retry begins no second game. The game has another id. */
  id: string;
  /** The level of the engine, 1 to 10, if it plays a side; absent or null between pupils. */
  level?: number | null;
  /** The animal that plays White; `computer` for the server's engine. */
  white: string;
};
export const Pair: Shape = { black: 's', id: 's', 'level*': 'n', white: 's' };

/** The pairs and the settings of their games. */
export type Pairing = {
  /** Up to twenty pairs; in one of them the engine may play. */
  pairs: Pair[];
  /** The settings of the games. Their players are ignored. */
  settings: GameSettings;
  /** The stable name of the variant. */
  variant: string;
};
export const Pairing: Shape = { pairs: { '[]': Pair }, settings: GameSettings, variant: 's' };

/** A game of two pupils, or of one against the engine. */
export type PlayedGame = {
  /** When the teacher began it, in Unix milliseconds; 0 if unknown. */
  begun_ms: number;
  /** The animal that plays Black; `computer` for the server's engine. */
  black: string;
  ending: Ending | null;
  /** Its id. */
  game: string;
  /** The level of the engine; null in a game between pupils. */
  level: number | null;
  /** Whether it is over. */
  over: boolean;
  /** The animal that plays White; `computer` for the server's engine. */
  white: string;
};
export const PlayedGame: Shape = { begun_ms: 'n', black: 's', 'ending?': Ending, game: 's', 'level?': 'n', over: 'b', white: 's' };

/** The games of a class. */
export type PlayedGames = {
  /** In the order in which they began: games of current pupils, at most the latest 800. */
  games: PlayedGame[];
};
export const PlayedGames: Shape = { games: { '[]': PlayedGame } };

/** The pupil to remove, in a body instead of the path, since paths are logged. */
export type Removal = {
  /** The animal of the pupil. */
  pupil: string;
};
export const Removal: Shape = { pupil: 's' };

/** Progress in a lesson, or in a problem set, whose problems are its exercises. */
export type ReportedLesson = {
  /** How many hints were used in this run. */
  helps: number;
  /** Its stable name. */
  lesson: string;
  /** How many exercises are done in this run. */
  place: number;
  /** How many exercises there are. */
  places: number;
  /** The device's stars for it, 0 to 3. */
  stars: number;
  /** How many wrong tries were made at the current exercise. */
  tries: number;
  /** How many wrong tries were made in this run, including the current exercise; absent from pages that do not count them. */
  wrong?: number | null;
};
export const ReportedLesson: Shape = { helps: 'n', lesson: 's', place: 'n', places: 'n', stars: 'n', tries: 'n', 'wrong*': 'n' };

/** The stored progress of a pupil in a lesson, or in a problem set, whose problems are its exercises. */
export type TaughtLesson = LessonReport & {
  /** When the pupil reached the current exercise, in Unix milliseconds. */
  place_ms: number;
  /** When the last report came, in Unix milliseconds. */
  reported_ms: number;
};
export const TaughtLesson: Shape = { helps: 'n', lesson: 's', place: 'n', places: 'n', stars: 'n', tries: 'n', 'wrong?': 'n', place_ms: 'n', reported_ms: 'n' };

/** A pupil as shown to the teacher. */
export type TaughtPupil = {
  /** The lesson assigned to this pupil in place of the class's. */
  assigned: string | null;
  game: ClassGame | null;
  /** The progress in each lesson, sorted by name. */
  lessons: TaughtLesson[];
  /** The animal. */
  nickname: string;
  /** When the pupil's device last connected, in Unix milliseconds, to within half a minute. */
  seen_ms: number;
};
export const TaughtPupil: Shape = { 'assigned?': 's', 'game?': ClassGame, lessons: { '[]': TaughtLesson }, nickname: 's', seen_ms: 'n' };

/** A class, as its teacher sees it. */
export type TaughtClass = {
  /** The lesson or problem set assigned to pupils without one of their own. */
  assigned: string | null;
  /** Its join code. */
  code: string;
  /** Whether the pupils' screens are frozen. */
  frozen: boolean;
  /** The server's time in Unix milliseconds, the reference of all others. */
  now_ms: number;
  /** Whether pupils can join. */
  open: boolean;
  /** The pupils, in the order in which they joined. */
  pupils: TaughtPupil[];
  /** When it is removed, in Unix milliseconds. */
  until_ms: number;
};
export const TaughtClass: Shape = { 'assigned?': 's', code: 's', frozen: 'b', now_ms: 'n', open: 'b', pupils: { '[]': TaughtPupil }, until_ms: 'n' };

/** A code as typed. */
export type TypedCode = {
  code: string;
};
export const TypedCode: Shape = { code: 's' };

/** The game, in a body instead of the path, since paths are logged. */
export type WhichGame = {
  /** Its id. */
  game: string;
};
export const WhichGame: Shape = { game: 's' };

/** The class with its pupils and their progress. */
export const getClass: Operation<{}, undefined, TaughtClass> = ['GET /class', TaughtClass];

/** Creates a class with a new code. */
export const postClass: Operation<{}, undefined, TaughtClass> = ['POST /class', TaughtClass];

/** Ends the class at once and removes all its data. */
export const deleteClass: Operation<{}, undefined, null> = ['DELETE /class'];

/** Assigns a lesson or problem set to all pupils or one. */
export const postClassAssignment: Operation<{}, Assignment, TaughtClass> = ['POST /class/assignment', TaughtClass];

/** Moves a pupil to another device: the new secret becomes the pupil's, the old one is invalid. */
export const postClassDevice: Operation<{}, NewDevice, null> = ['POST /class/device'];

/** Finds a class by its code. */
export const postClassFind: Operation<{}, TypedCode, FoundClass> = ['POST /class/find', FoundClass];

/** One game of the class with its moves so far, for the projector. */
export const postClassGame: Operation<{}, WhichGame, GameMoves> = ['POST /class/game', GameMoves];

/** The games of the class with how they ended. */
export const getClassGames: Operation<{}, undefined, PlayedGames> = ['GET /class/games', PlayedGames];

/** The games of the class as one PDN file, in the order in which they began. */
export const getClassGamesPdn: Operation<{}, undefined, string> = ['GET /class/games.pdn', 'text'];

/** Joins a class as one of its animals. */
export const postClassJoin: Operation<{}, Joining, OwnPlace> = ['POST /class/join', OwnPlace];

/** The pupil's animal and assignment. */
export const getClassMe: Operation<{}, undefined, OwnPlace> = ['GET /class/me', OwnPlace];

/** Reports the progress of a lesson. */
export const postClassMeLesson: Operation<{}, ReportedLesson, null> = ['POST /class/me/lesson'];

/** Takes the pupil's seat at the assigned game. */
export const postClassMeSeat: Operation<{}, ClassSeat, SeatAt> = ['POST /class/me/seat', SeatAt];

/** Begins games between pupils, and one against the engine. */
export const postClassPairs: Operation<{}, Pairing, TaughtClass> = ['POST /class/pairs', TaughtClass];

/** Removes a pupil with all data. */
export const postClassRemoval: Operation<{}, Removal, null> = ['POST /class/removal'];

/** Opens or closes the class to new pupils, freezes or unfreezes the screens, changes the day on which it ends. */
export const postClassSettings: Operation<{}, ClassSettings, TaughtClass> = ['POST /class/settings', TaughtClass];

/** Lets the teacher spectate a game of the class. */
export const postClassWatch: Operation<{}, ClassSeat, SeatAt> = ['POST /class/watch', SeatAt];
