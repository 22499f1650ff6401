/**
 * The server's library over HTTP (`/api/v1`). Every call answers with a typed result; having no server is one of them and
 * no error. Called by the keeper and the library page; keeps nothing.
 */
import { deviceSecret } from './device-secret';
import type { ServerGame, ServerSummary } from './kept';

/** A version of a game to be stored; what is absent stays as the server has it. */
export type NewVersion = Pick<ServerGame, 'id' | 'version' | 'record'> & { title?: string; tree?: string };

export type Answer<T> =
  | { kind: 'ok'; value: T }
  /** No server there, or it does not answer. */
  | { kind: 'unreachable' }
  | { kind: 'absent' }
  /** Another version is stored than the one that this change builds on. */
  | { kind: 'conflict' }
  /** The server has no room for it, until something is deleted there. */
  | { kind: 'full' }
  /** The server will not have it; trying again changes nothing. */
  | { kind: 'refused'; detail: string };

/** Milliseconds after which a silent server counts as absent. */
const PATIENCE = 8000;

export class ServerLibrary {
  readonly #base: string;
  readonly #secret: () => string;

  /** `secret` tells whose games are asked for. */
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

  /** Stores a version; sending what is already stored is welcome. Without a title the server's stays. */
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

  /** Shows a game to everybody who reaches this server, or to its owner alone. */
  share(id: string, shared: boolean): Promise<Answer<ServerSummary>> {
    return this.#ask(shared ? 'PUT' : 'DELETE', `/games/${id}/share`);
  }

  /** The games that everybody shares here, one's own among them. */
  listShared(before: string | null, limit: number): Promise<Answer<{ games: ServerSummary[]; next: string | null }>> {
    const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}) });
    return this.#ask('GET', `/shared-games?${query}`);
  }

  getShared(id: string): Promise<Answer<ServerGame>> {
    return this.#ask('GET', `/shared-games/${id}`);
  }

  /** Takes over the games from before games had owners, with the code that the server told when it was started. */
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
      // A plain file server, or a gateway, answers with pages of its own: no library there.
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
