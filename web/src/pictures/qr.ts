/** A text as a QR code, for display and as a drawing. */
import { encode } from 'uqr';

/** The capacity of the largest code in bytes. */
const MAX_BYTES = 2_900;
/** The white modules around a code required by ISO/IEC 18004. */
const QUIET = 4;
/** The size of a module in a drawing, in pixels. */
const MODULE = 8;

export interface QrCode {
  /** The number of modules of a side, including the white ones. */
  size: number;
  /** The black modules as an SVG path, each of the size 1. */
  path: string;
}

/** The code of a text; null if the text is too long. */
export function qrOf(text: string): QrCode | null {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return null;
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
 * The width of a code in CSS pixels: as many whole device pixels for each module as fit, since
 * cameras read modules of unequal widths badly. A code that does not fit takes all the space.
 */
export function shownWidth(size: number, room: number, density: number): number {
  const each = Math.floor((room * density) / size);
  return each >= 1 ? (each * size) / density : room;
}
