/** A fake server in place of `ask`: each test sets its answers by operation. A test file replaces the module by `vi.mock('…/src/api/ask', mockedAsk)`. */
import type { Answer, Failure } from '../../../src/api/ask';
import type { Operation } from '../../../src/api/shape';

export interface Asked {
  parameters: Record<string, unknown>;
  body: never;
  secret: string | null;
}

type Answers = Record<string, (asked: Asked) => Answer<unknown> | Promise<Answer<unknown>>>;

let answers: Answers = {};

/** Sets the answers of the server. */
export function serve(by: Answers): void {
  answers = by;
}

/** Replaces the module `ask.ts` by this server. */
export async function mockedAsk(original: () => Promise<unknown>): Promise<object> {
  return { ...((await original()) as object), ask: fakeAsk };
}

async function fakeAsk([route]: Operation<object, unknown, unknown>, parameters: object, body: unknown, options: { secret?: string | null } = {}): Promise<Answer<unknown>> {
  const answer = answers[route];
  if (!answer) throw new Error(`nothing answers ${route}`);
  return answer({ parameters: parameters as Asked['parameters'], body: body as never, secret: options.secret ?? null });
}

export function ok<T>(value: T): { kind: 'ok'; value: T } {
  return { kind: 'ok', value };
}

export function refused(code: string, reason = '', status = 409): Extract<Failure, { kind: 'refused' }> {
  return { kind: 'refused', status, code, reason, detail: '' };
}
