/**
 * What this browser keeps of a class: the secret of a pupil with the animal, what was not told yet, and the secret of a teacher. Small, since
 * the page looks here when it opens.
 */
import { isSecret } from '../games/device-secret';
import type { LessonNews } from './api';

const PUPIL = 'damier.class.pupil';
const UNTOLD = 'damier.class.untold';
const TEACHER = 'damier.class.teacher';

/** The pupil that this device is, until the page is closed where the browser stores nothing. */
const inMemory = new Map<string, string>();

/** The secret of the pupil that this device is; null if it is none. */
export function pupilSecret(): string | null {
  return secretAt(PUPIL);
}

/** This device is that pupil from now on; null for none. What was not told is not told any more. */
export function keepPupil(secret: string | null): void {
  keep(PUPIL, secret);
  keep(UNTOLD, null);
}

/** The secret of the teacher of a class; null if nobody teaches here. */
export function teacherSecret(): string | null {
  return secretAt(TEACHER);
}

export function keepTeacher(secret: string | null): void {
  keep(TEACHER, secret);
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
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
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
