/**
 * The state of synchronisation, stored in this browser: the account and the parts at the last sync.
 */
import { loadFields, loadText, saveText } from '../../store/browser-storage';
import type { SyncedVersions } from './sync';

/** The storage key, as in storage events of other windows. */
export const KEEPING_KEY = 'damier.progress';
const ENDED = 'damier.progress-ended';

/** The account, and the parts that were the same on both sides at the last sync. */
export interface SyncState {
  account: string;
  agreed: SyncedVersions;
  /** When the last sync ended, in Unix milliseconds; 0 if never. */
  at_ms: number;
}

/**
 * Whether synchronisation is enabled. Read when the page opens, before anything is loaded for it.
 */
export function isSyncEnabled(): boolean {
  return loadText(KEEPING_KEY) !== null;
}

/** The stored state; null if synchronisation is disabled or the stored value is invalid. */
export function readSyncState(): SyncState | null {
  const { account, agreed, at_ms } = loadFields(KEEPING_KEY);
  if (typeof account !== 'string') return null;
  return { account, agreed: parseSyncedVersions(agreed), at_ms: typeof at_ms === 'number' && at_ms >= 0 ? at_ms : 0 };
}

/** Stores the state; null disables synchronisation. */
export function writeSyncState(keeping: SyncState | null): void {
  saveText(KEEPING_KEY, keeping && JSON.stringify(keeping));
}

/** Whether another device has disabled syncing, and the user has not been informed yet. */
export function isSyncEndNoticePending(): boolean {
  return loadText(ENDED) !== null;
}

/** Stores whether another device has disabled syncing and the user is not yet informed. */
export function noteEnded(ended: boolean): void {
  saveText(ENDED, ended ? '1' : null);
}

function parseSyncedVersions(found: unknown): SyncedVersions {
  if (typeof found !== 'object' || found === null) return {};
  const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const isVersion = ([, value]: [string, unknown]): boolean => {
    const { version, digest } = (value ?? {}) as Record<string, unknown>;
    return isNumber(version) && isNumber(digest);
  };
  return Object.fromEntries(Object.entries(found).filter(isVersion)) as SyncedVersions;
}
