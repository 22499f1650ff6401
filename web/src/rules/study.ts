/**
 * The page's door to the module for reading and studying games (crates/wasm, its module `study`). The module is fetched
 * when `openStudy` is first called: no first move waits for it. No rule is written here.
 */
import type { Language, PdnReply } from './model';
import { opened, through } from './through';
import init, * as wasm from './wasm/study.js';
import wasmAddress from './wasm/study_bg.wasm?url';

/** Fetches the module, once. A failed fetch may be tried again. */
export const openStudy: () => Promise<Study> = opened(
  () => init({ module_or_path: wasmAddress }),
  () => new Study(),
);

/** Files of games, ready to be read. */
export class Study {
  /** The games of a PDN; `variant` is the game where the text does not tell. */
  readPdn(text: string, variant: string, language: Language): PdnReply {
    return JSON.parse(through(() => wasm.read_pdn(text, variant, language))) as PdnReply;
  }
}
