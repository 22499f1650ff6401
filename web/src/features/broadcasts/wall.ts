/** How boards fill a screen: how many stand on one page of it, and in how many columns. */

/** Boards on one page of a wall at most. */
export const MOST_AT_ONCE = 12;

/** How much higher than wide a board with both names is. */
const TALLER = 1.22;

/** In how many columns boards are the largest on a place of this shape. */
export function columnsFor(boards: number, width: number, height: number): number {
  let best = { columns: 1, side: 0 };
  for (let columns = 1; columns <= Math.max(boards, 1); columns += 1) {
    const rows = Math.ceil(boards / columns);
    const side = Math.min(width / columns, height / rows / TALLER);
    if (side > best.side) best = { columns, side };
  }
  return best.columns;
}

/** The boards of each page, as even as can be: 13 boards are 7 and 6, not 12 and 1. */
export function pagesOf<T>(boards: readonly T[], most = MOST_AT_ONCE): T[][] {
  const pages = Math.ceil(boards.length / most);
  if (pages === 0) return [];
  const each = Math.ceil(boards.length / pages);
  return Array.from({ length: pages }, (_, n) => boards.slice(n * each, (n + 1) * each));
}
