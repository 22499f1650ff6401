/** State of a team match before its game: polls the server while the page shows it. */
import { Polled } from '../../api/polled';
import { type Answer, ask, type Failure } from '../../api/ask';
import { deleteTeams, type TeamMatchView as TeamMatch, getTeams } from '../../api/types';

/** The polling interval in milliseconds. */
const EVERY_MS = 2_000;

export class TeamMatchVisit {
  readonly #secret: string;
  readonly #polled: Polled<TeamMatch>;
  #closed = false;
  /** Why the last poll failed. */
  #unasked = $state.raw<Failure | null>(null);
  /** Why the last action was rejected: shown until the next action or refresh. */
  #undone = $state.raw<Failure | null>(null);

  now = $state.raw<TeamMatch | null>(null);
  /** The match does not exist on the server. */
  gone = $state(false);
  working = $state(false);

  constructor(secret: string) {
    this.#secret = secret;
    this.#polled = new Polled({ ask: () => ask(getTeams, {}, undefined, { secret }), heard: (answer) => this.#hear(answer), every_ms: EVERY_MS, seen: () => true });
    void this.look();
  }

  /** Why the last poll or action failed. */
  get trouble(): Failure | null {
    return this.#unasked ?? this.#undone;
  }

  close(): void {
    this.#closed = true;
    this.#polled.stop();
  }

  /** Polls now. */
  look(): Promise<void> {
    return this.#polled.look();
  }

  #hear(answer: Answer<TeamMatch>): void | 'pause' {
    this.#unasked = answer.kind === 'ok' ? null : answer;
    this.#take(answer);
    if (this.gone) return 'pause';
  }

  /** Refreshes on the user's request, which dismisses the rejection. */
  async refresh(): Promise<void> {
    const undone = this.#undone;
    await this.look();
    if (this.#unasked === null && undone === this.#undone) this.#undone = null;
  }

  /** Runs an action of the host or joins; returns whether it succeeded. A second action is not sent while one is running. */
  async do(what: () => Promise<Answer<TeamMatch>>): Promise<boolean> {
    if (this.working) return false;
    const answer = await this.#act(what);
    if (this.#closed) return false;
    this.#take(answer);
    if (this.gone) this.#polled.stop();
    return answer.kind === 'ok';
  }

  /** Ends the match as the host, and stops polling. Returns whether it succeeded. */
  async dismiss(): Promise<boolean> {
    if (this.working) return false;
    const answer = await this.#act(() => ask(deleteTeams, {}, undefined, { secret: this.#secret }));
    // A match that does not exist counts as ended.
    const ended = answer.kind === 'ok' || isNotFound(answer);
    if (ended) this.close();
    return ended;
  }

  async #act<T>(what: () => Promise<Answer<T>>): Promise<Answer<T>> {
    this.working = true;
    const answer = await this.#polled.during(what);
    this.working = false;
    if (answer.kind !== 'ok') this.#undone = answer;
    else this.#unasked = this.#undone = null;
    return answer;
  }

  #take(answer: Answer<TeamMatch>): void {
    if (answer.kind === 'ok') this.now = answer.value;
    else if (isNotFound(answer)) this.gone = true;
  }
}

function isNotFound(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && answer.code === 'team-match-not-found';
}
