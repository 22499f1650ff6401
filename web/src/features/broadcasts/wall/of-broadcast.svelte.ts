/** The boards of a broadcast on a wall: of one round, or always of the newest. */
import { getBroadcastsId, type BroadcastBoardView as BoardNow, type BroadcastView } from '../../../api/types';
import { type Answer, ask } from '../../../api/ask';
import { Polled } from '../../../api/polled';
import { clockText, turnOf } from '../moves';
import { Pictures } from '../pictures';
import { pointsOf } from '../results';
import { RoundWatch } from '../watching.svelte';
import { say } from '../words';
import { openRules } from '../../../rules/binding';
import type { WallBoardState, WallSource } from './source';

/** The polling interval for a newer round. */
const LOOK_MS = 15_000;

export class WallOfBroadcast implements WallSource {
  #watch = $state.raw(new RoundWatch());
  #pictures = $state.raw<Pictures | null>(null);
  #round = $state<number | null>(null);
  #unknown = $state(false);
  #stop: () => void = () => undefined;
  readonly #polled: Polled<BroadcastView>;
  #closed = false;
  readonly #id: string;

  constructor(id: string, round: number | null) {
    this.#id = id;
    void this.#open();
    this.#polled = new Polled({ ask: () => ask(getBroadcastsId, { id }), heard: (answer) => this.#hear(answer), every_ms: LOOK_MS, seen: () => true });
    if (round === null) void this.#polled.look();
    else this.#follow(round);
  }

  get title(): string {
    return this.#watch.settings?.title ?? '';
  }

  get subtitle(): string {
    return this.#round === null ? '' : say('round', { n: this.#round });
  }

  get boards(): readonly WallBoardState[] {
    const pictures = this.#pictures;
    return pictures === null ? [] : this.#watch.boards.map((board) => shown(board, pictures));
  }

  get silent_since(): number | null {
    return this.#watch.silent_since;
  }

  get lost(): boolean {
    return this.#watch.lost || this.#unknown;
  }

  close(): void {
    this.#closed = true;
    this.#polled.stop();
    this.#stop();
  }

  /** Loads the rules, with retries: no user is at the screen to reload it. */
  async #open(): Promise<void> {
    while (!this.#closed && this.#pictures === null) {
      try {
        this.#pictures = new Pictures(await openRules());
      } catch {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    }
  }

  #follow(round: number): void {
    if (round === this.#round) return;
    this.#stop();
    this.#round = round;
    this.#watch = new RoundWatch();
    this.#stop = this.#watch.begin(this.#id, round);
  }

  /** Opens the newest visible round. */
  #hear(answer: Answer<BroadcastView>): void {
    this.#unknown = answer.kind === 'refused' && answer.code === 'broadcast-not-found';
    if (answer.kind === 'ok') this.#follow(answer.value.results.at(-1)?.round ?? 1);
  }
}

function shown(board: BoardNow, pictures: Pictures): WallBoardState {
  const points = board.result && pointsOf(board.result);
  const clock = (seconds: number | null): string => (seconds === null ? '' : clockText(seconds));
  return {
    key: String(board.board),
    number: board.board,
    picture: pictures.of(board),
    white: board.white || say('side.white'),
    black: board.black || say('side.black'),
    beside: points ? { white: String(points.white), black: String(points.black) } : { white: clock(board.clocks?.white_s ?? null), black: clock(board.clocks?.black_s ?? null) },
    turn: board.result ? null : turnOf(board),
    over: board.result !== null,
  };
}
