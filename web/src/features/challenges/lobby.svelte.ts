/**
 * The lobby in one browser: the offers on this server, and the browser's own. It polls every few
 * seconds (`polled.ts`); the user's offer expires unless it is renewed, except in correspondence games.
 * Own offers are stored with the seats, so that a reload continues waiting.
 */
import { Polled } from '../../api/polled';
import { uuidV7 } from '../../store/uuid';
import { type Challenge, deleteChallenge, getChallenge, getLiveState, getLobby, type Lobby as Page, postChallengeAccept, postLobbyPair, type SeatAt, type WaitingChallenge as OpenChallenge } from '../../api/types';
import { type Answer, ask, type Failure } from '../../api/ask';
import { isFinal } from '../live/final';
import { forgetSeat, newSecret, ownOffers, saveSeat } from '../../store/seats';
import { isUnreadable } from '../live/unreadable';
import { isByDays } from './offer';

/** An own offer. */
export interface OwnOffer {
  secret: string;
  id: string;
  challenge: Challenge;
  /** Whether it is made under the user's account. */
  account: boolean;
  /** When it expires; null before the first answer. */
  until_ms: number | null;
}

type Refused = Failure;

/** The polling interval in milliseconds. */
const EVERY_MS = 3_000;
/** The maximum number of pages read. */
const PAGES = 4;

export interface LobbyOptions {
  /** A game has begun: the secret of the user's seat. */
  begun: (secret: string) => void;
  /** Whether the lobby is visible; if not, only the user's offers are renewed. */
  seen?: () => boolean;
  every_ms?: number;
}

export class LobbyStore {
  readonly #options: Required<LobbyOptions>;
  readonly #polled: Polled<OpenChallenge[] | null>;
  #closed = false;
  /** The seats of accepted offers without an answer yet. */
  #unsure: { secret: string; variant: string }[] = [];

  /** The open offers without the user's own; null before the first answer. */
  challenges = $state.raw<OpenChallenge[] | null>(null);
  waiting = $state.raw<OwnOffer[]>([]);
  /** Why the last poll failed. */
  trouble = $state.raw<Refused | null>(null);
  /** Why the last action here was rejected. Kept until the next action. */
  refused = $state.raw<{ what: 'own' | 'other'; answer: Refused } | null>(null);
  /** The pressed offer that another player accepted first. */
  late = $state(false);

  constructor(options: LobbyOptions) {
    this.#options = { seen: () => true, every_ms: EVERY_MS, ...options };
    this.#polled = new Polled({ ask: () => this.#round(), heard: (answer) => this.#take(answer), every_ms: this.#options.every_ms, seen: () => true });
    void this.#resume().then(() => this.#polled.look());
  }

  /** Offers a game in the lobby. Only one offer of a game at the board is open at a time. */
  async want(challenge: Challenge, account = false): Promise<void> {
    this.late = false;
    this.refused = null;
    if (!isByDays(challenge.settings.clock)) await this.#giveUp((it) => !isByDays(it.challenge.settings.clock));
    const offer: OwnOffer = { secret: newSecret(), id: uuidV7(Date.now()), challenge, account, until_ms: null };
    saveSeat(offer.secret, { lobby: offer.id, variant: challenge.variant });
    this.waiting = [...this.waiting, offer];
    await this.#pair(offer);
    await this.look();
  }

  /** Accepts another player's offer. */
  async take(offer: OpenChallenge, name: string, account = false): Promise<void> {
    this.late = false;
    this.refused = null;
    const secret = newSecret();
    const { variant } = offer.challenge;
    // Stored before it is sent: the game may begin although the answer is lost, and then only this
    // secret finds the seat.
    saveSeat(secret, { lobby: offer.id, variant });
    const answer = await ask(postChallengeAccept, {}, { challenge: offer.id, name, account }, { secret });
    if (isFinal(answer)) forgetSeat(secret);
    else if (answer.kind !== 'ok') this.#unsure = [...this.#unsure, { secret, variant }];
    if (answer.kind === 'ok') {
      await this.#giveUp((it) => !isByDays(it.challenge.settings.clock));
      this.#begin(secret, variant, answer.value, offer.challenge.host);
      return;
    }
    this.late = answer.kind === 'refused' && (answer.code === 'challenge-taken' || answer.code === 'challenge-not-found');
    // Without an answer the result is unknown and requested again.
    if (!this.late && answer.kind !== 'unreachable') this.refused = { what: 'other', answer };
    await this.look();
  }

  /** Withdraws an offer. If a player accepts it at the same moment, the game still begins. */
  async cancel(offer: OwnOffer): Promise<void> {
    this.refused = null;
    await this.#giveUp((it) => it.secret === offer.secret);
    await this.look();
  }

  /** Withdraws offers of games at the board, because another game begins. */
  async giveUpBoards(): Promise<void> {
    await this.#giveUp((it) => !isByDays(it.challenge.settings.clock));
  }

