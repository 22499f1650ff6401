/**
 * Ratings of problems by the results of all users of a server. The first rated try of each problem
 * is queued in the training log and sent when the server is reachable; the ratings are fetched when
 * problems are opened, and cached for offline use. Best effort: nothing waits for the server, and
 * no failure is displayed.
 */
import type { Answer } from '../../api/ask';
import type { RatedProblem, SentTry } from '../../api/types';
import type { Fetch, ProblemRatings } from './collection';
import { UNSENT, type Against, type Attempt, type TrainingLog } from './log';

export interface RatingServer {
  /** Whether there is a server that rates problems, as far as known. */
  readonly rates: boolean;
  readonly fetchText: Fetch;
  ratings(variant: string): Promise<Answer<RatedProblem[]>>;
  send(variant: string, tries: SentTry[]): Promise<Answer<unknown>>;
}

/** The largest number of tries in a request, which the server accepts. */
const BATCH = 100;

/** The largest number of queued tries. A page without a server never sends any. */
const MAX_QUEUED = 1_000;

/** A try that is not sent yet. */
type Unsent = SentTry & { variant: string };

export class Rerating {
  readonly #log: TrainingLog;
  readonly #server: RatingServer;
  #sending: Promise<void> | null = null;

  constructor(log: TrainingLog, server: RatingServer) {
    this.#log = log;
    this.#server = server;
  }

  /** The ratings of a game that were fetched last. */
  async cachedRatings(variant: string): Promise<ProblemRatings> {
    const text = await this.#log.text(nameOf(variant)).catch(() => null);
    return ratingsOf(listOf(text));
  }

  /** Fetches the ratings of a game; null without a server that has them. */
  async fetchRatings(variant: string): Promise<ProblemRatings | null> {
    if (!this.#server.rates) return null;
    const answer = await this.#server.ratings(variant);
    if (answer.kind !== 'ok') return null;
    await this.#log.keepText(nameOf(variant), JSON.stringify(answer.value));
    return ratingsOf(answer.value);
  }

  /**
   * Queues the first try of a problem with the user's strength before it, and sends what is queued.
   */
  async queueTry({ variant, problem, solved }: Attempt, { rating, deviation }: Against): Promise<void> {
    const unsent: Unsent = { variant, problem, outcome: solved, rating, deviation };
    await this.#change((queue) => [...queue, unsent].slice(-MAX_QUEUED)).catch(() => undefined);
    await this.send();
  }

  /** Sends the queued tries. What could not be sent stays queued. */
  send(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch(() => undefined) // the browser refuses storage
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#server.rates) {
      const queue = unsentOf(await this.#log.text(UNSENT));
      const [first] = queue;
      if (!first) return;
      const batch = queue.filter(({ variant }) => variant === first.variant).slice(0, BATCH);
      const answer = await this.#server.send(first.variant, batch.map(({ variant: _, ...sent }) => sent));
      // The same tries would be refused again.
      if (answer.kind !== 'ok' && answer.kind !== 'refused') return;
      const sent = new Set(batch.map(keyOf));
      // Where this fails the loop ends: otherwise it would send the same tries for ever.
      await this.#change((there) => there.filter((it) => !sent.has(keyOf(it))));
    }
  }

  async #change(make: (queue: readonly Unsent[]) => Unsent[]): Promise<void> {
    await this.#log.changeText(UNSENT, (text) => JSON.stringify(make(unsentOf(text))));
  }
}

const nameOf = (variant: string): string => `${variant}/ratings`;
/** Only the first try of a problem is sent, so this identifies it. */
const keyOf = ({ variant, problem }: Unsent): string => `${variant} ${problem}`;
const within = (value: unknown, min: number, max: number): boolean => typeof value === 'number' && value >= min && value <= max;

function ratingsOf(problems: readonly unknown[]): ProblemRatings {
  return new Map(problems.filter(isRated).map(({ id, rating, deviation }) => [id, { rating, deviation }]));
}

function isRated(found: unknown): found is RatedProblem {
  if (typeof found !== 'object' || found === null) return false;
  const { id, rating, deviation } = found as Record<string, unknown>;
  return typeof id === 'string' && within(rating, 0, 4000) && within(deviation, 30, 350);
}

function unsentOf(text: string | null): Unsent[] {
  return listOf(text) as Unsent[]; // only this file writes it
}

function listOf(text: string | null): unknown[] {
  if (text === null) return [];
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
