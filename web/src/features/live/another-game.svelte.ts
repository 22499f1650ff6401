/** The rematch of a live game: offers, and the game once it has begun. The live game passes the server's frames; its screens read the fields, and open the next game. */
import type { Side } from '../../rules/model';
import type { WantsRematch as Rematch } from '../../api/types';

export class AnotherGame {
  /** The opponent's offer; its id once the game has begun. */
  wanted = $state.raw<{ by: Side; game: string | null } | null>(null);
  /** Whether it has begun while this seat was connected, so that the players open it. */
  goesOn = $state(false);
  /** Whether the user has offered it, on any device, and the server knows. */
  mine = $state(false);

  /** A player offers it, or it has begun (`game`). `side` is the user's; null for a spectator. */
  hear(by: Side, game: string | null, side: Side | null): void {
    // Offers concern the players only; spectators learn when it has begun.
    if (game === null && side === null) return;
    if (game !== null) this.goesOn = true;
    // Offered here or on another device of the same player. The opponent's offer is kept.
    if (game === null && by === side) this.mine = true;
    else this.wanted = { by, game };
  }

  /** The state from before the connection; null if there is none. */
  settle(rematch: Rematch | null, side: Side | null): void {
    if (rematch === null) return;
    if (side === null) {
      // Spectators follow once it has begun, whichever side offered it.
      if (rematch.game !== null) this.wanted = { by: 'white', game: rematch.game };
      return;
    }
    const by = side === 'white' ? 'black' : 'white';
    // Offers expire: an earlier one may be gone.
    this.wanted = rematch.game !== null || rematch[by] ? { by, game: rematch.game } : null;
    this.mine = rematch[side];
  }

  /** Clears the rematch when the game continues. */
  forget(): void {
    this.wanted = null;
    this.goesOn = false;
    this.mine = false;
  }
}
