/**
 * The page's door to the module for reading and studying games (crates/wasm, its module `study`). The module is fetched
 * when `openStudy` is first called: no first move waits for it. No rule is written here.
 */
import type { GameRecord, ImportBatch, Language, PdnReply } from './model';
import { opened, through } from './through';
import { TreeEditor } from './tree-editor';
import init, * as wasm from './wasm/study.js';
import wasmAddress from './wasm/study_bg.wasm?url';

/** Fetches the module, once. A failed fetch may be tried again. */
export const openStudy: () => Promise<Study> = opened(
  () => init({ module_or_path: wasmAddress }),
  () => new Study(),
);

/** Where the bytes of a file come from: `read` gives the next ones, so many at most, and none at the end of the file. */
export interface ByteSource {
  read(most: number): Uint8Array;
}

/** A file of any length that is being read. */
export interface GameFile {
  /** The next games, so many at most. Throws where the file cannot be read on. */
  next(most: number): ImportBatch;
  free(): void;
}

/** Files of games, ready to be read. */
export class Study {
  /** The games of a PDN; `variant` is the game where the text does not tell. */
  readPdn(text: string, variant: string, language: Language): PdnReply {
    return JSON.parse(through(() => wasm.read_pdn(text, variant, language))) as PdnReply;
  }

  /** A file from its beginning; `variant` is the game where the text does not tell, and the other games of the file neither. */
  openFile(source: ByteSource, variant: string, language: Language): GameFile {
    const file = through(() => new wasm.GameFile(source, variant, language));
    return {
      next: (most) => JSON.parse(through(() => file.next(most))) as ImportBatch,
      free: () => file.free(),
    };
  }

  /** A tree without a move; without `fen`, from the start of the game. */
  newTree(variant: string, fen: string | null): TreeEditor {
    return TreeEditor.new(variant, fen);
  }

  /** The tree of a kept game: of its record, and of the PDN that is kept beside it. */
  treeOf({ record, tree }: { record: GameRecord; tree: string | null }): TreeEditor {
    return TreeEditor.fromRecord(record, tree);
  }

  /** A kept game as PDN, with all that is kept of it. */
  pdnOf(kept: { record: GameRecord; tree: string | null }): string {
    const tree = this.treeOf(kept);
    try {
      return tree.pdn();
    } finally {
      tree.free();
    }
  }
}
