/**
 * The main line of a read-only game with all its positions, from PDN or from a stored game. A link
 * may contain a game of any length, so reading and display are limited.
 */
import type { Language, PdnReply, TreeNode, TreePosition } from '../rules/model';
import type { Study } from '../rules/study';

/** The maximum number of moves of a line, more than twice the longest known game. */
export const LONGEST_LINE = 2_000;
/**
 * The maximum number of words of a PDN (moves, numbers, words of comments): reading more would
 * block the page.
 */
const MOST_WORDS = 20_000;

export interface Line {
  game: Pick<PdnReply['games'][number], 'record' | 'title' | 'moves'> & { tree: string | null };
  /** The moves from the start, at most `LONGEST_LINE`. */
  nodes: readonly TreeNode[];
  /** Whether the game continues after the last of `nodes`. */
  cut: boolean;
  /** Why the game cannot be played to its end; null if it can. */
  fault: string | null;
  /** How many other games the PDN contains. */
  others: number;
  /** The position after this many moves. */
  at(index: number, language: Language): TreePosition;
  /** The alternatives to a move of the line, and theirs, as a line each. */
  variations(index: number): TreeNode[][];
  /** The position of any node. */
  position(node: number, language: Language): TreePosition;
  free(): void;
}

/** Reads the first game of a PDN; null if there is none. */
export function lineOf(study: Study, pdn: string, variant: string, language: Language): Line | 'too-long' | null {
  if (hasMoreWords(pdn, MOST_WORDS)) return 'too-long';
  const { games, errors } = study.readPdn(pdn, variant, language);
  const [game] = games;
  if (!game) return null;
  return { ...lineOfGame(study, game), fault: game.complete ? null : (errors[0]?.sentence ?? null), others: games.length - 1 };
}

/** The main line of a stored game. */
export function lineOfGame(study: Study, game: Line['game']): Line {
  const tree = study.treeOf({ record: game.record, tree: game.tree });
  const byId = new Map(tree.nodes().map((node) => [node.id, node]));
  const nodes: TreeNode[] = [];
  let next = byId.get(0);
  for (; next && nodes.length <= LONGEST_LINE; next = byId.get(next.children[0] ?? -1)) nodes.push(next);
  return {
    game,
    nodes,
    cut: next !== undefined,
    fault: null,
    others: 0,
    variations: (index) => alternatives(byId, nodes[index - 1]?.children.slice(1) ?? []),
    position: (node, tongue) => tree.position(node, tongue),
    at: (index, tongue) => tree.position(nodes[Math.min(Math.max(index, 0), nodes.length - 1)]?.id ?? 0, tongue),
    free: () => tree.free(),
  };
}

/** The lines that begin with these nodes, each followed by the alternatives within it. */
function alternatives(byId: ReadonlyMap<number, TreeNode>, starts: readonly number[]): TreeNode[][] {
  return starts.flatMap((start) => {
    const line: TreeNode[] = [];
    for (let next = byId.get(start); next && line.length < LONGEST_LINE; next = byId.get(next.children[0] ?? -1)) line.push(next);
    return [line, ...line.flatMap((node) => alternatives(byId, node.children.slice(1)))];
  });
}

/**
 * Whether a text has more words than this. Brackets and dots separate words too, because PDN needs
 * no spaces there.
 */
function hasMoreWords(text: string, most: number): boolean {
  let words = 0;
  for (const _ of text.matchAll(/[^\s.(){}]+/g)) {
    words += 1;
    if (words > most) return true;
  }
  return false;
}

/** Whether a PDN has a move, and is not only a position. Looks at the text alone. */
export function hasMoves(pdn: string): boolean {
  const words = pdn.replace(/\{[^}]*\}/g, ' ').replace(/\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\]/g, ' ').split(/[\s()]+/);
  return words.some((word) => /[\p{L}\d]/u.test(word) && !/^(\d+\.*|[012]-[012]|1\/2-1\/2)$/.test(word));
}

/** The maximum number of moves in a list. */
const LISTED = 240;
/** How many moves are listed before and after the current one. */
const AROUND = 40;

/**
 * The first move in a list, of `count` moves, if the move `at` is current. Both count from 1; `at`
 * is 0 at the start. The list stays at `before` while the current move is well inside it.
 */
export function listedFrom(at: number, count: number, before: number): number {
  const last = Math.max(1, count - LISTED + 1);
  const stays = before <= last && (at >= before + AROUND || before === 1) && (at < before + LISTED - AROUND || before === last);
  return stays ? before : Math.min(Math.max(1, at - LISTED / 2), last);
}

/** The moves of a list that begins with the move `from`, with their numbers in the line. */
export function listed(nodes: readonly TreeNode[], from: number): { node: TreeNode; at: number }[] {
  return nodes.slice(from, from + LISTED).map((node, i) => ({ node, at: from + i }));
}
