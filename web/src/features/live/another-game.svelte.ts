/**
 * Whether the players of a live game want another one with each other, and which it is. The live game hands on what the server tells; its screens
 * read the fields, and go on to the next game.
 */
import type { Side } from '../../rules/model';
import type { WantsRematch as Rematch } from '../../api/types';

export class AnotherGame {
  /** The other side, if it wants it; its id once it has begun. */
  wanted = $state.raw<{ by: Side; game: string | null } | null>(null);
  /** Whether it has begun while this seat was connected, so that the players go on to it. */
  goesOn = $state(false);
  /** Whether the user has said that it is wanted, on this device or another one, and the server knows. */
  mine = $state(false);

  /** A player offers it, or it has begun (`game`). `side` is the user's; null for a spectator. */
  hear(by: Side, game: string | null, side: Side | null): void {
    // Offers concern the players only; spectators learn when it has begun.
    if (game === null && side === null) return;
    if (game !== null) this.goesOn = true;
    // Said here or on another device of the same player. That the other side wants it, too, is not forgotten.
    if (game === null && by === side) this.mine = true;
    else this.wanted = { by, game };
  }

  /** The offer made while the page was closed; null if there is none. */
  settle(rematch: Rematch | null, side: Side | null): void {
    if (rematch === null) return;
    if (side === null) {
      // Spectators follow once it has begun, whichever side offered it.
      if (rematch.game !== null) this.wanted = { by: 'white', game: rematch.game };
      return;
    }
    const by = side === 'white' ? 'black' : 'white';
    // A wish is kept for a while only: what was told before may have passed.
    this.wanted = rematch.game !== null || rematch[by] ? { by, game: rematch.game } : null;
    this.mine = rematch[side];
  }

  /** The game at the board goes on: another one is not spoken of. */
  forget(): void {
    this.wanted = null;
    this.goesOn = false;
    this.mine = false;
  }
}
