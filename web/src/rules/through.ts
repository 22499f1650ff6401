/**
 * What the doors to the modules of crates/wasm have in common: a module is fetched once, and what a call through a door
 * throws carries a stable code.
 */

/** Why a door could not do something: a stable code, and a sentence for programmers. */
export class DoorError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Opens a door when it is first asked for: fetches its module, once. A failed fetch may be tried again. */
export function opened<D>(fetchModule: () => Promise<unknown>, make: () => D): () => Promise<D> {
  let opening: Promise<D> | null = null;
  return () => {
    opening ??= fetchModule().then(make, (error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
}

/** Calls through a door; what it throws carries its code and message as JSON. */
export function through<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    let told: { code?: unknown; message?: unknown } = {};
    try {
      told = JSON.parse(text) as typeof told;
    } catch {
      throw error; // not one of the door's own: a bug, and left as it is
    }
    throw new DoorError(String(told.code), String(told.message ?? text), error);
  }
}
