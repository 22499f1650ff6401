/**
 * The state of an analysis: the tree of moves behind the rules binding, the current node, and the
 * last refusal. `tree-saver.ts` saves it, `analyst.svelte.ts` runs the engine. All rules are
 * queried through the binding.
 */
import { announce } from '../../board/announce';
import type { BoardMove, BoardShape, MoveInput, Side, Square } from '../../board/types';
import { language, t } from '../../messages/messages.svelte';
import { movePhrases } from '../../messages/spoken';
import type { MoveView, RefusalView, TagView, TreeChange, TreeNode, TreePosition } from '../../rules/model';
import type { TreeEditor } from '../../rules/tree-editor';
import type { Sounds } from '../../sound/sounds';
import { subjectOf, type Subject } from './analyst.svelte';
import { withCompulsion } from '../../session/captures';
import { sameCapture } from '../../session/session.svelte';
import { say } from './words';

export interface AnalysisOptions {
  sounds?: Sounds | null;
  /** Called after each change of the tree, so that it is saved. */
  changed?: () => void;
}

export const ROOT = 0;

export class Analysis {
  readonly #tree: TreeEditor;
  readonly #sounds: Sounds | null;
  readonly #changed: () => void;
  /**
   * All nodes by their numbers. Always read it together with `changes`, because the map itself is
   * not reactive.
   */
  readonly nodes = new Map<number, TreeNode>();
  readonly tags: readonly TagView[];

  at = $state.raw<TreePosition>() as TreePosition;
  /** The move that led to the current node, if it was just made or displayed. */
  move = $state.raw<BoardMove | null>(null);
  changes = $state(0);
  canUndo = $state(false);
  canRedo = $state(false);
  folded = $state.raw<ReadonlySet<number>>(new Set());
  refusal = $state.raw<RefusalView | null>(null);
  choices = $state.raw<readonly BoardMove[]>([]);
  /** The opponent's piece that is lifted, to be huffed with the next move. */
  lifted = $state<Square | null>(null);
  /** The latest sentence for screen readers. */
  spoken = $state('');
  /** The moves that begin with the lifted piece; all legal moves if there is nothing to huff. */
  readonly moves: readonly MoveView[] = $derived.by(() => {
    const { moves, huffable } = this.at;
    return huffable.length === 0 ? moves : moves.filter((move) => move.huff === this.lifted);
  });

  /** The nodes from the start to the current one. */
  readonly way: ReadonlySet<number> = $derived.by(() => {
    void this.changes;
    const way = new Set<number>();
    for (let node = this.nodes.get(this.at.node); node; node = this.nodes.get(node.parent ?? -1)) way.add(node.id);
    return way;
  });

  /** `node` is the initial node; by default the end of the main line. */
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

  /** The path to the current node. It means the same node when the tree is opened again. */
  path(): string {
    return this.#tree.path(this.at.node);
  }

  get node(): TreeNode {
    void this.changes;
    return this.nodes.get(this.at.node) as TreeNode;
  }

  get shapes(): readonly BoardShape[] {
    return this.node.marks as BoardShape[];
  }

  /** Draws a shape at the current node, or removes it if it is there in the same colour. */
  mark(shape: BoardShape): void {
    const same = (it: BoardShape): boolean => it.from === shape.from && it.to === shape.to;
    const there = this.shapes.find(same);
    const others = this.shapes.filter((it) => !same(it));
    const marks = there?.colour === shape.colour ? others : [...others, shape];
    this.#take(this.#tree.setMarks(this.at.node, marks));
    if (marks === others) this.spoken = say('said.wiped');
    else if (shape.to === null) this.spoken = say('said.circle', { square: this.nameOf(shape.from) });
    else this.spoken = say('said.arrow', { square: this.nameOf(shape.from), to: this.nameOf(shape.to) });
  }

  wipe(): void {
    if (this.shapes.length > 0) this.#take(this.#tree.setMarks(this.at.node, []));
  }

  /** The side whose pieces react to a touch: the side to move; null if it has no legal move. */
  get hand(): Side | null {
    return this.at.moves.length > 0 ? this.at.side : null;
  }

  /** The question for the engine; null if there is no legal move. */
  get subject(): Subject | null {
    return subjectOf(this.at);
  }

  positionOf(node: number): TreePosition {
    return node === this.at.node ? this.at : this.#tree.position(node, language());
  }

  /** The nodes from the start through the current one to the end of its line. */
  lineShown(): number[] {
    const line = [...this.way].reverse();
    for (let next = this.node.children[0]; next !== undefined; next = this.nodes.get(next)?.children[0]) line.push(next);
    return line;
  }

