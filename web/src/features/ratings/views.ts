/** Ratings as texts. A provisional one is known too roughly to be shown as a number. */
import type { RatingShown } from '../../api/types';
import { say } from './words';

type Rating = Pick<RatingShown, 'rating' | 'provisional'>;

export function ratingText({ rating, provisional }: Rating): string {
  return provisional ? say('provisional') : String(rating);
}

/** The rating before and after a game, with the change; the minus is the typographic one. */
export function changeText(before: Rating, after: Rating): string {
  if (after.provisional) return ratingText(after);
  if (before.provisional) return say('change.first', { after: after.rating });
  const change = after.rating - before.rating;
  return say('change', { before: before.rating, after: after.rating, change: change < 0 ? `−${-change}` : `+${change}` });
}
