/** The filter of the lobby, stored on this device. Unknown stored values are ignored. */
import { loadFields, saveValue } from '../../store/browser-storage';
import { factsOf } from '../../rules/family';
import { SPEEDS, type LobbyFilter } from './offer';

const KEY = 'damier.lobby.filter';

/** The stored choice; everything by default. */
export function keptFilter(): LobbyFilter {
  const { variant, speed, colour, rated, fitting } = loadFields(KEY);
  return {
    variant: typeof variant === 'string' && factsOf(variant) ? variant : null,
    speed: SPEEDS.find((it) => it === speed) ?? null,
    colour: colour === 'white' || colour === 'black' ? colour : null,
    rated: typeof rated === 'boolean' ? rated : null,
    fitting: fitting === true,
  };
}

export function saveFilter(filter: LobbyFilter): void {
  saveValue(KEY, filter);
}
