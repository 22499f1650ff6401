/** "Why?": the lines passed to the coach for the best move and for others, when it is available, and concurrent changes. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Coach, type Past } from '../../../src/rules/coach';
import { RulesBinding } from '../../../src/rules/binding';
import type { Engine } from '../../../src/rules/engine';
import type { GameSettings, Score, Thought, TreePosition } from '../../../src/rules/model';
import type { Question } from '../../../src/rules/think';
import { coachReady, playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { linesOf, mayHaveReason, mayHaveReasonIn, oneEarlier } = await import('../../../src/session/reasons');
const { GameSession } = await import('../../../src/session/session.svelte');
const { Opponent } = await import('../../../src/session/opponent.svelte');
const { MoveExplanations } = await import('../../../src/features/analysis/whys.svelte');
type Session = InstanceType<typeof GameSession>;

beforeAll(playReady);
beforeAll(coachReady);

const line = (hundredths: number, ...pv: string[]) => ({ score: { hundredths } as Score, pv });
const thought = (...lines: ReturnType<typeof line>[]): Thought =>
  ({ done: true, depth: 9, score: lines[0]?.score ?? null, lines, nodes: 1, nps: 1, best: null, judgement: 'learned', verdict: null }) as unknown as Thought;
const knows = (it: Thought | null) => vi.fn(() => Promise.resolve(it));

/** A fake engine whose answers depend on the number of moves played. */
function engine(answer: (moves: readonly string[]) => Thought | null | Promise<Thought | null>) {
  const asked: Question[] = [];
  const ask = (question: Question) => {
    asked.push(question);
    return { answer: Promise.resolve(answer(question.moves)), cancel: () => {} };
  };
  return { engine: { ask } as unknown as Engine, asked };
}
const coach = () => new Coach();
const why = (past: Past, lines: Thought['lines']) => Promise.resolve(coach().why(past, lines, 'en'));

describe('the engine lines for a move', () => {
  it('start with the line of that move, without a second search if it is among the best', async () => {
    const after = knows(null);
    expect(await linesOf('b', knows(thought(line(20, 'a'), line(10, 'b', 'c'))), after)).toEqual([line(10, 'b', 'c'), line(20, 'a')]);
    expect(after).not.toHaveBeenCalled();
  });

  it('come from a search after the move otherwise, with scores for the side that moved', async () => {
    const lines = await linesOf('x', knows(thought(line(20, 'a'))), knows(thought(line(70, 'y', 'z'))));
    expect(lines).toEqual([line(-70, 'x', 'y', 'z'), line(20, 'a')]);
  });

  it('are empty if the engine has none', async () => {
    expect(await linesOf('x', knows(null), knows(null))).toEqual([]);
    expect(await linesOf('x', knows(thought(line(20, 'a'))), knows(thought()))).toEqual([]);
  });

  it.each([
    [{ hundredths: 40 }, { hundredths: -40 }],
    [{ loss: 4 }, { win: 5 }],
    [{ win: 3 }, { loss: 4 }],
  ])('turn the score %j into %j', (score, own) => expect(oneEarlier(score as Score)).toEqual(own));
});

describe('a move may have a reason', () => {
  const quiet = { captured: [] };
  const capture = { captured: [{}] };
  const calm = { moves: [quiet, quiet] };

  it('if it captured, or is answered by a capture', () => {
    expect(mayHaveReason(quiet, calm)).toBe(false);
    expect(mayHaveReason(capture, calm)).toBe(true);
    expect(mayHaveReason(quiet, { moves: [capture] })).toBe(true);
  });

  it('if its line begins with captures or ends in a win, or it is the only one', () => {
    expect(mayHaveReasonIn(calm, line(20, '32-28', '18-23', '28x19'))).toBe(false);
    expect(mayHaveReasonIn(calm, line(20, '33-28', '23x34'))).toBe(true);
    expect(mayHaveReasonIn({ moves: [quiet] }, line(20, '32-28'))).toBe(true);
    expect(mayHaveReasonIn(calm, { score: { win: 5 }, pv: ['32-28'] })).toBe(true);
  });
});

function against(black: GameSettings['black'], start: string | null = null): Session {
  const settings: GameSettings = { start, clock: null, white: { kind: 'person', name: 'Awa' }, black, few_pieces: 'fresh' };
  return new GameSession(new RulesBinding().newGame('international', settings, 1), { changed() {} }, { now: () => 1 });
}
const play = (it: Session, ...moves: [number, number][]): void => moves.forEach(([from, to]) => void it.tryMove({ from, to, via: [] }));

/** White plays 32-28, and Black must capture: a move with a reason. */
const EXCHANGE = 'W:W32,37,48:B5,22';

