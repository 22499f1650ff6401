/** Conditional moves: what the server plays for a player, as a small tree, and as lines for the user. Pure; the server checks every move (docs/live-protocol.md). */

import type { IfThen } from '../../api/types';

export type ConditionalTree = readonly IfThen[];

/** A line: the opponent's and the user's moves, alternating. */
export type ConditionalLine = readonly string[];

/** The lines of a tree, each up to its last reply. */
export function linesOf(tree: ConditionalTree): ConditionalLine[] {
  return tree.flatMap(({ if: played, answer, then = [] }) => {
    const begun = [played, answer];
    return then.length === 0 ? [begun] : linesOf(then).map((rest) => [...begun, ...rest]);
  });
}

/** The tree with an added line, which replaces other replies to the same moves. A last move without a reply is left out. */
export function withLine(tree: ConditionalTree, line: ConditionalLine): ConditionalTree {
  const [played, answer, ...rest] = line;
  if (played === undefined || answer === undefined) return tree;
  const at = tree.findIndex((it) => it.if === played);
  const before = tree[at];
  const kept = (before?.answer === answer && before.then) || [];
  const branch: IfThen = { if: played, answer, then: [...withLine(kept, rest)] };
  return before ? tree.map((it, index) => (index === at ? branch : it)) : [...tree, branch];
}

/** The tree without a line: moves that belong to no other line are removed. */
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
