/**
 * Conditional moves: what the server is to answer for a player, as a small tree, and as the lines that people read. Pure; the server checks every
 * move (docs/live-protocol.md).
 */

import type { IfThen } from '../../api/types';

export type ConditionalTree = readonly IfThen[];

/** The moves of a line: of the other side and one's own, by turns. */
export type ConditionalLine = readonly string[];

/** The lines of a tree, each from its beginning to its last answer. */
export function linesOf(tree: ConditionalTree): ConditionalLine[] {
  return tree.flatMap(({ if: played, answer, then = [] }) => {
    const begun = [played, answer];
    return then.length === 0 ? [begun] : linesOf(then).map((rest) => [...begun, ...rest]);
  });
}

/** The tree with a line more. Where a move was answered otherwise, the line is what holds. A move without an answer at its end is left out. */
export function withLine(tree: ConditionalTree, line: ConditionalLine): ConditionalTree {
  const [played, answer, ...rest] = line;
  if (played === undefined || answer === undefined) return tree;
  const at = tree.findIndex((it) => it.if === played);
  const before = tree[at];
  const kept = (before?.answer === answer && before.then) || [];
  const branch: IfThen = { if: played, answer, then: [...withLine(kept, rest)] };
  return before ? tree.map((it, index) => (index === at ? branch : it)) : [...tree, branch];
}

/** The tree without a line: what leads to nothing else goes with it. */
export function withoutLine(tree: ConditionalTree, line: ConditionalLine): ConditionalTree {
  const [played, answer, ...rest] = line;
  return tree.flatMap((it) => {
    if (it.if !== played || it.answer !== answer) return [it];
    const following = it.then ?? [];
    if (rest.length === 0) return following.length === 0 ? [] : [it];
    const then = [...withoutLine(following, rest)];
    return then.length === 0 ? [] : [{ ...it, then }];
  });
}
