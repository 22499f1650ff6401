/**
 * A game's title in its PDN: what a person called the game is written into the tag `Event`. Called when games are exported;
 * titles that the page made itself are left out, since the players' tags say the same.
 */

/** The PDN of a game under this title. */
export function withTitle(pdn: string, title: string): string {
  const tag = `[Event "${escaped(title)}"]`;
  const event = /^\[Event "(?:[^"\\]|\\.)*"\]$/m;
  return event.test(pdn) ? pdn.replace(event, () => tag) : `${tag}\n${pdn}`;
}

/** The PDN of a game under this title, unless it names its event itself: what a file says of a game is kept. */
export function withTitleOfItsOwn(pdn: string, title: string): string {
  return /^\[Event "\s*(?:\?\s*)?"\]$/m.test(pdn) || !/^\[Event "/m.test(pdn) ? withTitle(pdn, title) : pdn;
}

/** A tag's value is one line; quotes and backslashes are written after a backslash. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/["\\]/g, '\\$&');
}
