/**
 * The board for the keyboard and for screen readers: an ARIA grid with a cell for each playing square, a roving tab stop,
 * and a name for every cell. Fingers touch the cells too. On a chequered board a cell is cut to a diamond that contains the
 * points nearest to its square. Draws only the focus ring (board.css).
 */
import type { Geometry } from './geometry';
import type { Square } from './types';

export interface CellLook {
  label: string;
  selected: boolean;
  /** A finger that starts on this cell drags a piece instead of scrolling the page. */
  draggable: boolean;
}

export class Grid {
  readonly root: HTMLDivElement;
  #cells = new Map<Square, HTMLDivElement>();
  #focused: Square | null = null;
  /** The user has moved to the square that is the tab stop. */
  #chosen = false;

  constructor() {
    this.root = document.createElement('div');
    this.root.className = 'cells';
    this.root.setAttribute('role', 'grid');
    // However the focus came to this cell, the arrow keys continue from here.
    this.root.addEventListener('focusin', (event) => {
      const square = Number((event.target as HTMLElement).dataset['square']);
      if (this.#cells.has(square)) this.focusable(square);
    });
  }

  /** Builds the cells again, for another layout or a board turned round. The focus stays on its square. */
  build(geometry: Geometry): void {
    // The board may be in a shadow root, which has an active element of its own.
    const { activeElement } = this.root.getRootNode() as Document | ShadowRoot;
    const hadFocus = this.root.contains(activeElement ?? null);
    const { width, height } = geometry;
    const chequered = geometry.cells === 'dark';
    this.root.classList.toggle('chequered', chequered);
    this.root.setAttribute('aria-rowcount', String(height));
    this.root.setAttribute('aria-colcount', String(width));
    this.root.replaceChildren();
    this.#cells.clear();
    for (let y = 0; y < height; y += 1) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      row.setAttribute('aria-rowindex', String(y + 1));
      for (const s of geometry.seen.filter((seen) => seen.y === y)) {
        const cell = document.createElement('div');
        cell.className = 'cell';
        cell.setAttribute('role', 'gridcell');
        cell.setAttribute('aria-colindex', String(s.x + 1));
        cell.dataset['square'] = String(s.square);
        cell.tabIndex = -1;
        const size = chequered ? 2 : 1;
        cell.style.left = `${((s.x + 0.5 - size / 2) / width) * 100}%`;
        cell.style.top = `${((s.y + 0.5 - size / 2) / height) * 100}%`;
        cell.style.width = `${(size / width) * 100}%`;
        cell.style.height = `${(size / height) * 100}%`;
        this.#cells.set(s.square, cell);
        row.append(cell);
      }
      if (row.childElementCount > 0) this.root.append(row);
    }
    const keep = this.#focused !== null && this.#cells.has(this.#focused) ? this.#focused : null;
    if (keep !== null) this.focusable(keep);
    else this.#begin(geometry.seen[0]?.square ?? 1);
    if (hadFocus && keep !== null) this.focus(keep);
  }

  #begin(square: Square): void {
    this.focusable(square);
    this.#chosen = false;
  }

  get focused(): Square | null {
    return this.#focused;
  }

  /** The tab stop if the user has not chosen a square yet: one of the user's own pieces instead of a far corner. */
  suggest(square: Square): void {
    if (this.#chosen) return;
    this.#begin(square);
  }

  /** Makes a square the only tab stop of the board, without moving the focus. */
  focusable(square: Square): void {
    if (this.#focused !== null) this.#cells.get(this.#focused)?.setAttribute('tabindex', '-1');
    this.#cells.get(square)?.setAttribute('tabindex', '0');
    this.#focused = square;
    this.#chosen = true;
  }

  focus(square: Square): void {
    this.focusable(square);
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  look(square: Square, { label, selected, draggable }: CellLook): void {
    const cell = this.#cells.get(square);
    if (!cell) return;
    if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
    cell.setAttribute('aria-selected', String(selected));
    cell.classList.toggle('draggable', draggable);
  }
}
