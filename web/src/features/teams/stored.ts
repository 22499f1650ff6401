/**
 * The team matches of this browser: the secrets of those that it hosts, and of the seats that it joined. A reload restores the page, and opening a link twice
 * creates one member.
 */
import { loadList, saveValue } from '../../store/browser-storage';
import { isSecret } from '../../store/device-secret';

export interface StoredMatch {
  /** The secret of the host or of the member. */
  secret: string;
  /** The link through which this browser joined; null for the host. */
  link: string | null;
  variant: string;
  updated_ms: number;
}

const KEY = 'damier.team-matches';
const MAX_STORED = 20;

/** The latest first. */
export function storedMatches(): StoredMatch[] {
  return [...read()].sort((a, b) => b.updated_ms - a.updated_ms);
}

/** The latest seat joined through a link. */
export function matchByLink(link: string): StoredMatch | null {
  return storedMatches().find((it) => it.link === link) ?? null;
}

export function storeMatch(secret: string, link: string | null, variant: string, now = Date.now()): void {
  const others = storedMatches().filter((it) => it.secret !== secret);
  saveValue(KEY, [{ secret, link, variant, updated_ms: now }, ...others].slice(0, MAX_STORED));
}

/** The stored entry of a member on this device. */
export function matchOf(secret: string): StoredMatch | null {
  return storedMatches().find((it) => it.secret === secret && it.link !== null) ?? null;
}

export function forgetMatch(secret: string): void {
  saveValue(KEY, read().filter((it) => it.secret !== secret));
}

function read(): StoredMatch[] {
  return loadList(KEY).filter(isStoredMatch);
}

/** Checks a stored value, which may have been edited. */
function isStoredMatch(value: unknown): value is StoredMatch {
  if (typeof value !== 'object' || value === null) return false;
  const { secret, link, variant, updated_ms } = value as Record<string, unknown>;
  const isLink = link === null || (typeof link === 'string' && isSecret(link));
  return typeof secret === 'string' && isSecret(secret) && isLink && typeof variant === 'string' && typeof updated_ms === 'number';
}
