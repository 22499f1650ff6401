/**
 * State of a simul's page: the latest simul, the latest failure, and the actions. It polls, while the page is hidden only for the host of a running simul,
 * whose presence at all boards depends on it, and for a guest who waits to be notified of the start.
 */
import { Action } from '../../api/action.svelte';
import { Polled } from '../../api/polled';
import { type Answer, ask, type Failure } from '../../api/ask';
import { getSimulsSimul, type SimulView as Simul } from '../../api/types';

/** The polling intervals in milliseconds: for the host while playing, for others while playing, before the start, and after the end. */
const HOST = 1_000;
const PLAYED = 2_000;
const OPEN = 3_000;
const OVER = 20_000;

export class SimulVisit extends Action {
  simul = $state.raw<Simul | null>(null);
  absent = $state(false);
  /** Whether the last poll failed, so that the shown state is old. */
  late = $state(false);
  /** The time since the shown state arrived, in milliseconds. */
  since = $state(0);
  /** The secret of the user's part; null for a spectator. */
  secret = $state<string | null>(null);

  /** The parameter of the simul's operations. */
  readonly at: { simul: string };
  readonly #seen: (simul: Simul, before: Simul | null) => void;
  readonly #polled: Polled<Simul>;
  #receivedMs = 0;
  readonly #timer = setInterval(() => (this.since = Date.now() - this.#receivedMs), 500);

  constructor(simul: string, secret: string | null, seen: (simul: Simul, before: Simul | null) => void = () => {}) {
    super();
    this.at = { simul };
    this.secret = secret;
    this.#seen = seen;
    this.#polled = new Polled({
      ask: () => ask(getSimulsSimul, this.at, undefined, { secret: this.secret }),
      heard: (answer) => this.#hear(answer),
      every_ms: () => this.#pause,
      seen: () => document.visibilityState === 'visible' || this.#plays || this.#waits,
    });
  }

  look(): Promise<void> {
    return this.#polled.look();
  }

  #hear(answer: Answer<Simul>): void | 'pause' {
    this.late = answer.kind !== 'ok';
    if (answer.kind === 'ok') this.#show(answer.value);
    else if (isAbsent(answer)) this.absent = true;
    else if (this.simul === null) this.trouble = answer; // otherwise the last state stays on screen
    if (this.absent) return 'pause';
  }

  /** Runs an action. Returns whether it succeeded. */
  async act(request: () => Promise<Answer<Simul>>): Promise<boolean> {
    const done = await this.run(() => this.#polled.during(request));
    if (done) this.#show(done.value);
    else if (this.trouble && isAbsent(this.trouble)) this.absent = true;
    return done !== null;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#polled.stop();
  }

  /** Whether the user is the host and the simul is running. */
  get #plays(): boolean {
    return this.simul?.you === 'host' && this.simul.stage === 'begun';
  }

  /** Whether the user is a guest who waits for the start. */
  get #waits(): boolean {
    return this.simul?.you === 'guest' && this.simul.stage === 'open';
  }

  get #pause(): number {
    if (this.#plays) return HOST;
    return this.simul?.stage === 'begun' ? PLAYED : this.simul?.stage === 'open' ? OPEN : OVER;
  }

  #show(simul: Simul): void {
    const before = this.simul;
    this.simul = simul;
    this.#receivedMs = Date.now();
    this.#seen(simul, before);
  }
}

function isAbsent(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'simul-not-found';
}
