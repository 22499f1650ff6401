/** Opens and saves an analysis: of a kept game, of a position, or a new one, which is kept from its first change on. */
import type { Keeper } from '../../store/keeper.svelte';
import type { LocalGame } from '../../store/local-game';
import { DraftPlace, storeTree, type TreeDraft } from '../../store/tree-drafts';
import type { GameRecord, TreeLine } from '../../rules/model';
import type { TreeEditor } from '../../rules/tree-editor';

export interface OpenedAnalysis {
  kept: KeptAnalysis;
  tree: TreeEditor;
  /** The node to show; null means the end of the main line. */
  node: number | null;
}

/** Where an analysis is kept. Before its first change it is not kept anywhere. */
export class KeptAnalysis {
  readonly #keeper: Keeper;
  readonly #began: (id: string) => void;
  /** The kept game that it belongs to, or that it is. */
  id = $state.raw<string | null>(null);
  readonly title: string;
  /** The record of that game; null for a new analysis. */
  readonly record: GameRecord | null;
  /** The stored revision; null if nothing is stored. */
  #treeRevision: number | null;
  /** The tree that is being written. */
  #underWay: string | null = null;
  readonly #drafts: DraftPlace;

  /** `began` is called with the id that a new analysis gets at its first change. */
  constructor(keeper: Keeper, game: LocalGame | null, title: string, began: (id: string) => void) {
    this.#keeper = keeper;
    this.#began = began;
    this.id = game?.id ?? null;
    this.title = title;
    this.record = game?.record ?? null;
    this.#treeRevision = game?.tree_revision ?? null;
    this.#drafts = new DraftPlace(keeper.newId());
  }

  /** Notes that there is something to save. */
  begin(): void {
    if (this.id !== null) return;
    this.id = this.#keeper.newId();
    this.#began(this.id);
  }

  /** Saves the current tree. If another window has changed it meanwhile, both versions are kept. */
  async save(tree: string, line: TreeLine): Promise<void> {
    const draft = this.#draft(tree, line);
    if (!draft) return;
    this.#underWay = tree;
    const stored = await storeTree(this.#keeper, draft).finally(() => (this.#underWay = null));
    this.#treeRevision = stored.treeRevision;
    if (stored.id === this.id) return;
    this.id = stored.id;
    this.#began(stored.id);
  }

  /** Saves the tree as a draft in one step, because the page may close before it is saved properly. */
  leave(tree: string, line: TreeLine): void {
    const draft = this.#draft(tree, line);
    if (draft) this.#drafts.lay(draft, this.#underWay);
  }

  /** Everything is saved, so the draft from `leave` is not needed. */
  stay(): void {
    this.#drafts.clear();
  }

  #draft(tree: string, line: TreeLine): TreeDraft | null {
    return this.id === null ? null : { id: this.id, title: this.title, treeRevision: this.#treeRevision, tree, line };
  }

  /** Whether another window has changed what is stored. */
  async isStale(): Promise<boolean> {
    if (this.id === null) return false;
    const stored = await this.#keeper.local.get(this.id);
    return stored !== null && stored.deleted_ms === null && stored.tree_revision !== this.#treeRevision;
  }

  /** Remembers which node is shown, so that a reload shows it again. */
  remember(path: string): void {
    if (this.id === null) return;
    try {
      sessionStorage.setItem(placeKey(this.id), path);
    } catch {
      // This is only a convenience: if the browser stores nothing, the end of the line is shown.
    }
  }
}

const placeKey = (id: string): string => `damier.at.${id}`;

/** The node of this analysis that this window showed last; null if that is not known. */
export function lastPlace(tree: TreeEditor, id: string): number | null {
  try {
    const path = sessionStorage.getItem(placeKey(id));
    return path === null ? null : tree.find(path);
  } catch {
    return null;
  }
}

/** The node after this many plies of the main line; null if the main line is shorter. */
export function nodeAfter(tree: TreeEditor, plies: number): number | null {
  const nodes = new Map(tree.nodes().map((node) => [node.id, node]));
  let node = nodes.get(0);
  for (let ply = 0; node && ply < plies; ply += 1) node = nodes.get(node.children[0] ?? -1);
  return node?.id ?? null;
}
