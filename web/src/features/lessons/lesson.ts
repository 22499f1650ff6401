/**
 * Lessons as data: what a file of `course/` holds. `reading.ts` reads and checks it. Nothing here knows a rule of the game:
 * `exercise.ts` asks the rules, and `tests/unit/lessons/course.test.ts` plays every exercise through them.
 */
import type { Kind, Side, Square } from '../../board/types';
import type { Language } from '../../rules/model';

/** A sentence in every language of the page. */
export type Text = Record<Language, string>;

/** The drawings that an option may show in place of a board. */
export const PICTURES = [
  'board', 'board-turned', 'man-white', 'man-black', 'king-white', 'king-black', 'square-dark', 'square-light', 'step-forward',
  'step-back', 'straight',
] as const;
export type Picture = (typeof PICTURES)[number];

export const BINS = ['win', 'draw', 'loss'] as const;
export type Bin = (typeof BINS)[number];

/** What a touched square is to be; `seek` tells the rules how to check it and how to explain a wrong one. */
export type Seek =
  /** A piece of this kind, or an empty square. */
  | { of: 'piece'; side: Side; kind: Kind }
  | { of: 'empty' }
  /** A piece that can move now. */
  | { of: 'mover' }
  /** A piece that can be captured now. */
  | { of: 'prey' }
  /** A square where the piece of `from` can end its move. */
  | { of: 'end'; from: Square }
  /** The square of this number. */
  | { of: 'number' }
  /** A square of this row, counted from the top. */
  | { of: 'row'; row: number }
  /** A square beside that of `from`, towards the other side or towards one's own. */
  | { of: 'ahead' | 'behind'; from: Square }
  /** A square of the diagonal through both. */
  | { of: 'diagonal'; through: [Square, Square] };

/** What makes an option right: what the picture shows, the start of a game, a capture to make, the longest capture, a promotion, ... */
export const PROOFS = ['picture', 'start', 'capture', 'longest', 'promotes', 'over', 'written', 'best', 'told'] as const;
type Proof = (typeof PROOFS)[number];

export interface Option {
  right: boolean;
  picture?: Picture;
  fen?: string;
  text?: Text;
  /** Why it is not this one; a right option has none. */
  why?: Text;
}

/** What makes the move of a line the one that is wanted, among the legal ones. */
export const GOALS = ['only', 'capture', 'promote', 'reach', 'win', 'trap', 'named', 'keep', 'gain', 'hold', 'fastest'] as const;
export type Goal = (typeof GOALS)[number];

/**
 * Goals that the rules alone cannot prove: no man is lost, material or the game is won, the result is held, the win is the shortest.
 * The engine proves them (`tests/unit/lessons/engine-proof.ts`), and each other move has an answer in `replies.json`.
 */
export const JUDGED: readonly Goal[] = ['keep', 'gain', 'hold', 'fastest'];

/** What the other side answers to a move that misses its goal. */
export interface Reply {
  /** The moves after it, the other side's first, until nothing is to be captured. */
  line: readonly string[];
  /** Where it leads when that is known to the end: a draw, a loss, or a win that takes longer. */
  end?: 'draw' | 'loss' | 'slow';
  /** How many moves of the person a slower win takes. */
  moves?: number;
}

/** The answers of an exercise: by the number of plies played, then by the move. */
export type Replies = Record<string, Record<string, Reply>>;

/** Shots that an exercise may ask the name of; their codes are those of the coach (`crates/coach/src/shot`). */
export const SHOTS = ['royal', 'philippe', 'express', 'turkish', 'mazette', 'promenade', 'sent-to-crown', 'direct'] as const;
export type ShotName = (typeof SHOTS)[number];

export interface Asked {
  /** What is to be done, as it is said and written. */
  say: Text;
  /** What is said when it is done, in place of a word of praise. */
  done?: Text;
  /** The facts of the rule table that it teaches, where a lesson is about another game: `man.first_capture`. */
  teaches?: readonly string[];
}

