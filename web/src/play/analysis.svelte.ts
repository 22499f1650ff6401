/**
 * An analysis on the screen: the tree of moves behind its door, the node that is shown, and what was refused. The analysis
 * page reads its fields and calls its methods; keeping is in `../games`, the engine's part in `analyst.svelte.ts`. It asks
 * the door about every rule and decides none.
 */
import { announce } from '../board/announce';
import type { BoardMove, BoardShape, MoveInput, Side, Square } from '../board/types';
import { language, t } from '../messages/messages.svelte';
import { movePhrases } from '../messages/spoken';
import type { MoveView, RefusalView, TagView, TreeChange, TreeNode, TreePosition } from '../rules/model';
import type { TreeEditor } from '../rules/tree-editor';
import type { Sounds } from '../sound/sounds';
import { subjectOf, type Subject } from './analyst.svelte';
import { sameCapture } from './session.svelte';

export interface AnalysisOptions {
  sounds?: Sounds | null;
  /** Called after each change of the tree, for keeping it. */
  changed?: () => void;
}

/** The start of every tree. */
export const ROOT = 0;

export class Analysis {
  readonly #tree: TreeEditor;
  readonly #sounds: Sounds | null;
  readonly #changed: () => void;
  /** Every node by its number. Read it together with `changes`, which tells that it is another now. */
  readonly nodes = new Map<number, TreeNode>();
  readonly tags: readonly TagView[];

  /** The position that is shown. */
  at = $state.raw<TreePosition>() as TreePosition;
  /** The move that led to it, where it was made or followed just now. */
  move = $state.raw<BoardMove | null>(null);
  /** Counts the changes of the tree. */
  changes = $state(0);
  canUndo = $state(false);
  canRedo = $state(false);
  /** Moves whose variations are folded away. */
  folded = $state.raw<ReadonlySet<number>>(new Set());
  /** Why the move tried last was refused; null when none was. */
  refusal = $state.raw<RefusalView | null>(null);
  /** Moves between which the person is asked to choose. */
  choices = $state.raw<readonly BoardMove[]>([]);
  /** The other side's piece that is lifted, to be huffed with the move to come. */
  lifted = $state<Square | null>(null);
  /** The latest sentence for people who listen. */
  spoken = $state('');
  /** The moves that begin with what is lifted; all of the position's where nothing can be huffed. */
  readonly moves: readonly MoveView[] = $derived.by(() => {
    const { moves, huffable } = this.at;
    return huffable.length === 0 ? moves : moves.filter((move) => move.huff === this.lifted);
  });

  /** The nodes from the start to the one that is shown. */
  readonly way: ReadonlySet<number> = $derived.by(() => {
    void this.changes;
    const way = new Set<number>();
    for (let node = this.nodes.get(this.at.node); node; node = this.nodes.get(node.parent ?? -1)) way.add(node.id);
    return way;
  });

  /** `node` is the one to begin with; the end of the main line where it is not told. */
  constructor(tree: TreeEditor, node: number | null = null, { sounds = null, changed = () => {} }: AnalysisOptions = {}) {
    this.#tree = tree;
    this.#sounds = sounds;
    this.#changed = changed;
    for (const it of tree.nodes()) this.nodes.set(it.id, it);
    this.tags = tree.tags();
    this.at = tree.position(node !== null && this.nodes.has(node) ? node : tree.end(), language());
  }

  close(): void {
    this.#tree.free();
  }

  pdn(): string {
    return this.#tree.pdn();
  }

  /** The main line as the record of a game. */
  line(): ReturnType<TreeEditor['line']> {
    return this.#tree.line();
  }

  /** The way to the node shown, which means the same when the tree is opened again. */
  path(): string {
    return this.#tree.path(this.at.node);
  }

  /** The node shown. */
  get node(): TreeNode {
    void this.changes;
    return this.nodes.get(this.at.node) as TreeNode;
  }

  /** What is drawn on the board at the node shown. */
  get shapes(): readonly BoardShape[] {
    return this.node.marks as BoardShape[];
  }

  /** Draws something at the node shown; what is there already in the same colour goes. */
  mark(shape: BoardShape): void {
    const same = (it: BoardShape): boolean => it.from === shape.from && it.to === shape.to;
    const there = this.shapes.find(same);
    const others = this.shapes.filter((it) => !same(it));
    const marks = there?.colour === shape.colour ? others : [...others, shape];
    this.#take(this.#tree.setMarks(this.at.node, marks));
    if (marks === others) this.spoken = t('analysis.said.wiped');
    else if (shape.to === null) this.spoken = t('analysis.said.circle', { square: this.nameOf(shape.from) });
    else this.spoken = t('analysis.said.arrow', { square: this.nameOf(shape.from), to: this.nameOf(shape.to) });
  }

