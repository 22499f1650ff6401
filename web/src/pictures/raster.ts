/** Converts drawings to raster pictures: PNG, or an animated GIF of a line of moves. */

/** Renders an SVG with this width in pixels, transparent or on the colour `ground`. */
async function canvasOf(svg: string, width: number, ground: string | null = null): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * image.naturalHeight) / Math.max(1, image.naturalWidth)));
  const context = canvas.getContext('2d', { willReadFrequently: ground !== null });
  if (context && ground !== null) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function pngOf(svg: string, width: number): Promise<Blob> {
  const canvas = await canvasOf(svg, width);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot write a PNG'))), 'image/png');
  });
}

/** The duration of each position of an animation, and of the last one, in milliseconds. */
const FRAME_MS = 900;
const LAST_FRAME_MS = 3_000;

export interface Animation {
  count: number;
  /**
   * Draws a position, counted from 0. They are drawn one by one, so that the page stays responsive.
   */
  drawing: (at: number) => string;
  /** The width in pixels. */
  width: number;
  /** The background: a GIF has no half-transparent pixels, and a board has round corners. */
  ground: string;
}

/**
 * Makes a looping GIF. `onprogress` is called with the number of drawings done. Returns null if it
 * was stopped.
 */
export async function gifOf(
  { count, drawing, width, ground }: Animation,
  onprogress: (done: number) => void,
  stop: AbortSignal,
): Promise<Blob | null> {
  const { GifWriter } = await import('./gif');
  let gif: InstanceType<typeof GifWriter> | null = null;
  for (let at = 0; at < count; at += 1) {
    if (stop.aborted) return null;
    const canvas = await canvasOf(drawing(at), width, ground);
    gif ??= new GifWriter(canvas.width, canvas.height);
    gif.add(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data, at === count - 1 ? LAST_FRAME_MS : FRAME_MS);
    onprogress(at + 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return gif && !stop.aborted ? new Blob([gif.end() as Uint8Array<ArrayBuffer>], { type: 'image/gif' }) : null;
}
