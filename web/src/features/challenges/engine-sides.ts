/** Who sits where in a game with the computer of the server, as the settings of what is offered have it. Called by the page that offers games. */
import type { Player } from '../../rules/model';
import type { ColourChoice } from '../../api/types';

/** The players of a game against the computer at a level. Where the lot decides, the server puts the computer on the side that is left. */
export function engineSides(colour: ColourChoice, level: number): { white: Player; black: Player } {
  const person: Player = { kind: 'person', name: '' };
  const computer: Player = { kind: 'computer', level };
  return colour === 'black' ? { white: computer, black: person } : { white: person, black: computer };
}
