/**
 * The page's binding to the module that lays out printed sheets (crates/wasm, module `paper`).
 * `openPaper` loads the module at its first call: only the print studio needs it.
 */
import type { EntryView, Language, PrintedPage, SheetOrder } from './model';
import { callBinding, loadOnce } from './call-binding';
import init, * as wasm from './wasm/paper.js';
import wasmAddress from './wasm/paper_bg.wasm?url';

export const openPaper: () => Promise<Paper> = loadOnce(
  () => init({ module_or_path: wasmAddress }),
  () => new Paper(),
);

/** The module for printed sheets, loaded and ready. */
export class Paper {
  /** Every entry of the lexicon of shots, families first. */
  lexicon(language: Language): readonly EntryView[] {
    return JSON.parse(callBinding(() => wasm.shot_lexicon(language))) as EntryView[];
  }

  /** The pages of a sheet. Throws a RulesError if it cannot be printed. */
  pages(order: SheetOrder, language: Language): readonly PrintedPage[] {
    return JSON.parse(callBinding(() => wasm.print_pages(JSON.stringify(order), language))) as PrintedPage[];
  }

  /** The questions of the mock exam of a level, from its file. */
  examQuestions(level: string): unknown {
    return JSON.parse(callBinding(() => wasm.exam_questions(level)));
  }

  /** The indexes of the questions on a sheet. */
  examDrawn(level: string, sheet: number): readonly number[] {
    return JSON.parse(callBinding(() => wasm.exam_drawn(level, sheet))) as number[];
  }

  /** The same pages as one HTML document. */
  html(order: SheetOrder, language: Language): string {
    return callBinding(() => wasm.print_html(JSON.stringify(order), language));
  }
}
