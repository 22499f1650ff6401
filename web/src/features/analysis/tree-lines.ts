/**
 * Arranges a tree for display: the moves of each line with their numbers, and the alternatives of
 * each move.
 */
import type { TreeNode } from '../../rules/model';

export interface LineItem {
  node: TreeNode;
  /** `12.`, or `12…` before Black's move; empty if the previous move has the number. */
  number: string;
  /** The first nodes of its alternatives. */
  variations: readonly number[];
}

/** The line from this node along first children. The siblings of this node are not repeated. */
export function lineFrom(nodes: ReadonlyMap<number, TreeNode>, first: number): LineItem[] {
  const items: LineItem[] = [];
  for (let node = nodes.get(first); node; node = nodes.get(node.children[0] ?? -1)) {
    const before = items.at(-1);
    const follows = before && node.second && before.node.comments.length === 0 && before.variations.length === 0;
    const number = follows && node.before.length === 0 ? '' : `${node.number}${node.second ? '…' : '.'}`;
    const siblings = before && nodes.get(before.node.id)?.children;
    items.push({ node, number, variations: siblings?.slice(1) ?? [] });
  }
  return items;
}

/** The main line of a tree. Its first move may have alternatives too. */
export function mainLine(nodes: ReadonlyMap<number, TreeNode>, root: number): LineItem[] {
  const children = nodes.get(root)?.children ?? [];
  const [first, ...others] = children;
  if (first === undefined) return [];
  const [head, ...rest] = lineFrom(nodes, first);
  if (!head) return [];
  const [next] = rest;
  // The number of the second move was computed as if the first move had no alternatives.
  if (others.length > 0 && next && next.number === '') next.number = `${next.node.number}…`;
  return [{ ...head, variations: others }, ...rest];
}

/** Two moves with the same number; either may be missing. */
export interface Pair {
  number: number;
  first: LineItem | null;
  second: LineItem | null;
}

/** A line in pairs of moves, for a table. A set-up position has a row of its own. */
export function pairsOf(items: readonly LineItem[]): Pair[] {
  const pairs: Pair[] = [];
  for (const item of items) {
    const { number, second, kind } = item.node;
    const last = pairs.at(-1);
    const joins = last && second && kind !== 'setup' && last.number === number && last.first && !last.second;
    if (joins && last.first?.node.kind !== 'setup') last.second = item;
    else pairs.push({ number, first: second ? null : item, second: second ? item : null });
  }
  return pairs;
}
