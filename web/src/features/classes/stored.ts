/**
 * What this browser keeps of a class: the secret of a pupil with the animal, what was not told yet, and the secrets of a teacher, who may have several
 * classes. Small, since the page looks here when it opens.
 */
import { isSecret } from '../../store/device-secret';
import type { ToldLesson as LessonNews } from '../../api/types';
import { readSets, withSet, type SetProgress } from './sets';

const PUPIL = 'damier.class.pupil';
const UNTOLD = 'damier.class.untold';
const SETS = 'damier.class.sets';
const TEACHER = 'damier.class.teacher';
const TAUGHT = 'damier.class.taught';
const LEFT_OVER = 'damier.class.left-over';
/** So many classes of a teacher are kept. */
const MOST_TAUGHT = 24;

export interface TaughtHere {
  secret: string;
  code: string;
}

/** What the browser could not store, for lack of permission or space: kept until the page is closed, and newer than what is stored. */
const inMemory = new Map<string, string>();

/** The secret of the pupil that this device is; null if it is none. */
export function pupilSecret(): string | null {
  return secretAt(PUPIL);
}

/** This device is that pupil from now on; null for none. What was not told is not told any more, and how far sets of problems were is forgotten. */
export function keepPupil(secret: string | null): void {
  keep(PUPIL, secret);
  keep(UNTOLD, null);
  keep(SETS, null);
}

/** How far this device has come in a set of problems; null where it was not begun. */
export function setHere(name: string): SetProgress | null {
  return readSets(read(SETS))[name] ?? null;
}

export function keepSet(name: string, progress: SetProgress): void {
  keep(SETS, JSON.stringify(withSet(readSets(read(SETS)), name, progress)));
}

/** The secret of the teacher of a class; null if this browser teaches no class. */
export function teacherSecret(): string | null {
  return secretAt(TEACHER);
}

export function keepTeacher(secret: string | null): void {
  keep(TEACHER, secret);
}

/** The classes that are taught from this browser, in the order in which they came. */
export function taughtHere(): TaughtHere[] {
  try {
    const found: unknown = JSON.parse(read(TAUGHT) ?? '[]');
    if (!Array.isArray(found)) return [];
    return found.filter((it: Partial<TaughtHere> | null): it is TaughtHere => typeof it?.secret === 'string' && isSecret(it.secret) && typeof it.code === 'string');
  } catch {
    return [];
  }
}

/** Notes a class of this teacher by its code. */
export function noteTaught(secret: string, code: string): void {
  const before = taughtHere();
  if (before.some((it) => it.secret === secret && it.code === code)) return;
  keepTaught([...before.filter((it) => it.secret !== secret), { secret, code }]);
}

export function forgetTaught(secret: string): void {
  keepTaught(taughtHere().filter((it) => it.secret !== secret));
}

function keepTaught(classes: readonly TaughtHere[]): void {
  keep(TAUGHT, classes.length > 0 ? JSON.stringify(classes.slice(-MOST_TAUGHT)) : null);
}

/** The level of the computer for a pupil who is left over, as the teacher chose it last; null to sit out. `usual` before any choice. */
export function leftOverLevel(usual: number): number | null {
  const found = read(LEFT_OVER);
  if (found === 'none') return null;
  return found !== null && /^[1-9]$/.test(found) ? Number(found) : usual;
}

export function keepLeftOverLevel(level: number | null): void {
  keep(LEFT_OVER, level === null ? 'none' : String(level));
}

/** What is to be told of lessons once the server answers, by lesson. */
export function untold(): Record<string, LessonNews> {
  try {
    const found: unknown = JSON.parse(read(UNTOLD) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([, news]) => isNews(news)));
  } catch {
    return {};
  }
}

export function keepUntold(news: Record<string, LessonNews>): void {
  keep(UNTOLD, Object.keys(news).length > 0 ? JSON.stringify(news) : null);
}

function isNews(value: unknown): value is LessonNews {
  const it = value as Record<string, unknown> | null;
  const numbers = ['stars', 'place', 'places', 'helps', 'tries'];
  return typeof it === 'object' && it !== null && typeof it['lesson'] === 'string' && numbers.every((name) => Number.isInteger(it[name]));
}

function secretAt(key: string): string | null {
  const found = read(key);
  return found !== null && isSecret(found) ? found : null;
}

function read(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string | null): void {
  inMemory.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) inMemory.set(key, value);
  }
}
