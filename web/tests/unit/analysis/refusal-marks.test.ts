/** Which squares of a refusal are marked on the board. */
import { beforeAll, expect, it, vi } from 'vitest';
import type { RefusalView } from '../../../src/rules/model';
import type { Preferences } from '../../../src/settings/preferences.svelte';
import { studyReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { Analysis } = await import('../../../src/features/analysis/analysis.svelte');
const { Study } = await import('../../../src/rules/study');
const { analysisView } = await import('../../../src/features/analysis/analysis-view');

beforeAll(studyReady);

const SQUARES: RefusalView['squares'] = { at: [], must_move: [], blocked_by: [], captured: [], targets: [], landings: [] };

/** The marked squares after this refused move. */
function ringed(code: string, squares: Partial<RefusalView['squares']>): readonly number[] {
  const analysis = new Analysis(new Study().newTree('polish-1754', 'W:W46:B37,41'));
  analysis.refusal = { code, sentence: '', article: null, squares: { ...SQUARES, ...squares }, must_play: [] };
  return analysisView(analysis, { numbers: 'inside', markMovable: false } as Preferences, false, { best: [], alternatives: [], threat: null, drawing: null }).ringed;
}

it.each([
  ['the piece that is huffed before a piece can move', 'huff-first', { at: [46], targets: [41] }, [41]],
  ['the pieces that may be huffed in place of another one', 'not-huffable', { at: [24], targets: [20, 21] }, [20, 21]],
  ['no piece to capture, which the moves show', 'land-behind', { at: [28], targets: [28], landings: [19] }, []],
  ['what is in the way', 'own-piece-in-the-way', { at: [41], blocked_by: [41] }, [41]],
] as const)('%s', (_, code, squares, expected) => {
  expect(ringed(code, squares as unknown as Partial<RefusalView['squares']>)).toEqual(expected);
});
