/**
 * The page's binding to the module that says what moves mean and how strong people are (crates/wasm, its module `coach`). The module is loaded when
 * `openCoach` is first called, so that the first move does not wait for it. Nothing is decided here.
 */
import type { EntryView, Language, RatedResult, Score, ShotView, Strength, Thought, WordView } from './model';
import { callBinding, loadOnce } from './call-binding';
import init, * as wasm from './wasm/coach.js';
import type { ReportProgress, ReportQuestion, ReportView } from './types';
import wasmAddress from './wasm/coach_bg.wasm?url';

/** A position, as the moves that led to it from a position before: what was captured on the way matters to what is said of it. */
export interface Past {
  variant: string;
  fen: string;
  moves: readonly string[];
}

export const openCoach: () => Promise<Coach> = loadOnce(
  () => init({ module_or_path: wasmAddress }),
  () => new Coach(),
);

/** The module for words about moves, loaded and ready. */
export class Coach {
  /** Which shot the moves are, played by turns from a position on; `null` where they are none. */
  nameShot(variant: string, fen: string, moves: readonly string[], language: Language): ShotView | null {
    return JSON.parse(callBinding(() => wasm.name_shot(variant, fen, JSON.stringify(moves), language))) as ShotView | null;
  }

  /** What devices, families and names of shots are called, by their codes. */
  shotWords(language: Language): Map<string, string> {
    const words = JSON.parse(callBinding(() => wasm.shot_words(language))) as WordView[];
    return new Map(words.map(({ code, text }) => [code, text]));
  }

  /**
   * The strength after so many rating periods of rest and then one with these results; `null` for a new player.
   * Glicko-2, as for games between people.
   */
  strengthAfter(before: Strength | null, rested: number, results: readonly RatedResult[]): Strength {
    const after = callBinding(() => wasm.strength_after(JSON.stringify(before), rested, JSON.stringify(results)));
    return JSON.parse(after) as Strength;
  }

  /** Every entry of the lexicon of shots, families first. */
  lexicon(language: Language): readonly EntryView[] {
    return JSON.parse(callBinding(() => wasm.shot_lexicon(language))) as EntryView[];
  }

  /** Begins a report on the game with these moves from this position. Free it when it is no longer needed. */
  report(variant: string, fen: string, moves: readonly string[]): ReportMaker {
    return callBinding(() => new ReportMaker(new wasm.ReportMaker(variant, fen, JSON.stringify(moves))));
  }

  /** Why the first move of the best line is played after these moves, in one sentence; `null` where nothing can be said. */
  why({ variant, fen, moves }: Past, lines: readonly { score: Score; pv: readonly string[] }[], language: Language): string | null {
    return JSON.parse(callBinding(() => wasm.why_move(variant, fen, JSON.stringify(moves), JSON.stringify(lines), language))) as string | null;
  }
}

/** A report in progress: it returns the questions for the engine, and takes the answers. */
export class ReportMaker {
  readonly #inner: wasm.ReportMaker;

  constructor(inner: wasm.ReportMaker) {
    this.#inner = inner;
  }

  /** What the engine must be asked next, if a look at one position gets so many nodes; `null` when all is known. */
  nextQuestion(nodes: number): ReportQuestion | null {
    return JSON.parse(callBinding(() => this.#inner.next_question(nodes))) as ReportQuestion | null;
  }

  /** Takes the answer to that question; `null` where there is none. */
  answer(thought: Thought | null): void {
    callBinding(() => this.#inner.answer(JSON.stringify(thought)));
  }

  get progress(): ReportProgress {
    return JSON.parse(callBinding(() => this.#inner.progress())) as ReportProgress;
  }

  /** The report as far as it is known. */
  view(forChildren: boolean, language: Language): ReportView {
    return JSON.parse(callBinding(() => this.#inner.finish(forChildren, language))) as ReportView;
  }

  free(): void {
    this.#inner.free();
  }
}
