/**
 * Lessons as data: the content of a file of `course/`. `exercise.ts` queries the rules;
 * `tests/unit/lessons/` validates every file and plays every exercise.
 */
import type { Kind, Side, Square } from '../../board/types';
import type { GameFacts, Language } from '../../rules/model';
import { factsOf, USUAL } from '../../rules/family';
import { readSquare } from './squares';

/** A sentence in every language of the page. */
export type Text = Record<Language, string>;

/** The drawings of options without a board. */
export const PICTURES = [
  'board', 'board-turned', 'man-white', 'man-black', 'king-white', 'king-black', 'square-dark', 'square-light', 'step-forward',
  'step-back', 'straight',
] as const;
export type Picture = (typeof PICTURES)[number];

export const BINS = ['win', 'draw', 'loss'] as const;
export type Bin = (typeof BINS)[number];

/**
 * The squares to find in a tapping exercise; determines how the rules check a square and how a
 * wrong one is explained.
 */
export type SquareTarget =
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
  /** A square diagonally next to that of `from`, ahead or behind. */
  | { of: 'ahead' | 'behind'; from: Square }
  /** A square of the diagonal through both. */
  | { of: 'diagonal'; through: [Square, Square] };

/**
 * The property that makes an option right: the content of the picture, the start of a game, a
 * possible capture, the longest capture, a promotion, …
 */
export const PROOFS = ['picture', 'start', 'capture', 'longest', 'promotes', 'over', 'written', 'best', 'explained'] as const;
type Proof = (typeof PROOFS)[number];

export interface Option {
  right: boolean;
  picture?: Picture;
  fen?: string;
  text?: Text;
  /** Why this option is wrong; absent for the right one. */
  why?: Text;
}

/** The goal of a line: what distinguishes its move from the other legal ones. */
export const GOALS = ['only', 'capture', 'promote', 'reach', 'win', 'trap', 'named', 'keep', 'gain', 'hold', 'fastest'] as const;
export type Goal = (typeof GOALS)[number];

/**
 * Goals that the rules alone cannot verify: no man is lost, material or the game is won, the result
 * is held, the win is the shortest. The engine verifies them
 * (`tests/unit/lessons/engine-proof.ts`), and each other move has a reply in `replies.json`.
 */
export const JUDGED: readonly Goal[] = ['keep', 'gain', 'hold', 'fastest'];

/** The opponent's reply to a move that misses its goal. */
export interface Reply {
  /** The continuation, beginning with the opponent's move, until no capture is left. */
  line: readonly string[];
  /** The outcome if known: a draw, a loss, or a win that takes longer. */
  end?: 'draw' | 'loss' | 'slow';
  /** The number of the user's moves of a slower win. */
  moves?: number;
}

/** The replies of an exercise: by the number of plies played, then by the move. */
export type Replies = Record<string, Record<string, Reply>>;

/** The shots in naming exercises, with the codes of the coach (`crates/coach/src/shot`). */
export const SHOTS = ['royal', 'philippe', 'express', 'turkish', 'mazette', 'promenade', 'sent-to-crown', 'direct'] as const;
export type ShotName = (typeof SHOTS)[number];

export interface Asked {
  /** The task, displayed and read aloud. */
  say: Text;
  /** The praise at the end, in place of the default. */
  done?: Text;
  /**
   * The facts of the rule table that it teaches, in a lesson about another game:
   * `man.first_capture`.
   */
  teaches?: readonly string[];
}

