/**
 * The import of this page: at most one at a time, in a worker of its own, going on while other pages are looked at. Keeps
 * its report, and what is needed to take it back, also on a later day. Called by the sheet that opens files.
 */
import type { FromImporter, ImportOrder, ImportProgress, ImportReport, ToImporter } from './import-talk';
import type { ImportedRange, Keeper } from './keeper.svelte';

/** Bytes that are read in one import. */
export const LARGEST = 200_000_000;

/** An import of this or an earlier day, to be taken back. */
export interface PastImport extends ImportedRange {
  name: string;
  when_ms: number;
  games: number;
}

/** What was taken back, and how many games stay since somebody has gone on with them. */
export interface TakenBack {
  taken: number;
  stayed: number;
}

/** Imports that are remembered. */
const REMEMBERED = 20;
const KEY = 'damier.imports';

const NOTHING: ImportProgress = { bytes: 0, total: 0, kept: 0, damaged: 0, same: 0, unread: 0 };

export class Imports {
  readonly #keeper: Keeper;
  #worker: Worker | null = null;
  #name = '';
  /** How far the import under way has come; null where none is. */
  progress = $state.raw<ImportProgress | null>(null);
  /** It was asked to stop. */
  stopping = $state(false);
  /** What came of the last one; null before the first, and while one is under way. */
  report = $state.raw<ImportReport | null>(null);
  /** Imports that can be taken back, the last one first. */
  past = $state.raw<readonly PastImport[]>(remembered());
  /** What was taken back last; null: nothing yet. */
  takenBack = $state.raw<TakenBack | null>(null);
  /** Games are being taken back. */
  takingBack = $state(false);

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** Begins an import; while one is under way, nothing happens. */
  async begin(order: Omit<ImportOrder, 'id' | 'unseen'>): Promise<void> {
    if (this.progress) return;
    this.progress = NOTHING;
    this.report = null;
    this.takenBack = null;
    this.stopping = false;
    this.#name = order.files.map(({ name }) => name).filter(Boolean).join(', ');
    const id = this.#keeper.newId();
    const { local } = this.#keeper;
    const unseen = (await local.lasting()) ? [] : await local.all();
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromImporter>) => void this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#broken(id, event.message || 'the worker of the import has failed');
    };
    worker.onmessageerror = () => this.#broken(id, 'an answer of the import cannot be read');
    this.#say({ say: 'begin', order: { ...order, id, unseen } });
  }

  /** Asks the import to stop; what it has kept stays. */
  stop(): void {
    this.stopping = true;
    this.#say({ say: 'stop' });
  }

  /** Takes an import back as a whole. */
  async takeBack(imported: ImportedRange): Promise<void> {
    if (this.takingBack) return;
    this.takingBack = true;
    try {
      this.takenBack = await this.#keeper.takeBack(imported);
      this.#remember(this.past.filter(({ id }) => id !== imported.id));
      if (this.report?.range?.id === imported.id) this.report = null;
    } finally {
      this.takingBack = false;
    }
  }

  #say(message: ToImporter): void {
    this.#worker?.postMessage(message);
  }

  async #hear(message: FromImporter): Promise<void> {
    if (message.say === 'progress') this.progress = message.progress;
    else if (message.say === 'games') await this.#keeper.local.addMany(message.games);
    else this.#ended(message.report);
  }

  /** The worker is gone without a report: what it kept is found by the identity of the import. */
  #broken(id: string, failure: string): void {
    const range = { id, first: '', last: '\uffff' };
    const counted = this.progress ?? NOTHING;
    this.#ended({ ...counted, end: 'failed', failure, problems: [], moreProblems: 0, found: [], range, only: null });
  }

  #ended(report: ImportReport): void {
    if (report.failure) console.error(report.failure);
    this.#worker?.terminate();
    this.#worker = null;
    this.progress = null;
    this.report = report;
    if (report.range) {
      this.#remember([{ ...report.range, name: this.#name, when_ms: Date.now(), games: report.kept }, ...this.past]);
    }
    void this.#keeper.sendAll();
  }

  #remember(past: readonly PastImport[]): void {
    this.past = past.slice(0, REMEMBERED);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.past));
    } catch {
      // A browser that keeps nothing: the imports are known until the page is closed.
    }
  }
}

function remembered(): PastImport[] {
  try {
    const past: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(past) ? past.filter((it): it is PastImport => typeof it?.id === 'string' && typeof it.first === 'string' && typeof it.last === 'string') : [];
  } catch {
    return [];
  }
}
