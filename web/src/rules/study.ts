/**
 * The page's binding to the module that reads and edits games (crates/wasm, module `study`).
 * `openStudy` loads the module at its first call, so that the first move of a game does not wait
 * for it. All rules are in Rust.
 */
import type { FileEncoding, GameRecord, ImportBatch, Language, PdnReply } from './model';
import { callBinding, loadOnce } from './call-binding';
import { TreeEditor } from './tree-editor';
import init, * as wasm from './wasm/study.js';
import wasmAddress from './wasm/study_bg.wasm?url';

export const openStudy: () => Promise<Study> = loadOnce(
  () => init({ module_or_path: wasmAddress }),
  () => new Study(),
);

/**
 * The source of a file's bytes. `read` returns up to this many bytes, and none at the end of the
 * file.
 */
export interface ByteSource {
  read(most: number): Uint8Array;
}

/** A file of any length that is being read. */
export interface GameFile {
  /** Up to this many games. Throws if the file cannot be read any further. */
  next(most: number): ImportBatch;
  free(): void;
}

/** The module for files of games, loaded and ready. */
export class Study {
  /** The games in a PDN. `variant` is the game to assume if the text names none. */
  readPdn(text: string, variant: string, language: Language): PdnReply {
    return JSON.parse(callBinding(() => wasm.read_pdn(text, variant, language))) as PdnReply;
  }

  /**
   * Opens a file. `variant` is the game to assume if neither the text nor other games of the file
   * name one; `encoding` is empty to recognise it.
   */
  openFile(source: ByteSource, variant: string, language: Language, encoding: FileEncoding = ''): GameFile {
    const file = callBinding(() => new wasm.GameFile(source, variant, language, encoding));
    return {
      next: (most) => JSON.parse(callBinding(() => file.next(most))) as ImportBatch,
      free: () => file.free(),
    };
  }

  /** A number for each position of a game; empty if the record cannot be replayed. Different positions rarely have equal numbers. */
  positionNumbers(record: GameRecord): Uint32Array {
    return wasm.position_numbers(JSON.stringify(record));
  }

  /** The number of a position. */
  positionNumber(variant: string, fen: string): number {
    return callBinding(() => wasm.position_number(variant, fen));
  }

  /** Whether a game contains a position. */
  hasPosition(record: GameRecord, variant: string, fen: string): boolean {
    return callBinding(() => wasm.has_position(JSON.stringify(record), variant, fen));
  }

  /** A tree without moves. Without `fen` it begins at the start of the game. */
  newTree(variant: string, fen: string | null): TreeEditor {
    return TreeEditor.new(variant, fen);
  }

  /** The tree of a stored game, from its record and its stored PDN. */
  treeOf({ record, tree }: { record: GameRecord; tree: string | null }): TreeEditor {
    return TreeEditor.fromRecord(record, tree);
  }

  /** A stored game as PDN, with everything that is stored of it. */
  pdnOf(kept: { record: GameRecord; tree: string | null }): string {
    const tree = this.treeOf(kept);
    try {
      return tree.pdn();
    } finally {
      tree.free();
    }
  }
}
