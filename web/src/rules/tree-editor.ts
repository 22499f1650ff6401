/**
 * A tree of moves that is being edited: `TreeEditor` of crates/wasm with types. It holds the tree
 * and the undo history. Created by `study.ts`, used by the analysis page. All rules are in Rust.
 */
import type {
  GameRecord,
  Language,
  RefusalView,
  TagView,
  TreeChange,
  TreeLine,
  TreeNode,
  TreePlayReply,
  TreePosition,
} from './model';
import type { WholeMoveInput } from './game';
import type { MarkView } from './types';
import { withSharedLayout } from './layouts';
import { callBinding } from './call-binding';
import * as wasm from './wasm/study.js';

/**
 * A node has a number that does not change while the tree is open; the start is 0. The owner frees
 * the editor.
 */
export class TreeEditor {
  readonly #inner: wasm.TreeEditor;

  private constructor(inner: wasm.TreeEditor) {
    this.#inner = inner;
  }

  /** A tree without moves. Without `fen` it begins at the start of the game. */
  static new(variant: string, fen: string | null): TreeEditor {
    return new TreeEditor(callBinding(() => new wasm.TreeEditor(variant, fen ?? undefined)));
  }

  /**
   * The tree of a stored game, from its record and its stored tree. Moves played since then are
   * added.
   */
  static fromRecord(record: GameRecord, tree: string | null): TreeEditor {
    return new TreeEditor(callBinding(() => wasm.TreeEditor.from_record(JSON.stringify(record), tree ?? undefined)));
  }

  free(): void {
    this.#inner.free();
  }

  pdn(): string {
    return this.#inner.pdn();
  }

  /** The main line as the record of a game. */
  line(): TreeLine {
    return read<TreeLine>(callBinding(() => this.#inner.line()));
  }

  nodes(): TreeNode[] {
    return read<TreeNode[]>(callBinding(() => this.#inner.nodes()));
  }

  tags(): TagView[] {
    return read<TagView[]>(callBinding(() => this.#inner.tags()));
  }

  /** The last node of the main line. */
  end(): number {
    return this.#inner.end();
  }

  position(node: number, language: Language): TreePosition {
    return withSharedLayout(read<TreePosition>(callBinding(() => this.#inner.position(node, language))));
  }

  /**
   * Plays a move input after a node: an existing move is followed, another one is added as a
   * variation.
   */
  play(node: number, input: WholeMoveInput, language: Language): TreePlayReply {
    return read<TreePlayReply>(callBinding(() => this.#inner.play(node, JSON.stringify(input), language)));
  }

  /** Why the piece on this square cannot move at a node; null if it can. */
  whyNot(node: number, square: number, language: Language): RefusalView | null {
    const answer = callBinding(() => this.#inner.why_not(node, square, language));
    return answer === undefined ? null : read<RefusalView>(answer);
  }

  /** Moves the variation of a node before the line that it varies. */
  promote(node: number): TreeChange {
    return read<TreeChange>(callBinding(() => this.#inner.promote(node)));
  }

  makeMain(node: number): TreeChange {
    return read<TreeChange>(callBinding(() => this.#inner.make_main(node)));
  }

  /** Removes a node and everything after it. */
  remove(node: number): TreeChange {
    return read<TreeChange>(callBinding(() => this.#inner.remove(node)));
  }

  /** `goesOn`: the user is still typing; one undo reverts the whole edit. */
  setComment(node: number, text: string, goesOn: boolean): TreeChange {
    return read<TreeChange>(callBinding(() => this.#inner.set_comment(node, text, goesOn)));
  }

  setSigns(node: number, signs: readonly string[]): TreeChange {
    return read<TreeChange>(callBinding(() => this.#inner.set_signs(node, JSON.stringify(signs))));
  }

  /** Replaces the arrows and the marked squares of a node. */
  setMarks(node: number, marks: readonly MarkView[]): TreeChange {
    return read<TreeChange>(callBinding(() => this.#inner.set_marks(node, JSON.stringify(marks))));
  }

  /** Null if there is nothing to undo. */
  undo(): TreeChange | null {
    const answer = callBinding(() => this.#inner.undo());
    return answer === undefined ? null : read<TreeChange>(answer);
  }

  /** Null if there is nothing to redo. */
  redo(): TreeChange | null {
    const answer = callBinding(() => this.#inner.redo());
    return answer === undefined ? null : read<TreeChange>(answer);
  }

  /** The path to a node as text. It means the same node when the tree is opened again. */
  path(node: number): string {
    return callBinding(() => this.#inner.path(node));
  }

  /** The node at the end of such a path; null if there is none. */
  find(path: string): number | null {
    return callBinding(() => this.#inner.find(path)) ?? null;
  }
}

function read<T>(json: string): T {
  return JSON.parse(json) as T;
}
