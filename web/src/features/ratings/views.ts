/** A rating as text: a whole number, with a question mark while it is provisional. */
import type { RatingShown } from '../../api/types';

export function ratingText({ rating, provisional }: Pick<RatingShown, 'rating' | 'provisional'>): string {
  return provisional ? `${rating}?` : String(rating);
}

/** The change of a rating by a game, with a sign; the minus is the typographic one. */
export function changeText(before: number, after: number): string {
  const change = after - before;
  return change < 0 ? `−${-change}` : `+${change}`;
}
