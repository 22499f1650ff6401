/**
 * Draws a board as one SVG: squares, names, pieces and marks. The board tells it what to show. It keeps no state except its
 * elements, listens to no event and decides nothing. It is hidden from screen readers, which use the grid.
 */
import { placed, type Point } from './animate';
import type { Geometry } from './geometry';
import { ground } from './ground';
import { arrow, circle, cross, element, huffRing, movableRing, piece, ring, target, UNIT } from './shapes';
import type { BoardMove, BoardPiece, BoardShape, Numbers, ShapeColour, Square } from './types';

export interface Marks {
  lastMove: BoardMove | null;
  selected: Square | null;
  movable: ReadonlySet<Square>;
  ends: ReadonlySet<Square>;
  passing: ReadonlySet<Square>;
  /** Captured by an unfinished capture: still on the board, and shown faintly. */
  taken: ReadonlySet<Square>;
  /** The squares among which the user has to choose. */
  choices: ReadonlySet<Square>;
  ringed: readonly Square[];
  pointedOut: readonly BoardMove[];
  alternatives: readonly BoardMove[];
  threat: BoardMove | null;
  shapes: readonly BoardShape[];
  huffable: readonly Square[];
  /** Lifted to be huffed: still shown, faintly and crossed out. */
  lifted: Square | null;
}

const DRAWN: Record<ShapeColour, string> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

interface Drawn {
  group: SVGGElement;
  look: string;
}

export class Renderer {
  readonly svg: SVGSVGElement;
  /** The frame as a share of the drawing's width and height. The grid of cells needs it. */
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

  /** Draws squares and names. Everything else is drawn again after that. */
  layout(geometry: Geometry, numbers: Numbers): void {
    this.#geometry = geometry;
    this.svg.classList.toggle('numbered', numbers === 'inside');
    this.svg.classList.toggle('lined', geometry.cells === 'lines');
    const { frame, drawing } = ground(geometry, numbers);
    const width = geometry.width * UNIT + frame.left + frame.right;
    const height = geometry.height * UNIT + frame.top + frame.bottom;
    this.svg.setAttribute('viewBox', `${-frame.left} ${-frame.top} ${width} ${height}`);
    this.inset = {
      left: frame.left / width,
      top: frame.top / height,
      right: frame.right / width,
      bottom: frame.bottom / height,
    };
    this.#base.replaceChildren(...drawing);
    this.#men.replaceChildren();
    this.#drawn.clear();
  }

  /** Makes the board show these pieces. Pieces that stay where they are keep their elements. */
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

  pieceAt(square: Square): SVGGElement | null {
    return this.#drawn.get(square)?.group ?? null;
  }

  /** Puts a piece at any point, above the others. The point is in squares from the top left. */
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
      const { x, y } = geometry.at(square);
      if (geometry.cells === 'lines') {
        return element('circle', { class: className, cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT, r: 44 });
      }
      return element('rect', { class: className, x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT });
    };
    const at = (square: Square, mark: SVGElement): SVGElement => {
      const { x, y } = centre(square);
      mark.setAttribute('transform', `translate(${x} ${y})`);
      return mark;
    };
    const { lastMove, lifted } = marks;
    const last = lastMove ? [...new Set([lastMove.from, lastMove.to])] : [];
    this.#tints.replaceChildren(
      ...last.map((s) => tint(s, 'tint last')),
      ...(marks.selected === null ? [] : [tint(marks.selected, 'tint selected')]),
      ...[...marks.choices].map((s) => tint(s, 'tint choice')),
    );
    this.#under.replaceChildren(...[...marks.movable].map((s) => at(s, movableRing())));
    this.#over.replaceChildren(
      ...[...marks.passing].map((s) => at(s, target(false))),
      ...[...marks.ends].map((s) => at(s, target(true))),
      ...marks.alternatives.map((m) => arrow(m.path.map(centre), 'second')),
      ...(marks.threat ? [arrow(marks.threat.path.map(centre), 'threat')] : []),
      ...marks.shapes.map(({ colour, from, to }) => {
        const className = DRAWN[colour];
        return to === null ? at(from, circle(className)) : arrow([centre(from), centre(to)], `drawn ${className}`);
      }),
      ...marks.pointedOut.map((m) => arrow(m.path.map(centre), m.captured.length > 0 ? 'capture' : 'quiet')),
      ...marks.ringed.map((s) => at(s, ring())),
      ...marks.huffable.filter((s) => s !== lifted).map((s) => at(s, huffRing())),
      ...(lifted === null ? [] : [at(lifted, cross())]),
      ...(lastMove?.huff == null || lastMove.huff === lastMove.to ? [] : [at(lastMove.huff, cross())]),
    );
    for (const [square, { group }] of this.#drawn) {
      group.classList.toggle('selected', square === marks.selected);
      group.classList.toggle('taken', marks.taken.has(square) || square === lifted);
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
