/** The error of the package, and the conversion of errors that the wasm modules throw. */
import type { Move, Refusal, RefusalSquares, Texts } from './types.js';

/** The fields of a `DraughtsError` besides its message. */
export interface ErrorFacts extends Partial<Omit<Refusal, 'code' | 'text' | 'texts'>> {
  texts?: Texts;
  line?: number | undefined;
  column?: number | undefined;
  cause?: unknown;
}

/**
 * Every error that the package throws, except for bugs: an illegal move, a bad FEN or PDN, a wrong
 * argument. The object that threw it is unchanged and stays usable.
 */
export class DraughtsError extends Error {
  /** The stable code, such as `captures-too-few` or `bad-fen`. */
  readonly code: string;
  /** The article of the official rules, or null if there is none. */
  readonly article: string | null;
  /** The reason in English and French. */
  readonly texts: Texts;
  readonly squares: RefusalSquares;
  /** The moves of which one must be played if a capture is compulsory, or the moves that the input fits. */
  readonly moves: Move[];
  /** The line of a PDN, from 1. */
  readonly line: number | undefined;
  /** The character of that line, from 1. */
  readonly column: number | undefined;

  constructor(code: string, message: string, facts: ErrorFacts = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.name = 'DraughtsError';
    this.code = code;
    this.article = facts.article ?? null;
    this.texts = facts.texts ?? { en: message, fr: message };
    this.squares = facts.squares ?? {};
    this.moves = facts.moves ?? [];
    this.line = facts.line;
    this.column = facts.column;
  }
}

/** Calls a wasm module, whose errors have JSON with a code and a message as their text. */
export function call<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    let known: { code?: unknown; message?: unknown };
    try {
      known = JSON.parse(text) as typeof known;
    } catch {
      throw error; // not an error of the module but a bug
    }
    throw new DraughtsError(String(known.code), String(known.message), { cause: error });
  }
}

/** The beginning of a value, for error messages. */
export function shown(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value).slice(0, 60);
  } catch {
    text = typeof value;
  }
  return text;
}

/** The error for an argument of a wrong type. */
export function wrong(what: string, expected: string, found: unknown): DraughtsError {
  return new DraughtsError('bad-argument', `${what}: expected ${expected}, found ${shown(found)}`);
}

/** The options of a call. Other fields are refused, since a wrong spelling would be ignored in silence. */
export function checkOptions<T extends object>(given: unknown, names: readonly (keyof T & string)[]): T {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('the options', `an object such as { ${names[0]}: … }`, given);
  const other = Object.keys(given).find((name) => !(names as readonly string[]).includes(name));
  if (other !== undefined) throw wrong('the options', `only ${names.join(', ')}`, other);
  return given as T;
}
