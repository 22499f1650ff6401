/**
 * The friends of whoever is signed in, as one browser sees them: who is here, who asks, who challenges. It asks the server every few seconds while it
 * is looked at. The lobby reads its fields and calls its methods.
 */
import type { AccountAnswer, AccountTrouble } from '../accounts/api';
import { uuidV7 } from '../../store/uuid';
import type { LiveServer, SeatAt } from '../live/api';
import { isFinal } from '../live/final';
import { forgetSeat, newSecret, noteSeat } from '../../store/seats';
import type { Challenge } from '../live/api';
import type { FriendChallenge, FriendChoices, FriendDeed, FriendList, FriendsServer, Standing } from './api';
import { seatTrouble } from './seat-trouble';

/** How often the server is asked, in milliseconds. */
const EVERY_MS = 5_000;

export interface FriendsRoomOptions {
  server: FriendsServer;
  live: LiveServer;
  /** There is a seat to go to: one's own at a game that waits or has begun, or one to look on from. */
  go: (secret: string) => void;
  seen?: () => boolean;
  every_ms?: number;
}

export class FriendsVisit {
  readonly #options: Required<FriendsRoomOptions>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  /** Answers that were asked for before somebody did something say nothing new. */
  #asked = 0;

  /** Null before the first answer, and where nobody is signed in. */
  list = $state.raw<FriendList | null>(null);
  trouble = $state.raw<AccountTrouble | null>(null);
  working = $state(false);
  /** Who was asked last, for a word about it. */
  said = $state.raw<{ name: string; standing: Standing } | null>(null);

  constructor(options: FriendsRoomOptions) {
    this.#options = { seen: () => true, every_ms: EVERY_MS, ...options };
    void this.#round();
  }

  async look(): Promise<void> {
    const number = (this.#asked += 1);
    const answer = await this.#options.server.list();
    if (number !== this.#asked || this.#closed) return;
    if (answer.kind === 'ok') this.list = answer.value;
    // Nobody is signed in any more.
    else if (answer.kind === 'refused') this.list = null;
  }

  /** Does something towards somebody. Answers whether it was done. */
  async say(name: string, deed: FriendDeed): Promise<boolean> {
    this.said = null;
    const answer = await this.#act(() => this.#options.server.say(name, deed));
    if (answer === null) return false;
    if (deed === 'ask') this.said = { name, standing: answer };
    await this.look();
    return true;
  }

  async choose(choices: FriendChoices): Promise<void> {
    const chosen = await this.#act(() => this.#options.server.choose(choices));
    if (chosen !== null && this.list) this.list = { ...this.list, choices: chosen };
  }

  /** Challenges a friend, and goes to the place where one waits. */
  async challenge(name: string, challenge: Challenge): Promise<void> {
    const secret = newSecret();
    // Kept before it is sent: it may wait although the answer is lost.
    noteSeat(secret, { variant: challenge.variant, against: name });
    const answer = await this.#act(() => this.#options.server.challenge(name, secret, { id: uuidV7(Date.now()), challenge }));
    if (answer !== null) this.#options.go(secret);
    else if (this.trouble !== null && isFinal(this.trouble)) forgetSeat(secret);
  }

  /** Takes up the challenge of a friend. */
  async take(offer: FriendChallenge): Promise<void> {
    await this.#act(() => takeUp(this.#options.live, { id: offer.id, name: offer.from, variant: offer.challenge.variant }, (secret) => this.#options.go(secret)));
    await this.look();
  }

  async decline(offer: FriendChallenge): Promise<void> {
    await this.#act(() => this.#options.server.decline(offer.id));
    await this.look();
  }

  /** Looks on at what a friend plays. */
  async watch(name: string, variant: string): Promise<void> {
    const secret = newSecret();
    const game = await this.#act(() => this.#options.server.watch(name, secret));
    if (game === null) return this.look();
    noteSeat(secret, { game, watching: true, variant, against: name });
    this.#options.go(secret);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #act<T>(deed: () => Promise<AccountAnswer<T>>): Promise<T | null> {
    if (this.working) return null;
    this.working = true;
    this.trouble = null;
    const answer = await deed();
    this.working = false;
    if (answer.kind === 'ok') return answer.value;
    this.trouble = answer;
    return null;
  }

  async #round(): Promise<void> {
    if (this.#options.seen()) await this.look();
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#round(), this.#options.every_ms);
  }
}

/** Takes up a challenge that is addressed to oneself, and goes to the board. Answers what came of it. */
export async function takeUp(live: LiveServer, { id, name, variant }: { id: string; name: string; variant: string }, go: (secret: string) => void): Promise<AccountAnswer<null>> {
  const secret = newSecret();
  // As in the lobby: the game may begin although the answer is lost, and then this secret alone leads to the seat.
  noteSeat(secret, { lobby: id, variant, against: name });
  const answer = await live.acceptPublic(secret, id, '', true);
  if (isFinal(answer)) forgetSeat(secret);
  if (answer.kind !== 'ok') return seatTrouble(answer);
  const { game, role }: SeatAt = answer.value;
  noteSeat(secret, { game, lobby: null, side: role === 'black' ? 'black' : 'white', variant, against: name });
  go(secret);
  return { kind: 'ok', value: null };
}
