/**
 * What the doors to the modules of crates/wasm have in common: a module is loaded once, and an error that a call through a
 * binding throws has a stable code.
 */

/** Why a binding could not do something: a stable code, and a message for programmers. */
export class RulesError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Opens a binding at its first use: loads its module, once. A failed attempt may be repeated. */
export function loadOnce<D>(fetchModule: () => Promise<unknown>, make: () => D): () => Promise<D> {
  let opening: Promise<D> | null = null;
  return () => {
    opening ??= fetchModule().then(make, (error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
}

/** Makes a call through a binding. Its errors have their code and message as JSON. */
export function callBinding<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    let told: { code?: unknown; message?: unknown } = {};
    try {
      told = JSON.parse(text) as typeof told;
    } catch {
      throw error; // not an error of the binding but a bug, so it is passed on unchanged
    }
    throw new RulesError(String(told.code), String(told.message ?? text), error);
  }
}
