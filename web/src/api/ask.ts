/**
 * Sends the operations of `types/` to the server, and says what came back. Every request of the page to the API goes through `ask`,
 * so this is the one rule for what each answer means:
 *
 * | what happens | kind | `Polled` asks again | what the page says |
 * |---|---|---|---|
 * | 2xx with a value of the right shape | `ok` | after its interval | |
 * | no network, no answer in time, 5xx but those below, an answer that is not the API's | `unreachable` | after its interval, doubled with each failure up to five seconds (a longer interval stays); at once when the network is back or the page is seen again | that the server does not answer |
 * | 408, 503, 429 with `Retry-After` (a throttle) | `busy` | after `Retry-After`, or two seconds, and its interval at least | after how long to try again |
 * | 429 without `Retry-After` (a quota that waiting does not refill) | `refused` | after its interval | the words of its code |
 * | 500 with the code `game-unreadable` | `refused` | after its interval | that this server cannot read the game |
 * | 507 | `full` | as `unreachable` | that the server is out of storage, or the words of its code |
 * | any other 4xx with a problem document | `refused` | after its interval | the words of its reason or code |
 *
 * `ask` itself retries nothing: only the caller knows whether a lost answer matters. Operations that store something may be sent again
 * with the same id or secret.
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
  /** A more exact code, where there is one. */
  reason: string;
  detail: string;
  /** For how long and why the account is banned, where that is the reason. */
  ban?: { until_ms: number | null; why: string };
}

export interface AskOptions {
  /** The secret of the seat, class, broadcast or device that the request is for. */
  secret?: string | null;
}

/** A server that does not answer for so long counts as unreachable, in milliseconds: shorter for what may be asked again at any moment. */
const TIMEOUT_MS = { read: 8_000, write: 15_000 };
/** After how long a busy server is asked again that does not say when. */
const BUSY_MS = 2_000;
/** What browsers send after the page is gone: 64 KiB in all requests together. */
const LONGEST_KEPT = 30_000;
/** The code of a 500 that the same request gets every time. */
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
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(method === 'GET' ? TIMEOUT_MS.read : TIMEOUT_MS.write),
      // A change that the user made is sent even if the page goes away meanwhile.
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
    return { kind: 'unreachable' }; // what answers is not this API
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
  const { status } = response;
  const problem = isJson(response) ? await problemOf(response) : null;
  const seconds = Number(response.headers.get('retry-after'));
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

/** The problem document of a failure; null where the body is none. */
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

/** A refusal that the page itself makes, with a code that has words. */
export function refusedHere(code: string): Refused {
  return { kind: 'refused', status: 0, code, reason: '', detail: '' };
}

/** The most exact code of a refusal. */
export function reasonOf({ code, reason }: Pick<Refused, 'code' | 'reason'>): string {
  return reason || code;
}
