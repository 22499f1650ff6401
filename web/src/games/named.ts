/**
 * Writes the title that the user gave a game into the tag `Event` of its PDN. Called when games are exported. Titles that
 * the page made itself are left out, since the tags of the players say the same.
 */

/** The PDN of a game with this title. */
export function withTitle(pdn: string, title: string): string {
  const tag = `[Event "${escaped(title)}"]`;
  const event = /^\[Event "(?:[^"\\]|\\.)*"\]$/m;
  return event.test(pdn) ? pdn.replace(event, () => tag) : `${tag}\n${pdn}`;
}

/** The PDN of a game with this title, unless it already has an event: what a file says about a game is kept. */
export function withTitleOfItsOwn(pdn: string, title: string): string {
  return /^\[Event "\s*(?:\?\s*)?"\]$/m.test(pdn) || !/^\[Event "/m.test(pdn) ? withTitle(pdn, title) : pdn;
}

/** A tag's value is on one line. Quotation marks and backslashes are escaped with a backslash. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/["\\]/g, '\\$&');
}
