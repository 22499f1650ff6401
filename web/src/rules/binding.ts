/**
 * The page's binding to the rules and to games in progress (crates/wasm, module `play`), with
 * types. `openRules` loads the module at its first call; after that all calls are synchronous and
 * need no network. `study.ts` reads files of games, and `engine.ts` runs the engine. All rules are
 * in Rust.
 */
import init, * as wasm from './wasm/play.js';
import wasmAddress from './wasm/play_bg.wasm?url';
import { Game } from './game';
import { withSharedLayout } from './layouts';
import { USUAL_START } from './types/start';
import type { FenReply, GameRecord, GameSettings, Language, PositionView } from './model';
import { callBinding, loadOnce } from './call-binding';

export const openRules: () => Promise<RulesBinding> = loadOnce(
  () => init({ module_or_path: wasmAddress }),
  () => new RulesBinding(),
);

/** The usual game before its first move; null for another one, whose start only the rules know. */
export function startWithoutRules(variant: string): PositionView | null {
  return variant === USUAL_START.variant ? withSharedLayout(USUAL_START) : null;
}

export class RulesBinding {
  newGame(variant: string, settings: GameSettings, nowMs: number): Game {
    return callBinding(() => new Game(new wasm.Game(variant, JSON.stringify(settings), nowMs)));
  }

  /** Rebuilds a game from its record. Throws a RulesError if the record cannot be replayed. */
  openGame(record: GameRecord): Game {
    return callBinding(() => new Game(wasm.Game.from_record(JSON.stringify(record))));
  }

  startView(variant: string): PositionView {
    return withSharedLayout(JSON.parse(wasm.start_view(variant)) as PositionView);
  }

  checkFen(variant: string, fen: string, language: Language): FenReply {
    const reply = JSON.parse(wasm.check_fen(variant, fen, language)) as FenReply;
    return 'ok' in reply ? { ok: withSharedLayout(reply.ok) } : reply;
  }
}
