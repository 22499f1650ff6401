/** Who sits where in a game with the computer of the server, as the settings of what is offered have it. Called by the page that offers games. */
import type { Player } from '../../rules/model';
import type { ColourChoice } from '../../api/types';

/**
 * The players of a game against the computer at a level; or, where `black` is a level, too, of one in which it plays both sides, White at `level`. Where
 * the lot decides, the server puts the computer on the side that is left.
 */
export function engineSides(colour: ColourChoice, level: number, black: number | null = null): { white: Player; black: Player } {
  const person: Player = { kind: 'person', name: '' };
  const computer = (at: number): Player => ({ kind: 'computer', level: at });
  if (black !== null) return { white: computer(level), black: computer(black) };
  return colour === 'black' ? { white: computer(level), black: person } : { white: person, black: computer(level) };
}