describe('the last move of the computer', () => {
  const computer = { kind: 'computer', level: 1 } as const;
  const explanationOf = (it: InstanceType<typeof Opponent>) => it.explanation && [it.explanation.ply, it.explanation.sentence];
  const forced = () => thought(line(0, '22x33'));

  it('can be explained once a reason is found, while the user is to move', async () => {
    const session = against(computer, EXCHANGE);
    const { engine: asker, asked } = engine(forced);
    const opponent = new Opponent(session, asker, { why });
    await opponent.moveIfTurn();
    expect([opponent.explicable, asked]).toEqual([null, []]);
    play(session, [32, 28], [22, 33]);
    expect(opponent.explicable).toBeNull();
    await opponent.moveIfTurn();
    expect(opponent.explicable).toBe('22x33');
    expect(asked.map(({ moves, limits }) => [moves, limits.level])).toEqual([[['32-28'], undefined]]);
    await opponent.explain();
    expect(explanationOf(opponent)).toEqual([2, 'It is the only legal capture.']);
    session.goTo(1);
    expect(opponent.explicable).toBeNull();
    session.goTo(2);
    session.resign('white');
    expect(opponent.explicable).toBeNull();
  });

  it.each([
    ['cannot lead to a capture', 18, thought(line(0, '18-23'))],
    ['is only judged best', 19, thought(line(0, '19-23'))],
    ['is only the better of two', 19, thought(line(0, '19-23'), line(-160, '20-24'))],
    ['is worse than another one', 19, thought(line(0, '18-23'))],
  ])('is not asked about if it %s', async (_, from, answer) => {
    const session = against(computer);
    const opponent = new Opponent(session, engine((moves) => (moves.length === 1 ? answer : thought(line(120, '28x19', '14x23')))).engine, { why });
    play(session, [32, 28], [from, 23]);
    await opponent.moveIfTurn();
    expect(opponent.explicable).toBeNull();
  });

  it('has no explanation in a game of two people', async () => {
    const session = against({ kind: 'person', name: 'Piet' }, EXCHANGE);
    const { engine: asker, asked } = engine(forced);
    const opponent = new Opponent(session, asker, { why });
    play(session, [32, 28], [22, 33]);
    await opponent.moveIfTurn();
    expect(opponent.explicable).toBeNull();
    await opponent.explain();
    expect(asked).toEqual([]);
  });

  it('has no explanation without the coach module, which is not an engine failure', async () => {
    const session = against(computer, EXCHANGE);
    const opponent = new Opponent(session, engine(forced).engine, { why: () => Promise.reject(new Error('no network')) });
    play(session, [32, 28], [22, 33]);
    await opponent.moveIfTurn();
    expect([opponent.explicable, opponent.failed]).toEqual([null, false]);
  });

  it('has no explanation once it is taken back or while another move is searched', async () => {
    const session = against(computer, EXCHANGE);
    const opponent = new Opponent(session, engine(forced).engine, { why });
    play(session, [32, 28], [22, 33]);
    const finding = opponent.moveIfTurn();
    opponent.stop();
    await finding;
    expect(opponent.explicable).toBeNull();
    await opponent.moveIfTurn();
    await opponent.explain();
    expect(opponent.explanation).not.toBeNull();
    opponent.stop();
    expect(opponent.explanation).toBeNull();
  });
});

describe('in an analysis', () => {
  const position = (node: number, moves: string[], last: string | null): TreePosition =>
    ({ node, variant: 'international', line_start: new RulesBinding().newGame('international', against({ kind: 'person', name: 'P' }).settings, 1).view(1, 'en').fen, line: moves, pieces: [], last: last && { text: last } }) as unknown as TreePosition;

  it('the best move is explained by the lines already computed', async () => {
    const { engine: asker, asked } = engine(() => null);
    const whys = new MoveExplanations(asker, why);
    await whys.best(position(0, [], null), [line(10, '32-28'), line(5, '33-28')]);
    expect(whys.answer).toMatchObject({ node: 0, move: '32-28', sentence: null });
    expect([asked, whys.looking]).toEqual([[], false]);
  });

  it('the played move is explained, until another position is shown', async () => {
    const { engine: asker, asked } = engine(() => thought(line(90, '33-28'), line(0, '32-28')));
    const whys = new MoveExplanations(asker, why);
    await whys.played(position(0, [], null), position(1, ['32-28'], '32-28'));
    expect(whys.answer).toMatchObject({ node: 1, move: '32-28', sentence: null });
    expect(asked).toHaveLength(1);
    const again = whys.played(position(0, [], null), position(1, ['32-28'], '32-28'));
    whys.stop();
    await again;
    expect([whys.answer, whys.looking]).toEqual([null, false]);
  });

  it('an engine failure is shown', async () => {
    const whys = new MoveExplanations({ ask: () => ({ answer: Promise.reject(new Error('no worker')), cancel: () => {} }) } as unknown as Engine, why);
    await whys.played(position(0, [], null), position(1, ['32-28'], '32-28'));
    expect([whys.failed, whys.answer]).toEqual([true, null]);
  });
});
