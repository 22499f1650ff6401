/** The server's library, for the owner whose secret this browser has. */
import { ask, failure, mapped, type Answer } from '../api/ask';
import {
  deleteGamesId,
  deleteGamesIdShare,
  type Game,
  type Games,
  getGames,
  getGamesId,
  getHealth,
  getSharedGames,
  getSharedGamesShare,
  type NewVersion as NewContent,
  patchGamesId,
  putGames,
  postGamesIdRestore,
  putGamesId,
  putGamesIdShare,
  type Summary,
} from '../api/types';
import { deviceSecret } from './device-secret';

/** A version of a game to store. The server keeps absent fields. */
export type NewVersion = NewContent & { id: string };

/** How long the server may take to replay and store a hundred games, in milliseconds. */
const MANY_MS = 60_000;

/** Whether the server does not have the game, or has it in the bin. */
export function isAbsent(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && (answer.status === 404 || answer.status === 410);
}

/** Whether the server has another version than the one on which a change is based. */
export function isConflict(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && answer.status === 409;
}

export class ServerLibrary {
  readonly #secret: () => string;

  /** `secret` returns the secret of the owner of the games. */
  constructor(secret: () => string = deviceSecret) {
    this.#secret = secret;
  }

  async present(): Promise<boolean> {
    return (await ask(getHealth, {})).kind === 'ok';
  }

  list(before: string | null, limit: number): Promise<Answer<Games>> {
    return ask(getGames, { before, limit }, undefined, this.#as);
  }

  get(id: string): Promise<Answer<Game>> {
    return ask(getGamesId, { id }, undefined, this.#as);
  }

  /** Stores a version; idempotent. Without a title the server's title stays. */
  put({ id, ...game }: NewVersion): Promise<Answer<Summary>> {
    return ask(putGamesId, { id }, game, this.#as);
  }

  /** Stores several versions, each as `put` would; the answers are in their order. */
  async putAll(games: readonly NewVersion[]): Promise<Answer<Answer<Summary>[]>> {
    const answer = await ask(putGames, {}, { games: games.map(({ id, ...game }) => ({ id, game })) }, { ...this.#as, timeout_ms: MANY_MS });
    return mapped(answer, ({ games: stored }) => stored.map(({ kept, problem }) => (kept ? { kind: 'ok', value: kept } : failure(problem?.status ?? 500, problem, problem?.retry_after_s ?? 0))));
  }

  rename(id: string, title: string): Promise<Answer<Summary>> {
    return ask(patchGamesId, { id }, { title }, this.#as);
  }

  delete(id: string): Promise<Answer<unknown>> {
    return ask(deleteGamesId, { id }, undefined, this.#as);
  }

  restore(id: string): Promise<Answer<unknown>> {
    return ask(postGamesIdRestore, { id }, undefined, this.#as);
  }

  /** Shares a game with all users of this server, or stops sharing it. */
  share(id: string, shared: boolean): Promise<Answer<Summary>> {
    return ask(shared ? putGamesIdShare : deleteGamesIdShare, { id }, undefined, this.#as);
  }

  /** The shared games on this server, including the user's own. */
  listShared(before: string | null, limit: number): Promise<Answer<Games>> {
    return ask(getSharedGames, { before, limit }, undefined, this.#as);
  }

  /**
   * `share` is the address of a shared game. It differs from the id: another owner may have a game
   * with the same id.
   */
  getShared(share: string): Promise<Answer<Game>> {
    return ask(getSharedGamesShare, { share }, undefined, this.#as);
  }

  get #as(): { secret: string } {
    return { secret: this.#secret() };
  }
}
