/**
 * The engine's worker. It searches in short slices and receives messages between them, without
 * shared memory. `queue.ts` orders the requests; `think.ts` defines the messages.
 */
import init, { Thinker } from './wasm/engine.js';
import wasmAddress from './wasm/engine_bg.wasm?url';
import type { Thought } from './model';
import { Queue, type Search } from './queue';
import { Tables } from './tables';
import type { FromWorker, Question, ToWorker } from './think';
import { weightsFiles } from './weights-files';

/** The size of the transposition table in mebibytes, small enough for phones. */
const HASH = 32;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const loading = init({ module_or_path: wasmAddress });
const weights = weightsFiles();
let tables: Tables | null = null;
let thinker: Thinker | null = null;

/** The engine, once its module is loaded. */
const engine = (): Thinker => (thinker ??= new Thinker(HASH));

/**
 * Loads the engine's files for a question and passes them on. Files that do not arrive in time are
 * left out.
 */
async function prepare(question: Question): Promise<void> {
  const file = weights.get(question.variant);
  const known = tables?.for(question) ?? [];
  for (const wanted of [file, ...known]) wanted?.prefetch(); // starts while the engine's module is still loading
  await loading;
  await file?.handTo((bytes) => engine().learn(bytes));
  for (const table of known) await table.handTo((bytes) => engine().know(question.variant, bytes));
}

function start({ variant, fen, moves, limits }: Question): Search {
  const search = engine().start(variant, fen, JSON.stringify(moves), JSON.stringify(limits));
  return {
    step: (sliceMs) => JSON.parse(search.step(sliceMs)) as Thought,
    pause: () => search.pause(),
    free: () => search.free(),
  };
}

/**
 * Lets received messages be handled first. Unlike a timer, a message channel is never throttled.
 */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });

const queue = new Queue({
  prepare,
  start,
  breathe,
  tell: (message: FromWorker) => scope.postMessage(message),
  now: () => performance.now(),
});

scope.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.say === 'cancel') return queue.cancel(data.id);
  tables ??= new Tables(data.home);
  queue.ask(data.id, data.priority, data.question);
};
