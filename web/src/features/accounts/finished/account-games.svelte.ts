/** The finished games of an account: a list that is filtered and loaded page by page. */
import type { Answer as AccountAnswer, Failure as AccountTrouble } from '../../../api/ask';
import type { OverGame as FinishedGame } from '../../../api/types';
import { ofAccount, type PlayedGame } from './played';

/** The filter. Null fields and an empty name do not restrict. */
export interface FinishedSearch {
  variant: string | null;
  result: FinishedGame['result'] | null;
  against: string;
}

type Ask = (search: FinishedSearch, after: string | null) => Promise<AccountAnswer<{ games: FinishedGame[]; next: string | null; missing: number }>>;

const EVERYTHING: FinishedSearch = { variant: null, result: null, against: '' };

export class AccountGames {
  readonly #ask: Ask;
  /** The filter whose next page is loading. */
  #asking: FinishedSearch | null = null;

  search = $state.raw<FinishedSearch>(EVERYTHING);
  /** The text in the opponent field. It is applied with every change of the filter. */
  typed = $state('');
  /** The search results; null before the first response. */
  games = $state.raw<readonly PlayedGame[] | null>(null);
  /** The cursor of the next page; null if there is none, and while a new search is loading. */
  next = $state.raw<string | null>(null);
  trouble = $state.raw<AccountTrouble | null>(null);
  /** How many games in the loaded pages the server cannot read. */
  unreadable = $state(0);
  /** The opponents in all results so far. */
  met = $state.raw<readonly string[]>([]);

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get isSought(): boolean {
    return this.search.variant !== null || this.search.result !== null || this.search.against !== '';
  }

  /** Loads the first page of results. */
  async look(): Promise<void> {
    this.next = null; // the cursor belongs to the earlier filter
    const { search } = this;
    const answer = await this.#ask(search, null);
    if (search !== this.search) return; // the filter has changed meanwhile
    this.trouble = answer.kind === 'ok' ? null : answer;
    if (answer.kind !== 'ok') return;
    this.games = answer.value.games.map(ofAccount);
    this.next = answer.value.next;
    this.unreadable = answer.value.missing;
    this.#meet(this.games);
  }

  /** Searches with the current fields and this change. */
  async seek(change: Partial<Omit<FinishedSearch, 'against'>> = {}): Promise<void> {
    // Pasted text may contain control characters. No name does, and the server refuses them.
    this.search = { ...this.search, ...change, against: this.typed.replace(/\p{Cc}+/gu, ' ').trim() };
    await this.look();
  }

  /** Resets the filter and the fields. */
  async seekAll(): Promise<void> {
    this.typed = '';
    await this.seek(EVERYTHING);
  }

  /** Loads the next page. Returns how many games were added; 0 if it is loading already. */
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
