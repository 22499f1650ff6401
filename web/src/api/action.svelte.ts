/** Something that a form sends: whether it is under way, and why it failed the last time. */
import type { Answer, Failure } from './ask';

export class Action {
  working = $state(false);
  trouble = $state.raw<Failure | null>(null);

  /** Sends it, unless it is under way. Returns the answer if it succeeded, else null. */
  async run<T>(send: () => Promise<Answer<T>>): Promise<{ value: T } | null> {
    if (this.working) return null;
    this.working = true;
    this.trouble = null;
    const answer = await send();
    this.working = false;
    if (answer.kind === 'ok') return answer;
    this.trouble = answer;
    return null;
  }
}
