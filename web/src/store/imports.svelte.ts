/**
 * The import of this page, at most one at a time, in its own worker. It continues when the user
 * leaves the page that started it. Stores the report and what is needed to undo the import, also on
 * a later day.
 */
import { loadList, saveValue } from './browser-storage';
import type { FromImporter, ImportProgress, ImportReport, ImportRequest, ToImporter } from './import-messages';
import type { GameStore, ImportedRange } from './keeper.svelte';

/** The maximum size of an import in bytes. */
export const LARGEST = 200_000_000;

/** An import that can be undone. */
export interface PastImport extends ImportedRange {
  name: string;
  when_ms: number;
  /**
   * How many games it imported; null while it runs, and for good if the page was closed during it.
   */
  games: number | null;
}

/**
 * The result of an undo: how many games were removed, and how many stay because the user has
 * continued them.
 */
export interface TakenBack {
  taken: number;
  stayed: number;
}

const REMEMBERED = 20;
const KEY = 'damier.imports';

const NOTHING: ImportProgress = { bytes: 0, total: 0, kept: 0, damaged: 0, same: 0, unread: 0 };

export class Imports {
  readonly #keeper: GameStore;
  #worker: Worker | null = null;
  #name = '';
  /** The progress of the running import; null if there is none. */
  progress = $state.raw<ImportProgress | null>(null);
  stopping = $state(false);
  /** The result of the last import; null before the first one and during an import. */
  report = $state.raw<ImportReport | null>(null);
  /** The imports that can be undone, the latest first. */
  past = $state.raw<readonly PastImport[]>(remembered());
  /** The import undone last; null if none. */
  takenBack = $state.raw<TakenBack | null>(null);
  /** Whether an undo is running. */
  takingBack = $state(false);

  constructor(keeper: GameStore) {
    this.#keeper = keeper;
  }

  /** Begins an import. Does nothing while another one is running. */
  async begin(order: Omit<ImportRequest, 'id' | 'unseen'>): Promise<void> {
    if (this.progress) return;
    this.progress = NOTHING;
    this.report = null;
    this.takenBack = null;
    this.stopping = false;
    this.#name = order.files.map(({ name }) => name).filter(Boolean).join(', ');
    const id = this.#keeper.newId();
    const { local } = this.#keeper;
    // Stored now, so that the import can be undone even if the page is reloaded before it ends.
    this.#remember([{ ...rangeOf(id), name: this.#name, when_ms: Date.now(), games: null }, ...this.past]);
    addEventListener('beforeunload', warn);
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

  /** Stops the import. Imported games stay. */
  stop(): void {
    this.stopping = true;
    this.#say({ say: 'stop' });
  }

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

  /** The worker ended without a report. Its games are found by the id of the import. */
  #broken(id: string, failure: string): void {
    const counted = this.progress ?? NOTHING;
    this.#ended({ ...counted, end: 'failed', failure, problems: [], moreProblems: 0, found: [], range: rangeOf(id), only: null });
  }

  #ended(report: ImportReport): void {
    if (report.failure) console.error(report.failure);
    this.#worker?.terminate();
    this.#worker = null;
    this.progress = null;
    this.report = report;
    removeEventListener('beforeunload', warn);
    const [begun, ...earlier] = this.past;
    const when_ms = begun?.when_ms ?? Date.now();
    this.#remember(report.range ? [{ ...report.range, name: this.#name, when_ms, games: report.kept }, ...earlier] : earlier);
    void this.#keeper.sendAll();
  }

  #remember(past: readonly PastImport[]): void {
    this.past = past.slice(0, REMEMBERED);
    saveValue(KEY, this.past);
  }
}

/** Asks before the page is closed, which would cut the import short. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * A range with every game of an unfinished import: ids begin with their time, and none is older.
 */
function rangeOf(id: string): ImportedRange {
  return { id, first: id.slice(0, TIME), last: '\uffff' };
}

/** How many characters of an id are its time in milliseconds. */
const TIME = 13;

function remembered(): PastImport[] {
  const past = loadList(KEY) as (Partial<PastImport> | null)[];
  return past.filter((it): it is PastImport => typeof it?.id === 'string' && typeof it.first === 'string' && typeof it.last === 'string');
}
