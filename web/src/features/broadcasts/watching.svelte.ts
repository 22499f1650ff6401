/** State of a round for a spectator: its boards, the latest change, and the connection. */
import { addressOf } from '../../api/ask';
import { type BroadcastLine, type BroadcastSettings, getBroadcastsIdRoundsRoundEvents, type BroadcastBoardView as BoardNow } from '../../api/types';
import { follow } from './stream';

export interface BoardChange {
  board: BoardNow;
  what: 'moved' | 'corrected' | 'ended';
}

/** After this silence the shown state counts as old, in milliseconds. */
const STALE_MS = 15_000;

export class RoundWatch {
  settings = $state.raw<BroadcastSettings | null>(null);
  boards = $state.raw<readonly BoardNow[]>([]);
  /** Whether all boards have arrived. */
  ready = $state(false);
  /** The broadcast or the round does not exist. */
  lost = $state(false);
  /** The broadcast was removed while it was shown. */
  over = $state(false);
  /** Since when the server is silent, by the clock of this device; null while it is not. */
  silent_since = $state<number | null>(null);
  /** Incremented when a game ends, so that results are requested again. */
  ended = $state(0);

  readonly #waiting = new Map<number, BoardNow>();
  /** Whether this connection has delivered all boards. */
  #complete = false;
  readonly #tell: (news: BoardChange) => void;
  #heard_ms = Date.now();

  /** `tell` is called for the events of each board, once all boards are loaded. */
  constructor(tell: (news: BoardChange) => void = () => undefined) {
    this.#tell = tell;
  }

  /** Follows a round. Returns a function that stops it. */
  begin(id: string, round: number): () => void {
    const stop = follow(addressOf(getBroadcastsIdRoundsRoundEvents, { id, round }), {
      opened: () => {
        this.#waiting.clear();
        this.#complete = false;
      },
      line: (line) => this.#take(line),
      heard: () => {
        this.#heard_ms = Date.now();
        this.silent_since = null;
      },
      lost: () => (this.lost = true),
    });
    const timer = setInterval(() => {
      if (Date.now() - this.#heard_ms > STALE_MS) this.silent_since = this.#heard_ms;
    }, 1_000);
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  #take(line: BroadcastLine): void {
    switch (line.frame) {
      case 'broadcast':
        this.settings = line.settings;
        return;
      case 'board':
        this.#waiting.set(line.board, line);
        if (this.#complete) this.#show();
        return;
      case 'gone':
        this.#waiting.delete(line.board);
        if (this.#complete) this.#show();
        return;
      case 'ready':
        this.#complete = true;
        this.#show();
        this.ready = true;
        return;
      case 'over':
        this.over = true;
        this.lost = true;
    }
  }

  #show(): void {
    const before = new Map(this.boards.map((board) => [board.board, board]));
    const boards = [...this.#waiting.values()].sort((one, other) => one.board - other.board);
    const changed = boards.filter((board) => {
      const was = before.get(board.board);
      return was !== undefined && was.changed_ms !== board.changed_ms;
    });
    this.boards = boards;
    for (const board of changed) {
      const was = before.get(board.board);
      const corrected = (board.corrected?.at_ms ?? 0) > (was?.corrected?.at_ms ?? 0);
      if (board.result !== was?.result) this.ended += 1;
      this.#tell({ board, what: board.result !== null && was?.result === null ? 'ended' : corrected ? 'corrected' : 'moved' });
    }
  }
}
