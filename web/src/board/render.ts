/**
 * Draws a board: squares, numbers, pieces and marks, as one SVG. Called by the board with what to show; keeps no state
 * but the elements it made, listens to nothing, and decides nothing. Hidden from screen readers, who have the grid.
 */
import { placed, type Point } from './animate';
import type { Geometry } from './geometry';
import { arrow, element, movableRing, piece, ring, target, UNIT } from './shapes';
import type { BoardMove, BoardPiece, Numbers, Square } from './types';

/** Width of the frame around the squares, in drawing units: narrow, and wide enough for numbers where they stand. */
const NARROW = 14;
const WIDE = 44;

export interface Marks {
  lastMove: BoardMove | null;
  selected: Square | null;
  movable: ReadonlySet<Square>;
  ends: ReadonlySet<Square>;
  passing: ReadonlySet<Square>;
  /** Captured by a capture half entered: still there, and shown faintly. */
  taken: ReadonlySet<Square>;
  /** Squares among which the person has to choose. */
  choices: ReadonlySet<Square>;
  ringed: readonly Square[];
  pointedOut: readonly BoardMove[];
}

interface Drawn {
  group: SVGGElement;
  look: string;
}

export class Renderer {
  readonly svg: SVGSVGElement;
  /** The frame, as a share of the drawing's width and height: where the grid of cells has to lie. */
  inset = { left: 0, top: 0, right: 0, bottom: 0 };
  #base = element('g', { class: 'base' });
  #tints = element('g', { class: 'tints' });
  #under = element('g', { class: 'under' });
  #men = element('g', { class: 'pieces' });
  #over = element('g', { class: 'over' });
  #drawn = new Map<Square, Drawn>();
  #geometry: Geometry | null = null;

  constructor() {
    this.svg = element('svg', { 'aria-hidden': 'true', focusable: 'false' }, this.#base, this.#tints, this.#under);
    this.svg.append(this.#men, this.#over);
  }

  /** Draws squares and numbers; everything else is drawn anew after it. */
  layout(geometry: Geometry, numbers: Numbers): void {
    this.#geometry = geometry;
    this.svg.classList.toggle('numbered', numbers === 'inside');
    const far = numbers === 'outside' ? WIDE : NARROW;
    const width = geometry.width * UNIT;
    const height = geometry.height * UNIT;
    const box = { x: -NARROW, y: -NARROW, width: width + NARROW + far, height: height + NARROW + far, rx: 16 };
    this.svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.inset = {
      left: NARROW / box.width,
      top: NARROW / box.height,
      right: far / box.width,
      bottom: far / box.height,
    };
    this.#base.replaceChildren(
      element('rect', { class: 'frame', ...box }),
      element('rect', { class: 'light', x: 0, y: 0, width, height }),
    );
    for (const s of geometry.seen) {
      this.#base.append(element('rect', { class: 'dark', x: s.x * UNIT, y: s.y * UNIT, width: UNIT, height: UNIT }));
    }
    if (numbers === 'inside') {
      for (const s of geometry.seen) {
        this.#number(s.name, s.x * UNIT + 4, s.y * UNIT + 20, 'number inside');
      }
    } else if (numbers === 'outside') {
      for (const s of geometry.seen) {
        const [cx, cy] = [(s.x + 0.5) * UNIT, (s.y + 0.5) * UNIT];
        if (s.y === geometry.height - 1) this.#number(s.name, cx, height + far / 2 + 11, 'number outside');
        if (s.x === geometry.width - 1) this.#number(s.name, width + far / 2, cy + 11, 'number outside');
      }
    }
    this.#men.replaceChildren();
    this.#drawn.clear();
  }

  #number(text: string, x: number, y: number, className: string): void {
    const label = element('text', { class: className, x, y });
    label.textContent = text;
    this.#base.append(label);
  }

  /** Makes the pieces on the board these; pieces that stay are left alone. */
  pieces(pieces: readonly BoardPiece[]): void {
    const geometry = this.#need();
    const wanted = new Map(pieces.map((p) => [p.square, p]));
    for (const [square, { group, look }] of this.#drawn) {
      const want = wanted.get(square);
      if (!want || look !== lookOf(want)) {
        group.remove();
        this.#drawn.delete(square);
      }
    }
    for (const p of pieces) {
      if (!geometry.has(p.square)) continue;
      let drawn = this.#drawn.get(p.square);
      if (!drawn) {
        drawn = { group: element('g', { class: 'place' }, piece(p.side, p.kind)), look: lookOf(p) };
        this.#men.append(drawn.group);
        this.#drawn.set(p.square, drawn);
      }
      drawn.group.style.transform = placed(geometry.at(p.square));
    }
  }

  /** The element of the piece on a square, for showing a move. */
  pieceAt(square: Square): SVGGElement | null {
    return this.#drawn.get(square)?.group ?? null;
  }

  /** Puts a piece anywhere (in squares from the top left), above the others. */
  float(square: Square, point: Point): void {
    const group = this.pieceAt(square);
    if (!group) return;
    if (this.#men.lastElementChild !== group) this.#men.append(group);
    group.style.transform = placed(point);
  }

  marks(marks: Marks): void {
    const geometry = this.#need();
    const centre = (square: Square): { x: number; y: number } => {
      const at = geometry.at(square);
      return { x: (at.x + 0.5) * UNIT, y: (at.y + 0.5) * UNIT };
    };
    const tint = (square: Square, className: string): SVGElement => {
      const at = geometry.at(square);
      return element('rect', { class: className, x: at.x * UNIT, y: at.y * UNIT, width: UNIT, height: UNIT });
    };
    const at = (square: Square, mark: SVGElement): SVGElement => {
      const { x, y } = centre(square);
      mark.setAttribute('transform', `translate(${x} ${y})`);
      return mark;
    };
    const last = marks.lastMove ? [...new Set([marks.lastMove.from, marks.lastMove.to])] : [];
    this.#tints.replaceChildren(
      ...last.map((s) => tint(s, 'tint last')),
      ...(marks.selected === null ? [] : [tint(marks.selected, 'tint selected')]),
      ...[...marks.choices].map((s) => tint(s, 'tint choice')),
    );
    this.#under.replaceChildren(...[...marks.movable].map((s) => at(s, movableRing())));
    this.#over.replaceChildren(
      ...[...marks.passing].map((s) => at(s, target(false))),
      ...[...marks.ends].map((s) => at(s, target(true))),
      ...marks.pointedOut.map((m) => arrow(m.path.map(centre), m.captured.length > 0 ? 'capture' : 'quiet')),
      ...marks.ringed.map((s) => at(s, ring())),
    );
    for (const [square, { group }] of this.#drawn) {
      group.classList.toggle('selected', square === marks.selected);
      group.classList.toggle('taken', marks.taken.has(square));
    }
  }

  #need(): Geometry {
    if (!this.#geometry) throw new Error('layout() comes first');
    return this.#geometry;
  }
}

function lookOf(p: BoardPiece): string {
  return `${p.side} ${p.kind}`;
}
