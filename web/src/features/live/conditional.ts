/**
 * Conditional moves: what the server is to answer for a player, as a small tree, and as the lines that people read. Pure; the server checks every
 * move (docs/live-protocol.md).
 */
import { fields, list, string } from './frames';

/** If this is played, that is answered, and so on. */
export interface IfThen {
  if: string;
  answer: string;
  then: readonly IfThen[];
}

export type ConditionalTree = readonly IfThen[];

/** The moves of a line: of the other side and one's own, by turns. */
export type ConditionalLine = readonly string[];

/** The lines of a tree, each from its beginning to its last answer. */
export function linesOf(tree: ConditionalTree): ConditionalLine[] {
  return tree.flatMap(({ if: played, answer, then }) => {
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
  const kept = before?.answer === answer ? before.then : [];
  const branch: IfThen = { if: played, answer, then: withLine(kept, rest) };
  return before ? tree.map((it, index) => (index === at ? branch : it)) : [...tree, branch];
}

/** The tree without a line: what leads to nothing else goes with it. */
export function withoutLine(tree: ConditionalTree, line: ConditionalLine): ConditionalTree {
  const [played, answer, ...rest] = line;
  return tree.flatMap((it) => {
    if (it.if !== played || it.answer !== answer) return [it];
    if (rest.length === 0) return it.then.length === 0 ? [] : [it];
    const then = withoutLine(it.then, rest);
    return then.length === 0 ? [] : [{ ...it, then }];
  });
}

/** Reads the tree that the server has. */
export function readTree(value: unknown): ConditionalTree {
  return list('branches', value).map((branch) => {
    const it = fields('a branch', branch);
    return { if: string('if', it['if']), answer: string('answer', it['answer']), then: it['then'] === undefined ? [] : readTree(it['then']) };
  });
}
