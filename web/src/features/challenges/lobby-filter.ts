/** The filter of the lobby, stored on this device. Unknown stored values are ignored. */
import { factsOf } from '../../rules/family';
import { EVERY_OFFER, SPEEDS, type LobbyFilter } from './wishes';

const KEY = 'damier.lobby.filter';

/** What was chosen here last; everything where nothing was. */
export function keptFilter(): LobbyFilter {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const it = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
    return {
      variant: typeof it['variant'] === 'string' && factsOf(it['variant']) ? it['variant'] : null,
      speed: SPEEDS.find((speed) => speed === it['speed']) ?? null,
      colour: it['colour'] === 'white' || it['colour'] === 'black' ? it['colour'] : null,
      rated: typeof it['rated'] === 'boolean' ? it['rated'] : null,
      fitting: it['fitting'] === true,
    };
  } catch {
    return EVERY_OFFER;
  }
}

export function keepFilter(filter: LobbyFilter): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(filter));
  } catch {
    // It lasts until the page is closed.
  }
}
