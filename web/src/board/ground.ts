/** The background of a board: dark squares, equal cells, or points joined by lines, with the names of squares where the game usually has them. */
import type { Geometry } from './geometry';
import { element, UNIT } from './shapes';
import type { Numbers } from './types';

/** The width of the frame on a board of 10x10, in drawing units: narrow, but wide enough for the names. */
const NARROW = 14;
const WIDE = 44;
/** The size of the names on a board of 10x10. */
const OUTSIDE = 31;
const INSIDE = 22;

/** The frame around the squares, in drawing units. */
interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Ground {
  frame: Frame;
  drawing: SVGElement[];
}

/** Draws the background. Frame and names have the same size on the screen for every size of board. */
export function ground(geometry: Geometry, numbers: Numbers): Ground {
  const scale = geometry.width / 10;
  const width = geometry.width * UNIT;
  const height = geometry.height * UNIT;
  const frame = frameOf(geometry, numbers, scale);
  const around = {
    x: -frame.left,
    y: -frame.top,
    width: width + frame.left + frame.right,
    height: height + frame.top + frame.bottom,
    rx: 16 * scale,
  };
  return {
    frame,
    drawing: [
      element('rect', { class: 'frame', ...around }),
      ...squares(geometry, width, height),
      ...(numbers === 'none' ? [] : numbers === 'inside' ? inside(geometry, scale) : outside(geometry, scale, frame)),
    ],
  };
}

/** Only a chequered board needs a frame for its names. On other boards they fit at the edge. */
function frameOf({ cells, letters }: Geometry, numbers: Numbers, scale: number): Frame {
  const narrow = (cells === 'all' ? NARROW * 0.6 : NARROW) * scale;
  const far = numbers === 'outside' && cells === 'dark' ? WIDE * scale : narrow;
  return { left: letters ? far : narrow, top: narrow, right: letters ? narrow : far, bottom: far };
}

function squares(geometry: Geometry, width: number, height: number): SVGElement[] {
  const whole = { x: 0, y: 0, width, height };
  if (geometry.cells === 'dark') {
    const dark = geometry.seen.map((s) =>
      element('rect', { class: 'dark', x: s.x * UNIT, y: s.y * UNIT, width: UNIT, height: UNIT }),
    );
    return [element('rect', { class: 'light', ...whole }), ...dark];
  }
  const paths = geometry.cells === 'all' ? borders(geometry) : lines(geometry);
  return [element('rect', { class: 'plain', ...whole }), element('path', { class: `joins ${geometry.cells}`, d: paths })];
}

function borders({ width, height }: Geometry): string {
  const down = Array.from({ length: width - 1 }, (_, i) => `M${(i + 1) * UNIT} 0V${height * UNIT}`);
  const across = Array.from({ length: height - 1 }, (_, i) => `M0 ${(i + 1) * UNIT}H${width * UNIT}`);
  return [...down, ...across].join('');
}

/** The lines through rows, columns and every other diagonal, from centre to centre. */
function lines({ width, height }: Geometry): string {
  const at = (i: number): number => (i + 0.5) * UNIT;
  const parts: string[] = [];
  for (let x = 0; x < width; x += 1) parts.push(`M${at(x)} ${at(0)}V${at(height - 1)}`);
  for (let y = 0; y < height; y += 1) parts.push(`M${at(0)} ${at(y)}H${at(width - 1)}`);
  for (let y = 0; y + 1 < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      const [from, to] = (x + y) % 2 === 0 ? [x, x + 1] : [x + 1, x];
      parts.push(`M${at(from)} ${at(y)}L${at(to)} ${at(y + 1)}`);
    }
  }
  return parts.join('');
}

function inside(geometry: Geometry, scale: number): SVGElement[] {
  const size = INSIDE * Math.max(1, scale);
  return geometry.seen.map((s) => label(s.name, s.x * UNIT + 4, s.y * UNIT + size * 0.9, 'inside', size));
}

function outside(geometry: Geometry, scale: number, frame: Frame): SVGElement[] {
  return geometry.letters ? lettersOutside(geometry, scale, frame) : numbersOutside(geometry, scale, frame);
}

/** The numbers of the last row and the last column, as shown. */
function numbersOutside(geometry: Geometry, scale: number, { right, bottom }: Frame): SVGElement[] {
  const size = OUTSIDE * scale;
  const drop = size * 0.36;
  const [width, height] = [geometry.width * UNIT, geometry.height * UNIT];
  return geometry.seen.flatMap((s) => [
    ...(s.y === geometry.height - 1 ? [label(s.name, (s.x + 0.5) * UNIT, height + bottom / 2 + drop, 'outside', size)] : []),
    ...(s.x === geometry.width - 1 ? [label(s.name, width + right / 2, (s.y + 0.5) * UNIT + drop, 'outside', size)] : []),
  ]);
}

/** A letter below each column and a number beside each row. */
function lettersOutside(geometry: Geometry, scale: number, { left, bottom }: Frame): SVGElement[] {
  const files = new Map(geometry.seen.map((s) => [s.x, s.name.slice(0, 1)]));
  const ranks = new Map(geometry.seen.map((s) => [s.y, s.name.slice(1)]));
  const height = geometry.height * UNIT;
  const dark = geometry.cells === 'dark';
  const size = (dark ? OUTSIDE : INSIDE * 1.35) * scale;
  // On the frame beside the squares if there is one, otherwise in the corners of the cells at the edge, which pieces leave free.
  const place = geometry.cells === 'all' ? 0.88 : 0.5;
  const below = dark ? height + bottom / 2 + size * 0.36 : height - size * 0.3;
  const beside = dark ? -left / 2 : size * 0.45;
  const className = dark ? 'outside' : 'outside near';
  const rankPlace = geometry.cells === 'all' ? size * 0.95 : 0.5 * UNIT + size * 0.36;
  return [
    ...[...files].map(([x, file]) => label(file, (x + place) * UNIT, below, className, size)),
    ...[...ranks].map(([y, rank]) => label(rank, beside, y * UNIT + rankPlace, className, size)),
  ];
}

function label(text: string, x: number, y: number, className: string, size: number): SVGElement {
  const made = element('text', { class: `number ${className}`, x, y, 'font-size': size });
  made.textContent = text;
  return made;
}
