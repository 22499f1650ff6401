/**
 * The state of a live game for one seat's screen: what the server sends besides the moves, and what follows for the user. The live game (`live-game.svelte.ts`)
 * extends and fills it; nothing here is sent or stored.
 */
import { decidesAlone } from '../teams/votes';
import type { GameSession } from '../../session/session.svelte';
import type { Side } from '../../rules/model';
import type { Asked, BoardRatings, Presence, State as LiveState, TeamShown as Team } from '../../api/types';
import type { Role } from './role';
import type { LiveJournal } from './journal';
import type { WatchedGameState } from './live-options';
import { isCorrespondence } from './pace';
import type { Connection } from './socket';

export class LiveStanding {
  connection = $state<Connection>('connecting');
  /** The game has not begun: the offer expires at this time. */
  waiting = $state.raw<{ until_ms: number } | null>(null);
  /** The code that makes continuing impossible; null otherwise. An unreadable game is requested again, seldom. */
  gone = $state<string | null>(null);
  /** The server cannot store or read now; it is retried. */
  unavailable = $state(false);
  role = $state<Role | null>(null);
  game = $state<string | null>(null);
  session = $state.raw<GameSession | null>(null);
  state = $state.raw<LiveState | null>(null);
  /** The presence of players and spectators; null while unknown. */
  presence = $state.raw<Presence | null>(null);
  /** The ratings of players with accounts; null if neither has one. */
  ratings = $state.raw<BoardRatings | null>(null);
  /** When the shown state was current (by the device's clock), while the server does not answer; null while it does. */
  asOf = $state<number | null>(null);
  /** The team; null in a game with one player on each side. */
  team = $state.raw<Team | null>(null);
  /** The delay of what is shown, in milliseconds: 0 except for spectators with a delay. */
  delay = $state(0);
  /** The server's time at the shown moment, for countdowns. */
  now = $state(0);

  /** The side that this seat plays; null for a spectator. */
  get side(): Side | null {
    return this.role === 'white' || this.role === 'black' ? this.role : null;
  }

  /** Whether the user makes the next move of the side: in a team only the member to move or the captain does. `ofTeam`: the seat is known to belong to a team member. */
  playsByHand(ofTeam: boolean): boolean {
    const { team, session } = this;
    if (team === null) return !ofTeam; // the deciding member is unknown until the server sends it
    return decidesAlone(team, { act: 'move', move: '' }, session !== null && isCorrespondence(session.settings, this.side));
  }

  /** Whether to reconnect soon: the game is running, and this side has no days for a move. */
  get urgent(): boolean {
    return this.session?.over === false && !isCorrespondence(this.session.settings, this.side);
  }

  /** The opponent's pending request; null without one. */
  get askedOfMe(): Asked | null {
    const { side } = this;
    return side === null ? null : (this.state?.asked.find(({ by }) => by !== side) ?? null);
  }

  /** This side's pending request; null without one. */
  get askedByMe(): Asked | null {
    return this.state?.asked.find(({ by }) => by === this.side) ?? null;
  }

  get drawOfferedToMe(): boolean {
    const offer = this.state?.offer ?? null;
    return offer !== null && this.side !== null && offer !== this.side && !this.session?.over;
  }

  get paused(): boolean {
    return (this.state?.paused_until_ms ?? null) !== null;
  }

  /** The opponent, while absent and before both have moved. */
  get awaited(): Side | null {
    const { side, presence, state } = this;
    if (side === null || presence === null || this.session?.over !== false || state?.awaits_first_moves !== true) return null;
    const other = side === 'white' ? 'black' : 'white';
    return presence[other] ? null : other;
  }

  /** The deadline of the user's first move, which costs no time; null if it does not apply. */
  get firstMoveBy(): number | null {
    return this.state?.turn === this.side && this.side !== null ? (this.state?.first_move_by_ms ?? null) : null;
  }

  /** The milliseconds until the game may be claimed because the opponent has left; 0 if it may be now, null if the opponent is present. */
  get claimIn(): number | null {
    const absent = this.presence?.absent ?? null;
    if (absent === null || this.side === null || absent.side === this.side || this.session?.over) return null;
    return Math.max(0, absent.claim_at_ms - this.now);
  }

  /** The data to store with the journal; null before there is a board. */
  news(journal: LiveJournal): WatchedGameState | null {
    const { session, game, role, state } = this;
    if (!session || game === null || role === null || state === null) return null;
    const plies = session.live.ply - journal.pending.filter((it) => it.act?.act === 'move').length;
    return { game, role, record: journal.record(), plies: Math.max(0, plies), turn: state.turn, state };
  }
}