export interface TapExercise extends Asked {
  kind: 'tap';
  fen: string;
  seek: SquareTarget;
  answer: readonly Square[];
  /** Whether all of them are to be found. */
  all: boolean;
}
export interface ChooseExercise extends Asked {
  kind: 'choose';
  /** A board above the options. */
  fen?: string;
  options: readonly Option[];
  /** The property of the right option, verified by a test. */
  proof: Proof;
}
interface CountExercise extends Asked {
  kind: 'count';
  fen: string;
  /** What to count: pieces of a side, legal moves, or the pieces taken by the largest capture. */
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
  /** The stops of the piece, beginning with its own square. */
  path: readonly Square[];
}
export interface PlayExercise extends Asked {
  kind: 'play';
  fen: string;
  goal: Goal;
  /** The target square, for the goal `reach`. */
  star?: Square;
  /** The moves of both sides, the user's first; `|` separates equally good moves. */
  line: readonly string[];
  /** The opponent's replies to other moves, if the goal is one of `JUDGED`. */
  replies?: Replies;
}
export interface MazeExercise extends Asked {
  kind: 'maze';
  fen: string;
  piece: Square;
  star: Square;
  /** The minimum number of moves. */
  moves: number;
}
interface PlaceExercise extends Asked {
  kind: 'place';
  fen: string;
  /** The squares of the pieces to be moved. */
  loose: readonly Square[];
  /** Their target squares, in any order. */
  places: readonly Square[];
}
interface WriteExercise extends Asked {
  kind: 'write';
  fen: string;
  /** The move to write, displayed as an arrow. */
  move: string;
}
export interface NameExercise extends Asked {
  kind: 'name';
  fen: string;
  /** The shot, move by move, as it is animated. */
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
  /** The side that first has taken this many pieces wins. Otherwise the game is played to its end. */
  take?: number;
  /** The level of the opponent, from 1; the easiest if absent. */
  level?: number;
}

export type Exercise =
  | TapExercise | ChooseExercise | CountExercise | SortExercise | PredictExercise | TraceExercise | PlayExercise | MazeExercise
  | PlaceExercise | WriteExercise | NameExercise | SheetExercise | GameExercise;
export type ExerciseKind = Exercise['kind'];

/** The icons of the lessons on the path. */
export const LESSON_ICONS = [
  'board', 'setup', 'step', 'take', 'must', 'rafle', 'most', 'stay', 'crown', 'fly', 'end', 'game', 'numbers',
  'frisian', 'russian', 'english', 'italian', 'turkish',
  'save', 'swap', 'direct', 'rest', 'names', 'face', 'kings', 'real',
] as const;
export type LessonIcon = (typeof LESSON_ICONS)[number];

export interface Lesson {
  id: string;
  /** The game (variant) of the lesson. */
  game: string;
  icon: LessonIcon;
  title: Text;
  /** The subject of the lesson, in a sentence. */
  idea: Text;
  exercises: readonly Exercise[];
  /**
   * Other differences from the international game, without an exercise: facts of the rule table, as
   * in `teaches`.
   */
  untaught: readonly string[];
}

/** An exercise as its file has it: defaults are missing, and squares may have names. */
export interface FileExercise {
  kind: ExerciseKind;
  [field: string]: unknown;
}

/** A lesson as its file has it. */
export type FileLesson = Omit<Lesson, 'game' | 'exercises' | 'untaught'> & Partial<Pick<Lesson, 'game' | 'untaught'>> & { exercises: readonly FileExercise[] };

/** The fields that hold squares. */
const SQUARE_FIELDS: readonly string[] = ['answer', 'path', 'loose', 'places', 'piece', 'star', 'from', 'through'];

/** An exercise from its file: with defaults, and numbers for the names of squares. */
export function exerciseFrom(exercise: FileExercise, game: GameFacts | null): Exercise {
  const numbered = (field: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((it) => numbered(field, it));
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, numbered(name, inner)]));
    return (game && SQUARE_FIELDS.includes(field) ? readSquare(game, value) : null) ?? value;
  };
  const read = numbered('', exercise) as Exercise;
  if (read.kind === 'tap') return { ...read, all: read.all ?? false };
  if (read.kind === 'choose') return { ...read, options: read.options.map((option) => ({ ...option, right: option.right ?? false })) };
  return read;
}

/** A lesson from its file. */
export function lessonFrom({ game = USUAL, exercises, untaught = [], ...file }: FileLesson): Lesson {
  return { ...file, game, untaught, exercises: exercises.map((it) => exerciseFrom(it, factsOf(game))) };
}
