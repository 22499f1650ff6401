/**
 * The simuls that this browser takes part in, as the host or as a guest. The secret authenticates the part, so it stays in this
 * browser: in the local storage, or, if the browser stores nothing, until the page is closed.
 */
import { loadList, saveValue } from '../../store/browser-storage';
import { isSecret } from '../../store/device-secret';

export interface KeptPart {
  id: string;
  secret: string;
  host: boolean;
  title: string;
  updated_ms: number;
}

const KEY = 'damier.simuls';
/** The maximum number stored; the oldest are dropped first. */
const MOST = 30;

/** The parts of this browser, the latest first. */
export function parts(): KeptPart[] {
  return [...read()].sort((a, b) => b.updated_ms - a.updated_ms);
}

/** The part in a simul; null if this browser has none. */
export function partIn(id: string): KeptPart | null {
  return read().find((part) => part.id === id) ?? null;
}

/** The simul of the seat with this secret; null for other seats. */
function partWith(secret: string): KeptPart | null {
  return read().find((part) => part.secret === secret && !part.host) ?? null;
}

/** The simuls watched as a spectator, by the secret of the seat; until the page is closed. */
const watching = new Map<string, string>();

/** Records that the user opens a board of a simul. */
export function noteWatching(secret: string, id: string): void {
  watching.set(secret, id);
}

/** The id of the simul that a seat belongs to; null for other seats. */
export function simulOf(secret: string): string | null {
  return watching.get(secret) ?? partWith(secret)?.id ?? null;
}

export function keepPart(part: Omit<KeptPart, 'updated_ms'>, now = Date.now()): void {
  const others = parts().filter(({ id }) => id !== part.id);
  saveValue(KEY, [{ ...part, updated_ms: now }, ...others].slice(0, MOST));
}

export function forgetPart(id: string): void {
  saveValue(KEY, read().filter((part) => part.id !== id));
}

function read(): KeptPart[] {
  return loadList(KEY).filter(isSane);
}

/** Checks a stored value, which may have been edited. */
function isSane(value: unknown): value is KeptPart {
  if (typeof value !== 'object' || value === null) return false;
  const { id, secret, host, title, updated_ms: at } = value as Partial<Record<keyof KeptPart, unknown>>;
  return typeof id === 'string' && typeof secret === 'string' && isSecret(secret) && typeof host === 'boolean' && typeof title === 'string' && typeof at === 'number';
}
