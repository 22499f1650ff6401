/**
 * How a live game stands for one seat, as far as a screen shows it: what the server has told besides the moves, and what follows from it for the user.
 * The live game (`live-game.svelte.ts`) is one of these and fills it in; nothing here is sent or kept.
 */
import { decidesAlone } from '../teams/votes';
import type { GameSession } from '../../session/session.svelte';
import type { Side } from '../../rules/model';
import type { Asked, BoardRatings, Presence, State as LiveState, TeamShown as Team } from '../../api/types';
import type { Role } from './role';
import type { LiveJournal } from './journal';
import type { News } from './live-options';
import { playsByDays } from './pace';
import type { Connection } from './socket';

export class LiveStanding {
  connection = $state<Connection>('connecting');
  /** The game has not begun: the offer expires at this time. */
  waiting = $state.raw<{ until_ms: number } | null>(null);
  /** The code of what makes going on impossible; null while all is well. A game that the server cannot read is asked for again, seldom. */
  gone = $state<string | null>(null);
  /** The server cannot store or read anything now; it is tried again. */
  unavailable = $state(false);
  role = $state<Role | null>(null);
  game = $state<string | null>(null);
  session = $state.raw<GameSession | null>(null);
  state = $state.raw<LiveState | null>(null);
  /** Who is there; null while it is not known, without a connection for one. */
  presence = $state.raw<Presence | null>(null);
  /** The ratings of players with accounts; null if neither has one. */
  ratings = $state.raw<BoardRatings | null>(null);
  /** The board is shown as the server told it then (by the device's clock), since it does not answer now; null while it does. */
  asOf = $state<number | null>(null);
  /** The own team; null in a game with one player on each side. */
  team = $state.raw<Team | null>(null);
  /** How long ago things happened when they are shown here, in milliseconds: 0 except for spectators with a delay. */
  delay = $state(0);
  /** The server's time at the moment that is shown, for what counts down. */
  now = $state(0);

  /** The side that this seat plays; null for a spectator. */
  get side(): Side | null {
    return this.role === 'white' || this.role === 'black' ? this.role : null;
  }

  /** Whether the user makes the next move of the own side himself: in a team only the member to move or the captain does. `ofTeam`: the seat is known to
   *  be that of a member. */
  playsByHand(ofTeam: boolean): boolean {
    const { team, session } = this;
    if (team === null) return !ofTeam; // the deciding member is unknown until the server sends it
    return decidesAlone(team, { act: 'move', move: '' }, session !== null && playsByDays(session.settings, this.side));
  }

  /** Whether the connection is to be back soon: the game goes on, and this side has no days for a move. */
  get urgent(): boolean {
    return this.session?.over === false && !playsByDays(this.session.settings, this.side);
  }

  /** What the other side asks; null if it asks nothing. */
  get askedOfMe(): Asked | null {
    const { side } = this;
    return side === null ? null : (this.state?.asked.find(({ by }) => by !== side) ?? null);
  }

  /** What this side has asked, while it is not answered. */
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

  /** The other side, while it has to come before the game is one: it is not there, and not both have moved. */
  get awaited(): Side | null {
    const { side, presence, state } = this;
    if (side === null || presence === null || this.session?.over !== false || state?.awaits_first_moves !== true) return null;
    const other = side === 'white' ? 'black' : 'white';
    return presence[other] ? null : other;
  }

  /** Until when one's own first move is to be made, which costs no time; null where nothing is to be said of that. */
  get firstMoveBy(): number | null {
    return this.state?.turn === this.side && this.side !== null ? (this.state?.first_move_by_ms ?? null) : null;
  }

  /** Whether the game may be claimed now, because the other side has left; or in how many milliseconds. Null if it has not. */
  get claimIn(): number | null {
    const absent = this.presence?.absent ?? null;
    if (absent === null || this.side === null || absent.side === this.side || this.session?.over) return null;
    return Math.max(0, absent.claim_at_ms - this.now);
  }

  /** What is to be kept of it, with what the journal has; null before there is a board. */
  news(journal: LiveJournal): News | null {
    const { session, game, role, state } = this;
    if (!session || game === null || role === null || state === null) return null;
    const plies = session.live.ply - journal.pending.filter((it) => it.act?.act === 'move').length;
    return { game, role, record: journal.record(), plies: Math.max(0, plies), turn: state.turn, state };
  }
}
