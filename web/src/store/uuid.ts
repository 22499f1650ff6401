/**
 * Ids: those of games are UUIDs of version 7, which sort by time; those of commands are random,
 * version 4. Generated here because plain HTTP lacks `crypto.randomUUID`; `crypto.getRandomValues`
 * is available there.
 */
export function uuidV7(nowMs: number, random: (bytes: Uint8Array<ArrayBuffer>) => void = fill): string {
  const bytes = new Uint8Array(16);
  random(bytes);
  for (let i = 0; i < 6; i += 1) bytes[i] = Math.floor(nowMs / 2 ** (8 * (5 - i))) % 256;
  return written(bytes, 7);
}

export function uuidV4(random: (bytes: Uint8Array<ArrayBuffer>) => void = fill): string {
  const bytes = new Uint8Array(16);
  random(bytes);
  return written(bytes, 4);
}

/** Sets version and variant, and formats the bytes. */
function written(bytes: Uint8Array, version: number): string {
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function fill(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes);
}
