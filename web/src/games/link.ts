/**
 * A game in a link: its PDN, packed, behind the `#` of an address, which no browser sends to a server. Pure but for the
 * browser's own packing. Called where links are made and opened.
 */

/** Characters of a packed game that a link may have; longer ones break in mails and chats. */
export const LONGEST_LINK = 12_000;
/** Bytes that a packed game may become, so that a link cannot fill the memory. */
const LARGEST = 512 * 1024;

/** The packed game; null where it is too long for a link. */
export async function packed(pdn: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(pdn), new CompressionStream('deflate-raw'), LARGEST);
  if (!bytes) return null;
  const text = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
  const short = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return short.length <= LONGEST_LINK ? short : null;
}

/** The game of a link; null where the link is damaged. */
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

/** What comes out of a stream; null where it is more than so many bytes. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array | null> {
  const writer = stream.writable.getWriter();
  // What goes wrong is told where the other end is read.
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
