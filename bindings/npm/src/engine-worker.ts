/**
 * The worker of the engine. It searches in short slices and receives messages between them, so
 * that a search can be stopped at once. The queue of requests is that of the page.
 */
import { Queue, type Search } from '../../../web/src/rules/queue';
import type { Thought } from '../../../web/src/rules/model';
import type { FromWorker, Question, ToWorker } from '../../../web/src/rules/think';
import * as wasm from './wasm/engine.js';
import { builtin, load } from './load.js';

/** The size of the transposition table in mebibytes. */
const HASH = 32;

/** The trained weights of the games that have some. Bundlers look for each of these texts. */
const WEIGHTS: Record<string, URL> = {
  brazilian: new URL('./weights/brazilian.dw', import.meta.url),
  english: new URL('./weights/english.dw', import.meta.url),
  frisian: new URL('./weights/frisian.dw', import.meta.url),
  international: new URL('./weights/international.dw', import.meta.url),
  russian: new URL('./weights/russian.dw', import.meta.url),
};

const loading = load(wasm, new URL('./wasm/engine_bg.wasm', import.meta.url));
const learned = new Map<string, Promise<void>>();
let thinker: wasm.Thinker | null = null;

const engine = (): wasm.Thinker => (thinker ??= new wasm.Thinker(HASH));

async function bytesOf(address: URL): Promise<Uint8Array> {
  const fs = address.protocol === 'file:' ? builtin<typeof import('node:fs')>('node:fs') : undefined;
  if (fs) return fs.readFileSync(address);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Loads the weights of a game, once. Without them the engine evaluates by hand-written rules, and the next request tries again. */
async function learn(variant: string, address: URL): Promise<void> {
  try {
    const bytes = await bytesOf(address);
    await loading;
    engine().learn(bytes);
  } catch {
    learned.delete(variant);
  }
}

async function prepare({ variant }: Question): Promise<void> {
  const address = WEIGHTS[variant];
  if (address && !learned.has(variant)) learned.set(variant, learn(variant, address));
  await Promise.all([loading, learned.get(variant)]);
}

function start({ variant, fen, moves, limits }: Question): Search {
  const search = engine().start(variant, fen, JSON.stringify(moves), JSON.stringify(limits));
  return {
    step: (sliceMs) => JSON.parse(search.step(sliceMs)) as Thought,
    pause: () => search.pause(),
    free: () => search.free(),
  };
}

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const port = 'postMessage' in scope ? null : builtin<typeof import('node:worker_threads')>('node:worker_threads')?.parentPort;

/**
 * Lets received messages be handled first. Node and Deno would handle up to a thousand messages of
 * a channel before one of the caller; in a browser, a channel is never throttled as a timer is.
 */
const breathe = port
  ? (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  : 'Deno' in globalThis
    ? (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
    : yieldByChannel();

function yieldByChannel(): () => Promise<void> {
  const channel = new MessageChannel();
  const breathing: (() => void)[] = [];
  channel.port1.onmessage = () => breathing.shift()?.();
  return () =>
    new Promise((resolve) => {
      breathing.push(resolve);
      channel.port2.postMessage(null);
    });
}

const queue = new Queue({
  prepare,
  start,
  breathe,
  tell: (message: FromWorker) => (port ?? scope).postMessage(message),
  now: () => performance.now(),
});

function receive(message: ToWorker): void {
  if (message.say === 'cancel') queue.cancel(message.id);
  else queue.ask(message.id, message.priority, message.question);
}

if (port) port.on('message', receive);
else scope.onmessage = ({ data }: MessageEvent<ToWorker>) => receive(data);
