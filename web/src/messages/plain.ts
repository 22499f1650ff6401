/** Texts made ready to be searched. Called by the list of games and the library. */

/** Small letters without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
