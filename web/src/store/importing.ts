/**
 * Imports files of games into this browser's library in batches, each in one transaction, so that
 * neither the file nor its games are in memory as a whole. Runs in the import worker, but does not
 * depend on workers or pages.
 */
import type { ImportedGame } from '../rules/model';
import type { Study } from '../rules/study';
import { fileBytes, type ReadPiece } from './file-bytes';
import type { ImportEnd, ImportFile, ImportProblem, ImportProgress, ImportReport, ImportRequest } from './import-messages';
import { begun, type LocalGame } from './local-game';
import { groupIn, withGroup } from './pdn-title';
import type { LocalLibrary } from './local-library';
import { DuplicateDetector } from './same-games';
import { uuidV7 } from './uuid';

/** How many games are read and stored in one batch. */
const BATCH_SIZE = 100;

/** How many errors are listed; further ones are only counted. */
const MOST_PROBLEMS = 10_000;
/** How many notes about assumed games are listed. */
const MOST_FOUND = 10;

/** The dependencies of an import. */
export interface ImportDependencies {
  study: Study;
  library: LocalLibrary;
  readPiece: ReadPiece;
  tell: (progress: ImportProgress) => void;
  /** Called with the games that were stored. */
  stored: (games: readonly LocalGame[]) => void;
  /** Whether the user has stopped the import; checked between batches. */
  stopped: () => boolean;
  now: () => number;
}

/**
 * Imports the files one after the other and returns the report. Games stored before a stop stay.
 */
export async function importFiles(order: ImportRequest, around: ImportDependencies): Promise<ImportReport> {
  return await new Importing(order, around).run();
}

class Importing {
  readonly #order: ImportRequest;
  readonly #around: ImportDependencies;
  readonly #same: DuplicateDetector;
  readonly #count: ImportProgress = { bytes: 0, total: 0, kept: 0, damaged: 0, same: 0, unread: 0 };
  readonly #problems: ImportProblem[] = [];
  #moreProblems = 0;
  readonly #found = new Set<string>();
  #first = '';
  /** The stored game that is identical to one of the file. */
  #lastSame = '';
  #last = '';
  /** Counts within a millisecond, so that ids sort in the order of the games in the file. */
  #tick = { ms: 0, count: 0 };

  constructor(order: ImportRequest, around: ImportDependencies) {
    this.#order = order;
    this.#around = around;
    this.#same = new DuplicateDetector(around.library, (game) => game.tree ?? around.study.pdnOf(game));
    this.#count.total = order.files.reduce((sum, { bytes }) => sum + bytes.size, 0);
  }

  async run(): Promise<ImportReport> {
    let [end, failure]: [ImportEnd, string] = ['whole', ''];
    try {
      if (!this.#order.again) await this.#same.look(this.#around.stopped);
      for (const file of this.#order.files) await this.#read(file);
      if (this.#around.stopped()) end = 'stopped';
    } catch (error) {
      end = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
      failure = error instanceof Error ? error.message : String(error);
    }
    const { id } = this.#order;
    return {
      ...this.#count,
      end,
      failure,
      problems: this.#problems,
      moreProblems: this.#moreProblems,
      found: [...this.#found],
      range: this.#count.kept > 0 ? { id, first: this.#first, last: this.#last } : null,
      only: this.#count.kept + this.#count.same === 1 ? this.#first || this.#lastSame : null,
    };
  }

  async #read({ name, bytes }: ImportFile): Promise<void> {
    const { study, readPiece, stopped, tell } = this.#around;
    const before = this.#count.bytes;
    const { kept } = this.#count;
    const onprogress = (read: number): void => {
      this.#count.bytes = before + read;
      tell({ ...this.#count });
    };
    const file = study.openFile(fileBytes(bytes, readPiece, onprogress), this.#order.variant, this.#order.language, this.#order.encoding);
    try {
      let done = false;
      while (!done && !stopped()) {
        const batch = file.next(BATCH_SIZE);
        await this.#keep(name, batch.games);
        tell({ ...this.#count });
        done = batch.done;
      }
    } finally {
      file.free();
    }
    if (this.#count.kept === kept + 1) await this.#ungroup(name);
  }

  /** A file with one game needs no group with its name. */
  async #ungroup(file: string): Promise<void> {
    const game = await this.#around.library.change(this.#last, (stored) => (stored?.group === file ? { ...stored, group: '' } : null));
    if (game) this.#around.stored([game]);
  }

  async #keep(file: string, games: readonly ImportedGame[]): Promise<void> {
    const [batch, counted] = [[] as LocalGame[], { kept: 0, damaged: 0 }];
    for (const read of games) {
      if (!read.game) {
        if (read.errors.length === 0) continue; // only a result or a number
        this.#count.unread += 1;
        this.#tellProblem(file, read);
        continue;
      }
      const group = groupIn(read.game.tree);
      read.game.tree = withGroup(read.game.tree, ''); // the group is a field of its own, so that it can be changed
      const same = this.#order.again ? null : await this.#same.find(read.game.tree);
      if (same !== null) {
        this.#count.same += 1;
        this.#lastSame = same;
        continue;
      }
      const game = this.#localGame(group || (this.#order.grouped ? file : ''), read, read.game);
      if (!this.#order.again) this.#same.add(game.id, read.game.tree);
      batch.push(game);
      counted.kept += 1;
      for (const sentence of read.found) if (this.#found.size < MOST_FOUND) this.#found.add(sentence);
      if (read.game.complete) continue;
      counted.damaged += 1;
      this.#tellProblem(file, read);
    }
    if (batch.length === 0) return;
    await this.#around.library.addMany(batch);
    this.#same.kept();
    this.#around.stored(batch);
    this.#first ||= batch[0]?.id ?? '';
    this.#last = batch.at(-1)?.id ?? '';
    this.#count.kept += counted.kept;
    this.#count.damaged += counted.damaged;
  }

  #localGame(group: string, { title }: ImportedGame, { record, tree, moves, annotated, complete }: NonNullable<ImportedGame['game']>): LocalGame {
    const study = annotated || !complete || record.ending !== null;
    const game = begun({ record, tree, title: title || this.#order.untitled, plies: moves, study }, this.#nextId(), this.#around.now());
    return { ...game, import_id: this.#order.id, ...(group ? { group } : {}) };
  }

  #tellProblem(file: string, { line, title, details, game, errors }: ImportedGame): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ file, line, title, details, kept: game !== null, errors });
    else this.#moreProblems += 1;
  }

  /** An id that sorts after all earlier ones. */
  #nextId(): string {
    const tick = this.#tick;
    const now = Math.max(this.#around.now(), tick.ms);
    const next = now > tick.ms ? { ms: now, count: 0 } : { ms: tick.ms, count: tick.count + 1 };
    this.#tick = next.count < 4096 ? next : { ms: tick.ms + 1, count: 0 };
    const { ms, count } = this.#tick;
    return uuidV7(ms, (bytes) => {
      crypto.getRandomValues(bytes);
      [bytes[6], bytes[7]] = [count >> 8, count & 255];
    });
  }
}