export interface TapExercise extends Asked {
  kind: 'tap';
  fen: string;
  seek: Seek;
  answer: readonly Square[];
  /** All of them are to be found, not only one. */
  all: boolean;
}
export interface ChooseExercise extends Asked {
  kind: 'choose';
  /** A board above the options. */
  fen?: string;
  options: readonly Option[];
  /** What the right option alone is, so that a test can ask the rules. */
  proof: Proof;
}
interface CountExercise extends Asked {
  kind: 'count';
  fen: string;
  /** What is counted: pieces of a side, the legal moves, or what the best capture takes. */
  of: 'white' | 'black' | 'moves' | 'captured';
  answer: number;
  among: readonly number[];
}
interface SortExercise extends Asked {
  kind: 'sort';
  items: readonly { fen: string; bin: Bin; why: Text }[];
}
interface PredictExercise extends Asked {
  kind: 'predict';
  fen: string;
  /** Where the moving piece comes to rest. */
  answer: Square;
}
interface TraceExercise extends Asked {
  kind: 'trace';
  fen: string;
  /** The squares that the piece touches, its own first. */
  path: readonly Square[];
}
export interface PlayExercise extends Asked {
  kind: 'play';
  fen: string;
  goal: Goal;
  /** Where the piece is to arrive, for the goal `reach`. */
  star?: Square;
  /** The moves of both sides, the person's first; `|` parts moves that are equally good. */
  line: readonly string[];
  /** What the other side answers to other moves, where the goal is one of `JUDGED`. */
  replies?: Replies;
}
export interface MazeExercise extends Asked {
  kind: 'maze';
  fen: string;
  piece: Square;
  star: Square;
  /** The fewest moves that lead there. */
  moves: number;
}
interface PlaceExercise extends Asked {
  kind: 'place';
  fen: string;
  /** Where the pieces stand that are to be carried. */
  loose: readonly Square[];
  /** Where they belong; any of them on any of these. */
  places: readonly Square[];
}
interface WriteExercise extends Asked {
  kind: 'write';
  fen: string;
  /** The move that is shown by an arrow and is to be written. */
  move: string;
}
export interface NameExercise extends Asked {
  kind: 'name';
  fen: string;
  /** The shot, move by move, as it is shown. */
  line: readonly string[];
  answer: ShotName;
  /** The names to choose from. */
  among: readonly ShotName[];
}
interface SheetExercise extends Asked {
  kind: 'sheet';
  fen: string;
  /** The moves that are played and are to be written down, one after another. */
  line: readonly string[];
}
interface GameExercise extends Asked {
  kind: 'game';
  fen: string;
}

export type Exercise =
  | TapExercise | ChooseExercise | CountExercise | SortExercise | PredictExercise | TraceExercise | PlayExercise | MazeExercise
  | PlaceExercise | WriteExercise | NameExercise | SheetExercise | GameExercise;
export type ExerciseKind = Exercise['kind'];

/** The drawings of the lessons on the path. */
export const LESSON_ICONS = [
  'board', 'setup', 'step', 'take', 'must', 'rafle', 'most', 'stay', 'crown', 'fly', 'end', 'game', 'numbers',
  'frisian', 'russian', 'english', 'italian', 'turkish',
  'save', 'swap', 'direct', 'rest', 'names', 'face', 'kings', 'real',
] as const;
export type LessonIcon = (typeof LESSON_ICONS)[number];

export interface Lesson {
  id: string;
  /** The game of the family whose rules hold. */
  game: string;
  icon: LessonIcon;
  title: Text;
  /** The one thing that it teaches, in a sentence. */
  idea: Text;
  exercises: readonly Exercise[];
  /** What else differs from the international game and has no exercise here: facts of the rule table, as in `teaches`. */
  untaught: readonly string[];
}
