/**
 * A class in this browser's storage: the secret of a pupil with the animal, unsent reports, and the
 * secrets of a teacher, who may have several classes. Small, since the page reads it when it opens.
 */
import { loadFields, loadList, loadText, saveText } from '../../store/browser-storage';
import { isSecret } from '../../store/device-secret';
import type { ReportedLesson } from '../../api/types';
import { readSets, withSet, type SetProgress } from './sets';

const PUPIL = 'damier.class.pupil';
const UNSENT = 'damier.class.untold';
const SETS = 'damier.class.sets';
const TEACHER = 'damier.class.teacher';
const TAUGHT = 'damier.class.taught';
const LEFT_OVER = 'damier.class.left-over';
/** The maximum number of a teacher's classes. */
const MAX_TEACHER_CLASSES = 24;

export interface TeacherClass {
  secret: string;
  code: string;
}

/** The secret of the pupil on this device; null without one. */
export function pupilSecret(): string | null {
  return secretAt(PUPIL);
}

/**
 * Makes this device that pupil; null for none. Unsent reports and the progress in sets are deleted.
 */
export function savePupil(secret: string | null): void {
  saveText(PUPIL, secret);
  saveText(UNSENT, null);
  saveText(SETS, null);
}

/** The progress of this device in a set of problems; null if it was not started. */
export function problemSetProgress(name: string): SetProgress | null {
  return readSets(loadText(SETS))[name] ?? null;
}

export function saveProblemSetProgress(name: string, progress: SetProgress): void {
  saveText(SETS, JSON.stringify(withSet(readSets(loadText(SETS)), name, progress)));
}

/** The secret of the teacher of a class; null without one. */
export function teacherSecret(): string | null {
  return secretAt(TEACHER);
}

export function saveTeacher(secret: string | null): void {
  saveText(TEACHER, secret);
}

/** The classes of a teacher in this browser, in the order of joining. */
export function teacherClasses(): TeacherClass[] {
  const isTaught = (it: Partial<TeacherClass> | null): boolean => typeof it?.secret === 'string' && isSecret(it.secret) && typeof it.code === 'string';
  return (loadList(TAUGHT) as TeacherClass[]).filter(isTaught);
}

export function saveTeacherClass(secret: string, code: string): void {
  const before = teacherClasses();
  if (before.some((it) => it.secret === secret && it.code === code)) return;
  storeTeacherClasses([...before.filter((it) => it.secret !== secret), { secret, code }]);
}

export function removeTeacherClass(secret: string): void {
  storeTeacherClasses(teacherClasses().filter((it) => it.secret !== secret));
}

function storeTeacherClasses(classes: readonly TeacherClass[]): void {
  saveText(TAUGHT, classes.length > 0 ? JSON.stringify(classes.slice(-MAX_TEACHER_CLASSES)) : null);
}

/**
 * The teacher's last choice of the engine level for a pupil left over; null to sit out. `usual`
 * before any choice.
 */
export function leftOverLevel(usual: number): number | null {
  const found = loadText(LEFT_OVER);
  if (found === 'none') return null;
  return found !== null && /^[1-9]$/.test(found) ? Number(found) : usual;
}

export function saveLeftOverLevel(level: number | null): void {
  saveText(LEFT_OVER, level === null ? 'none' : String(level));
}

/** The unsent reports, by lesson. */
export function unsentReports(): Record<string, ReportedLesson> {
  return Object.fromEntries(Object.entries(loadFields(UNSENT)).filter((entry): entry is [string, ReportedLesson] => isReport(entry[1])));
}

export function saveUnsent(reports: Record<string, ReportedLesson>): void {
  saveText(UNSENT, Object.keys(reports).length > 0 ? JSON.stringify(reports) : null);
}

function isReport(value: unknown): value is ReportedLesson {
  const it = value as Record<string, unknown> | null;
  const numbers = ['stars', 'place', 'places', 'helps', 'tries'];
  return typeof it === 'object' && it !== null && typeof it['lesson'] === 'string' && numbers.every((name) => Number.isInteger(it[name]));
}

function secretAt(key: string): string | null {
  const found = loadText(key);
  return found !== null && isSecret(found) ? found : null;
}
