/** The name of a sentence's clip. */
export const ID_LENGTH = 8;

/**
 * The fingerprint of a sentence: FNV-1a of its UTF-8 bytes, 32 bits, as eight hexadecimal digits.
 */
export function clipId(sentence: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(sentence)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(ID_LENGTH, '0');
}
