/**
 * A position as a self-contained SVG without style sheets, scripts or fonts. The board's renderer
 * draws it outside the visible page; then the computed style of each shape is written into it, so
 * that it has the chosen look.
 */
import { Geometry } from '../board/geometry';
import { Renderer } from '../board/render';
import type { BoardView } from '../board/types';

/** The style properties of a shape, each with the value that is the default. */
const STYLES: readonly (readonly [name: string, usual: string])[] = [
  ['fill', 'rgb(0, 0, 0)'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-dasharray', 'none'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['opacity', '1'],
  ['transform', 'none'],
];
const TEXT_STYLES: readonly (readonly [name: string, usual: string])[] = [
  ['text-anchor', 'start'],
  ['font-size', ''],
  ['font-weight', '400'],
];

/** Fonts that every device has. The fonts of the page are not part of a picture. */
const FONT = 'Helvetica, Arial, sans-serif';

/** The drawing of a board. `name` is for screen readers. */
export function svgOf(view: BoardView, name: string): string {
  const host = document.createElement('div');
  host.className = 'board';
  host.inert = true;
  host.style.cssText = 'position: fixed; left: -9999px; top: 0; width: 1000px; transition: none;';
  const renderer = new Renderer();
  host.append(renderer.svg);
  document.body.append(host);
  try {
    renderer.layout(new Geometry(view.layout, view.flipped), view.numbers);
    renderer.pieces(view.pieces);
    renderer.marks({
      lastMove: view.lastMove,
      selected: null,
      movable: new Set(),
      ends: new Set(),
      passing: new Set(),
      taken: new Set(),
      choices: new Set(),
      ringed: [],
      pointedOut: [],
      alternatives: [],
      threat: null,
      shapes: view.shapes,
      huffable: [],
      lifted: null,
    });
    return written(renderer.svg, name);
  } finally {
    host.remove();
  }
}

function written(drawn: SVGSVGElement, name: string): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  inline(drawn, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [, , width = '1', height = '1'] = (copy.getAttribute('viewBox') ?? '').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('role', 'img');
  const title = document.createElementNS(copy.namespaceURI, 'title');
  title.textContent = name;
  copy.prepend(title);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Writes the computed style of each shape into the copy, and removes shapes that are hidden on the
 * page.
 */
function inline(shown: Element, copy: Element): void {
  const pairs = [...shown.children].map((child, i) => [child, copy.children[i]] as const);
  for (const [child, twin] of pairs) {
    if (!twin) continue;
    const style = getComputedStyle(child);
    if (style.display === 'none') {
      twin.remove();
      continue;
    }
    const text = child.tagName === 'text';
    for (const [property, usual] of text ? [...STYLES, ...TEXT_STYLES] : STYLES) {
      const value = style.getPropertyValue(property);
      if (value && value !== usual) twin.setAttribute(property, property === 'transform' ? matrixOf(value) : value);
      else twin.removeAttribute(property);
    }
    const radius = style.getPropertyValue('r');
    if (child.tagName === 'circle' && radius) twin.setAttribute('r', radius.replace('px', ''));
    if (text) twin.setAttribute('font-family', FONT);
    twin.removeAttribute('class');
    twin.removeAttribute('style');
    inline(child, twin);
  }
  for (const name of ['class', 'style', 'aria-hidden', 'focusable']) copy.removeAttribute(name);
}

/** Converts a transform of a style sheet to one of an attribute. */
function matrixOf(value: string): string {
  const { a, b, c, d, e, f } = new DOMMatrixReadOnly(value);
  const short = [a, b, c, d, e, f].map((n) => Number(n.toFixed(4)));
  return `matrix(${short.join(' ')})`;
}
