/** The types of the parts of `gifenc` that the page uses; the package has none. */
declare module 'gifenc' {
  export function quantize(rgba: Uint8ClampedArray, colours: number): number[][];
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
  export interface FrameOptions {
    palette: number[][];
    /** In milliseconds. */
    delay: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** What happens with a frame before the next one: 1 leaves it. */
    dispose?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
    /** The bytes so far, not copied. */
    bytesView(): Uint8Array;
  };
}
