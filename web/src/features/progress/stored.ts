/** Whether this browser keeps its progress with an account, and what both have agreed on. Kept in this browser. */
import { loadFields, loadText, saveText } from '../../store/browser-storage';
import type { Agreed } from './sync';

/** The key of the storage; storage events of other windows carry it. */
export const KEEPING_KEY = 'damier.progress';
const ENDED = 'damier.progress-ended';

/** The account, and what was agreed with it. */
export interface Keeping {
  account: string;
  agreed: Agreed;
  /** When both were last the same, in Unix milliseconds; 0 if never. */
  at_ms: number;
}

/** Whether progress goes to an account; asked when the page opens, before anything is fetched for it. */
export function isKept(): boolean {
  return loadText(KEEPING_KEY) !== null;
}

/** What is kept; null where progress stays on this device, or where what was left behind makes no sense. */
export function readKeeping(): Keeping | null {
  const { account, agreed, at_ms } = loadFields(KEEPING_KEY);
  if (typeof account !== 'string') return null;
  return { account, agreed: saneAgreed(agreed), at_ms: typeof at_ms === 'number' && at_ms >= 0 ? at_ms : 0 };
}

/** Keeps it; null stops. */
export function writeKeeping(keeping: Keeping | null): void {
  saveText(KEEPING_KEY, keeping && JSON.stringify(keeping));
}

/** Whether another device has disabled syncing, and the user has not been informed yet. */
export function keepingEnded(): boolean {
  return loadText(ENDED) !== null;
}

/** Keeps, or forgets, that another device has ended it. */
export function noteEnded(ended: boolean): void {
  saveText(ENDED, ended ? '1' : null);
}

function saneAgreed(found: unknown): Agreed {
  if (typeof found !== 'object' || found === null) return {};
  const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const sane = ([, value]: [string, unknown]): boolean => {
    const { version, digest } = (value ?? {}) as Record<string, unknown>;
    return isNumber(version) && isNumber(digest);
  };
  return Object.fromEntries(Object.entries(found).filter(sane)) as Agreed;
}
