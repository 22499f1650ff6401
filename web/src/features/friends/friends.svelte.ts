/** The friends of the signed-in account: who is online, requests, challenges. Polled while it is shown. */
import { Action } from '../../api/action.svelte';
import { type Answer, ask } from '../../api/ask';
import { type RelationView, type Challenge, type FriendChoicesView as FriendChoices, deleteAccountChallengesId, type FriendChallenge, type FriendAction, type FriendList, getAccountFriends, postAccountFriendsName, postAccountFriendsNameChallenge, postAccountFriendsNameWatch, postChallengeAccept, putAccountFriendChoices, type SeatAt } from '../../api/types';
import { Polled } from '../../api/polled';
import { uuidV7 } from '../../store/uuid';
import { isFinal } from '../live/final';
import { forgetSeat, newSecret, saveSeat } from '../../store/seats';

/** The polling interval in milliseconds. */
const EVERY_MS = 5_000;

export interface FriendsVisitOptions {
  /** Called with a seat to open: the user's own at a waiting or running game, or a spectator's. */
  go: (secret: string) => void;
  every_ms?: number;
}

export class FriendsVisit extends Action {
  readonly #options: Required<FriendsVisitOptions>;
  readonly #polled: Polled<FriendList>;

  /** Null before the first answer, and if no account is signed in. */
  list = $state.raw<FriendList | null>(null);
  /** The player of the last request, for its confirmation. */
  said = $state.raw<{ name: string; standing: RelationView['standing'] } | null>(null);

  constructor(options: FriendsVisitOptions) {
    super();
    this.#options = { every_ms: EVERY_MS, ...options };
    this.#polled = new Polled({ ask: () => ask(getAccountFriends, {}), heard: (answer) => this.#take(answer), every_ms: this.#options.every_ms });
    void this.#polled.look();
  }

  look(): Promise<void> {
    return this.#polled.look();
  }

  #take(answer: Answer<FriendList>): void {
    if (answer.kind === 'ok') this.list = answer.value;
    // The session has ended.
    else if (answer.kind === 'refused') this.list = null;
  }

  /** Runs an action about a player. Returns whether it succeeded. */
  async say(name: string, kind: FriendAction): Promise<boolean> {
    this.said = null;
    const answer = await this.#act(() => ask(postAccountFriendsName, { name }, { say: kind }));
    if (answer === null) return false;
    if (kind === 'ask') this.said = { name, standing: answer.standing };
    await this.look();
    return true;
  }

  async choose(choices: FriendChoices): Promise<void> {
    const chosen = await this.#act(() => ask(putAccountFriendChoices, {}, choices));
    if (chosen !== null && this.list) this.list = { ...this.list, choices: chosen };
  }

  /** Challenges a friend, and opens the waiting screen. */
  async challenge(name: string, challenge: Challenge): Promise<void> {
    const secret = newSecret();
    // Stored before it is sent: it may be waiting although the answer is lost.
    saveSeat(secret, { variant: challenge.variant, against: name });
    const answer = await this.#act(() => ask(postAccountFriendsNameChallenge, { name }, { id: uuidV7(Date.now()), challenge }, { secret }));
    if (answer !== null) this.#options.go(secret);
    else if (this.trouble !== null && isFinal(this.trouble)) forgetSeat(secret);
  }

  async take(offer: FriendChallenge): Promise<void> {
    await this.#act(() => acceptChallenge({ id: offer.id, name: offer.from, variant: offer.challenge.variant }, (secret) => this.#options.go(secret)));
    await this.look();
  }

  async decline(offer: FriendChallenge): Promise<void> {
    await this.#act(() => ask(deleteAccountChallengesId, { id: offer.id }));
    await this.look();
  }

  /** Opens a friend's game as a spectator. */
  async watch(name: string, variant: string): Promise<void> {
    const secret = newSecret();
    const seat = await this.#act(() => ask(postAccountFriendsNameWatch, { name }, { secret }));
    if (seat === null) return this.look();
    saveSeat(secret, { game: seat.game, watching: true, variant, against: name });
    this.#options.go(secret);
  }

  close(): void {
    this.#polled.stop();
  }

  async #act<T>(request: () => Promise<Answer<T>>): Promise<T | null> {
    return (await this.run(() => this.#polled.during(request)))?.value ?? null;
  }
}

/** Accepts a challenge and opens the board. Returns the result. */
export async function acceptChallenge({ id, name, variant }: { id: string; name: string; variant: string }, go: (secret: string) => void): Promise<Answer<null>> {
  const secret = newSecret();
  // As in the lobby: the game may begin although the answer is lost, and then only this secret finds the seat.
  saveSeat(secret, { lobby: id, variant, against: name });
  const answer = await ask(postChallengeAccept, {}, { challenge: id, name: '', account: true }, { secret });
  if (isFinal(answer)) forgetSeat(secret);
  if (answer.kind !== 'ok') return answer;
  const { game, role }: SeatAt = answer.value;
  saveSeat(secret, { game, lobby: null, side: role === 'black' ? 'black' : 'white', variant, against: name });
  go(secret);
  return { kind: 'ok', value: null };
}
