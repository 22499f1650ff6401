/**
 * Converts drawings to pictures of pixels: PNG, or a whole line of moves as an animated GIF. Called where pictures are
 * shared.
 */

/** Draws an SVG with this width in pixels. */
async function canvasOf(svg: string, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * image.naturalHeight) / Math.max(1, image.naturalWidth)));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The drawing as PNG. */
export async function pngOf(svg: string, width: number): Promise<Blob> {
  const canvas = await canvasOf(svg, width);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot write a PNG'))), 'image/png');
  });
}

/** How long each position of an animation is shown, in milliseconds, and how long the last one. */
const STANDS = 900;
const LAST_STANDS = 3_000;

/**
 * Makes an endless GIF of drawings. `told` is called with the number of drawings done. Returns null if it was stopped. The
 * colours of the first picture are used for all, because a board has few colours.
 */
export async function gifOf(
  drawings: Iterable<string>,
  width: number,
  told: (done: number) => void,
  stop: AbortSignal,
): Promise<Blob | null> {
  const { GIFEncoder, quantize, applyPalette } = await import('gifenc');
  const gif = GIFEncoder();
  const all = [...drawings];
  let palette: number[][] | null = null;
  for (const [at, svg] of all.entries()) {
    if (stop.aborted) return null;
    const canvas = await canvasOf(svg, width);
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const first = palette === null;
    palette ??= quantize(data, 256);
    const delay = at === all.length - 1 ? LAST_STANDS : STANDS;
    gif.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { ...(first ? { palette } : {}), delay });
    told(at + 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
  gif.finish();
  return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
}
