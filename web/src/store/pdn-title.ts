/**
 * Writes the user's title of a game into the tag `Event` of its PDN. Generated titles are left out,
 * since the tags of the players say the same.
 */

export function withTitle(pdn: string, title: string): string {
  const tag = `[Event "${escaped(title)}"]`;
  const event = /^\[Event "(?:[^"\\]|\\.)*"\]$/m;
  return event.test(pdn) ? pdn.replace(event, () => tag) : `${tag}\n${pdn}`;
}

/** The PDN of a game with this title, unless it already has an event, which is kept. */
export function withTitleOfItsOwn(pdn: string, title: string): string {
  return /^\[Event "\s*(?:\?\s*)?"\]$/m.test(pdn) || !/^\[Event "/m.test(pdn) ? withTitle(pdn, title) : pdn;
}

/** The PDN of a game in this group; an empty one removes it from its group. */
export function withGroup(pdn: string, group: string): string {
  const [tags, rest] = splitTagsAndMoves(pdn);
  const bare = tags.replace(GROUP, '') + rest;
  if (!group) return bare;
  const tag = `[Group "${escaped(group)}"]\n`;
  const event = /^\[Event "(?:[^"\\]|\\.)*"\]\n/m.exec(bare);
  const at = event ? event.index + event[0].length : 0;
  return bare.slice(0, at) + tag + bare.slice(at);
}

/** The group in the tags of a PDN; empty if there is none. */
export function groupIn(pdn: string): string {
  const group = GROUP.exec(splitTagsAndMoves(pdn)[0])?.[1]?.replace(/\\(.)/g, '$1').trim() ?? '';
  return /^[?.\s]*$/.test(group) ? '' : group.slice(0, 100);
}

/** The tags of a PDN, and everything after them. */
function splitTagsAndMoves(pdn: string): [string, string] {
  const end = /\r?\n\s*\r?\n/.exec(pdn);
  const at = end ? end.index + end[0].length : pdn.length;
  return [pdn.slice(0, at), pdn.slice(at)];
}

const GROUP = /^\[Group "((?:[^"\\]|\\.)*)"\]\r?\n/m;

/** A tag's value is on one line. Quotation marks and backslashes are escaped with a backslash. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/["\\]/g, '\\$&');
}
