/** The engine, which searches in a worker: a Web Worker, or a worker thread in Node. */
import { checkOptions, DraughtsError, wrong } from './error.js';
import { Draughts, type Move } from './index.js';
import { builtin } from './load.js';
import { squaresOf, type RawMove } from './squares.js';

export interface AnalyseOptions {
  /**
   * Milliseconds, 1000 if no other limit is given. `Infinity` searches until it is stopped; the
   * first of several limits counts.
   */
  time?: number | undefined;
  /** Plies. */
  depth?: number | undefined;
  /** Positions visited. */
  nodes?: number | undefined;
  /** How many of the best lines to find, 1 by default. */
  lines?: number | undefined;
  /** Plays at a level, 1 to 10: it then chooses weaker moves on purpose. */
  level?: number | undefined;
  /** The seed for the random choices of a level; equal seeds give equal play. */
  seed?: number | undefined;
  /** Aborts the search; its iteration and its result then throw the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The value of a position for the side to move. */
export type Score =
  /** An estimate in men. */
  | { kind: 'estimate'; men: number }
  /** The end of the game in this many plies. */
  | { kind: 'win' | 'loss'; plies: number };

export interface Line {
  score: Score;
  moves: string[];
}

/** What a search has found so far. */
export interface Analysis {
  /** Whether the search has ended. */
  done: boolean;
  /** The last depth completed, in plies. */
  depth: number;
  /** Positions visited. */
  nodes: number;
  nodesPerSecond: number;
  /** The move to play; null if there is none. */
  best: Move | null;
  /** The best lines, best first. */
  lines: Line[];
}

/**
 * A search: iterate over what it finds, or wait for its result. Each loop gets every analysis; leaving
 * the last open loop early ends the search.
 */
export interface Search extends AsyncIterable<Analysis> {
  /** The last analysis. */
  readonly result: Promise<Analysis>;
  /** Ends the search early; the result is what it has found by then. */
  stop(): void;
}

type RawScore = { hundredths: number } | { win: number } | { loss: number } | { known_win: number } | { known_loss: number };
interface RawThought {
  done: boolean;
  depth: number;
  nodes: number;
  nps: number;
  best: RawMove | null;
  lines: { score: RawScore; pv: string[] }[];
}
type FromWorker = { say: 'thought'; id: number; thought: RawThought } | { say: 'failed'; id: number; message: string };

/** The part of both kinds of workers that is used here. */
interface EngineWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  ref?(): void;
  unref?(): void;
}

/** A search whose end the worker has not reported. */
interface PendingSearch {
  receive(thought: RawThought): void;
  fail(error: Error): void;
}

let worker: EngineWorker | null = null;
let count = 0;
const pending = new Map<number, PendingSearch>();

/** Ends the worker and frees its memory. Running searches fail; the next one starts another worker. */
export function close(): void {
  worker?.terminate();
  worker = null;
  failAll(new DraughtsError('closed', 'the engine was closed'));
}

/**
 * Searches a position in the background. Several searches are done one after the other. An error that
 * `onAnalysis` throws ends the search, and its result and its loops throw it.
 */
export function analyse(game: Draughts, options: AnalyseOptions = {}, onAnalysis?: (analysis: Analysis) => void): Search {
  if (!(game instanceof Draughts)) throw wrong('the game', 'a Draughts', game);
  if (onAnalysis !== undefined && typeof onAnalysis !== 'function') throw wrong('onAnalysis', 'a function', onAnalysis);
  const limits = limitsOf(options);
  const { signal } = options;
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') throw wrong('signal', 'an AbortSignal', signal);
  const { variant } = game;
  const history = game.history({ verbose: true });
  const question = {
    variant,
    fen: history[0]?.before ?? game.fen(),
    moves: history.map(({ long }) => long),
    pieces: 0, // only the page has tables of endgames
    limits,
  };
  const id = (count += 1);
  const found: Analysis[] = [];
  let last: Analysis | null = null;
  let stopped = false;
  let failure: { error: unknown } | null = null;
  let loops = 0;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const go of woken) go();
  };
  let resolve: (analysis: Analysis) => void;
  let reject: (error: unknown) => void;
  const result = new Promise<Analysis>((...both) => ([resolve, reject] = both));
  result.catch(() => {}); // the iteration throws the error too

  const leave = (): void => {
    if (pending.delete(id)) send({ say: 'cancel', id });
    signal?.removeEventListener('abort', abort);
    if (pending.size === 0) worker?.unref?.();
  };
  const fail = (error: unknown): void => {
    failure = { error };
    leave();
    reject(error);
    wake();
  };
  const abort = (): void => fail(signal?.reason);
  const receive = (thought: RawThought): void => {
    const analysis = analysisOf(variant, stopped ? { ...thought, done: true } : thought);
    last = analysis;
    found.push(analysis);
    try {
      onAnalysis?.(analysis);
    } catch (error) {
      fail(error);
    }
    if (failure) return;
    if (analysis.done) {
      leave();
      resolve(analysis);
    }
    wake();
  };
  const stop = (): void => {
    if (stopped || failure || last?.done) return;
    stopped = true;
    if (!last) return; // the first analysis ends it
    last = { ...last, done: true };
    leave();
    resolve(last);
    wake();
  };

  if (signal?.aborted) {
    fail(signal.reason);
  } else {
    signal?.addEventListener('abort', abort, { once: true });
    pending.set(id, { receive, fail });
    try {
      send({ say: 'ask', id, priority: 'look', question });
      worker?.ref?.();
    } catch (error) {
      fail(error);
    }
  }

  async function* iterate(): AsyncGenerator<Analysis, void, undefined> {
    loops += 1;
    try {
      for (let at = 0; ; ) {
        while (at < found.length) yield found[at++]!;
        if (failure) throw failure.error;
        if (last?.done) return;
        await new Promise<void>((woken) => waiting.add(woken));
      }
    } finally {
      loops -= 1;
      if (loops === 0) stop();
    }
  }
  return { result, stop, [Symbol.asyncIterator]: iterate };
}

