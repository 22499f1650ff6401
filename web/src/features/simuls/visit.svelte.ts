/**
 * A visit to a simultaneous display: the display as it was seen last, what went wrong, and what is done there. It looks again by itself. For the host
 * of one that goes on it does so also while the page is not seen, since whoever asks counts as present at all boards; and for a guest who waits for
 * the beginning, who is then called.
 */
import { Polled } from '../../api/polled';
import { type Answer, ask, type Failure } from '../../api/ask';
import { getSimulsSimul, type ShownSimul as Simul } from '../../api/types';

/** How often it is looked at, in milliseconds: by the host who plays, by others while it is played, before, and after. */
const HOST = 1_000;
const PLAYED = 2_000;
const OPEN = 3_000;
const OVER = 20_000;

export class SimulVisit {
  simul = $state.raw<Simul | null>(null);
  /** Whether there is no such display. */
  absent = $state(false);
  trouble = $state.raw<Failure | null>(null);
  working = $state(false);
  /** Whether the last look was not answered: what is shown is old. */
  late = $state(false);
  /** When the display was told last, by this device's clock. */
  told = $state(0);
  /** The secret of one's part; null for whoever has none. */
  secret = $state<string | null>(null);

  /** The parameter of the simul's operations. */
  readonly at: { simul: string };
  readonly #seen: (simul: Simul, before: Simul | null) => void;
  readonly #polled: Polled<Simul>;

  constructor(simul: string, secret: string | null, seen: (simul: Simul, before: Simul | null) => void = () => {}) {
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
    this.#take(answer, this.simul !== null);
    if (this.absent) return 'pause';
  }

  /** Does something. Answers whether it was done. */
  async act(deed: () => Promise<Answer<Simul>>): Promise<boolean> {
    if (this.working) return false;
    this.working = true;
    this.trouble = null;
    const answer = await this.#polled.during(deed);
    this.working = false;
    return this.#take(answer, false);
  }

  close(): void {
    this.#polled.stop();
  }

  /** Whether the host is here and the display goes on. */
  get #plays(): boolean {
    return this.simul?.you === 'host' && this.simul.stage === 'begun';
  }

  /** Whether a guest waits for the beginning. */
  get #waits(): boolean {
    return this.simul?.you === 'guest' && this.simul.stage === 'open';
  }

  get #pause(): number {
    if (this.#plays) return HOST;
    return this.simul?.stage === 'begun' ? PLAYED : this.simul?.stage === 'open' ? OPEN : OVER;
  }

  /** `quiet`: what went wrong is not told, since nobody has done anything. */
  #take(answer: Answer<Simul>, quiet: boolean): boolean {
    if (answer.kind !== 'ok') {
      if (answer.kind === 'refused' && answer.code === 'simul-not-found') this.absent = true;
      else if (!quiet) this.trouble = answer;
      return false;
    }
    const before = this.simul;
    this.simul = answer.value;
    this.told = Date.now();
    this.#seen(answer.value, before);
    return true;
  }
}
