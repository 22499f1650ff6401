import type { Player } from '../../rules/model';
import type { ColourChoice } from '../../api/types';

/** The players of a game against the engine at a level. If colours are drawn, the server seats the engine on the free side. */
export function engineSides(colour: ColourChoice, level: number): { white: Player; black: Player } {
  const person: Player = { kind: 'person', name: '' };
  const engine: Player = { kind: 'computer', level };
  return colour === 'black' ? { white: engine, black: person } : { white: person, black: engine };
}
