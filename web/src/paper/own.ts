/** What the print studio remembers in this browser: the club, so that it need not be typed for every sheet. */
import { loadFields, saveValue } from '../store/browser-storage';

export interface Own {
  club: string;
}

const KEY = 'damier.print';

export function ownOf(): Own {
  const { club } = loadFields(KEY);
  return { club: typeof club === 'string' ? club.slice(0, 160) : '' };
}

export function keepOwn(own: Own): void {
  saveValue(KEY, own);
}