  /** Whether the server reported that no account is signed in. */
  get isSignedOut(): boolean {
    const answer = this.refused?.answer;
    return answer?.kind === 'refused' && (answer.code === 'not-signed-in' || answer.code === 'account-needed');
  }

  /** Polls now. */
  async look(): Promise<void> {
    this.#take(await this.#list());
  }

  async #list(): Promise<Answer<OpenChallenge[]>> {
    const found: OpenChallenge[] = [];
    let after: string | null = null;
    for (let page = 0; page < PAGES; page += 1) {
      const answer: Answer<Page> = await ask(getLobby, { after });
      if (answer.kind !== 'ok') return answer;
      found.push(...answer.value.challenges);
      after = answer.value.next;
      if (after === null) break;
    }
    return { kind: 'ok', value: found };
  }

  /** `value` is null if the lobby was not requested. */
  #take(answer: Answer<OpenChallenge[] | null>): void {
    if (answer.kind !== 'ok') {
      this.trouble = answer;
      return;
    }
    if (answer.value === null) return;
    this.trouble = null;
    const own = new Set(ownOffers().map((it) => it.lobby));
    this.challenges = answer.value.filter((it) => !own.has(it.id));
  }

  /** Withdraws offers of games at the board when the user leaves the lobby. */
  close(): void {
    this.#closed = true;
    this.#polled.stop();
    void this.#giveUp((it) => !isByDays(it.challenge.settings.clock));
  }

  /** Continues the offers from before a reload. */
  async #resume(): Promise<void> {
    for (const { secret, lobby, variant } of ownOffers()) {
      const answer = await ask(getChallenge, {}, undefined, { secret });
      if (answer.kind === 'ok') {
        const { challenge, until_ms, account } = answer.value;
        this.waiting = [...this.waiting, { secret, id: lobby ?? answer.value.id, challenge, account, until_ms }];
      } else if (isFinal(answer)) await this.#taken(secret, variant);
    }
  }

  async #round(): Promise<Answer<OpenChallenge[] | null>> {
    for (const offer of this.waiting) await this.#pair(offer);
    for (const { secret, variant } of this.#unsure) await this.#taken(secret, variant);
    return this.#options.seen() && !this.#closed ? this.#list() : { kind: 'ok', value: null };
  }

  async #pair(offer: OwnOffer): Promise<void> {
    if (this.#closed || !this.#isWaiting(offer)) return;
    const answer = await ask(postLobbyPair, {}, { id: offer.id, challenge: offer.challenge, account: offer.account }, { secret: offer.secret });
    if (!this.#isWaiting(offer)) {
      // It was withdrawn while the answer was on its way: the server may have it again.
      if (answer.kind === 'ok') await this.#withdraw(offer);
    } else if (answer.kind === 'ok') {
      const { seat, until_ms } = answer.value;
      this.waiting = this.waiting.filter((it) => seat === null || it.secret !== offer.secret).map((it) => (it.secret === offer.secret ? { ...it, until_ms } : it));
      if (seat !== null) this.#begin(offer.secret, offer.challenge.variant, seat, '');
    } else if (!isFinal(answer)) this.trouble = answer;
    else {
      this.refused = { what: 'own', answer };
      this.waiting = this.waiting.filter((it) => it.secret !== offer.secret);
      forgetSeat(offer.secret);
    }
  }

  #isWaiting(offer: OwnOffer): boolean {
    return this.waiting.some((it) => it.secret === offer.secret);
  }

  async #giveUp(which: (offer: OwnOffer) => boolean): Promise<void> {
    const given = this.waiting.filter(which);
    this.waiting = this.waiting.filter((it) => !which(it));
    for (const offer of given) await this.#withdraw(offer);
  }

  async #withdraw(offer: OwnOffer): Promise<void> {
    const answer = await ask(deleteChallenge, {}, undefined, { secret: offer.secret });
    if (isFinal(answer)) await this.#taken(offer.secret, offer.challenge.variant);
    else forgetSeat(offer.secret); // without an answer it expires soon
  }

  /** Removes one of the user's offers: its game has begun, or it has expired. */
  async #taken(secret: string, variant: string): Promise<void> {
    const answer = await ask(getLiveState, {}, undefined, { secret });
    if (answer.kind === 'ok') this.#note(secret, variant, answer.value, '');
    if (isFinal(answer)) forgetSeat(secret);
    // It has begun, and the seat is stored, but this page gets no more news of it.
    if (answer.kind === 'refused' && isUnreadable(answer)) this.refused = { what: 'own', answer };
    if (answer.kind === 'ok' || answer.kind === 'refused') this.#unsure = this.#unsure.filter((it) => it.secret !== secret);
    if (answer.kind === 'ok' && !this.#closed) this.#options.begun(secret);
  }

  #begin(secret: string, variant: string, seat: SeatAt, against: string): void {
    this.#note(secret, variant, seat, against);
    if (!this.#closed) this.#options.begun(secret);
  }

  #note(secret: string, variant: string, { game, role }: SeatAt, against: string): void {
    saveSeat(secret, { game, lobby: null, side: role === 'black' ? 'black' : 'white', variant, against });
  }
}
