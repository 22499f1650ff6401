/**
 * The shapes on a board as SVG elements, with 100 units to a square: men, kings, marks, arrows. Their colours come from the
 * style sheet (board.css) through classes, so that light and dark mode need no second drawing.
 */
import type { Kind, Side } from './types';

const NS = 'http://www.w3.org/2000/svg';

/** The side of a square in drawing units. */
export const UNIT = 100;

export function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
  ...children: Node[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A piece around the origin. A king is two discs, and the upper one has a crown. The parts of all sets of pieces are drawn
 * into it, and pieces.css shows those of the chosen set: a turned disc with a groove, a flat disc, or one with a rosette or a star.
 */
export function piece(side: Side, kind: Kind): SVGGElement {
  const group = element('g', { class: `piece ${side} ${kind}` });
  group.append(element('ellipse', { class: 'shade', cx: 0, cy: 7, rx: 42, ry: 41 }));
  if (kind === 'man') {
    group.append(...disc(0), element('circle', { class: 'groove', r: 22 }), rosette(), star());
  } else {
    group.append(...disc(4), ...disc(-8));
    group.append(element('path', { class: 'crown', d: 'M-22 6 L-25 -21 L-11 -9 L0 -28 L11 -9 L25 -21 L22 6 Z' }));
  }
  return group;
}

function disc(y: number): SVGElement[] {
  return [
    element('circle', { class: 'rim', cy: y + 3, r: 41 }),
    element('circle', { class: 'face', cy: y, r: 40 }),
    element('circle', { class: 'bevel', cy: y, r: 34 }),
  ];
}

function rosette(): SVGElement {
  const petal = (turn: number): SVGElement =>
    element('ellipse', { cx: 0, cy: -15, rx: 6.5, ry: 11, transform: `rotate(${turn})` });
  const petals = Array.from({ length: 8 }, (_, i) => petal(i * 45));
  return element('g', { class: 'rosette' }, ...petals, element('circle', { r: 5 }));
}

function star(): SVGElement {
  return element('path', { class: 'star', d: 'M0-25 6.2-8.5 23.8-7.7 10-3.2 14.7 20.2 0 10.5-14.7 20.2-10-3.2-23.8-7.7-6.2-8.5Z' });
}

/** Marks a piece that can move: a bright ring just outside it, with dark edges. */
export function movableRing(): SVGElement {
  return element(
    'g',
    { class: 'movable-ring' },
    element('circle', { class: 'edge', r: 45.5 }),
    element('circle', { class: 'line', r: 45.5 }),
  );
}

/** Marks a square that the selected piece can end on or pass. */
export function target(ends: boolean): SVGElement {
  return element('circle', { class: ends ? 'target end' : 'target passing', r: ends ? 17 : 10 });
}

/** A ring around a piece that a sentence refers to. */
export function ring(): SVGElement {
  return element(
    'g',
    { class: 'ring' },
    element('circle', { class: 'edge', r: 45 }),
    element('circle', { class: 'line', r: 45 }),
  );
}

export function circle(colour: string): SVGElement {
  return element('circle', { class: `circle ${colour}`, r: 44 });
}

export function huffRing(): SVGElement {
  return element('circle', { class: 'huff-ring', r: 45 });
}

export function cross(): SVGElement {
  return element('path', { class: 'cross', d: 'M-24 -24 24 24M24 -24 -24 24' });
}

export function arrow(points: readonly { x: number; y: number }[], className: string): SVGElement {
  const group = element('g', { class: `arrow ${className}` });
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end || !before) return group;
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const ux = (end.x - before.x) / length;
  const uy = (end.y - before.y) / length;
  const neck = { x: end.x - ux * 30, y: end.y - uy * 30 };
  const line = [...points.slice(0, -1), neck].map((p) => `${p.x},${p.y}`).join(' ');
  const head = [
    `${end.x},${end.y}`,
    `${neck.x - uy * 22 - ux * 6},${neck.y + ux * 22 - uy * 6}`,
    `${neck.x + uy * 22 - ux * 6},${neck.y - ux * 22 - uy * 6}`,
  ];
  group.append(element('polyline', { class: 'shaft', points: line }));
  group.append(element('polygon', { class: 'head', points: head.join(' ') }));
  return group;
}
