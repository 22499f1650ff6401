/** A player's conditional moves as stored by the server, and the line being entered on its own board. Live pages read its fields and call its methods. */
import { getLiveConditional, putLiveConditional } from '../../api/types';
import type { GameSession } from '../../session/session.svelte';
import { ask, type Failure } from '../../api/ask';
import { withLine, withoutLine, type ConditionalLine, type ConditionalTree } from './conditional';
import type { LiveGame } from './live-game.svelte';

/** The delay after an event before the stored lines are requested again. */
const LATER_MS = 400;

type Refused = Failure;

export class Answers {
  readonly #live: LiveGame;
  readonly #secret: string;
  /** Counts requests: an answer older than the latest one is dropped. */
  #asked = 0;

  tree = $state.raw<ConditionalTree>([]);
  keeping = $state(false);
  trouble = $state.raw<Refused | null>(null);
  /** The board on which a line is entered; null without one. */
  board = $state.raw<GameSession | null>(null);
  /** The version of the game when the line was started. */
  #begun = 0;

  constructor(live: LiveGame, secret: string) {
    this.#live = live;
    this.#secret = secret;
  }

  get entered(): ConditionalLine {
    const { board } = this;
    if (!board) return [];
    return board.live.history.slice(this.#plies).map((move) => move.text);
  }

  #plies = 0;

  async look(again = 5): Promise<void> {
    const asked = ++this.#asked;
    const answer = await ask(getLiveConditional, {}, undefined, { secret: this.#secret });
    // A failed request is repeated with the next event.
    if (asked !== this.#asked || answer.kind !== 'ok') return;
    const { version, branches: tree } = answer.value;
    if (tree.length === 0 || version >= this.#live.version || again === 0) {
      this.tree = tree;
      return;
    }
    // An event arrives a moment before the server has updated the stored answers.
    setTimeout(() => asked === this.#asked && void this.look(again - 1), LATER_MS);
  }

  /** Starts or restarts a line. */
  begin(): void {
    this.stop();
    const board = this.#live.analysisBoard();
    if (!board) return;
    this.#begun = this.#live.version;
    this.#plies = board.live.ply;
    this.board = board;
    this.trouble = null;
  }

  stop(): void {
    this.board?.close();
    this.board = null;
  }

  /** Drops the entered line when the game has continued. Returns whether there was one. */
  outdated(): boolean {
    if (!this.board || this.#live.version === this.#begun) return false;
    this.stop();
    return true;
  }

  async keep(): Promise<void> {
    if (await this.#store(withLine(this.tree, this.entered))) this.stop();
  }

  async remove(line: ConditionalLine): Promise<void> {
    await this.#store(withoutLine(this.tree, line));
  }

  async #store(tree: ConditionalTree): Promise<boolean> {
    if (this.keeping) return false;
    this.keeping = true;
    this.trouble = null;
    const asked = ++this.#asked;
    const answer = await ask(putLiveConditional, {}, { version: this.#live.version, branches: [...tree] }, { secret: this.#secret });
    this.keeping = false;
    if (answer.kind !== 'ok') {
      this.trouble = answer;
      return false;
    }
    if (asked === this.#asked) this.tree = answer.value.branches;
    return true;
  }
}
