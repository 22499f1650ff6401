/**
 * Brings a device and its account to the same progress: what changed at the account is put together with what the device has, and what the
 * account lacks is sent. Nothing is lost where two devices do so at once: a part is stored only on top of the version that its sender knows.
 */
import { type Answer, type Failure, refusedHere } from '../../api/ask';
import { ordered, partsOf, progressOfParts, type Progress } from './parts';

/** The account, as far as it keeps progress. */
export interface ProgressKeeper {
  parts(): Promise<Answer<Map<string, number>>>;
  part(name: string): Promise<Answer<{ version: number; kept: unknown }>>;
  /** Stores a part on top of a version; answers the new one. A part that another device has changed is refused with `part-changed`. */
  store(name: string, base: number, text: string): Promise<Answer<number>>;
}

export interface Device {
  progress(): Promise<Progress>;
  /** Keeps this beside what is there. */
  add(progress: Progress): Promise<void>;
}

/** What a device remembers of the parts that both have: the version at the account, and a digest of the text. */
export type Agreed = Record<string, { version: number; digest: number }>;

/** The code of the refusal where another device has removed everything from the account: it is not sent again. */
export const REMOVED = 'progress-removed';

/** How often a device begins again because others were faster. */
const TRIES = 4;

/** What both have agreed on; that it was stopped; or what went wrong: then what was agreed before is still true. */
export type Agreement = { kind: 'ok'; agreed: Agreed } | { kind: 'stopped' } | Failure;

/** Syncs both sides. `isWanted` is checked before each change: the user may disable syncing meanwhile. */
export async function agree(keeper: ProgressKeeper, device: Device, agreed: Agreed, isWanted = (): boolean => true): Promise<Agreement> {
  for (let tries = 1; ; tries += 1) {
    const done = await agreeOnce(keeper, device, agreed, isWanted);
    if (done.kind !== 'refused' || done.code !== 'part-changed' || tries === TRIES) return done;
  }
}

async function agreeOnce(keeper: ProgressKeeper, device: Device, agreed: Agreed, isWanted: () => boolean): Promise<Agreement> {
  const listed = await keeper.parts();
  if (listed.kind !== 'ok') return listed;
  const versions = new Map(listed.value);
  if (versions.size === 0 && Object.keys(agreed).length > 0) return refusedHere(REMOVED);

  const fetched = new Map<string, unknown>();
  for (const [name, version] of versions) {
    if (agreed[name]?.version === version) continue;
    const part = await keeper.part(name);
    if (part.kind === 'refused' && part.code === 'part-not-found') {
      versions.delete(name); // forgotten at this moment
    } else if (part.kind === 'ok') {
      versions.set(name, part.value.version);
      fetched.set(name, part.value.kept);
    } else {
      return part;
    }
  }
  if (!isWanted()) return { kind: 'stopped' };
  if (fetched.size > 0) await device.add(progressOfParts(fetched));

  const now: Agreed = {};
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

/** A number of 53 bits that tells texts apart well enough to see whether one has changed: FNV-1a in two halves. */
function digestOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + i), 0x01000193);
  }
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}
