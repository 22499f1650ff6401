/**
 * The page's binding to the module for reading and studying games (crates/wasm, its module `study`). The module is loaded when
 * `openStudy` is first called, so that the first move does not wait for it. No rule is written here.
 */
import type { GameRecord, ImportBatch, Language, PdnReply } from './model';
import { callBinding, loadOnce } from './call-binding';
import { TreeEditor } from './tree-editor';
import init, * as wasm from './wasm/study.js';
import wasmAddress from './wasm/study_bg.wasm?url';

export const openStudy: () => Promise<Study> = loadOnce(
  () => init({ module_or_path: wasmAddress }),
  () => new Study(),
);

/** The source of a file's bytes. `read` returns the next bytes, up to a number, and none at the end of the file. */
export interface ByteSource {
  read(most: number): Uint8Array;
}

/** A file of any length that is being read. */
export interface GameFile {
  /** The next games, up to a number. Throws if the file cannot be read any further. */
  next(most: number): ImportBatch;
  free(): void;
}

/** The module for files of games, loaded and ready. */
export class Study {
  /** The games of a PDN. `variant` is the game of the family to use if the text does not name one. */
  readPdn(text: string, variant: string, language: Language): PdnReply {
    return JSON.parse(callBinding(() => wasm.read_pdn(text, variant, language))) as PdnReply;
  }

  /**
   * Opens a file at its beginning. `variant` is the game of the family to use if neither the text nor the other games of the
   * file name one.
   */
  openFile(source: ByteSource, variant: string, language: Language): GameFile {
    const file = callBinding(() => new wasm.GameFile(source, variant, language));
    return {
      next: (most) => JSON.parse(callBinding(() => file.next(most))) as ImportBatch,
      free: () => file.free(),
    };
  }

  /** A tree without moves. Without `fen` it begins at the start of the game. */
  newTree(variant: string, fen: string | null): TreeEditor {
    return TreeEditor.new(variant, fen);
  }

  /** The tree of a kept game, from its record and from the PDN that is kept with it. */
  treeOf({ record, tree }: { record: GameRecord; tree: string | null }): TreeEditor {
    return TreeEditor.fromRecord(record, tree);
  }

  /** A kept game as PDN, with everything that is kept of it. */
  pdnOf(kept: { record: GameRecord; tree: string | null }): string {
    const tree = this.treeOf(kept);
    try {
      return tree.pdn();
    } finally {
      tree.free();
    }
  }
}
