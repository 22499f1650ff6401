/**
 * The page's door to the module that says what moves mean and how strong people are (crates/wasm, its module `coach`). The module is loaded when
 * `openCoach` is first called, so that the first move does not wait for it. Nothing is decided here.
 */
import type { EntryView, Language, RatedResult, ShotView, Strength, WordView } from './model';
import { opened, through } from './through';
import init, * as wasm from './wasm/coach.js';
import wasmAddress from './wasm/coach_bg.wasm?url';

/** Loads the module once. A failed attempt may be repeated. */
export const openCoach: () => Promise<Coach> = opened(
  () => init({ module_or_path: wasmAddress }),
  () => new Coach(),
);

/** The module for words about moves, loaded and ready. */
export class Coach {
  /** Which shot the moves are, played by turns from a position on; `null` where they are none. */
  nameShot(variant: string, fen: string, moves: readonly string[], language: Language): ShotView | null {
    return JSON.parse(through(() => wasm.name_shot(variant, fen, JSON.stringify(moves), language))) as ShotView | null;
  }

  /** What families and names of shots are called, by their codes. */
  shotWords(language: Language): Map<string, string> {
    const words = JSON.parse(through(() => wasm.shot_words(language))) as WordView[];
    return new Map(words.map(({ code, text }) => [code, text]));
  }

  /**
   * How strong somebody is after so many rating periods of rest and then one with these results; `null` is somebody new.
   * Glicko-2, as for games between people.
   */
  strengthAfter(before: Strength | null, rested: number, results: readonly RatedResult[]): Strength {
    const after = through(() => wasm.strength_after(JSON.stringify(before), rested, JSON.stringify(results)));
    return JSON.parse(after) as Strength;
  }

  /** Every entry of the lexicon of shots, families first. */
  lexicon(language: Language): readonly EntryView[] {
    return JSON.parse(through(() => wasm.shot_lexicon(language))) as EntryView[];
  }
}
