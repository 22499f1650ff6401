/**
 * Live games of this server on a wall, by spectator secrets. When its players begin another game, that one replaces it.
 */
import { clockText } from '../moves';
import { isSecret } from '../../../store/device-secret';
import { LiveGame } from '../../live/live-game.svelte';
import { anotherGame } from '../../live/rematch';
import { wireToServer } from '../../live/socket';
import { isUnreadable } from '../../live/unreadable';
import { openRules } from '../../../rules/binding';
import { pointsOf } from '../results';
import { shownMove } from '../../../session/session.svelte';
import { sideName } from '../../live/live-words';
import type { WallBoardNow, WallSource } from './source';

const AGAIN_MS = 15_000;
const TICK_MS = 500;

export class WallOfGames implements WallSource {
  readonly title = '';
  readonly subtitle = '';
  #games = $state.raw<readonly LiveGame[]>([]);
  #silent_since = $state<number | null>(null);
  #timer: ReturnType<typeof setInterval>;
  #closed = false;
  /** The seats at the games, in their order. */
  #secrets: readonly string[];
  #make: ((seat: string) => LiveGame) | null = null;
  /** The games that follow, until they are there; and when each was asked for last. */
  readonly #next = new Map<string, { seat: string; game: LiveGame }>();
  readonly #asked = new Map<string, number>();

  constructor(secrets: readonly string[]) {
    this.#secrets = [...new Set(secrets.filter(isSecret))];
    void this.#open();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  get boards(): readonly WallBoardNow[] {
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
  }

  async #open(): Promise<void> {
    while (!this.#closed && this.#games.length === 0) {
      try {
        const binding = await openRules();
        if (this.#closed) return;
        const words = { event: () => '', refused: () => '', said: () => '', noted: () => '', whispered: () => '' };
        const make = (seat: string): LiveGame => new LiveGame({ seat, openGame: (record) => binding.openGame(record), makeWire: wireToServer, words });
        this.#games = this.#secrets.map(make);
        this.#make = make;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Where another game follows, it is looked for; once it is on the screen, the one that is over is closed. */
  #goOn(seat: string, game: LiveGame, at: number): void {
    const next = this.#next.get(seat);
    if (next?.game.session) {
      this.#next.delete(seat);
      this.#secrets = this.#secrets.map((it, n) => (n === at ? next.seat : it));
      this.#games = this.#games.map((it, n) => (n === at ? next.game : it));
      game.close();
    } else if (!next && isFollowed(game) && Date.now() - (this.#asked.get(seat) ?? 0) >= AGAIN_MS) {
      this.#asked.set(seat, Date.now());
      void this.#follow(seat);
    }
  }

  async #follow(seat: string): Promise<void> {
    const answer = await anotherGame(seat);
    if (this.#closed || !this.#make) return;
    // A friend's spectator has no seat at the next game, and a retry cannot help; nor does it if the server cannot read the game.
    if (isUnreadable(answer) || (answer.kind === 'refused' && answer.code === 'not-entitled')) this.#asked.set(seat, Number.POSITIVE_INFINITY);
    if (answer.kind === 'ok' && answer.value.begun) this.#next.set(seat, { seat: answer.value.secret, game: this.#make(answer.value.secret) });
  }

  /** The clocks go on; and if one of the connections is lost, so is that to the server. */
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

/** Whether this place shows a game that is over, and whose players have begun another. */
function isFollowed({ another, side }: LiveGame): boolean {
  return side === null && (another.wanted?.game ?? null) !== null;
}

function boardOf(game: LiveGame, n: number): WallBoardNow | null {
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
