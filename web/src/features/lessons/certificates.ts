/**
 * The four certificates, their lessons and their conditions: all lessons finished with two stars
 * each on average, and a passed mock exam.
 */
import type { Level } from '../../ui/characters';

export const CERTIFICATE_IDS = ['white-man', 'black-man', 'king', 'golden-board'] as const;
export type CertificateId = (typeof CERTIFICATE_IDS)[number];

/** The number of diagrams of a mock exam, and the number of right answers to pass. */
export const ASKED = 20;
export const PASS = 14;

/** The first and the last lesson of each, counted from 0. */
const RANGES: Record<CertificateId, readonly [number, number]> = {
  'white-man': [0, 7],
  'black-man': [8, 12],
  king: [13, 16],
  'golden-board': [17, 20],
};
const STARS_A_LESSON = 2;

/** The face that leads through the part of this lesson, counted from 0: Zoé first, then a stronger one. */
export function guideOf(lesson: number): Level {
  const part = CERTIFICATE_IDS.findIndex((id) => lesson <= RANGES[id][1]);
  return (Math.max(0, part) + 1) as Level;
}

export interface Certificate<L> {
  id: CertificateId;
  lessons: readonly L[];
}

/** The certificates with their lessons, out of all lessons of the course. */
export function certificatesOf<L>(course: readonly L[]): Certificate<L>[] {
  return CERTIFICATE_IDS.map((id) => ({ id, lessons: course.slice(RANGES[id][0], RANGES[id][1] + 1) }));
}

/** The certificate named in an address; null for none. */
export const certificateOf = (id: string): CertificateId | null => CERTIFICATE_IDS.find((known) => known === id) ?? null;

export interface Standing {
  /** Lessons that are not finished yet. */
  open: number;
  stars: number;
  needed: number;
  /** The best result of the mock exams; null if none was taken. */
  exam: number | null;
  passed: boolean;
  earned: boolean;
}

export function standing(lessons: readonly { stars: number }[], exam: number | null): Standing {
  const open = lessons.filter(({ stars }) => stars === 0).length;
  const stars = lessons.reduce((sum, it) => sum + it.stars, 0);
  const needed = lessons.length * STARS_A_LESSON;
  const passed = exam !== null && exam >= PASS;
  return { open, stars, needed, exam, passed, earned: open === 0 && stars >= needed && passed };
}
