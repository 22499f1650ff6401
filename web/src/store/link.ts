/**
 * A game in a link: its compressed PDN is in the address after the `#`, which browsers do not send
 * to servers.
 */

/** The maximum number of characters of a compressed game. Longer links break in mails and chats. */
export const LONGEST_LINK = 12_000;
/** The maximum size of a decompressed game in bytes, so that a link cannot fill the memory. */
const LARGEST = 512 * 1024;

/** Compresses a game; null if it is too long for a link. */
export async function packed(pdn: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(pdn), new CompressionStream('deflate-raw'), LARGEST);
  if (!bytes) return null;
  const text = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
  const short = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return short.length <= LONGEST_LINK ? short : null;
}

/** The game in a link; null if the link is damaged. */
export async function unpacked(text: string): Promise<string | null> {
  if (!/^[\w-]+$/.test(text) || text.length > LONGEST_LINK) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream('deflate-raw'), LARGEST);
    return plain && new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** The whole output of a stream; null if it exceeds this many bytes. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array | null> {
  const writer = stream.writable.getWriter();
  // An error appears on the reading side, where it is handled.
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
