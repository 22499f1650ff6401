/**
 * The bytes of a file, some at a time and at once, as a worker may read them: the module that reads games asks for them
 * while it reads. UTF-16, which some editors write, becomes UTF-8 on the way; other encodings the module tells apart itself.
 */
import type { ByteSource } from '../rules/study';

/** Reads a piece of a file at once. In a worker: `FileReaderSync`. */
export type ReadPiece = (piece: Blob) => ArrayBuffer;

/** The bytes of a file from its beginning; `told` hears how many were read so far. */
export function fileBytes(file: Blob, readPiece: ReadPiece, told: (bytes: number) => void = () => {}): ByteSource {
  let at = 0;
  const take = (most: number): Uint8Array => {
    const end = Math.min(at + most, file.size);
    if (end === at) return new Uint8Array();
    const bytes = new Uint8Array(readPiece(file.slice(at, end)));
    at = end;
    told(at);
    return bytes;
  };
  const encoding = utf16(file, readPiece);
  return { read: encoding ? asUtf8(take, encoding) : take };
}

/** Which UTF-16 a file is in, by the mark at its beginning; null where it is not. */
function utf16(file: Blob, readPiece: ReadPiece): string | null {
  if (file.size < 2) return null;
  const [first, second] = new Uint8Array(readPiece(file.slice(0, 2)));
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The same text in UTF-8. What was made of one piece and does not fit is kept for the next answer. */
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
