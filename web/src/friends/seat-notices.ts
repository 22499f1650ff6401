/**
 * What calls somebody who has no account, or is not signed in: the games of this browser in which it is his turn. The server is asked for each seat, as
 * the list of live games asks it. That the other player wants to play once more is told at the board only: the server says it to nobody else.
 */
import type { AccountAnswer } from '../accounts/api';
import { LiveServer } from '../live/api';
import { isFinal } from '../live/final';
import { openSeats, type KeptSeat } from '../live/seats';
import { noteStanding } from '../live/standing';
import type { Notice } from './api';
import { seatTrouble } from './seat-trouble';

/** So many games are asked for, those first in which it was one's turn. */
const MOST = 12;

/** The seats at which this browser plays a game that goes on. */
export function playingSeats(): KeptSeat[] {
  return openSeats().filter((seat) => seat.game !== null && !seat.watching);
}

export class SeatNotices {
  readonly #server: Pick<LiveServer, 'standing'>;

  constructor(server: Pick<LiveServer, 'standing'> = new LiveServer()) {
    this.#server = server;
  }

  /** All that calls now; what the server cannot say of a seat calls nobody. */
  async notices(): Promise<AccountAnswer<Notice[]>> {
    const notices: Notice[] = [];
    for (const seat of playingSeats().slice(0, MOST)) {
      const answer = await this.#server.standing(seat.secret);
      if (isFinal(answer)) continue;
      if (answer.kind !== 'ok') return seatTrouble(answer);
      noteStanding(seat, answer.value, Date.now());
      const { game, role, version, state } = answer.value;
      if (state.turn !== null && state.turn === role) notices.push({ kind: 'turn', game, name: seat.against, variant: seat.variant, version });
    }
    return { kind: 'ok', value: notices };
  }
}
