/** A duration in a sentence such as "Try again in …": the same units in both languages. */

const MINUTE_S = 60;
/** From this duration on, hours: "in 24 h" is clearer than "in 1429 min". */
const MOST_MINUTES = 90;

/** A duration in whole minutes, or in whole hours from an hour and a half on, rounded up. */
export function waitText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_S));
  return minutes < MOST_MINUTES ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
