/** The names of a live game's players on this device. Pure. */
import type { GameRecord, Player } from '../../rules/model';
import type { SeatNames } from '../../store/seats';

/** The record with these names for players who have none on the server, such as pupils. The names are never sent. */
export function withNames(record: GameRecord, names: SeatNames | null): GameRecord {
  if (names === null) return record;
  const called = (player: Player, name: string): Player => (player.kind === 'person' && player.name.trim() === '' ? { ...player, name } : player);
  const { settings } = record;
  return { ...record, settings: { ...settings, white: called(settings.white, names.white), black: called(settings.black, names.black) } };
}

/** The names for the rematch, with swapped colours. */
export function swapped(names: SeatNames | null): SeatNames | null {
  return names && { white: names.black, black: names.white };
}
