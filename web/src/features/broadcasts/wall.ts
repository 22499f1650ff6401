/** The layout of boards on a wall: how many fit on a page, and in how many columns. */

/** The maximum number of boards on a page. */
export const MOST_AT_ONCE = 12;

/** The height of a board with both names, relative to its width. */
const BOARD_ASPECT = 1.22;

/** The number of columns with the largest boards in a space of this shape. */
export function columnsFor(boards: number, width: number, height: number): number {
  let best = { columns: 1, side: 0 };
  for (let columns = 1; columns <= Math.max(boards, 1); columns += 1) {
    const rows = Math.ceil(boards / columns);
    const side = Math.min(width / columns, height / rows / BOARD_ASPECT);
    if (side > best.side) best = { columns, side };
  }
  return best.columns;
}

/** Distributes the boards evenly over pages: 13 boards are 7 and 6, not 12 and 1. */
export function pagesOf<T>(boards: readonly T[], most = MOST_AT_ONCE): T[][] {
  const pages = Math.ceil(boards.length / most);
  if (pages === 0) return [];
  const each = Math.ceil(boards.length / pages);
  return Array.from({ length: pages }, (_, n) => boards.slice(n * each, (n + 1) * each));
}
