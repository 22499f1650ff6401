/** The players of a live game as this device calls them. Pure. */
import type { GameRecord, Player } from '../../rules/model';
import type { SeatNames } from '../../store/seats';

/** The game with these names for the people of whom the server has none, as those of a class. Nothing of it is sent. */
export function withNames(record: GameRecord, names: SeatNames | null): GameRecord {
  if (names === null) return record;
  const called = (player: Player, name: string): Player => (player.kind === 'person' && player.name.trim() === '' ? { ...player, name } : player);
  const { settings } = record;
  return { ...record, settings: { ...settings, white: called(settings.white, names.white), black: called(settings.black, names.black) } };
}

/** The names for the next game, in which the colours are changed. */
export function swapped(names: SeatNames | null): SeatNames | null {
  return names && { white: names.black, black: names.white };
}
