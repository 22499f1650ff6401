/**
 * The page's binding to the coach (crates/wasm, module `coach`), which names shots, explains moves,
 * writes reports and computes ratings. `openCoach` loads the module at its first call, so that the
 * first move of a game does not wait for it.
 */
import type { EntryView, Language, RatedResult, Score, ShotView, Strength, Thought, WordView } from './model';
import { callBinding, loadOnce } from './call-binding';
import init, * as wasm from './wasm/coach.js';
import type { ReportProgress, ReportQuestion, ReportView } from './types';
import wasmAddress from './wasm/coach_bg.wasm?url';

/**
 * A position as a starting position and the moves played since: explanations depend on what was
 * captured on the way.
 */
export interface Past {
  variant: string;
  fen: string;
  moves: readonly string[];
}

export const openCoach: () => Promise<Coach> = loadOnce(
  () => init({ module_or_path: wasmAddress }),
  () => new Coach(),
);

type Lines = readonly { score: Score; pv: readonly string[] }[];

/** The coach, loaded and ready. */
export class Coach {
  /** The shot that these moves form, played in turn from a position; null if they form none. */
  nameShot(variant: string, fen: string, moves: readonly string[], language: Language): ShotView | null {
    return JSON.parse(callBinding(() => wasm.name_shot(variant, fen, JSON.stringify(moves), language))) as ShotView | null;
  }

  /** The names of devices, families and shots, by their codes. */
  shotWords(language: Language): Map<string, string> {
    const words = JSON.parse(callBinding(() => wasm.shot_words(language))) as WordView[];
    return new Map(words.map(({ code, text }) => [code, text]));
  }

  /**
   * The Glicko-2 strength after so many rating periods without play and then one with these
   * results. `before` is null for a new player.
   */
  strengthAfter(before: Strength | null, rested: number, results: readonly RatedResult[]): Strength {
    const after = callBinding(() => wasm.strength_after(JSON.stringify(before), rested, JSON.stringify(results)));
    return JSON.parse(after) as Strength;
  }

  /** Every entry of the lexicon of shots, families first. */
  lexicon(language: Language): readonly EntryView[] {
    return JSON.parse(callBinding(() => wasm.shot_lexicon(language))) as EntryView[];
  }

  /** Begins a report on these moves from this position. The caller frees it. */
  report(variant: string, fen: string, moves: readonly string[]): ReportMaker {
    return callBinding(() => new ReportMaker(new wasm.ReportMaker(variant, fen, JSON.stringify(moves))));
  }

  /**
   * Why the first move of the first line is good after these moves, in one sentence; null if the
   * coach finds no reason but what the engine prefers.
   */
  why({ variant, fen, moves }: Past, lines: Lines, language: Language): string | null {
    return JSON.parse(callBinding(() => wasm.why_move(variant, fen, JSON.stringify(moves), JSON.stringify(lines), language))) as string | null;
  }
}

/** A report in progress: it returns questions for the engine and takes the answers. */
export class ReportMaker {
  readonly #inner: wasm.ReportMaker;

  constructor(inner: wasm.ReportMaker) {
    this.#inner = inner;
  }

  /**
   * The next question for the engine, with this many nodes for each position; null when the report
   * is complete.
   */
  nextQuestion(nodes: number): ReportQuestion | null {
    return JSON.parse(callBinding(() => this.#inner.next_question(nodes))) as ReportQuestion | null;
  }

  /** Takes the engine's answer to that question; null if the engine has none. */
  answer(thought: Thought | null): void {
    callBinding(() => this.#inner.answer(JSON.stringify(thought)));
  }

  get progress(): ReportProgress {
    return JSON.parse(callBinding(() => this.#inner.progress())) as ReportProgress;
  }

  /** The report so far. */
  view(forChildren: boolean, language: Language): ReportView {
    return JSON.parse(callBinding(() => this.#inner.finish(forChildren, language))) as ReportView;
  }

  free(): void {
    this.#inner.free();
  }
}
