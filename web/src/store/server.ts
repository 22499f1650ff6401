/**
 * The server's library over HTTP (`/api/v1`). Each call returns a typed result. If there is no server, this is a result too
 * and not an error. Called by the keeper and the library page; keeps nothing.
 */
import { deviceSecret } from './device-secret';
import type { ServerGame, ServerSummary } from './local-game';

/** A version of a game to store. Absent fields stay as the server has them. */
export type NewVersion = Pick<ServerGame, 'id' | 'version' | 'record'> & { title?: string; tree?: string };

export type Answer<T> =
  | { kind: 'ok'; value: T }
  /** There is no server, or it does not answer. */
  | { kind: 'unreachable' }
  | { kind: 'absent' }
  /** The server has another version than the one on which this change is based. */
  | { kind: 'conflict' }
  /** The server has no room until something is deleted there. */
  | { kind: 'full' }
  /** The server refuses it, and trying again would not help. */
  | { kind: 'refused'; detail: string };

/** The time in milliseconds after which a server that does not answer counts as absent. */
const PATIENCE = 8000;

export class ServerLibrary {
  readonly #base: string;
  readonly #secret: () => string;

  /** `secret` returns the secret of the owner whose games are asked for. */
  constructor(base = 'api/v1', secret: () => string = deviceSecret) {
    this.#base = base;
    this.#secret = secret;
  }

  async present(): Promise<boolean> {
    return (await this.#ask<unknown>('GET', '/health')).kind === 'ok';
  }

  list(before: string | null, limit: number): Promise<Answer<{ games: ServerSummary[]; next: string | null }>> {
    const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}) });
    return this.#ask('GET', `/games?${query}`);
  }

  get(id: string): Promise<Answer<ServerGame>> {
    return this.#ask('GET', `/games/${id}`);
  }

  /** Stores a version. Sending a version again that is stored already is fine. Without a title the server's title stays. */
  put({ id, ...game }: NewVersion): Promise<Answer<ServerSummary>> {
    return this.#ask('PUT', `/games/${id}`, game);
  }

  rename(id: string, title: string): Promise<Answer<ServerSummary>> {
    return this.#ask('PATCH', `/games/${id}`, { title });
  }

  delete(id: string): Promise<Answer<unknown>> {
    return this.#ask('DELETE', `/games/${id}`);
  }

  restore(id: string): Promise<Answer<unknown>> {
    return this.#ask('POST', `/games/${id}/restore`);
  }

  /** Shares a game with everybody who can reach this server, or keeps it for its owner alone. */
  share(id: string, shared: boolean): Promise<Answer<ServerSummary>> {
    return this.#ask(shared ? 'PUT' : 'DELETE', `/games/${id}/share`);
  }

  /** The shared games of everybody on this server, including the user's own. */
  listShared(before: string | null, limit: number): Promise<Answer<{ games: ServerSummary[]; next: string | null }>> {
    const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}) });
    return this.#ask('GET', `/shared-games?${query}`);
  }

  /** `share` is the address of a shared game, which is not its id: another owner may have a game of the same id. */
  getShared(share: string): Promise<Answer<ServerGame>> {
    return this.#ask('GET', `/shared-games/${share}`);
  }

  /** Takes over the games from before games had owners, with the code that the server printed when it started. */
  takeOver(code: string): Promise<Answer<{ games: number }>> {
    return this.#ask('POST', '/take-over', { code });
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        method,
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE),
        headers: {
          authorization: `Bearer ${this.#secret()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      return { kind: 'unreachable' };
    }
    if (response.status === 204) return { kind: 'ok', value: undefined as T };
    const json = (response.headers.get('content-type') ?? '').includes('json');
    if (!json) {
      // A plain file server or a gateway answers with its own pages, so there is no library.
      return { kind: 'unreachable' };
    }
    let value: unknown;
    try {
      value = await response.json();
    } catch {
      return { kind: 'unreachable' };
    }
    if (response.ok) return { kind: 'ok', value: value as T };
    if (response.status === 404 || response.status === 410) return { kind: 'absent' };
    if (response.status === 409) return { kind: 'conflict' };
    if (response.status === 507) return { kind: 'full' };
    if (response.status === 429 || response.status >= 500) return { kind: 'unreachable' };
    const detail = (value as { detail?: unknown } | null)?.detail;
    return { kind: 'refused', detail: typeof detail === 'string' ? detail : String(response.status) };
  }
}
