/**
 * Shared by the bindings to the modules of crates/wasm: loads a module once, and turns thrown
 * errors into ones with stable codes.
 */

/** An error of a binding: a stable code, and a message for programmers. */
export class RulesError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Returns a function that loads a module at its first call and then returns the same binding. After
 * a failure the next call tries again.
 */
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

/** Calls a binding. It throws errors whose text is JSON with a code and a message. */
export function callBinding<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    let parsed: { code?: unknown; message?: unknown } = {};
    try {
      parsed = JSON.parse(text) as typeof parsed;
    } catch {
      throw error; // not an error of the binding but a bug
    }
    throw new RulesError(String(parsed.code), String(parsed.message ?? text), error);
  }
}
