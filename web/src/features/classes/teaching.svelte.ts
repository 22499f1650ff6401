/** State of the teacher's page: the class, polled every few seconds, and the actions. */
import { type Answer, ask, type AskOptions, type Failure } from '../../api/ask';
import { deleteClass, getClass, getClassGames, type PlayedGame, postClass, type TaughtClass } from '../../api/types';
import { Polled } from '../../api/polled';
import { newSecret } from '../../store/seats';
import { removeTeacherClass, saveTeacher, saveTeacherClass, teacherClasses, teacherSecret, type TeacherClass } from './stored';

const EVERY_MS = 3_000;
/** How long a failure is shown at least, in milliseconds, even if the server is back sooner: the action was not done. */
const MIN_SHOWN_MS = 8_000;

export class Teaching {
  secret = $state<string | null>(null);
  /** The class; null before the first answer, and without one. */
  it = $state.raw<TaughtClass | null>(null);
  /** Since when the server does not answer, by the clock of this device; null while it does. */
  silent_since = $state<number | null>(null);
  /** Why the last action failed. */
  trouble = $state.raw<Failure | null>(null);
  ended = $state(false);
  /** The other classes of this teacher in this browser. */
  others = $state.raw<readonly TeacherClass[]>([]);

  #polled: Polled<TaughtClass> | null = null;
  #heard_ms = Date.now();
  #trouble_ms = 0;
  #gone = false;

  /** Opens the class with this secret, or the stored one. Returns a function that stops polling. */
  begin(given: string | null): () => void {
    this.#gone = false;
    if (given !== null) saveTeacher(given);
    this.secret = teacherSecret();
    this.#gather();
    if (this.secret !== null) void this.#poll(this.secret);
    return () => {
      this.#gone = true;
      this.#polled?.stop();
    };
  }

  /** Creates a class; the previous one joins the others. */
  async make(): Promise<void> {
    const secret = newSecret();
    const answer = await ask(postClass, {}, undefined, { secret });
    if (answer.kind === 'ok') this.#turn(secret);
    this.#take(answer);
    if (answer.kind === 'ok') void this.#poll(secret);
  }

  async turnTo(secret: string): Promise<void> {
    this.#turn(secret);
    await this.#poll(secret);
  }

  #turn(secret: string): void {
    saveTeacher(secret);
    this.secret = secret;
    this.it = null;
    this.ended = false;
    this.trouble = null;
    this.silent_since = null;
    this.#heard_ms = Date.now();
    this.#gather();
  }

  #gather(): void {
    this.others = teacherClasses().filter((it) => it.secret !== this.secret);
  }

  /** Runs an action that returns the class. */
  async want(what: (as: AskOptions) => Promise<Answer<TaughtClass>>): Promise<boolean> {
    if (this.secret === null) return false;
    const { secret } = this;
    const wanted = (): Promise<Answer<TaughtClass>> => what({ secret });
    const answer = await (this.#polled?.during(wanted) ?? wanted());
    if (secret !== this.secret) return false; // another class has been opened meanwhile
    this.#take(answer);
    return answer.kind === 'ok';
  }

  /** Runs an action that does not return the class, which is then requested. */
  async wantAlso<T>(what: (as: AskOptions) => Promise<Answer<T>>): Promise<T | null> {
    if (this.secret === null) return null;
    const answer = await what({ secret: this.secret });
    this.#came(answer);
    if (answer.kind === 'ok') await this.#polled?.look();
    return answer.kind === 'ok' ? answer.value : null;
  }

  /** The games of the class, the oldest first; null if they cannot be loaded. */
  async games(): Promise<PlayedGame[] | null> {
    const answer = await ask(getClassGames, {}, undefined, { secret: this.secret });
    return answer.kind === 'ok' ? answer.value.games : null;
  }

  async end(): Promise<void> {
    if (this.secret === null) return;
    const answer = await ask(deleteClass, {}, undefined, { secret: this.secret });
    if (answer.kind === 'ok') this.#over();
    else this.#came(answer);
  }

  #poll(secret: string): Promise<void> {
    this.#polled?.stop();
    this.#polled = new Polled({ ask: () => ask(getClass, {}, undefined, { secret }), heard: (answer) => this.#hear(answer), every_ms: EVERY_MS, seen: () => true });
    return this.#gone ? Promise.resolve() : this.#polled.look();
  }

  #hear(answer: Answer<TaughtClass>): void {
    if (answer.kind === 'ok') this.#show(answer.value);
    // After any other refusal the class may exist, and this browser alone may have its secret.
    else if (answer.kind === 'refused' && answer.code === 'class-not-found') this.#over();
    else this.silent_since = this.#heard_ms;
  }

  #take(answer: Answer<TaughtClass>): void {
    this.#came(answer);
    if (answer.kind === 'ok') this.#show(answer.value);
  }

  /** Stores the result of an action. */
  #came(answer: Answer<unknown>): void {
    this.trouble = answer.kind === 'ok' ? null : answer;
    this.#trouble_ms = Date.now();
    if (answer.kind === 'unreachable') this.silent_since ??= this.#heard_ms;
  }

  #show(it: TaughtClass): void {
    this.it = it;
    if (this.secret !== null) saveTeacherClass(this.secret, it.code);
    this.#heard_ms = Date.now();
    this.silent_since = null;
    // The server answers again. A refusal with a reason stays.
    const passing = this.trouble?.kind === 'unreachable' || this.trouble?.kind === 'busy';
    if (passing && Date.now() - this.#trouble_ms >= MIN_SHOWN_MS) this.trouble = null;
  }

  #over(): void {
    this.ended = true;
    saveTeacher(null);
    if (this.secret !== null) removeTeacherClass(this.secret);
    this.secret = null;
    this.#gather();
    this.it = null;
    this.trouble = null;
    this.#polled?.stop();
  }
}
