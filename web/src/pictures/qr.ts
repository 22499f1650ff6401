/** A text as a QR code, for the screen and as a drawing of its own. */
import { encode } from 'uqr';

/** How many bytes the largest code can contain. */
const MOST = 2_900;
/** The modules of white around a code that the norm (ISO/IEC 18004) asks for. */
const QUIET = 4;
/** The size of a module in a drawing, in pixels. */
const MODULE = 8;

export interface QrCode {
  /** The number of modules of a side, with the white around. */
  size: number;
  /** The black modules as an SVG path, each of the size 1. */
  path: string;
}

/** The code of a text; null if the text is too long. */
export function qrOf(text: string): QrCode | null {
  if (new TextEncoder().encode(text).length > MOST) return null;
  const { size, data } = encode(text, { border: QUIET });
  return { size, path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('') };
}

export function qrSvg({ size, path }: QrCode): string {
  const pixels = size * MODULE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
  );
}

/**
 * The width in which a code is shown, in pixels of the page: as many whole pixels of the screen for each module as fit, since
 * modules of unequal widths are hard to read for a camera. A code that does not even fit so takes all the room.
 */
export function shownWidth(size: number, room: number, density: number): number {
  const each = Math.floor((room * density) / size);
  return each >= 1 ? (each * size) / density : room;
}
