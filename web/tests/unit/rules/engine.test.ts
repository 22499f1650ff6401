/** The engine interface of the page, with a scripted worker. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../../src/rules/engine';
import type { EngineWorker } from '../../../src/rules/engine-client';
import type { Thought } from '../../../src/rules/model';
import type { FromWorker, Question, ToWorker } from '../../../src/rules/think';

vi.stubGlobal('document', { baseURI: 'http://localhost/' });

const QUESTION: Question = { variant: 'international', fen: 'W:W31-50:B1-20', moves: [], pieces: 40, limits: { depth: 3 } };
const thought = (depth: number, done = false): Thought => ({ depth, done }) as Thought;

let said: ToWorker[];
let workers: EngineWorker[];
let engine: Engine;

beforeEach(() => {
  said = [];
  workers = [];
  engine = new Engine(() => {
    const worker: EngineWorker = {
      postMessage: (message: ToWorker) => void said.push(message),
      terminate() {},
      onmessage: null,
      onerror: null,
    };
    workers.push(worker);
    return worker;
  });
});

const answer = (message: FromWorker): void =>
  workers.at(-1)?.onmessage?.call(undefined as never, { data: message } as MessageEvent<FromWorker>);
const id = (at: number): number => said[at]!.id;

describe('the engine', () => {
  it('starts its worker with the first question', () => {
    expect(workers).toHaveLength(0);
    engine.ask(QUESTION, 'look');
    engine.ask(QUESTION, 'report');
    expect(workers).toHaveLength(1);
    expect(said.map((it) => it.say === 'ask' && it.priority)).toEqual(['look', 'report']);
  });

  it('reports progress to the caller of each question', async () => {
    const heard: number[] = [];
    const look = engine.ask(QUESTION, 'look', ({ depth }) => heard.push(depth));
    const move = engine.ask(QUESTION, 'move');
    answer({ say: 'thought', id: id(0), thought: thought(1) });
    answer({ say: 'thought', id: id(1), thought: thought(7, true) });
    answer({ say: 'thought', id: id(0), thought: thought(2, true) });
    expect((await move.answer)?.depth).toBe(7);
    expect((await look.answer)?.depth).toBe(2);
    expect(heard).toEqual([1, 2]);
  });

  it('returns the latest result of a cancelled question and reports no more progress', async () => {
    const heard: number[] = [];
    const asked = engine.ask(QUESTION, 'look', ({ depth }) => heard.push(depth));
    const nothing = engine.ask(QUESTION, 'look');
    answer({ say: 'thought', id: id(0), thought: thought(4) });
    asked.cancel();
    asked.cancel();
    nothing.cancel();
    answer({ say: 'thought', id: id(0), thought: thought(5) });
    expect((await asked.answer)?.depth).toBe(4);
    expect(await nothing.answer).toBeNull();
    expect(heard).toEqual([4]);
    expect(said.slice(2)).toEqual([
      { say: 'cancel', id: id(0) },
      { say: 'cancel', id: id(1) },
    ]);
  });

  it('rejects a question that fails, and all if the worker crashes', async () => {
    const one = engine.ask(QUESTION, 'look');
    const other = engine.ask(QUESTION, 'report');
    answer({ say: 'failed', id: id(0), message: 'bad-fen' });
    await expect(one.answer).rejects.toThrow('bad-fen');
    workers[0]?.onerror?.call(undefined as never, { message: 'out of memory' } as ErrorEvent);
    await expect(other.answer).rejects.toThrow('out of memory');
    engine.ask(QUESTION, 'look');
    expect(workers).toHaveLength(2);
  });

  it('rejects if no worker can be started', async () => {
    const none = new Engine(() => {
      throw new Error('no workers here');
    });
    await expect(none.ask(QUESTION, 'look').answer).rejects.toThrow('no workers here');
  });
});

describe('an engine with several workers', () => {
  /** The priorities of the questions sent to each worker. */
  const asked: string[][] = [];
  const ended: number[] = [];
  let most = 3;
  let many: Engine;

  beforeEach(() => {
    asked.length = 0;
    ended.length = 0;
    most = 3;
    many = new Engine(
      () => {
        const at = asked.push([]) - 1;
        const worker: EngineWorker = {
          postMessage: (message: ToWorker) => void (message.say === 'ask' && asked[at]!.push(message.priority)),
          terminate: () => void ended.push(at),
          onmessage: null,
          onerror: null,
        };
        return worker;
      },
      () => most,
    );
  });

  it('runs a report on other workers than the position on screen', () => {
    many.ask(QUESTION, 'look');
    many.ask(QUESTION, 'report');
    many.ask(QUESTION, 'report');
    many.ask(QUESTION, 'report');
    expect(asked.toSorted()).toEqual([['look'], ['report', 'report'], ['report']].toSorted());
  });

  it('sends the position on screen to the same worker again, whatever reports wait there', () => {
    const before = many.ask(QUESTION, 'look');
    for (let i = 0; i < 9; i += 1) many.ask(QUESTION, 'report');
    before.cancel();
    many.ask(QUESTION, 'look');
    expect(asked[0]!.filter((it) => it === 'look')).toHaveLength(2);
  });

  it('searches for a threat beside the position on screen', () => {
    many.ask(QUESTION, 'look');
    many.ask(QUESTION, 'move');
    expect(asked).toEqual([['look'], ['move']]);
  });

  it('ends surplus workers once their queue is empty', () => {
    const report = many.ask(QUESTION, 'report');
    many.ask(QUESTION, 'look');
    most = 1;
    many.ask(QUESTION, 'look');
    expect(ended).toEqual([]);
    report.cancel();
    many.ask(QUESTION, 'look');
    expect(ended).toEqual([0]); // the report's, which was started first
    expect(asked).toHaveLength(2);
  });
});
