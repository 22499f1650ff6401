/** An analysis on the screen with the real tree: variations, undo, navigation. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { Analysis } = await import('../../../src/features/analysis/analysis.svelte');
const { Study } = await import('../../../src/rules/study');
import { studyReady } from '../wasm';

beforeAll(studyReady);

let changed: ReturnType<typeof vi.fn<() => void>>;
let it_: InstanceType<typeof Analysis>;

function opened(pdn?: string, fen: string | null = null) {
  changed = vi.fn<() => void>();
  const study = new Study();
  const [game] = pdn === undefined ? [] : study.readPdn(`[GameType "20"]\n\n${pdn}`, 'international', 'en').games;
  const tree = game ? study.treeOf(game) : study.newTree('international', fen);
  return new Analysis(tree, null, { changed });
}

const move = (from: number, to: number): boolean => it_.tryMove({ from, to, via: [] });
const shown = (): string => it_.node.text;

beforeEach(() => {
  it_ = opened();
});

describe('an analysis', () => {
  it('adds a variation for a move from an earlier position', () => {
    move(32, 28);
    move(19, 23);
    it_.previous();
    move(18, 23);
    expect(shown()).toBe('18-23');
    expect(it_.inVariation).toBe(true);
    it_.vary(-1);
    expect(shown()).toBe('19-23');
    it_.vary(1);
    expect(shown()).toBe('18-23');
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it('follows an existing move instead of adding it', () => {
    move(32, 28);
    move(19, 23);
    it_.first();
    move(32, 28);
    expect(it_.nodes.size).toBe(3);
    expect(it_.canUndo).toBe(true);
  });

  it('promotes and deletes variations, and undoes both', () => {
    move(32, 28);
    it_.first();
    move(33, 28);
    it_.promote();
    expect(shown()).toBe('33-28');
    expect(it_.inVariation).toBe(false);
    it_.remove();
    expect(it_.node.kind).toBe('start');
    expect(it_.nodes.size).toBe(2);
    it_.undo();
    expect(shown()).toBe('33-28');
    it_.undo();
    expect(it_.inVariation).toBe(true);
    it_.undo();
    expect(it_.nodes.size).toBe(2);
    it_.redo();
    expect(shown()).toBe('33-28');
  });

  it('deletes a whole branch', () => {
    it_ = opened('1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23 *');
    it_.first();
    it_.next();
    it_.remove();
    expect([...it_.nodes.keys()]).toEqual([0]);
    it_.undo();
    expect(it_.nodes.size).toBe(7);
    it_.last();
    expect(shown()).toBe('14x23');
  });

  it('goes to the ends of the shown line', () => {
    it_ = opened('1. 32-28 19-23 (1... 18-23 2. 38-32 12-18) 2. 28x19 14x23 *');
    expect(shown()).toBe('14x23'); // the end of the main line
    it_.previous();
    it_.previous();
    it_.vary(1);
    it_.last();
    expect(shown()).toBe('12-18');
    it_.first();
    expect(it_.node.kind).toBe('start');
    it_.previous();
    expect(it_.node.kind).toBe('start');
  });

  it('gives the reason of a refused move and changes nothing', () => {
    it_ = opened(undefined, 'W:W28,36:B23');
    move(36, 31);
    expect(it_.refusal?.code).toBe('must-capture');
    expect(it_.refusal?.must_play.map((must) => must.long)).toEqual(['28x19']);
    expect(it_.nodes.size).toBe(1);
    expect(changed).not.toHaveBeenCalled();
    it_.tryMove({ from: 36, to: null, via: [] });
    expect(it_.refusal).not.toBeNull();
    move(28, 19);
    expect(it_.refusal).toBeNull();
    expect(it_.hand).toBeNull(); // Black has no pieces left
    expect(it_.at.outcome?.winner).toBe('white');
    expect(it_.subject).toBeNull();
  });

  it('stores comments and symbols of a move', () => {
    move(32, 28);
    for (const text of ['s', 'so', 'solid']) it_.comment(text, text !== 's');
    it_.sign('!', ['!', '?']);
    it_.sign('?', ['!', '?']);
    expect(it_.node).toMatchObject({ comments: ['solid'], signs: ['?'] });
    it_.sign('?', ['!', '?']);
    expect(it_.node.signs).toEqual([]);
    for (let n = 0; n < 3; n += 1) it_.undo();
    expect(it_.node.comments).toEqual(['solid']);
    it_.undo();
    expect(it_.node.comments).toEqual([]);
  });

  it('passes all moves from the start position to the engine', () => {
    move(32, 28);
    move(19, 23);
    expect(it_.subject).toMatchObject({ variant: 'international', moves: ['32-28', '19-23'], pieces: 40 });
  });

  it('restores the current position when opened again', () => {
    move(32, 28);
    it_.first();
    move(33, 28);
    const [path, pdn] = [it_.path(), it_.pdn()];
    const study = new Study();
    const again = study.treeOf({ record: it_.line().record, tree: pdn });
    const node = again.find(path);
    expect(new Analysis(again, node).node.text).toBe('33-28');
  });
});

describe('folding', () => {
  it('folds and unfolds the variations of the shown position', () => {
    it_ = opened('1. 32-28 (1. 33-28 18-22) 19-23 *');
    it_.turnFold();
    expect(it_.folded.size).toBe(0); // 19-23 has none
    it_.previous();
    it_.vary(1);
    it_.next();
    expect(shown()).toBe('18-22');
    it_.turnFold();
    expect([shown(), it_.folded.size]).toEqual(['32-28', 1]);
    it_.turnFold();
    expect(it_.folded.size).toBe(0);
  });
});