  /** Takes away everything that is drawn at the node shown. */
  wipe(): void {
    if (this.shapes.length > 0) this.#take(this.#tree.setMarks(this.at.node, []));
  }

  /** Whose pieces answer to a touch: the side to move, unless nothing goes on from here. */
  get hand(): Side | null {
    return this.at.moves.length > 0 ? this.at.side : null;
  }

  /** What the engine is to look at; null where nothing goes on. */
  get subject(): Subject | null {
    return subjectOf(this.at);
  }

  /** The position of any node, as the one that is shown. */
  positionOf(node: number): TreePosition {
    return node === this.at.node ? this.at : this.#tree.position(node, language());
  }

  /** The nodes from the start through the one shown to the end of its line. */
  lineShown(): number[] {
    const line = [...this.way].reverse();
    for (let next = this.node.children[0]; next !== undefined; next = this.nodes.get(next)?.children[0]) line.push(next);
    return line;
  }

  /** Goes on from the node shown with moves as an engine writes them, so far as they can be played. */
  playLine(texts: readonly string[]): void {
    for (const text of texts) {
      const move = this.at.moves.find((it) => it.text === text);
      if (!move) return;
      this.play(move);
    }
  }

  /** The line to the node shown becomes the main line. */
  makeMain(): void {
    this.#edit(this.#tree.makeMain(this.at.node), t('analysis.said.main'));
  }

  nameOf(square: Square): string {
    return this.at.board.squares.find((it) => it.square === square)?.name ?? String(square);
  }

  /** The value of a tag, where it says something. */
  tag(name: string): string | null {
    const value = this.tags.find((tag) => tag.name === name)?.value.trim() ?? '';
    return value === '' || value === '?' ? null : value;
  }

  /** Shows a node; the move to it is shown where it goes on from what was shown. */
  goTo(id: number): void {
    const node = this.nodes.get(id);
    if (!node || id === this.at.node) return;
    const follows = node.parent === this.at.node && node.kind === 'move';
    this.#show(id, follows);
    this.spoken = [node.text, ...node.signs, ...node.comments].join(' ') || t('play.said.start');
  }

  previous(): void {
    const { parent } = this.node;
    if (parent !== null) this.goTo(parent);
  }

  next(): void {
    const [first] = this.node.children;
    if (first !== undefined) this.goTo(first);
  }

  /** The start. */
  first(): void {
    this.goTo(ROOT);
  }

  /** The end of the line that is shown. */
  last(): void {
    let { node } = this;
    for (;;) {
      const next = this.nodes.get(node.children[0] ?? -1);
      if (!next) break;
      node = next;
    }
    this.goTo(node.id);
  }

  /** Another move at the same place: the next (1) or the one before (-1). */
  vary(step: 1 | -1): void {
    const siblings = this.nodes.get(this.node.parent ?? -1)?.children ?? [];
    const other = siblings[siblings.indexOf(this.at.node) + step];
    if (other !== undefined) this.goTo(other);
  }

  /** Makes a move that the board was handed. */
  play(move: BoardMove): void {
    this.tryMove({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: move.huff }, move);
  }

  /**
   * Tries what a person wants; shows why not where it cannot be. Returns whether it stops inside a capture that can go on:
   * nothing is wrong then, and the rest of the way is awaited.
   */
  tryMove(input: MoveInput, meant: BoardMove | null = null): boolean {
    this.#quiet();
    const before = this.at;
    if (input.to === null) {
      this.#refuse(this.#tree.whyNot(before.node, input.from, language()));
      return false;
    }
    const huff = input.huff === undefined ? this.lifted : input.huff;
    let reply = this.#tree.play(before.node, { ...input, to: input.to, huff }, language());
    if ('ambiguous' in reply) {
      const same = meant && reply.ambiguous.find((move) => sameCapture(move, meant));
      if (!same) {
        this.choices = reply.ambiguous;
        return false;
      }
      reply = this.#tree.play(before.node, { from: same.from, to: same.to, via: same.path.slice(1, -1), huff }, language());
    }
    if ('refused' in reply) {
      if (reply.refused.code === 'capture-goes-on' && !input.stops) return true;
      this.#refuse(reply.refused);
      return false;
    }
    if (!('played' in reply)) return false;
    const { played, change } = reply.played;
    this.#take(change);
    this.#show(change.at, false);
    this.move = played;
    this.spoken = announce(played, before.pieces, (square) => this.nameOf(square), movePhrases());
    if (this.at.moves.length === 0 && this.at.outcome) this.spoken = `${this.spoken}. ${this.at.outcome.sentence}`;
    this.#sounds?.move(played, this.at.moves.length === 0);
    return false;
  }

