/**
 * Synchronises a device with the account: merges changed parts of the account into the device's,
 * then uploads the parts that differ. Optimistic locking: a part is stored only on top of the
 * version that the device has seen, so concurrent syncs lose nothing.
 */
import { type Answer, type Failure, refusedHere } from '../../api/ask';
import { ordered, partsOf, progressOfParts, type Progress } from './parts';

/** The part of the account API that stores progress. */
export interface ProgressKeeper {
  parts(): Promise<Answer<Map<string, number>>>;
  part(name: string): Promise<Answer<{ version: number; kept: unknown }>>;
  /**
   * Stores a part on top of version `base` and returns the new version. Refused with `part-changed`
   * if another device has stored it meanwhile.
   */
  store(name: string, base: number, text: string): Promise<Answer<number>>;
}

export interface Device {
  progress(): Promise<Progress>;
  /** Merges this progress into the device's. */
  add(progress: Progress): Promise<void>;
}

/** For each part at the last sync: its version in the account, and a digest of its text. */
export type SyncedVersions = Record<string, { version: number; digest: number }>;

/**
 * The code if another device has removed all progress from the account: this device does not upload
 * it again.
 */
export const REMOVED = 'progress-removed';

/** How many syncs are attempted when other devices change parts meanwhile. */
const TRIES = 4;

/**
 * The parts after a sync; or that the user disabled it meanwhile; or the failure, after which the
 * earlier state stays valid.
 */
export type Agreement = { kind: 'ok'; agreed: SyncedVersions } | { kind: 'stopped' } | Failure;

/**
 * Syncs both sides. `isWanted` is checked before each change: the user may disable syncing
 * meanwhile.
 */
export async function syncProgress(keeper: ProgressKeeper, device: Device, agreed: SyncedVersions, isWanted = (): boolean => true): Promise<Agreement> {
  for (let tries = 1; ; tries += 1) {
    const done = await syncOnce(keeper, device, agreed, isWanted);
    if (done.kind !== 'refused' || done.code !== 'part-changed' || tries === TRIES) return done;
  }
}

async function syncOnce(keeper: ProgressKeeper, device: Device, agreed: SyncedVersions, isWanted: () => boolean): Promise<Agreement> {
  const listed = await keeper.parts();
  if (listed.kind !== 'ok') return listed;
  const versions = new Map(listed.value);
  if (versions.size === 0 && Object.keys(agreed).length > 0) return refusedHere(REMOVED);

  const fetched = new Map<string, unknown>();
  for (const [name, version] of versions) {
    if (agreed[name]?.version === version) continue;
    const part = await keeper.part(name);
    if (part.kind === 'refused' && part.code === 'part-not-found') {
      versions.delete(name); // removed since the list was requested
    } else if (part.kind === 'ok') {
      versions.set(name, part.value.version);
      fetched.set(name, part.value.kept);
    } else {
      return part;
    }
  }
  if (!isWanted()) return { kind: 'stopped' };
  if (fetched.size > 0) await device.add(progressOfParts(fetched));

  const now: SyncedVersions = {};
  for (const [name, text] of partsOf(await device.progress())) {
    const [version, digest] = [versions.get(name) ?? 0, digestOf(text)];
    const there = agreed[name];
    const same = fetched.has(name) ? ordered(fetched.get(name)) === text : there?.version === version && there.digest === digest;
    if (version > 0 && same) {
      now[name] = { version, digest };
      continue;
    }
    if (!isWanted()) return { kind: 'stopped' };
    const stored = await keeper.store(name, version, text);
    if (stored.kind !== 'ok') return stored;
    now[name] = { version: stored.value, digest };
  }
  return { kind: 'ok', agreed: now };
}

/** A digest of 53 bits that detects changes of a text: FNV-1a in two halves. */
function digestOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + i), 0x01000193);
  }
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}
