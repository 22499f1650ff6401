/** The lines of a tree: their order, their numbers, and the places of variations. */
import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { Study } = await import('../../../src/rules/study');
const { lineFrom, mainLine } = await import('../../../src/features/analysis/tree-lines');
import type { TreeNode } from '../../../src/rules/model';
import { studyReady } from '../wasm';

beforeAll(studyReady);

function nodesOf(pdn: string): Map<number, TreeNode> {
  const study = new Study();
  const [game] = study.readPdn(`[GameType "20"]\n\n${pdn}`, 'international', 'en').games;
  if (!game) throw new Error('no game');
  const tree = study.treeOf(game);
  const nodes = new Map(tree.nodes().map((node) => [node.id, node]));
  tree.free();
  return nodes;
}

/** A line as text, each variation after the move that it replaces. */
function written(nodes: Map<number, TreeNode>, items = mainLine(nodes, 0)): string {
  const texts = items.map(({ node, number, variations }) => {
    const others = variations.map((first) => `(${written(nodes, lineFrom(nodes, first))})`);
    return [`${number}${node.text}`, ...others].join(' ');
  });
  return texts.join(' ');
}

describe('the lines of a tree', () => {
  it.each([
    ['1. 32-28 19-23 2. 28x19 14x23 *', '1.32-28 19-23 2.28x19 14x23'],
    ['1. 32-28 (1. 33-28) (1. 34-30 20-25) 19-23 *', '1.32-28 (1.33-28) (1.34-30 20-25) 1…19-23'],
    ['1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32)) 2. 28x19 *', '1.32-28 19-23 (1…18-23 2.38-32 (2.37-32)) 2.28x19'],
    ['1. 32-28 {said} 19-23 *', '1.32-28 1…19-23'],
    ['*', ''],
  ])('of %j are %j', (pdn, expected) => {
    expect(written(nodesOf(pdn))).toBe(expected);
  });

  it('are numbered correctly if Black begins', () => {
    const nodes = nodesOf('*');
    expect(mainLine(nodes, 0)).toEqual([]);
    const study = new Study();
    const tree = study.newTree('international', 'B:W31:B18,19');
    tree.play(0, { from: 18, to: 22, via: [], huff: null }, 'en');
    expect(written(new Map(tree.nodes().map((node) => [node.id, node])))).toBe('1…18-22');
    tree.free();
  });
});
