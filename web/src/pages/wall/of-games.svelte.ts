/** Live games of this server on a wall, by the secrets of those who look on. */
import { clockText } from '../../broadcast/moves';
import { isSecret } from '../../games/device-secret';
import { LiveGame } from '../../live/live-game.svelte';
import { wireToServer } from '../../live/socket';
import { openDoor } from '../../rules/door';
import { pointsOf } from '../../broadcast/results';
import { shownMove } from '../../play/session.svelte';
import { sideName } from '../live/live-words';
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
  readonly #secrets: readonly string[];

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
  }

  async #open(): Promise<void> {
    while (!this.#closed && this.#games.length === 0) {
      try {
        const door = await openDoor();
        if (this.#closed) return;
        const words = { event: () => '', refused: () => '', said: () => '', noted: () => '', whispered: () => '' };
        this.#games = this.#secrets.map((seat) => new LiveGame({ seat, openGame: (record) => door.openGame(record), makeWire: wireToServer, words }));
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** The clocks go on; and if one of the connections is lost, so is that to the server. */
  #tick(): void {
    for (const game of this.#games) game.tick();
    const silent = this.#games.some(({ connection, gone }) => connection === 'lost' && gone === null);
    if (!silent) this.#silent_since = null;
    else this.#silent_since ??= Date.now();
  }
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
