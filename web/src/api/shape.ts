/**
 * Checks fetched values against the shapes that `types/` declares. A value that does not fit is never used: `read` throws, and the
 * caller reports the answer as unusable.
 */

/**
 * What a value must look like:
 * - `'s'` a string, `'i'` a whole number, `'n'` one that is not negative, `'b'` a boolean, `'any'` anything, `'text'` the text of an answer that is not JSON;
 * - a list of words: one of them;
 * - `{ '[]': shape }`: a list;
 * - `{ '|': tag, … }`: a union whose field `tag` selects the variant;
 * - `{ '||': shapes }`: a union without a tag;
 * - any other object: the fields. `'name?'` may be null or absent and is then null; `'name*'` may be null or absent and stays so;
 * - a function: a shape that refers to itself.
 */
export type Shape = string | readonly string[] | (() => Shape) | { readonly [field: string]: Shape | readonly Shape[] };

declare const types: unique symbol;

/** An operation of the API: its method and path with the names of its query parameters, the shape of its answer, and the content type of its body where that is not JSON. */
export type Operation<Parameters, Body, Value> = readonly [route: string, answer?: Shape | undefined, sends?: string] & { readonly [types]?: [Parameters, Body, Value] };

export class ShapeError extends Error {
  /** Where: `.name` of a field, `[0]` of an item. */
  readonly path: string;
  readonly found: unknown;

  constructor(path: string, expected: string, found: unknown) {
    super(`expected ${expected} at ${path || 'the top'}, found ${(JSON.stringify(found) ?? 'nothing').slice(0, 80)}`);
    this.name = 'ShapeError';
    this.path = path;
    this.found = found;
  }
}

/** Checks a value, and returns it with null for each nullable field that is absent. */
export function read<T>(shape: Shape, value: unknown): T {
  check(shape, value, '');
  return value as T;
}

const PRIMITIVES: Record<string, (value: unknown) => boolean> = {
  s: (value) => typeof value === 'string',
  i: Number.isInteger,
  n: (value) => Number.isInteger(value) && (value as number) >= 0,
  b: (value) => typeof value === 'boolean',
};

function check(shape: Shape, value: unknown, path: string): void {
  if (typeof shape === 'function') return check(shape(), value, path);
  if (typeof shape === 'string') {
    if (PRIMITIVES[shape]?.(value) === false) throw new ShapeError(path, shape, value);
    return;
  }
  if (isWords(shape)) {
    if (!shape.includes(value as string)) throw new ShapeError(path, shape.join(' or '), value);
    return;
  }
  const { '[]': items, '|': tag, '||': either } = shape;
  if (either) return checkEither(either as readonly Shape[], value, path);
  if (items) {
    if (!Array.isArray(value)) throw new ShapeError(path, 'a list', value);
    value.forEach((item, at) => check(items as Shape, item, `${path}[${at}]`));
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(path, 'an object', value);
  const fields = value as Record<string, unknown>;
  if (tag === undefined) return checkFields(shape, fields, path);
  const variant = fields[tag as string];
  const known = typeof variant === 'string' && variant !== '|' && Object.hasOwn(shape, variant) ? shape[variant] : undefined;
  if (known === undefined) throw new ShapeError(`${path}.${String(tag)}`, 'a known word', variant);
  checkFields(known as Record<string, Shape>, fields, path);
}

function isWords(shape: Shape): shape is readonly string[] {
  return Array.isArray(shape);
}

function checkEither(shapes: readonly Shape[], value: unknown, path: string): void {
  const fits = shapes.some((shape) => {
    try {
      check(shape, value, path);
      return true;
    } catch {
      return false;
    }
  });
  if (!fits) throw new ShapeError(path, 'one of several shapes', value);
}

function checkFields(shape: { readonly [field: string]: Shape | readonly Shape[] }, value: Record<string, unknown>, path: string): void {
  for (const [field, expected] of Object.entries(shape)) {
    const mark = field.at(-1);
    const isNullable = mark === '?' || mark === '*';
    const name = isNullable ? field.slice(0, -1) : field;
    if (isNullable && (value[name] ?? null) === null) {
      if (mark === '?') value[name] = null;
    } else {
      check(expected as Shape, value[name], `${path}.${name}`);
    }
  }
}
