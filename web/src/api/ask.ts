/**
 * Sends the operations of `types/` to the server and classifies the answers. Every request of the page to the API goes through `ask`,
 * except the event streams of broadcasts:
 *
 * | response | kind | `Polled` requests again | message of the page |
 * |---|---|---|---|
 * | 2xx with a value of the right shape | `ok` | after its interval | |
 * | no network, no answer in time, 5xx but those below, an answer that is not the API's | `unreachable` | after its interval, doubled with each failure up to five seconds (a longer interval stays); at once when the network is back or the page is visible again | the server does not answer |
 * | 408, 503, 429 with `Retry-After` (a throttle) | `busy` | after `Retry-After`, or two seconds, and its interval at least | when to retry |
 * | 429 without `Retry-After` (a quota that waiting does not refill) | `refused` | after its interval | the text of its code |
 * | 500 with the code `game-unreadable` | `refused` | after its interval | this server cannot read the game |
 * | 507 | `full` | as `unreachable` | the server is out of storage, or the text of its code |
 * | any other 4xx with a problem document | `refused` | after its interval | the text of its reason or code |
 *
 * `ask` itself never retries: only the caller knows whether a lost answer matters. Operations that store something are idempotent: they may be
 * sent again with the same id or secret.
 */
import { read, type Operation, type Shape } from './shape';
import { Problem } from './types/shared';

export type Answer<T> = { kind: 'ok'; value: T } | Failure;

export type Failure = Refused | { kind: 'busy'; retry_ms: number; code: string } | { kind: 'full'; code: string; detail: string } | { kind: 'unreachable' };

/** The server refuses the request, with the stable code of the problem. */
export interface Refused {
  kind: 'refused';
  status: number;
  code: string;
  /** A more specific code; empty without one. */
  reason: string;
  detail: string;
  /** The end and the reason of a ban, if the account is banned. */
  ban?: { until_ms: number | null; why: string };
}

export interface AskOptions {
  /** The secret of the seat, class, broadcast or device that the request is for. */
  secret?: string | null;
  /** Replaces the usual timeout. */
  timeout_ms?: number;
  /** Whether the browser may answer from its cache, for as long as the server permits. */
  cached?: boolean;
}

/** The timeouts in milliseconds: shorter for reads, which may be repeated at any time. */
const TIMEOUT_MS = { read: 8_000, write: 15_000 };
/** The retry delay for a busy server that sends none. */
const BUSY_MS = 2_000;
/** The longest body with `keepalive`: browsers allow 64 KiB in all such requests together. */
const LONGEST_KEPT = 30_000;
/** The code of a 500 that a retry does not change. */
export const UNREADABLE = 'game-unreadable';

const BASE = 'api/v1';

/** The body of an operation that has none may be left out. */
type Rest<Body> = [Body] extends [undefined] ? [body?: undefined, options?: AskOptions] : [body: Body, options?: AskOptions];

export async function ask<P extends object, B, T>(operation: Operation<P, B, T>, parameters: P, ...[body, options]: Rest<B>): Promise<Answer<T>> {
  const [route, answer, sends = 'application/json'] = operation;
  const method = route.slice(0, route.indexOf(' '));
  const content = body === undefined ? undefined : sends === 'application/json' ? JSON.stringify(body) : (body as string | Blob);
  const secret = options?.secret ?? null;
  let response: Response;
  try {
    response = await fetch(addressOf(operation, parameters), {
      method,
      cache: options?.cached === true ? 'default' : 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(options?.timeout_ms ?? TIMEOUT_MS[method === 'GET' ? 'read' : 'write']),
      // A user's change is sent even if the page is closed meanwhile.
      keepalive: method !== 'GET' && (typeof content !== 'string' || content.length < LONGEST_KEPT) && !(content instanceof Blob),
      headers: { ...(secret === null ? {} : { authorization: `Bearer ${secret}` }), ...(content === undefined ? {} : { 'content-type': sends }) },
      ...(content === undefined ? {} : { body: content }),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  try {
    return response.ok ? { kind: 'ok', value: await valueOf<T>(response, answer) } : await failureOf(response);
  } catch (error) {
    console.error(error);
    return { kind: 'unreachable' }; // the response is not from this API
  }
}

/** The address of an operation, for links and streams. */
export function addressOf<P extends object, B, T>([route]: Operation<P, B, T>, parameters: P): string {
  const given = parameters as Record<string, string | number | boolean | null | undefined>;
  const [path = '', names] = route.slice(route.indexOf(' ') + 1).split('?');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const query = new URLSearchParams();
  for (const name of names?.split('&') ?? []) {
    const value = given[name] ?? null;
    if (value !== null && value !== '') query.set(name, String(value));
  }
  return BASE + filled + (query.size === 0 ? '' : `?${query}`);
}

async function valueOf<T>(response: Response, answer: Shape | undefined): Promise<T> {
  if (answer === undefined || response.status === 204) return null as T;
  if (answer === 'text') return (await response.text()) as T;
  if (!isJson(response)) throw new Error(`${response.url} does not answer with JSON`);
  return read<T>(answer, await response.json());
}

async function failureOf(response: Response): Promise<Failure> {
  const problem = isJson(response) ? await problemOf(response) : null;
  return failure(response.status, problem, Number(response.headers.get('retry-after')));
}

/** What a problem means, also one inside an answer to several requests. */
export function failure(status: number, problem: Problem | null, seconds: number): Failure {
  if (status === 408 || status === 503 || (status === 429 && (seconds > 0 || problem === null))) {
    return { kind: 'busy', retry_ms: seconds > 0 ? seconds * 1_000 : BUSY_MS, code: problem?.code ?? '' };
  }
  if (problem === null) return { kind: 'unreachable' };
  const { code, detail } = problem;
  if (status === 507) return { kind: 'full', code, detail };
  if (status >= 500 && !(status === 500 && code === UNREADABLE)) return { kind: 'unreachable' };
  const refused: Refused = { kind: 'refused', status, code, reason: problem.reason ?? '', detail };
  return code === 'account-banned' ? { ...refused, ban: { until_ms: problem.banned_until_ms, why: problem.ban_reason ?? '' } } : refused;
}

/** The problem document of a failure; null if the body is something else. */
async function problemOf(response: Response): Promise<Problem | null> {
  try {
    return read<Problem>(Problem, await response.json());
  } catch {
    return null;
  }
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').includes('json');
}

export function mapped<T, U>(answer: Answer<T>, map: (value: T) => U): Answer<U> {
  return answer.kind === 'ok' ? { kind: 'ok', value: map(answer.value) } : answer;
}

/** A refusal made by the page itself, with a code that has a text. */
export function refusedHere(code: string): Refused {
  return { kind: 'refused', status: 0, code, reason: '', detail: '' };
}

/** The most specific code of a refusal. */
export function reasonOf({ code, reason }: Pick<Refused, 'code' | 'reason'>): string {
  return reason || code;
}
