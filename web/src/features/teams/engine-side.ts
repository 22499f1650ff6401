/** The side that the server's engine plays in a team match, from the settings of the plan. Called by the pages of team matches. */
import type { GameSettings, Player, Side } from '../../rules/model';

export interface EngineSide {
  side: Side;
  level: number;
}

/** The engine's side and level; null if people play both sides. */
export function engineSideOf({ white, black }: Pick<GameSettings, 'white' | 'black'>): EngineSide | null {
  if (white.kind === 'computer') return { side: 'white', level: white.level };
  return black.kind === 'computer' ? { side: 'black', level: black.level } : null;
}

/** The players of a match: people, and the engine on its side. */
export function playersWith(engine: EngineSide | null): { white: Player; black: Player } {
  const player = (side: Side): Player => (engine?.side === side ? { kind: 'computer', level: engine.level } : { kind: 'person', name: '' });
  return { white: player('white'), black: player('black') };
}
