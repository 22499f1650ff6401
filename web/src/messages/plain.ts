/** Prepares texts for searching. Called by the list of games and by the library. */

/** A text in small letters without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
