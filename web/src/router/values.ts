/** The kinds of values in addresses: how each is read, and how it is written. A value that is absent is null. */
import { factsOf } from '../rules/family';

/** Says that a text is no value of its kind, so that the address belongs to another page or to none. */
export const REFUSED = Symbol('refused');

export interface Value<T> {
  /** `null` stands for an absent text. */
  read(text: string | null): T | typeof REFUSED;
  /** Null where nothing needs to be written. Never called with an absent value. */
  write(value: NonNullable<T>): string | null;
}

const asItIs = (value: string): string | null => value || null;

export const text: Value<string | null> = { read: (it) => it, write: asItIs };

/** Any text, which is empty where it is absent. */
export const textOrEmpty: Value<string> = { read: (it) => it ?? '', write: asItIs };

/** A text of this shape. */
export function shaped(shape: RegExp): Value<string | null> {
  return { read: (it) => (it === null || shape.test(it) ? it : REFUSED), write: asItIs };
}

/** The id of a stored game, a simul or a shared game. */
export const id = shaped(/^[0-9a-f-]{36}$/);

/** A short name in small letters. */
export const slug = shaped(/^[a-z-]{1,40}$/);

/** A name that people chose, as one segment of a path. */
export const name: Value<string | null> = {
  read: (it) => {
    try {
      return it && decodeURIComponent(it);
    } catch {
      return it;
    }
  },
  write: (value) => encodeURIComponent(value) || null,
};

/** One of these words. */
export function oneOf<T extends string>(words: readonly T[]): Value<T | null> {
  return { read: (it) => (it === null ? null : (words.find((word) => word === it) ?? REFUSED)), write: asItIs };
}

/** A game of the family; an unknown one counts as absent. */
export const variant: Value<string | null> = { read: (it) => (it !== null && factsOf(it) ? it : null), write: asItIs };

/** A game of the family; an unknown one is refused. */
export const knownVariant: Value<string | null> = { read: (it) => (it === null || factsOf(it) ? it : REFUSED), write: asItIs };

/** A whole number; anything else counts as absent. */
export const whole: Value<number | null> = {
  read: (it) => (it !== null && /^-?\d{1,9}$/.test(it) ? Number(it) : null),
  write: String,
};

export const flag: Value<boolean> = { read: (it) => it === '1', write: (value) => (value ? '1' : null) };

/** The same value, which may not be absent. */
export function required<T>(value: Value<T | null>): Value<NonNullable<T>> {
  return {
    read: (it) => {
      const found = it === null ? null : value.read(it);
      return found === null || found === undefined ? REFUSED : (found as NonNullable<T> | typeof REFUSED);
    },
    write: (it) => value.write(it as NonNullable<T | null>),
  };
}
