/**
 * The engine's worker: thinks in short slices, so that a word from the page is heard between two of them and thinking
 * stops at once without shared memory. Talks as `think.ts` says; knows nothing of pages or boards.
 */
import init, { Thinker } from './wasm/engine.js';
import wasmAddress from './wasm/engine_bg.wasm?url';
import { weightsFiles } from './weights-files';
import { Tables } from './tables';
import type { FromWorker, ToWorker } from './think';
import type { Thought } from './model';

/** Milliseconds of one slice: short enough to stop at once, long enough to cost nothing. */
const SLICE = 15;
/** Least milliseconds between two reports of one search. */
const REPORT = 80;
/** Mebibytes for remembered positions: modest, since phones run this too. */
const HASH = 32;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const ready = init({ module_or_path: wasmAddress });
const weights = weightsFiles();
let tables: Tables | null = null;
let thinker: Thinker | null = null;
let current: number | null = null;

const tell = (message: FromWorker): void => scope.postMessage(message);

/** Lets messages that have arrived be heard before going on; unlike a timer it is never slowed down. */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });

scope.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.say === 'stop') {
    if (current === data.id) current = null;
  } else {
    current = data.id;
    void think(data);
  }
};

async function think({ id, question, home }: Extract<ToWorker, { say: 'think' }>): Promise<void> {
  try {
    const file = weights.get(question.variant);
    const known = (tables ??= new Tables(home)).for(question);
    for (const wanted of [file, ...known]) wanted?.prefetch(); // on their way while the engine itself still is
    await ready;
    const engine = (thinker ??= new Thinker(HASH));
    await file?.handTo((weights) => engine.learn(weights));
    for (const table of known) await table.handTo((bytes) => engine.know(question.variant, bytes));
    if (current !== id) return;
    thinker.start(question.variant, question.fen, JSON.stringify(question.moves), JSON.stringify(question.limits));
    let reportedAt = -Infinity;
    let reportedDepth = -1;
    for (;;) {
      const thought = JSON.parse(thinker.step(SLICE)) as Thought;
      if (current !== id) return;
      const now = performance.now();
      if (thought.done || (thought.depth !== reportedDepth && now - reportedAt > REPORT)) {
        tell({ say: 'thought', id, thought });
        reportedAt = now;
        reportedDepth = thought.depth;
      }
      if (thought.done) return;
      await breathe();
      if (current !== id) {
        if (current === null) thinker.stop();
        return;
      }
    }
  } catch (error) {
    tell({ say: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}
