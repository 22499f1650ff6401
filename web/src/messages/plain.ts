/** Normalises texts for searching. Used by the list of games and by the library. */

/** A text in lower case without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