function limitsOf(options: AnalyseOptions): Record<string, number> {
  checkOptions<AnalyseOptions>(options, ['time', 'depth', 'nodes', 'lines', 'level', 'seed', 'signal']);
  const { depth, nodes, lines = 1, level, seed } = options;
  const given = [options.time, depth, nodes, level].some((limit) => limit !== undefined);
  const time = given ? options.time : 1_000;
  const whole = { depth: [depth, 1, 200], nodes: [nodes, 1, 2 ** 53], lines: [lines, 1, 100], level: [level, 1, 10], seed: [seed, 0, 2 ** 53] } as const;
  const limits: Record<string, number> = {};
  for (const [name, [value, least, most]] of Object.entries(whole)) {
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < least || value > most) throw wrong(name, `a whole number from ${least} to ${most}`, value);
    limits[name] = value;
  }
  if (time !== undefined && time !== Infinity) {
    if (typeof time !== 'number' || !(time >= 0 && time <= 1e12)) throw wrong('time', 'milliseconds', time);
    limits['time_ms'] = Math.ceil(time);
  }
  return limits;
}

function analysisOf(variant: string, { done, depth, nodes, nps, best, lines }: RawThought): Analysis {
  return {
    done,
    depth,
    nodes,
    nodesPerSecond: nps,
    best: best && squaresOf(variant).move(best),
    lines: lines.map(({ score, pv }) => ({ score: scoreOf(score), moves: pv })),
  };
}

function scoreOf(score: RawScore): Score {
  if ('hundredths' in score) return { kind: 'estimate', men: score.hundredths / 100 };
  if ('win' in score) return { kind: 'win', plies: score.win };
  if ('loss' in score) return { kind: 'loss', plies: score.loss };
  return 'known_win' in score ? { kind: 'win', plies: score.known_win } : { kind: 'loss', plies: score.known_loss };
}

function send(message: unknown): void {
  worker ??= start();
  worker.postMessage(message);
}

function receive(message: FromWorker): void {
  const search = pending.get(message.id);
  if (message.say === 'thought') search?.receive(message.thought);
  else search?.fail(new DraughtsError('engine', message.message));
}

function failAll(error: Error): void {
  for (const search of [...pending.values()]) search.fail(error);
}

function start(): EngineWorker {
  const lost = (event: { message?: string }): void => {
    worker = null;
    failAll(new DraughtsError('engine', event.message || 'the worker of the engine could not be started'));
  };
  const threads = typeof Worker === 'undefined' ? builtin<typeof import('node:worker_threads')>('node:worker_threads') : undefined;
  if (threads) {
    const thread = new threads.Worker(new URL('./engine-worker.js', import.meta.url));
    thread.on('message', receive);
    thread.on('error', lost);
    thread.unref();
    return thread;
  }
  const made = startWebWorker();
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  made.onerror = lost;
  return made;
}

function startWebWorker(): Worker {
  try {
    return new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
  } catch (error) {
    // A page may not start a worker from another origin, such as a network of copies of packages,
    // but a worker of its own may import the script from there.
    const address = new URL('./engine-worker.js', import.meta.url).href;
    if (new URL(address).origin === globalThis.location?.origin) throw error;
    const script = new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' });
    return new Worker(URL.createObjectURL(script), { type: 'module' });
  }
}
