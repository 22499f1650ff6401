/**
 * What an analysis has become and this browser's library does not hold yet when the page is left: writing to the library
 * takes several steps, and a page that goes away does not live to the last of them. So the tree is laid down in one step
 * as a draft, and the next page puts it into the library. Called by the analysis page and by the start of the page.
 */
import type { TreeLine } from '../rules/model';
import type { Keeper } from './keeper.svelte';

/** A tree of moves and what it builds on. */
export interface TreeDraft {
  id: string;
  title: string;
  /** The revision of the stored tree that it builds on; null: nothing was stored. */
  treeRevision: number | null;
  tree: string;
  line: TreeLine;
}

/** Where a tree is stored now. */
export interface StoredTree {
  id: string;
  treeRevision: number;
}

/**
 * Puts a tree into the library. Where another window has changed what it builds on, both are kept, the second under an
 * identity of its own.
 */
export async function storeTree(keeper: Keeper, { id, title, treeRevision, tree, line }: TreeDraft): Promise<StoredTree> {
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

/** Drafts of one page. At most one lies at a time: each replaces the one before. */
export class DraftPlace {
  readonly #key: string;
  readonly #storage: () => Storage;

  /** `own` tells this page's draft from those of other windows. `storage` throws where a browser keeps nothing. */
  constructor(own: string, storage: () => Storage = () => localStorage) {
    this.#key = `${PREFIX}${own}`;
    this.#storage = storage;
  }

  /** Lays a draft down. `underWay` is the tree that was being written to the library, where one was. */
  lay(draft: TreeDraft, underWay: string | null): void {
    try {
      this.#storage().setItem(this.#key, JSON.stringify({ ...draft, underWay } satisfies LaidDraft));
    } catch {
      // No room, or a browser that keeps nothing: the writing to the library that has begun is all there is.
    }
  }

  clear(): void {
    try {
      this.#storage().removeItem(this.#key);
    } catch {
      // As above: then none lies there.
    }
  }
}

/** Puts the drafts that lie in this browser into the library. One that cannot be stored now stays for the next start. */
export async function recoverDrafts(keeper: Keeper, storage: () => Storage = () => localStorage): Promise<void> {
  for (const [key, draft] of laidDrafts(storage)) {
    try {
      const stored = await keeper.local.get(draft.id);
      // The library may hold the tree already, or the one that was being written when the page was left.
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
    return []; // a browser that keeps nothing
  }
}

function draftIn(text: string | null): LaidDraft | null {
  try {
    return JSON.parse(text ?? 'null') as LaidDraft | null;
  } catch {
    return null;
  }
}
