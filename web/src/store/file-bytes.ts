/**
 * Reads the bytes of a file synchronously in pieces, as the wasm module requests them; only a
 * worker can. Converts UTF-16, which some editors write, to UTF-8. The module recognises other
 * encodings.
 */
import type { ByteSource } from '../rules/study';

/** Reads a piece of a file synchronously. In a worker this is `FileReaderSync`. */
export type ReadPiece = (piece: Blob) => ArrayBuffer;

/**
 * The bytes of a file from its beginning. `onprogress` is called with the number of bytes read so
 * far.
 */
export function fileBytes(file: Blob, readPiece: ReadPiece, onprogress: (bytes: number) => void = () => {}): ByteSource {
  let at = 0;
  const take = (most: number): Uint8Array => {
    const end = Math.min(at + most, file.size);
    if (end === at) return new Uint8Array();
    const bytes = new Uint8Array(readPiece(file.slice(at, end)));
    at = end;
    onprogress(at);
    return bytes;
  };
  const encoding = utf16(file, readPiece);
  return { read: encoding ? asUtf8(take, encoding) : take };
}

/** The beginning of a file as text, in whatever encoding. */
export async function beginningOf(file: Blob, most = 1_000): Promise<string> {
  const bytes = await file.slice(0, most).arrayBuffer();
  const encoding = encodingOf(new Uint8Array(bytes)) ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** The kind of UTF-16 of a file, by its byte order mark; null if it has none. */
function utf16(file: Blob, readPiece: ReadPiece): string | null {
  if (file.size < 2) return null;
  return encodingOf(new Uint8Array(readPiece(file.slice(0, 2))));
}

function encodingOf([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The text in UTF-8. Bytes beyond the requested number are buffered. */
function asUtf8(take: (most: number) => Uint8Array, encoding: string): (most: number) => Uint8Array {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  let rest = new Uint8Array();
  let ended = false;
  return (most) => {
    while (rest.length === 0 && !ended) {
      const bytes = take(most);
      ended = bytes.length === 0;
      rest = encoder.encode(decoder.decode(bytes, { stream: !ended }));
    }
    const given = rest.slice(0, most);
    rest = rest.slice(most);
    return given;
  };
}
