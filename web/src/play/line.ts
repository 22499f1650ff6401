/**
 * The main line of a game that is only looked at: read from PDN, with all its positions. Called by the page of a link and by
 * animated pictures.
 */
import type { Language, PdnReply, TreeNode, TreePosition } from '../rules/model';
import type { Study } from '../rules/study';

export interface Line {
  game: PdnReply['games'][number];
  /** The moves from the start on. */
  nodes: readonly TreeNode[];
  /** The position after this many moves. */
  at(index: number, language: Language): TreePosition;
  free(): void;
}

/** Reads the first game of a PDN; null if there is none. */
export function lineOf(study: Study, pdn: string, variant: string, language: Language): Line | null {
  const [game] = study.readPdn(pdn, variant, language).games;
  if (!game) return null;
  const tree = study.treeOf({ record: game.record, tree: game.tree });
  const byId = new Map(tree.nodes().map((node) => [node.id, node]));
  const nodes: TreeNode[] = [];
  for (let node = byId.get(0); node; node = byId.get(node.children[0] ?? -1)) nodes.push(node);
  return {
    game,
    nodes,
    at: (index, tongue) => tree.position(nodes[Math.min(Math.max(index, 0), nodes.length - 1)]?.id ?? 0, tongue),
    free: () => tree.free(),
  };
}
