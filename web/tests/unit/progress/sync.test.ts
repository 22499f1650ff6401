/** Progress stored with an account: devices converge for any order of changes and synchronisations, and send only changes. */
import { describe, expect, it } from 'vitest';
import type { Answer as AccountAnswer } from '../../../src/api/ask';
import { ok, refused } from '../api/fake-ask';
import { parseCourse, unitedCourse, type Course } from '../../../src/features/lessons/progress.svelte';
import { ordered, partsOf, progressOfParts, type Progress } from '../../../src/features/progress/parts';
import { REMOVED, syncProgress, type Device, type ProgressKeeper, type SyncedVersions } from '../../../src/features/progress/sync';
import { united, type StoredTraining } from '../../../src/features/problems/log';
import { newCard } from '../../../src/features/problems/repetition';

const WEEK_MS = 7 * 24 * 3_600_000;
const NOTHING: StoredTraining = { attempts: [], runs: [], cards: [], reviews: [], forgotten: [] };
const FRESH: Course = { begun_ms: 0, lessons: {}, exams: {} };

/** An account that counts requests. */
class Account implements ProgressKeeper {
  readonly kept = new Map<string, { version: number; kept: unknown }>();
  fetched: string[] = [];
  stored: string[] = [];
  /** Called before a part is stored, to let another device act at this moment. */
  between: (() => void) | null = null;

  parts(): Promise<AccountAnswer<Map<string, number>>> {
    return Promise.resolve({ kind: 'ok', value: new Map([...this.kept].map(([name, { version }]) => [name, version])) });
  }

  part(name: string): Promise<AccountAnswer<{ version: number; kept: unknown }>> {
    this.fetched.push(name);
    const value = this.kept.get(name);
    return Promise.resolve(value ? ok(value) : refused('part-not-found'));
  }

  store(name: string, base: number, text: string): Promise<AccountAnswer<number>> {
    const between = this.between;
    this.between = null;
    between?.();
    if ((this.kept.get(name)?.version ?? 0) !== base) return Promise.resolve(refused('part-changed'));
    this.stored.push(name);
    this.kept.set(name, { version: base + 1, kept: JSON.parse(text) });
    return Promise.resolve({ kind: 'ok', value: base + 1 });
  }
}

class Browser implements Device {
  agreed: SyncedVersions = {};
  constructor(public has: Progress = { course: FRESH, training: NOTHING }) {}

  progress(): Promise<Progress> {
    return Promise.resolve(this.has);
  }

  add({ course, training }: Progress): Promise<void> {
    this.has = { course: unitedCourse(this.has.course, course), training: united(this.has.training, training) };
    return Promise.resolve();
  }

  async agreeWith(account: Account): Promise<string> {
    account.fetched = [];
    account.stored = [];
    const done = await syncProgress(account, this, this.agreed);
    if (done.kind === 'ok') this.agreed = done.agreed;
    return done.kind === 'refused' ? done.code : done.kind;
  }

  trained(at_ms: number): void {
    const attempt = { at_ms, variant: 'international', problem: `p${at_ms}`, themes: ['direct'], solved: 'clean' as const, took_ms: 9, strength: null };
    this.has = { ...this.has, training: { ...this.has.training, attempts: [...this.has.training.attempts, attempt] } };
  }

  learnt(lesson: string, stars: 0 | 1 | 2 | 3, at = 0, at_ms = 0): void {
    const { course } = this.has;
    const before = course.lessons[lesson]?.stars ?? 0;
    const lessons = { ...course.lessons, [lesson]: { stars: Math.max(stars, before) as typeof stars, at, helps: 0, at_ms } };
    this.has = { ...this.has, course: { ...course, lessons } };
  }

  text(): string {
    return ordered([...partsOf(this.has)].sort());
  }
}

