/** The user's club for printed sheets, stored in this browser. */
import { loadFields, saveValue } from '../store/browser-storage';

export interface Own {
  club: string;
}

const KEY = 'damier.print';

export function ownOf(): Own {
  const { club } = loadFields(KEY);
  return { club: typeof club === 'string' ? club.slice(0, 160) : '' };
}

export function saveOwn(own: Own): void {
  saveValue(KEY, own);
}
