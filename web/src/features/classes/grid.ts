/** The state of each pupil in the teacher's grid: the current exercise, and who needs help. Pure. */
import type { ClassGame, TaughtClass, TaughtLesson, TaughtPupil } from '../../api/types';
import { isSet } from './sets';

/** A pupil is stuck after this many wrong tries at one exercise. */
const STUCK_TRIES = 3;
/** A pupil is stuck after this time at one exercise, in milliseconds. */
export const STUCK_MS = 4 * 60_000;
/** After this time without a poll a device counts as away, in milliseconds; the server updates the time every 20 seconds. */
export const AWAY_MS = 60_000;

export type PupilStatus =
  /** The minutes since the device's last poll. */
  | { kind: 'away'; minutes: number }
  | { kind: 'plays' }
  | { kind: 'tries'; n: number }
  | { kind: 'long'; minutes: number }
  | { kind: 'works' }
  /** No lesson, or the last one is finished. */
  | { kind: 'free' };

/** The lesson that was reported last; null without one. */
export function lastLesson(pupil: TaughtPupil): TaughtLesson | null {
  return pupil.lessons.reduce<TaughtLesson | null>((last, it) => (last === null || it.reported_ms >= last.reported_ms ? it : last), null);
}

/** The sets of problems of a class: assigned to all, assigned to single pupils, then those reported, the latest first. */
export function setsOf({ assigned, pupils }: Pick<TaughtClass, 'assigned' | 'pupils'>): string[] {
  const reported = pupils.flatMap(({ lessons }) => lessons).sort((a, b) => b.reported_ms - a.reported_ms);
  const all = [assigned, ...pupils.map((pupil) => pupil.assigned), ...reported.map(({ lesson }) => lesson)];
  return [...new Set(all.filter((name) => name !== null))].filter(isSet);
}

export function isFinished(lesson: TaughtLesson): boolean {
  return lesson.place >= lesson.places;
}

export function isPlaying(pupil: TaughtPupil): boolean {
  return pupil.game !== null && !pupil.game.over;
}

function isHere(pupil: TaughtPupil, now_ms: number): boolean {
  return now_ms - pupil.seen_ms < AWAY_MS;
}

/** The state of a pupil; all times are the server's. */
export function standingOf(pupil: TaughtPupil, now_ms: number): PupilStatus {
  if (!isHere(pupil, now_ms)) return { kind: 'away', minutes: minutes(now_ms - pupil.seen_ms) };
  const at = lastLesson(pupil);
  const works = at !== null && !isFinished(at);
  if (works && at.tries >= STUCK_TRIES) return { kind: 'tries', n: at.tries };
  if (isPlaying(pupil)) return { kind: 'plays' };
  if (works && now_ms - at.place_ms >= STUCK_MS) return { kind: 'long', minutes: minutes(now_ms - at.place_ms) };
  return { kind: works ? 'works' : 'free' };
}

export function needsHelp(standing: PupilStatus): boolean {
  return standing.kind === 'tries' || standing.kind === 'long';
}

/** The pupils who can be paired: present, and without a running game. */
export function freeToPlay(pupils: readonly TaughtPupil[], now_ms: number): string[] {
  return pupils.filter((pupil) => isHere(pupil, now_ms) && !isPlaying(pupil)).map((pupil) => pupil.nickname);
}

/** The result of a pupil's last game; null while it runs, and without one. An aborted game is `none`. */
export function resultOf(game: ClassGame | null): 'won' | 'lost' | 'drawn' | 'none' | null {
  if (!game?.over) return null;
  if (game.ending === null || game.ending.reason === 'aborted') return 'none';
  if (game.ending.winner === null) return 'drawn';
  return game.ending.winner === game.side ? 'won' : 'lost';
}

function minutes(ms: number): number {
  return Math.floor(ms / 60_000);
}
