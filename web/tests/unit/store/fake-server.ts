/** A server's library in memory, and records to keep in it. */
import type { ServerGame, ServerSummary } from '../../../src/store/local-game';
import type { Answer } from '../../../src/api/ask';
import { ServerLibrary, type NewVersion } from '../../../src/store/server';
import { refused } from '../api/fake-ask';
import type { GameRecord } from '../../../src/rules/model';

/** A record with these moves. */
export function record(...moves: string[]): GameRecord {
  return {
    schema: 1,
    variant: 'international',
    rules_version: 1,
    settings: {
      start: null,
      clock: null,
      white: { kind: 'person', name: 'A' },
      black: { kind: 'computer', level: 3 },
      few_pieces: 'fresh',
    },
    acts: moves.map((move, i) => ({ act: 'move', side: i % 2 === 0 ? 'white' : 'black', move, at_ms: i }) as const),
    ending: null,
  };
}

/** A fake server library with the rules of the real one, which can be disconnected. */
export class FakeServer extends ServerLibrary {
  games = new Map<string, ServerGame & { deleted: boolean }>();
  unplugged = false;
  full = false;
  /** The reason with which every game is refused; null accepts them. */
  refusing: string | null = null;
  /** Stores, but its answer is lost on the way back. */
  loseNextAnswer = false;

  /** The number of requests that sent a game. */
  asked = 0;

  override put(game: NewVersion): Promise<Answer<ServerSummary>> {
    this.asked += 1;
    if (this.unplugged) return Promise.resolve({ kind: 'unreachable' });
    if (this.refusing !== null) return Promise.resolve({ ...refused('invalid-game', '', 422), detail: this.refusing });
    if (this.full) return Promise.resolve({ kind: 'full', code: 'library-full', detail: '' });
    const stored = this.games.get(game.id);
    if (stored?.deleted) return Promise.resolve(refused('game-not-found', '', 404));
    const tree = game.tree ?? stored?.tree ?? null;
    const same =
      stored?.version === game.version &&
      (stored.tree ?? null) === tree &&
      JSON.stringify(stored.record) === JSON.stringify(game.record);
    if (!same && game.version !== (stored?.version ?? 0) + 1) return Promise.resolve(refused('other-version', '', 409));
    // The same version again changes nothing, including the title.
    const title = game.title ?? stored?.title ?? '';
    const kept = same && stored ? stored : { ...structuredClone(game), title, tree, created_ms: 1, updated_ms: 2, deleted: false };
    this.games.set(game.id, kept);
    if (this.loseNextAnswer) {
      this.loseNextAnswer = false;
      return Promise.resolve({ kind: 'unreachable' });
    }
    return Promise.resolve({ kind: 'ok', value: { ...kept, variant: kept.record.variant, plies: kept.record.acts.length, ending: null, shared: false, share: null, players: kept.record.settings, white: '', black: '' } });
  }

  override async putAll(games: readonly NewVersion[]): Promise<Answer<Answer<ServerSummary>[]>> {
    if (this.unplugged) {
      this.asked += 1;
      return { kind: 'unreachable' };
    }
    const value = [];
    for (const game of games) value.push(await this.put(game));
    return { kind: 'ok', value };
  }

  override list(): Promise<Answer<{ games: ServerSummary[]; next: string | null }>> {
    if (this.unplugged) return Promise.resolve({ kind: 'unreachable' });
    const games = [...this.games.values()].filter(({ deleted }) => !deleted).map((kept) => ({
      ...structuredClone(kept), variant: kept.record.variant, plies: kept.record.acts.length, ending: null, shared: false, share: null, players: kept.record.settings, white: '', black: '',
    }));
    return Promise.resolve({ kind: 'ok', value: { games, next: null } });
  }

  override get(id: string): Promise<Answer<ServerGame>> {
    if (this.unplugged) return Promise.resolve({ kind: 'unreachable' });
    const stored = this.games.get(id);
    return Promise.resolve(stored && !stored.deleted ? { kind: 'ok', value: structuredClone(stored) } : refused('game-not-found', '', 404));
  }

  override rename(id: string, title: string): Promise<Answer<ServerSummary>> {
    const stored = this.games.get(id);
    if (this.unplugged) return Promise.resolve({ kind: 'unreachable' });
    if (!stored || stored.deleted) return Promise.resolve(refused('game-not-found', '', 404));
    const kept = { ...stored, title };
    this.games.set(id, kept);
    return Promise.resolve({ kind: 'ok', value: { ...kept, variant: kept.record.variant, plies: kept.record.acts.length, ending: null, shared: false, share: null, players: kept.record.settings, white: '', black: '' } });
  }

  override delete(id: string): Promise<Answer<unknown>> {
    return this.#hide(id, true);
  }

  override restore(id: string): Promise<Answer<unknown>> {
    return this.#hide(id, false);
  }

  #hide(id: string, deleted: boolean): Promise<Answer<unknown>> {
    if (this.unplugged) return Promise.resolve({ kind: 'unreachable' });
    const stored = this.games.get(id);
    if (!stored) return Promise.resolve(refused('game-not-found', '', 404));
    this.games.set(id, { ...stored, deleted });
    return Promise.resolve({ kind: 'ok', value: null });
  }
}