  /** Lifts a piece that may be huffed, or puts it back. */
  liftToHuff(square: Square): void {
    if (!this.at.huffable.includes(square)) return;
    this.#quiet();
    this.lifted = this.lifted === square ? null : square;
    const values = { square: this.nameOf(square) };
    this.spoken = this.lifted === null ? t('huff.said.back', values) : t('huff.said.lifted', values);
  }

  /** Whether the node shown is in a variation. */
  get inVariation(): boolean {
    const varies = (node: TreeNode | undefined): boolean =>
      node !== undefined && node.parent !== null && this.nodes.get(node.parent)?.children[0] !== node.id;
    return [...this.way].some((id) => varies(this.nodes.get(id)));
  }

  /** Folds the variations of a move away, or unfolds them. Only for the eye: nothing of it is kept. */
  fold(id: number, folded: boolean): void {
    const others = [...this.folded].filter((it) => it !== id);
    this.folded = new Set(folded ? [...others, id] : others);
  }

  /** The variation shown goes before the one that it varies. */
  promote(): void {
    this.#edit(this.#tree.promote(this.at.node), t('analysis.said.promoted'));
  }

  /** The move shown goes, with all that follows it. */
  remove(): void {
    const { node } = this;
    if (node.parent !== null) this.#edit(this.#tree.remove(node.id), t('analysis.said.removed', { move: node.text }));
  }

  /** The comment on the node shown. `goesOn`: it is being written, and all of it is undone together. */
  comment(text: string, goesOn: boolean): void {
    this.#take(this.#tree.setComment(this.at.node, text, goesOn));
  }

  /** Puts a sign to the move shown in place of others of `among`, or takes it away. */
  sign(sign: string, among: readonly string[]): void {
    const { signs } = this.node;
    const others = signs.filter((it) => !among.includes(it));
    this.#take(this.#tree.setSigns(this.at.node, signs.includes(sign) ? others : [sign, ...others]));
  }

  undo(): void {
    const change = this.#tree.undo();
    if (change) this.#back(change, t('analysis.said.undone'));
  }

  redo(): void {
    const change = this.#tree.redo();
    if (change) this.#back(change, t('analysis.said.redone'));
  }

  /** Says everything in the words of the language chosen now. */
  retell(): void {
    this.#quiet();
    this.at = this.#tree.position(this.at.node, language());
  }

  #edit(change: TreeChange, said: string): void {
    this.#quiet();
    this.#take(change);
    if (!this.nodes.has(this.at.node)) this.#show(change.at, false);
    this.spoken = said;
  }

  #back(change: TreeChange, said: string): void {
    this.#quiet();
    this.#take(change);
    if (change.at !== this.at.node) this.#show(change.at, false);
    this.spoken = said;
  }

  /** Takes in what a change made of the tree. */
  #take({ nodes, can_undo, can_redo }: TreeChange): void {
    for (const node of nodes) {
      for (const child of this.nodes.get(node.id)?.children ?? []) {
        if (!node.children.includes(child)) this.#forget(child);
      }
    }
    for (const node of nodes) this.nodes.set(node.id, node);
    this.canUndo = can_undo;
    this.canRedo = can_redo;
    this.changes += 1;
    this.#changed();
  }

  #forget(id: number): void {
    const gone = [id];
    for (let next = gone.pop(); next !== undefined; next = gone.pop()) {
      gone.push(...(this.nodes.get(next)?.children ?? []));
      this.nodes.delete(next);
    }
  }

  #show(id: number, follows: boolean): void {
    this.#quiet();
    this.lifted = null;
    this.at = this.#tree.position(id, language());
    this.move = follows ? this.at.last : null;
  }

  #refuse(refusal: RefusalView | null): void {
    this.refusal = refusal;
    if (refusal) this.#sounds?.refusal();
  }

  #quiet(): void {
    this.refusal = null;
    this.choices = [];
  }
}
