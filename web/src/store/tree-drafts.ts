/**
 * Drafts of analyses. Writing an analysis to this browser's library takes several steps, which a
 * closing page does not finish. So the tree is saved in one step as a draft, and the next page puts
 * it into the library.
 */
import type { TreeLine } from '../rules/model';
import type { GameStore } from './keeper.svelte';

/** A tree of moves, and the version on which it is based. */
export interface TreeDraft {
  id: string;
  title: string;
  /** The revision of the stored tree on which it is based; null if none was stored. */
  treeRevision: number | null;
  tree: string;
  line: TreeLine;
}

export interface StoredTree {
  id: string;
  treeRevision: number;
}

/**
 * Puts a tree into the library. If another window has changed the tree on which it is based, both
 * are kept, this one with a new id.
 */
export async function storeTree(keeper: GameStore, { id, title, treeRevision, tree, line }: TreeDraft): Promise<StoredTree> {
  if (treeRevision === null) {
    await keeper.add({ ...line, id, title, tree, study: true });
    return { id, treeRevision: 0 };
  }
  const saved = await keeper.saveTree(id, treeRevision, tree, line);
  if (saved !== null) return { id, treeRevision: saved };
  const stored = await keeper.local.get(id);
  if (stored?.tree === tree) return { id, treeRevision: stored.tree_revision };
  const second = await keeper.add({ ...line, title: `${title} (2)`, tree, study: true });
  return { id: second.id, treeRevision: second.tree_revision };
}

/** The drafts of one page. There is at most one: each draft replaces the one before. */
export class DraftPlace {
  readonly #key: string;
  readonly #storage: () => Storage;

  /**
   * `own` distinguishes this page's draft from those of other windows. `storage` throws if the
   * browser refuses storage.
   */
  constructor(own: string, storage: () => Storage = () => localStorage) {
    this.#key = `${PREFIX}${own}`;
    this.#storage = storage;
  }

  /** Saves a draft. `underWay` is the tree that is being written to the library, if any. */
  lay(draft: TreeDraft, underWay: string | null): void {
    try {
      this.#storage().setItem(this.#key, JSON.stringify({ ...draft, underWay } satisfies LaidDraft));
    } catch {
      // The storage is full or refused. What remains is the write to the library, which has begun.
    }
  }

  clear(): void {
    try {
      this.#storage().removeItem(this.#key);
    } catch {
      // The storage is refused, so there is no draft.
    }
  }
}

/**
 * Puts all drafts in this browser into the library. A draft that cannot be stored now stays until
 * the next start.
 */
export async function recoverDrafts(keeper: GameStore, storage: () => Storage = () => localStorage): Promise<void> {
  for (const [key, draft] of laidDrafts(storage)) {
    try {
      const stored = await keeper.local.get(draft.id);
      // The library may already have this tree, or the one that was being written when the page was
      // closed.
      const ours = stored !== null && (draft.treeRevision === null || stored.tree === draft.underWay);
      if (stored?.tree !== draft.tree) {
        await storeTree(keeper, ours ? { ...draft, treeRevision: stored.tree_revision } : draft);
      }
      storage().removeItem(key);
    } catch (error) {
      console.error(error);
    }
  }
}

interface LaidDraft extends TreeDraft {
  underWay: string | null;
}

const PREFIX = 'damier.draft.';

function laidDrafts(storage: () => Storage): [string, LaidDraft][] {
  try {
    const place = storage();
    const keys = Object.keys(place).filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => {
      const draft = draftIn(place.getItem(key));
      return draft ? [[key, draft]] : [];
    });
  } catch {
    return []; // the browser refuses storage
  }
}

function draftIn(text: string | null): LaidDraft | null {
  try {
    return JSON.parse(text ?? 'null') as LaidDraft | null;
  } catch {
    return null;
  }
}
