/**
 * The simuls that this browser takes part in, as the host or as a guest. The secret authenticates the role, so it stays in this
 * browser: in the local storage, or, if the browser stores nothing, until the page is closed.
 */
import { loadList, saveValue } from '../../store/browser-storage';
import { isSecret } from '../../store/device-secret';

export interface StoredRole {
  id: string;
  secret: string;
  host: boolean;
  title: string;
  updated_ms: number;
}

const KEY = 'damier.simuls';
/** The maximum number stored; the oldest are dropped first. */
const MAX_STORED = 30;

/** The roles of this browser, the latest first. */
export function storedRoles(): StoredRole[] {
  return [...read()].sort((a, b) => b.updated_ms - a.updated_ms);
}

/** The role in a simul; null if this browser has none. */
export function roleIn(id: string): StoredRole | null {
  return read().find((role) => role.id === id) ?? null;
}

/** The simul of the seat with this secret; null for other seats. */
function roleOfSeat(secret: string): StoredRole | null {
  return read().find((role) => role.secret === secret && !role.host) ?? null;
}

/** The simuls watched as a spectator, by the secret of the seat; until the page is closed. */
const watching = new Map<string, string>();

/** Records that the user opens a board of a simul. */
export function noteWatching(secret: string, id: string): void {
  watching.set(secret, id);
}

/** The id of the simul that a seat belongs to; null for other seats. */
export function simulOf(secret: string): string | null {
  return watching.get(secret) ?? roleOfSeat(secret)?.id ?? null;
}

export function saveRole(role: Omit<StoredRole, 'updated_ms'>, now = Date.now()): void {
  const others = storedRoles().filter(({ id }) => id !== role.id);
  saveValue(KEY, [{ ...role, updated_ms: now }, ...others].slice(0, MAX_STORED));
}

export function removeRole(id: string): void {
  saveValue(KEY, read().filter((role) => role.id !== id));
}

function read(): StoredRole[] {
  return loadList(KEY).filter(isSane);
}

/** Checks a stored value, which may have been edited. */
function isSane(value: unknown): value is StoredRole {
  if (typeof value !== 'object' || value === null) return false;
  const { id, secret, host, title, updated_ms: at } = value as Partial<Record<keyof StoredRole, unknown>>;
  return typeof id === 'string' && typeof secret === 'string' && isSecret(secret) && typeof host === 'boolean' && typeof title === 'string' && typeof at === 'number';
}
