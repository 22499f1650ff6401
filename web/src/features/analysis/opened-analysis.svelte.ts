/**
 * Opens and saves an analysis: of a stored game, of a position, or a new one, which is stored from
 * its first change on.
 */
import type { GameStore } from '../../store/keeper.svelte';
import type { LocalGame } from '../../store/local-game';
import { DraftPlace, storeTree, type TreeDraft } from '../../store/tree-drafts';
import type { GameRecord, TreeLine } from '../../rules/model';
import type { TreeEditor } from '../../rules/tree-editor';

export interface OpenedAnalysis {
  kept: KeptAnalysis;
  tree: TreeEditor;
  /** The initial node; null for the end of the main line. */
  node: number | null;
}

/** The stored copy of an analysis. A new analysis has none before its first change. */
export class KeptAnalysis {
  readonly #keeper: GameStore;
  readonly #began: (id: string) => void;
  /** The id of the stored game or analysis; null before the first change. */
  id = $state.raw<string | null>(null);
  readonly title: string;
  /** The record of the game; null for a new analysis. */
  readonly record: GameRecord | null;
  /** The stored revision; null if nothing is stored. */
  #treeRevision: number | null;
  /** The tree that is being written. */
  #underWay: string | null = null;
  readonly #drafts: DraftPlace;

  /** `began` is called with the id that a new analysis gets at its first change. */
  constructor(keeper: GameStore, game: LocalGame | null, title: string, began: (id: string) => void) {
    this.#keeper = keeper;
    this.#began = began;
    this.id = game?.id ?? null;
    this.title = title;
    this.record = game?.record ?? null;
    this.#treeRevision = game?.tree_revision ?? null;
    this.#drafts = new DraftPlace(keeper.newId());
  }

  /** Called at a change: assigns an id to a new analysis. */
  begin(): void {
    if (this.id !== null) return;
    this.id = this.#keeper.newId();
    this.#began(this.id);
  }

  /** Saves the tree. If another window has changed the stored one, both versions are kept. */
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

  /**
   * Saves the tree as a draft in one step, since the page may be closed before the tree is saved
   * completely.
   */
  leave(tree: string, line: TreeLine): void {
    const draft = this.#draft(tree, line);
    if (draft) this.#drafts.lay(draft, this.#underWay);
  }

  /** Everything is saved: deletes the draft from `leave`. */
  stay(): void {
    this.#drafts.clear();
  }

  #draft(tree: string, line: TreeLine): TreeDraft | null {
    return this.id === null ? null : { id: this.id, title: this.title, treeRevision: this.#treeRevision, tree, line };
  }

  /** Whether another window has changed the stored analysis. */
  async isStale(): Promise<boolean> {
    if (this.id === null) return false;
    const stored = await this.#keeper.local.get(this.id);
    return stored !== null && stored.deleted_ms === null && stored.tree_revision !== this.#treeRevision;
  }

  /** Stores the current node in this window, for a reload. */
  remember(path: string): void {
    if (this.id === null) return;
    try {
      sessionStorage.setItem(placeKey(this.id), path);
    } catch {
      // If the browser refuses storage, a reload shows the end of the line.
    }
  }
}

const placeKey = (id: string): string => `damier.at.${id}`;

/** The node that this window displayed last in this analysis; null if unknown. */
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
