/**
 * Several people of one side at one device, in a game of two sides at it: who has the device now, and the votes about the next move. A move that is made on
 * the board for a side that votes is a vote: it leaves the board again until the side has decided. Called by the screen of such a game; draws nothing.
 */
import { t } from '../../messages/messages.svelte';
import type { Game } from '../../rules/game';
import type { GameRecord, Side } from '../../rules/model';
import { acting, counted, elected, turnsOf, type DeviceVote, type DeviceWay } from '../../session/device-votes';
import { councilOf, keepCouncil } from './device-council-stored';
import type { GameSession } from '../../session/session.svelte';

/** What becomes of an act that was done on the board. */
export type Verdict =
  /** It stands. */
  | { kind: 'stands' }
  | Rebuilt;

/** It was a vote: the board is to be as in this record, in which the move that was decided stands, if one was. */
export interface Rebuilt {
  kind: 'rebuilt';
  record: GameRecord;
  decided: boolean;
}

export class DeviceCouncil {
  readonly #game: string;
  readonly #session: GameSession;
  readonly #now: () => number;
  /** The game without the votes of this turn, and how many moves stand on its board. */
  #base: GameRecord;
  #ply: number;
  /** The names of each side. */
  readonly members: Record<Side, readonly string[]>;

  ways = $state.raw<Record<Side, DeviceWay>>({ white: 'in-turn', black: 'in-turn' });
  ballots = $state.raw<readonly DeviceVote[]>([]);

  constructor(game: string, session: GameSession, members: Record<Side, readonly string[]>, now: () => number = Date.now) {
    this.#game = game;
    this.#session = session;
    this.#now = now;
    this.#base = session.record();
    this.#ply = session.live.ply;
    this.members = members;
    const kept = councilOf(game);
    this.ways = kept.ways;
    // Votes about a position that is not on the board any more are none.
    if (kept.ply === this.#ply) this.ballots = kept.ballots.filter(({ act, member }) => act.side === session.live.side && member < members[act.side].length);
  }

  /** Whether a vote is possible: where a touched piece is played, or anything may be put on the board, one person's hand decides. */
  get mayVote(): boolean {
    const { conduct } = this.#session.live;
    return conduct?.touched_is_played !== true && conduct?.irregular_moves !== true;
  }

  wayOf(side: Side): DeviceWay {
    const way = this.ways[side];
    return way === 'vote' && !this.mayVote ? 'in-turn' : way;
  }

  /** The name of whoever has the device now for a side of several; null for a side of one, and when it is not on move. */
  acting(side: Side): string | null {
    const { live, over } = this.#session;
    const members = this.members[side];
    if (members.length < 2 || over || live.side !== side) return null;
    return members[acting(this.wayOf(side), members.length, turnsOf(side, side, live.ply), this.ballots)] ?? null;
  }

  /** The votes about the next move, counted: that with most of them first. */
  get tally(): { move: string; names: string[] }[] {
    return counted(this.ballots).map((pile) => ({
      move: pile[0]?.act.move ?? '',
      names: pile.map(({ act, member }) => this.members[act.side][member] ?? ''),
    }));
  }

  /** From now on a side decides like that. The votes that were given are none any more. */
  choose(side: Side, way: DeviceWay): void {
    this.ways = { ...this.ways, [side]: way };
    this.ballots = [];
    this.#keep();
  }

  /** The votes are given once more. */
  wipe(): void {
    this.ballots = [];
    this.#keep();
  }

  /** Something was done on the board, by which the record is this one now. */
  hear(record: GameRecord): Verdict {
    const act = record.acts.at(-1);
    const isNew = record.acts.length > this.#base.acts.length;
    const side = act?.act === 'move' ? act.side : null;
    if (!isNew || act?.act !== 'move' || side === null || this.members[side].length < 2 || this.wayOf(side) !== 'vote') {
      this.#stands(record);
      return { kind: 'stands' };
    }
    const count = this.members[side].length;
    const member = acting('vote', count, 0, this.ballots);
    const before = record.acts.slice(this.#base.acts.length, -1);
    this.ballots = [...this.ballots, { member, act, before, ending: record.ending }];
    const decided = elected(count, this.ballots);
    if (decided && decided.act.move === act.move) {
      this.#stands(record);
      return { kind: 'stands' };
    }
    if (decided) return this.#rebuilt(decided);
    this.#keep();
    return { kind: 'rebuilt', record: this.#base, decided: false };
  }

  /** The votes that there are decide now, since somebody is not at the device; null where there is none. */
  count(): Rebuilt | null {
    const leading = counted(this.ballots)[0]?.[0];
    return leading ? this.#rebuilt(leading) : null;
  }

  /**
   * The board becomes what the votes have made of it, and that is what is said: the move that was decided, or whose vote it was, and not the move that was
   * tried on the board. `open` opens a record. The answer is the record to save; null where the game has not gone on.
   */
  rebuild({ record, decided }: Rebuilt, open: (record: GameRecord) => Game): GameRecord | null {
    const session = this.#session;
    const vote = this.ballots.at(-1);
    try {
      session.goOnWith(open(record));
    } catch (error) {
      // It cannot be played: the votes were about another position.
      console.error(error);
      this.wipe();
      session.goOnWith(open(this.#base), t('trouble.general'));
      return null;
    }
    if (decided) {
      session.sayLast();
      const played = session.record();
      this.#stands(played);
      return played;
    }
    if (vote) session.spoken = t('play.said.voted', { name: this.members[vote.act.side][vote.member] ?? '', move: vote.act.move });
    return null;
  }

  /** The record, as the screen has saved it. Votes hold until the position changes. */
  #stands(record: GameRecord): void {
    const { ply } = this.#session.live;
    if (ply !== this.#ply) this.ballots = [];
    this.#base = record;
    this.#ply = ply;
    this.#keep();
  }

  #rebuilt({ act, before, ending }: DeviceVote): Rebuilt {
    const latest = this.#base.acts.at(-1)?.at_ms ?? this.#base.started_ms ?? 0;
    // It is played now, whenever it was voted for.
    const at_ms = Math.max(latest, this.#now());
    const played = [...before, act].map((it) => ({ ...it, at_ms }));
    return { kind: 'rebuilt', record: { ...this.#base, acts: [...this.#base.acts, ...played], ending }, decided: true };
  }

  #keep(): void {
    keepCouncil(this.#game, { ways: this.ways, ply: this.#ply, ballots: [...this.ballots] });
  }
}
