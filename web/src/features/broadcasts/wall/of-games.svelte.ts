/**
 * Live games of this server on a wall, by spectator secrets. When the players begin a rematch, it replaces the game.
 */
import { clockText } from '../moves';
import type { Answer } from '../../../api/ask';
import { Polled } from '../../../api/polled';
import { isSecret } from '../../../store/device-secret';
import { LiveGame } from '../../live/live-game.svelte';
import { anotherGame, type NextSeat } from '../../live/rematch';
import { openWebSocket } from '../../live/socket';
import { isUnreadable } from '../../live/unreadable';
import { openRules } from '../../../rules/binding';
import { pointsOf } from '../results';
import { shownMove } from '../../../session/session.svelte';
import { sideName } from '../../live/live-words';
import type { WallBoardState, WallSource } from './source';

/** The polling interval for the seat at a rematch, and the retry delay for loading the rules. */
const AGAIN_MS = 15_000;
const TICK_MS = 500;

export class WallOfGames implements WallSource {
  readonly title = '';
  readonly subtitle = '';
  #games = $state.raw<readonly LiveGame[]>([]);
  #silent_since = $state<number | null>(null);
  #timer: ReturnType<typeof setInterval>;
  #closed = false;
  /** The spectator secrets of the games, in order. */
  #secrets: readonly string[];
  #make: ((seat: string) => LiveGame) | null = null;
  /** The rematches that are loading, and the requests for the seats at them, by the secret of the earlier game. */
  readonly #next = new Map<string, { seat: string; game: LiveGame }>();
  readonly #polled = new Map<string, Polled<NextSeat>>();

  constructor(secrets: readonly string[]) {
    this.#secrets = [...new Set(secrets.filter(isSecret))];
    void this.#open();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  get boards(): readonly WallBoardState[] {
    return this.#games.flatMap((game, n) => boardOf(game, n) ?? []);
  }

  get silent_since(): number | null {
    return this.#silent_since;
  }

  get lost(): boolean {
    return this.#secrets.length === 0 || (this.#games.length > 0 && this.#games.every(({ gone }) => gone !== null));
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const game of this.#games) game.close();
    for (const { game } of this.#next.values()) game.close();
    for (const polled of this.#polled.values()) polled.stop();
  }

  async #open(): Promise<void> {
    while (!this.#closed && this.#games.length === 0) {
      try {
        const binding = await openRules();
        if (this.#closed) return;
        const words = { event: () => '', refused: () => '', said: () => '', noted: () => '', whispered: () => '' };
        const make = (seat: string): LiveGame => new LiveGame({ seat, openGame: (record) => binding.openGame(record), makeWire: openWebSocket, words });
        this.#games = this.#secrets.map(make);
        this.#make = make;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Requests a seat at a rematch; once its position has arrived, it replaces the finished game. */
  #goOn(seat: string, game: LiveGame, at: number): void {
    const next = this.#next.get(seat);
    if (next?.game.session) {
      this.#next.delete(seat);
      this.#polled.get(seat)?.stop();
      this.#secrets = this.#secrets.map((it, n) => (n === at ? next.seat : it));
      this.#games = this.#games.map((it, n) => (n === at ? next.game : it));
      game.close();
    } else if (!this.#polled.has(seat) && isFollowed(game)) {
      const polled = new Polled({ ask: () => anotherGame(seat), heard: (answer) => this.#hear(seat, answer), every_ms: AGAIN_MS, seen: () => isFollowed(game) });
      this.#polled.set(seat, polled);
      void polled.look();
    }
  }

  #hear(seat: string, answer: Answer<NextSeat>): void | 'pause' {
    // A friend's spectator has no seat at the next game, and a retry cannot help; nor does it if the server cannot read the game.
    if (isUnreadable(answer) || (answer.kind === 'refused' && answer.code === 'not-entitled')) return 'pause';
    if (answer.kind !== 'ok' || !answer.value.begun || !this.#make) return;
    this.#next.set(seat, { seat: answer.value.secret, game: this.#make(answer.value.secret) });
    return 'pause';
  }

  /** Updates the clocks; a lost connection of one game counts as a silent server. */
  #tick(): void {
    for (const game of this.#games) game.tick();
    this.#secrets.forEach((seat, at) => {
      const game = this.#games[at];
      if (game) this.#goOn(seat, game, at);
    });
    const silent = this.#games.some(({ connection, gone }) => connection === 'lost' && gone === null);
    if (!silent) this.#silent_since = null;
    else this.#silent_since ??= Date.now();
  }
}

/** Whether the players have begun a rematch of the shown game. */
function isFollowed({ another, side }: LiveGame): boolean {
  return side === null && (another.wanted?.game ?? null) !== null;
}

function boardOf(game: LiveGame, n: number): WallBoardState | null {
  const { session } = game;
  if (!session) return null;
  const { view, move } = session.shown;
  const last = move ?? (session.lastMove ? shownMove(session.lastMove) : null);
  const clock = session.clock;
  const time = (ms: number): string => clockText(Math.max(0, Math.floor(ms / 1_000)));
  const { outcome } = session.live;
  const points = outcome && session.over ? pointsOf(outcome.winner ?? 'draw') : null;
  return {
    key: String(n),
    number: null,
    picture: { layout: view.board, pieces: view.pieces, last: last ? [last.from, last.to] : [] },
    white: sideName(session.settings, 'white'),
    black: sideName(session.settings, 'black'),
    beside: points ? { white: String(points.white), black: String(points.black) } : clock ? { white: time(clock.white_ms), black: time(clock.black_ms) } : { white: '', black: '' },
    turn: session.over ? null : session.live.side,
    over: session.over,
  };
}
