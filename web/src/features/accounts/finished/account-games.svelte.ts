/** The games that an account has played to their end, as a list that is sought and grows page by page. Draws nothing. */
import type { Answer as AccountAnswer, Failure as AccountTrouble } from '../../../api/ask';
import type { OverGame as FinishedGame } from '../../../api/types';
import { ofAccount, type PlayedGame } from './played';

/** What is sought of them; null and an empty name leave nothing out. */
export interface FinishedSearch {
  variant: string | null;
  result: FinishedGame['result'] | null;
  against: string;
}

type Ask = (search: FinishedSearch, after: string | null) => Promise<AccountAnswer<{ games: FinishedGame[]; next: string | null; missing: number }>>;

const EVERYTHING: FinishedSearch = { variant: null, result: null, against: '' };

export class AccountGames {
  readonly #ask: Ask;
  /** The search whose next page is on its way. */
  #asking: FinishedSearch | null = null;

  search = $state.raw<FinishedSearch>(EVERYTHING);
  /** Whose name stands in the field, known here or not: it is sought with whatever else is chosen, so that the list is what the fields say. */
  typed = $state('');
  /** What was found; null before the first answer. */
  games = $state.raw<readonly PlayedGame[] | null>(null);
  /** Where the next page begins; null where there is none, and while a new search is on its way. */
  next = $state.raw<string | null>(null);
  trouble = $state.raw<AccountTrouble | null>(null);
  /** How many games of the account the server cannot read, as far as it was asked. */
  unreadable = $state(0);
  /** Against whom the games were that were found, whatever was sought. */
  met = $state.raw<readonly string[]>([]);

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get isSought(): boolean {
    return this.search.variant !== null || this.search.result !== null || this.search.against !== '';
  }

  /** Asks for the games that are sought, from the latest. */
  async look(): Promise<void> {
    this.next = null; // it belongs to what was sought before
    const { search } = this;
    const answer = await this.#ask(search, null);
    if (search !== this.search) return; // something else is sought meanwhile
    this.trouble = answer.kind === 'ok' ? null : answer;
    if (answer.kind !== 'ok') return;
    this.games = answer.value.games.map(ofAccount);
    this.next = answer.value.next;
    this.unreadable = answer.value.missing;
    this.#meet(this.games);
  }

  /** Seeks what the fields say, with this change. */
  async seek(change: Partial<Omit<FinishedSearch, 'against'>> = {}): Promise<void> {
    // What is pasted may have tabs and the like, which no name has; the server refuses them.
    this.search = { ...this.search, ...change, against: this.typed.replace(/\p{Cc}+/gu, ' ').trim() };
    await this.look();
  }

  /** Seeks everything again, and empties the fields. */
  async seekAll(): Promise<void> {
    this.typed = '';
    await this.seek(EVERYTHING);
  }

  /** Appends the next page. Answers how many games came; nothing is asked twice. */
  async more(): Promise<number> {
    const { next, search, games } = this;
    if (this.#asking === search || next === null || games === null) return 0;
    this.#asking = search;
    const answer = await this.#ask(search, next);
    if (search !== this.search) return 0;
    this.#asking = null;
    this.trouble = answer.kind === 'ok' ? null : answer;
    if (answer.kind !== 'ok') return 0;
    const found = answer.value.games.map(ofAccount);
    this.games = [...games, ...found];
    this.next = answer.value.next;
    this.unreadable += answer.value.missing;
    this.#meet(found);
    return found.length;
  }

  #meet(found: readonly PlayedGame[]): void {
    this.met = [...new Set([...this.met, ...found.map(({ against }) => against)])];
  }
}
