/**
 * The gatherings of this browser: the secrets of those that it hosts, and by which secret it came to others. So a reload goes on where one was, and
 * opening a link twice gives one member.
 */
import { isSecret } from '../../store/device-secret';

export interface KeptGathering {
  /** The secret of the host or of the member. */
  secret: string;
  /** The link by which this browser came; null where it hosts. */
  link: string | null;
  /** Under which name; empty for a host, and where it was kept before names were. */
  name: string;
  variant: string;
  updated_ms: number;
}

const KEY = 'damier.gatherings';
const MOST = 20;
/** The gatherings while the browser does not store them, because it stores nothing or has no visit; null while it does. */
let inMemory: KeptGathering[] | null = null;

/** All of them, the latest first. */
export function gatherings(): KeptGathering[] {
  return [...read()].sort((a, b) => b.updated_ms - a.updated_ms);
}

/** Every secret under which this browser came by a link. */
export function comeBy(link: string): KeptGathering | null {
  return gatherings().find((it) => it.link === link) ?? null;
}

export function keepGathering(secret: string, link: string | null, variant: string, name = '', now = Date.now()): void {
  const others = gatherings().filter((it) => it.secret !== secret);
  write([{ secret, link, name, variant, updated_ms: now }, ...others].slice(0, MOST));
}

/** How a member came who plays at this device. */
export function gatheringOf(secret: string): KeptGathering | null {
  return gatherings().find((it) => it.secret === secret && it.link !== null) ?? null;
}

/** Who else has come by the same link at this device: each name once, with its latest secret. */
export function companionsOf(secret: string): KeptGathering[] {
  const own = gatheringOf(secret);
  if (own === null || own.name === '') return [];
  const others = gatherings().filter((it) => it.link === own.link && it.name !== '' && it.name !== own.name);
  return others.filter((it, at) => others.findIndex(({ name }) => name === it.name) === at);
}

export function forgetGathering(secret: string): void {
  write(read().filter((it) => it.secret !== secret));
}

function read(): KeptGathering[] {
  if (inMemory !== null) return inMemory;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept).map((it) => ({ ...it, name: typeof it.name === 'string' ? it.name : '' })) : [];
  } catch {
    return [];
  }
}

/** A gathering as it was kept, perhaps by hand. */
function isKept(value: unknown): value is KeptGathering {
  if (typeof value !== 'object' || value === null) return false;
  const { secret, link, variant, updated_ms } = value as Record<string, unknown>;
  const isLink = link === null || (typeof link === 'string' && isSecret(link));
  return typeof secret === 'string' && isSecret(secret) && isLink && typeof variant === 'string' && typeof updated_ms === 'number';
}

function write(kept: KeptGathering[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    inMemory = null;
  } catch {
    inMemory = kept; // they last until the page is closed
  }
}
