/** How a rating is written: a whole number, with a question mark while it is uncertain. */
import type { RatingShown } from '../../api/types';

export function ratingText({ rating, provisional }: Pick<RatingShown, 'rating' | 'provisional'>): string {
  return provisional ? `${rating}?` : String(rating);
}

/** What a game did to a rating, with its sign; the minus is the typographic one. */
export function changeText(before: number, after: number): string {
  const change = after - before;
  return change < 0 ? `−${-change}` : `+${change}`;
}
