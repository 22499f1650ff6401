/**
 * The user's settings, kept in this browser: language, look, sounds, and the options of the last game. Pages read and write
 * one object. If the storage is missing or cannot be read, the defaults are used; this is never an error.
 */
import { loadFields, saveValue } from '../store/browser-storage';
import type { Pace } from '../board/animate';
import type { Numbers } from '../board/types';
import { factsOf, USUAL } from '../rules/family';
import type { ClockSettings, Language } from '../rules/model';

type Theme = 'system' | 'light' | 'dark';
/** The boards to choose from. Their colours are in looks/colours.css; the last ones are rewards of the course (rewards.svelte.ts). */
export const BOARDS = ['forest', 'walnut', 'slate', 'lilac', 'gold'] as const;
export type BoardLook = (typeof BOARDS)[number];
/** The sets of pieces to choose from. board/pieces.css draws them; the last ones are rewards too. */
export const PIECE_SETS = ['turned', 'flat', 'rosette', 'star', 'night'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];
export type Colour = 'white' | 'black' | 'random';

export interface Preferences {
  /** Null: as the browser does. */
  language: Language | null;
  theme: Theme;
  board: BoardLook;
  pieces: PieceSet;
  sound: boolean;
  /** Whether moves are spoken, if the device has a voice. */
  voice: boolean;
  /** Whether the sentences of the lessons are read aloud, if the device has a voice. */
  lessonVoice: boolean;
  /** Whether there is a field for typing moves beside the board. */
  typed: boolean;
  blindfold: boolean;
  numbers: Numbers;
  pace: Pace;
  markMovable: boolean;
  /** Whether the computer waits as a person would, longer before a difficult move. */
  pauses: boolean;
  /** Whether Black's moves are in brackets, as Manoury wrote them; null means yes in French and no in English. */
  brackets: boolean | null;
  /** The game of the family that was played last; a reading follows after a colon. */
  variant: string;
  level: number;
  colour: Colour;
  clock: ClockSettings | null;
  /** Whether the clock of a game runs before its first move. */
  clockAtOnce: boolean;
  /** Whether a move of a live game is sent only once the user has confirmed it. */
  confirmMoves: boolean;
  /** Whether what others say at a live game is shown and spoken. */
  phrases: boolean;
  /** Whether the device calls the user back to live games while the page is hidden. */
  notify: boolean;
  /** Whether the table clock sounds in its last seconds; whether both its faces are upright. */
  clockWarns: boolean;
  clockUpright: boolean;
  evaluation: boolean;
  lines: number;
  /** How long an analysis searches one position, in seconds, and how deep in plies; 0 means without limit. */
  seconds: number;
  depth: number;
  /** How many processor cores the engine may use; 0 leaves it to the page. */
  cores: number;
  /** The moves of an analysis in two columns, its variations below them. */
  columns: boolean;
  /** Whether comments and symbols of an analysis are unfolded. */
  annotating: boolean;
}

const KEY = 'damier.preferences';

const DEFAULTS: Preferences = {
  language: null,
  theme: 'system',
  board: 'forest',
  pieces: 'turned',
  sound: true,
  voice: false,
  lessonVoice: true,
  typed: false,
  blindfold: false,
  numbers: 'outside',
  pace: 'normal',
  markMovable: true,
  pauses: true,
  brackets: null,
  variant: USUAL,
  level: 2,
  colour: 'white',
  clock: null,
  clockAtOnce: false,
  confirmMoves: false,
  phrases: true,
  notify: false,
  clockWarns: true,
  clockUpright: false,
  evaluation: true,
  lines: 2,
  seconds: 30,
  depth: 0,
  cores: 0,
  columns: false,
  annotating: false,
};

/** The settings of this browser. A change is saved immediately. */
export const preferences = $state<Preferences>(withDefaults({ ...DEFAULTS, ...loadFields(KEY) }));

/** Changes some settings and saves them. */
export function prefer(change: Partial<Preferences>): void {
  Object.assign(preferences, change);
  saveValue(KEY, preferences);
}

/** Replaces invalid values by the defaults. */
function withDefaults(found: Preferences): Preferences {
  const oneOf = <T>(value: T, allowed: readonly T[], fallback: T): T => (allowed.includes(value) ? value : fallback);
  const within = (value: unknown, low: number, high: number, fallback: number): number =>
    typeof value === 'number' && value >= low && value <= high ? Math.round(value) : fallback;
  const clock = found.clock;
  return {
    language: oneOf(found.language, [null, 'fr', 'en'], null),
    theme: oneOf(found.theme, ['system', 'light', 'dark'], DEFAULTS.theme),
    board: oneOf(found.board, BOARDS, DEFAULTS.board),
    pieces: oneOf(found.pieces, PIECE_SETS, DEFAULTS.pieces),
    sound: found.sound !== false,
    voice: found.voice === true,
    lessonVoice: found.lessonVoice !== false,
    typed: found.typed === true,
    blindfold: found.blindfold === true,
    numbers: oneOf(found.numbers, ['outside', 'inside', 'none'], DEFAULTS.numbers),
    pace: oneOf(found.pace, ['none', 'fast', 'normal', 'slow'], DEFAULTS.pace),
    markMovable: found.markMovable !== false,
    pauses: found.pauses !== false,
    brackets: oneOf(found.brackets, [null, true, false], null),
    variant: factsOf(String(found.variant)) ? found.variant : USUAL,
    level: within(found.level, 1, 10, DEFAULTS.level),
    colour: oneOf(found.colour, ['white', 'black', 'random'], DEFAULTS.colour),
    clock:
      clock && clock.initial_ms > 0 && clock.increment_ms >= 0
        ? { initial_ms: clock.initial_ms, increment_ms: clock.increment_ms }
        : null,
    clockAtOnce: found.clockAtOnce === true,
    confirmMoves: found.confirmMoves === true,
    phrases: found.phrases !== false,
    notify: found.notify === true,
    clockWarns: found.clockWarns !== false,
    clockUpright: found.clockUpright === true,
    evaluation: found.evaluation !== false,
    lines: within(found.lines, 1, 5, DEFAULTS.lines),
    seconds: within(found.seconds, 1, 3600, DEFAULTS.seconds),
    depth: within(found.depth, 0, 60, DEFAULTS.depth),
    cores: within(found.cores, 0, 64, DEFAULTS.cores),
    columns: found.columns === true,
    annotating: found.annotating === true,
  };
}
