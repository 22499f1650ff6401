/** Mistakes of a report as cards: which moments qualify, every accepted move solves them, and each is stored once. With the real rules. */
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import { RulesBinding } from '../../../src/rules/binding';
import type { MomentView } from '../../../src/rules/types';
import { asProblem, startOf } from '../../../src/features/problems/due';
import { TrainingLog } from '../../../src/features/problems/log';
import { mistakeOf, mistakesOf } from '../../../src/features/problems/mistakes';
import { cardId, newCard, type PositionSubject } from '../../../src/features/problems/repetition';
import { solvedHow, step, surrendered, type Solving } from '../../../src/features/problems/solving';
import { playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { Training } = await import('../../../src/features/problems/training.svelte');

playReady();
const rules = new ExerciseRules(new RulesBinding(), () => 'en');
const MOMENT: MomentView = {
  ply: 4, side: 'white', fen: 'W:W28,32,38,43:B12,13,19,23', played: '43-39', severity: 'mistake', severity_text: 'mistake', sentences: ['.'],
  line_fen: null, line: [], acceptable: ['28-22', '32-27', '38-33'],
};
const mistake = mistakeOf('international', MOMENT, 'game')!;

describe('a moment of a report', () => {
  it('becomes a mistake card with its accepted moves, the best first', () => {
    expect(mistake).toEqual({
      kind: 'position', variant: 'international', fen: MOMENT.fen, solution: '28-22', accepted: ['32-27', '38-33'], played: '43-39', from: 'game',
    });
  });

  it('becomes no card if it is advice or has no better move', () => {
    expect(mistakeOf('international', { ...MOMENT, severity: 'advice' }, '')).toBeNull();
    expect(mistakeOf('international', { ...MOMENT, acceptable: [] }, '')).toBeNull();
  });

  it('belongs to the side that moved', () => {
    const moments = [MOMENT, { ...MOMENT, ply: 5, side: 'black', fen: 'B:W28:B19' }, { ...MOMENT, severity: 'advice' }];
    const fens = (side: string | null): string[] => mistakesOf('international', moments, side, '').map(({ fen }) => fen);
    expect([fens('white'), fens('black'), fens(null)]).toEqual([[MOMENT.fen], ['B:W28:B19'], [MOMENT.fen, 'B:W28:B19']]);
  });
});

describe('a mistake card in training', () => {
  const problem = asProblem(mistake);
  const tried = (subject: PositionSubject, from: number, to: number): Solving =>
    step(asProblem(subject), startOf(asProblem(subject), subject.fen, 'white', rules), { from, to, via: [], stops: true }, rules, 0);

  it.each(MOMENT.acceptable.map((text) => [text, ...text.split('-').map(Number)] as [string, number, number]))('is solved by %s', (text, from, to) => {
    const solved = tried(mistake, from, to);
    expect(solved).toMatchObject({ line: [text], done: true, wrong: null });
    expect(solvedHow(solved)).toBe('clean');
  });

  it('is not solved by the move of the game', () => {
    expect(tried(mistake, 43, 39)).toMatchObject({ wrong: '43-39', done: false, failed: true });
  });

  it('shows the best move after giving up', () => {
    expect(surrendered(problem, startOf(problem, mistake.fen, 'white', rules)).line).toEqual(['28-22']);
  });

  it('accepts one move only if the card has no others', () => {
    const { accepted: _, played: __, ...old } = mistake;
    expect(asProblem(old).lines[0].also).toEqual([]);
    expect(tried(old, 28, 22).done).toBe(true);
    expect(tried(old, 32, 27)).toMatchObject({ wrong: '32-27', done: false });
  });
});

describe('the training', () => {
  it('stores a position once for all games, and deletes it', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1);
    const training = new Training(new TrainingLog('mistakes'));
    expect(await training.keep(mistake)).toBe(true);
    expect(await training.keep({ ...mistake, from: 'another', solution: '38-33', accepted: [] })).toBe(false);
    now.mockReturnValue(2);
    expect(await training.keep({ ...mistake, variant: 'frisian' })).toBe(true);
    now.mockRestore();
    expect(training.kept.cards.map(({ subject }) => subject)).toEqual([mistake, { ...mistake, variant: 'frisian' }]);
    expect((await new Training(new TrainingLog('mistakes')).opened(), training.has(cardId(mistake)))).toBe(true);
    await training.forget(cardId(mistake));
    expect(training.has(cardId(mistake))).toBe(false);
  });

  it('reports invalid entries of a file and reads the rest', async () => {
    const training = new Training(new TrainingLog('mistakes-file'));
    const cards = [newCard(mistake, 1), { subject: { ...mistake, fen: 'W:W1:B50', accepted: 3 }, made_ms: 1 }];
    expect(await training.addFile(JSON.stringify({ format: 'damier-training', version: 1, cards }))).toEqual([{ list: 'cards', entry: 2, field: 'accepted' }]);
    expect(training.kept.cards).toEqual([newCard(mistake, 1)]);
    expect(await training.addFile('[]')).toBeNull();
  });
});