describe('synchronisation of two devices with an account', () => {
  it('gives both the same progress and sends only changes', async () => {
    const [account, phone, laptop] = [new Account(), new Browser(), new Browser()];
    phone.learnt('words', 3);
    phone.trained(5);
    phone.trained(WEEK_MS + 5);
    laptop.learnt('words', 1);
    laptop.learnt('moves', 2);
    laptop.trained(7);
    expect(await phone.agreeWith(account)).toBe('ok');
    expect([account.fetched, account.stored]).toEqual([[], ['lessons', 'week-0', 'week-1']]);
    expect(await laptop.agreeWith(account)).toBe('ok');
    expect([account.fetched, account.stored]).toEqual([['lessons', 'week-0', 'week-1'], ['lessons', 'week-0']]);
    expect(laptop.has.course.lessons).toEqual({ words: { stars: 3, at: 0, helps: 0, at_ms: 0 }, moves: { stars: 2, at: 0, helps: 0, at_ms: 0 } });
    expect(await phone.agreeWith(account)).toBe('ok');
    expect([account.fetched, account.stored]).toEqual([['lessons', 'week-0'], []]);
    expect(phone.text()).toBe(laptop.text());
    for (const device of [phone, laptop]) {
      expect(await device.agreeWith(account)).toBe('ok');
      expect([account.fetched, account.stored]).toEqual([[], []]);
    }
  });

  it('loses nothing if both send at the same time', async () => {
    const [account, phone, laptop] = [new Account(), new Browser(), new Browser()];
    phone.trained(1);
    laptop.trained(2);
    account.between = () => account.kept.set('week-0', { version: 1, kept: JSON.parse(partsOf(laptop.has).get('week-0') ?? '') });
    expect(await phone.agreeWith(account)).toBe('ok');
    expect(await laptop.agreeWith(account)).toBe('ok');
    expect(phone.has.training.attempts).toHaveLength(2);
    expect(phone.text()).toBe(laptop.text());
  });

  it('applies a reset of one device to both and keeps later progress', async () => {
    const [account, phone, laptop] = [new Account(), new Browser(), new Browser()];
    phone.learnt('words', 3, 0, 50);
    await phone.agreeWith(account);
    await laptop.agreeWith(account);
    laptop.has = { ...laptop.has, course: { ...FRESH, begun_ms: 100 } };
    laptop.learnt('moves', 1, 0, 120);
    phone.learnt('taking', 2, 0, 110); // offline, and after the laptop was reset
    await laptop.agreeWith(account);
    await phone.agreeWith(account);
    await laptop.agreeWith(account);
    for (const { has } of [phone, laptop]) {
      expect(has.course.begun_ms).toBe(100);
      expect(Object.keys(has.course.lessons).sort()).toEqual(['moves', 'taking']);
    }
  });

  it('keeps the completion of a repeated lesson', async () => {
    const [account, phone, laptop] = [new Account(), new Browser(), new Browser()];
    phone.learnt('words', 3, 0, 10);
    phone.learnt('words', 3, 1, 20);
    await phone.agreeWith(account);
    await laptop.agreeWith(account);
    phone.learnt('words', 2, 0, 30);
    await phone.agreeWith(account);
    await laptop.agreeWith(account);
    expect(laptop.has.course.lessons).toEqual({ words: { stars: 3, at: 0, helps: 0, at_ms: 30 } });
  });

  it('sends nothing after it was stopped', async () => {
    const [account, phone] = [new Account(), new Browser()];
    for (const week of [1, 2, 3]) phone.trained(week * WEEK_MS);
    let left = 2;
    const done = await syncProgress(account, phone, {}, () => left-- > 0);
    expect(done).toEqual({ kind: 'stopped' });
    expect(account.stored).toEqual(['week-1']);
  });

  it('does not restore progress that was removed from the account', async () => {
    const [account, phone] = [new Account(), new Browser()];
    phone.learnt('words', 3);
    await phone.agreeWith(account);
    account.kept.clear();
    expect(await phone.agreeWith(account)).toBe(REMOVED);
    expect(account.kept.size).toBe(0);
  });

  it('continues after the account was restored to an older state', async () => {
    const [account, phone] = [new Account(), new Browser()];
    phone.learnt('words', 3);
    await phone.agreeWith(account);
    const old = account.kept.get('lessons');
    phone.learnt('moves', 3);
    await phone.agreeWith(account);
    if (old) account.kept.set('lessons', old);
    expect(await phone.agreeWith(account)).toBe('ok');
    expect(Object.keys((account.kept.get('lessons')?.kept as Course).lessons)).toEqual(['moves', 'words']);
  });

  it('converges for any order of learning, resetting and synchronising', async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      let state = seed;
      const draw = (below: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const account = new Account();
      const devices = [new Browser(), new Browser(), new Browser()] as const;
      for (let step = 1; step <= 40; step += 1) {
        const device = devices[draw(3)] as Browser;
        const { training } = device.has;
        const card = newCard({ kind: 'theme', variant: 'international', theme: `t${draw(3)}` }, step);
        switch (draw(9)) {
          case 7:
            if (draw(4) === 0) device.has = { ...device.has, course: { ...FRESH, begun_ms: step } };
            break;
          case 0:
            device.learnt(`lesson${'abc'.charAt(draw(3))}`, draw(4) as 0 | 1 | 2 | 3, draw(5), step);
            break;
          case 1:
            device.trained(step * WEEK_MS * draw(2) + step);
            break;
          case 2:
            device.has = { ...device.has, training: united(training, { ...NOTHING, cards: [card] }) };
            break;
          case 3:
            device.has = { ...device.has, training: united(training, { ...NOTHING, forgotten: [{ id: card.id, at_ms: step }] }) };
            break;
          case 4:
            device.has = { ...device.has, training: united(training, { ...NOTHING, runs: [{ at_ms: 5, kind: 'streak', variant: 'international', solved: draw(9) }] }) };
            break;
          default:
            expect(await device.agreeWith(account)).toBe('ok');
        }
      }
      for (const device of [...devices, ...devices]) expect(await device.agreeWith(account)).toBe('ok');
      expect(new Set(devices.map((device) => device.text())).size).toBe(1);
      expect(account.stored).toEqual([]);
    }
  });
});

describe('progress received from another device', () => {
  it('is accepted except for invalid values', () => {
    for (const odd of [null, 7, 'x', [], { lessons: 'x' }, { attempts: 'x', cards: [{}], forgotten: [{ id: 7 }] }]) {
      const parts = new Map<string, unknown>([['lessons', odd], ['cards', odd], ['week-1', odd], ['elsewhere', odd]]);
      expect(progressOfParts(parts)).toEqual({ course: FRESH, training: NOTHING });
    }
    expect(parseCourse({ begun_ms: -1, lessons: { words: { stars: 9, at: 2, helps: 0 } } })).toEqual({ ...FRESH, lessons: { words: { stars: 0, at: 2, helps: 0, at_ms: 0 } } });
  });

  it('is serialised identically on every device', () => {
    expect(ordered({ b: [{ d: 1, c: null }], a: 'é' })).toBe('{"a":"é","b":[{"c":null,"d":1}]}');
  });
});