  /** Adds moves in the engine's notation after the current node, as far as they can be played. */
  playLine(texts: readonly string[]): void {
    for (const text of texts) {
      const move = this.at.moves.find((it) => it.text === text);
      if (!move) return;
      this.play(move);
    }
  }

  makeMain(): void {
    this.#edit(this.#tree.makeMain(this.at.node), say('said.main'));
  }

  nameOf(square: Square): string {
    return this.at.board.squares.find((it) => it.square === square)?.name ?? String(square);
  }

  /** The value of a tag; null if it is absent or unknown. */
  tag(name: string): string | null {
    const value = this.tags.find((tag) => tag.name === name)?.value.trim() ?? '';
    return value === '' || value === '?' ? null : value;
  }

  /** Makes a node current. The move to it is animated if it follows the current one. */
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

  first(): void {
    this.goTo(ROOT);
  }

  last(): void {
    let { node } = this;
    for (;;) {
      const next = this.nodes.get(node.children[0] ?? -1);
      if (!next) break;
      node = next;
    }
    this.goTo(node.id);
  }

  /** Goes to the next (1) or previous (-1) variation at this point. */
  vary(step: 1 | -1): void {
    const siblings = this.nodes.get(this.node.parent ?? -1)?.children ?? [];
    const other = siblings[siblings.indexOf(this.at.node) + step];
    if (other !== undefined) this.goTo(other);
  }

  play(move: BoardMove): void {
    this.tryMove({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: move.huff }, move);
  }

  /**
   * Tries a move, and shows the reason if it is refused. Returns whether the path ends inside a
   * capture that can continue: then no reason is shown, and the user adds the rest.
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
    else this.spoken = withCompulsion(this.spoken, this.at.variant, this.moves);
    this.#sounds?.move(played, this.at.moves.length === 0);
    return false;
  }

  liftToHuff(square: Square): void {
    if (!this.at.huffable.includes(square)) return;
    this.#quiet();
    this.lifted = this.lifted === square ? null : square;
    const values = { square: this.nameOf(square) };
    this.spoken = this.lifted === null ? t('huff.said.back', values) : t('huff.said.lifted', values);
  }

  get inVariation(): boolean {
    const varies = (node: TreeNode | undefined): boolean =>
      node !== undefined && node.parent !== null && this.nodes.get(node.parent)?.children[0] !== node.id;
    return [...this.way].some((id) => varies(this.nodes.get(id)));
  }

  /** Folds or unfolds the alternatives of a move. A matter of display, so it is not saved. */
  fold(id: number, folded: boolean): void {
    const others = [...this.folded].filter((it) => it !== id);
    this.folded = new Set(folded ? [...others, id] : others);
  }

  /**
   * Folds or unfolds the alternatives at the current node: those that replace it, or those to which
   * it belongs.
   */
  turnFold(): void {
    for (let { node } = this; node.parent !== null; node = this.nodes.get(node.parent) as TreeNode) {
      const [first, ...others] = this.nodes.get(node.parent)?.children ?? [];
      if (first === undefined || others.length === 0 || (node.id === first && node.id !== this.at.node)) continue;
      const folds = !this.folded.has(first);
      if (folds) this.goTo(first);
      this.fold(first, folds);
      const move = this.nodes.get(first)?.text ?? '';
      this.spoken = folds ? say('said.folded', { move }) : say('folded', { move, n: others.length });
      return;
    }
    this.spoken = say('said.noFold');
  }

  /** Moves the current variation before the line that it varies. */
  promote(): void {
    this.#edit(this.#tree.promote(this.at.node), say('said.promoted'));
  }

  /** Removes the current move and everything after it. */
  remove(): void {
    const { node } = this;
    if (node.parent !== null) this.#edit(this.#tree.remove(node.id), say('said.removed', { move: node.text }));
  }

  /**
   * Sets the comment of the current node. `goesOn`: the user is still typing; one undo reverts the
   * whole edit.
   */
  comment(text: string, goesOn: boolean): void {
    this.#take(this.#tree.setComment(this.at.node, text, goesOn));
  }

  /** Sets a symbol of the current move in place of the others of `among`, or removes it. */
  sign(sign: string, among: readonly string[]): void {
    const { signs } = this.node;
    const others = signs.filter((it) => !among.includes(it));
    // Symbols of the move come before those of the position, which PDN writes as numbers.
    const given = sign.startsWith('$') ? [...others, sign] : [sign, ...others];
    this.#take(this.#tree.setSigns(this.at.node, signs.includes(sign) ? others : given));
  }

  undo(): void {
    const change = this.#tree.undo();
    if (change) this.#back(change, say('said.undone'));
  }

  redo(): void {
    const change = this.#tree.redo();
    if (change) this.#back(change, say('said.redone'));
  }

  /** Updates all texts to the chosen language. */
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

  /** Applies a change returned by the binding. */
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
