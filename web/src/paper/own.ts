/** What the print studio remembers in this browser: the club, so that it need not be typed for every sheet. */

export interface Own {
  club: string;
}

const KEY = 'damier.print';

export function ownOf(): Own {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const club = typeof kept === 'object' && kept !== null && 'club' in kept ? kept.club : '';
    return { club: typeof club === 'string' ? club.slice(0, 160) : '' };
  } catch {
    return { club: '' };
  }
}

export function keepOwn(own: Own): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(own));
  } catch {
    // The browser stores nothing; the club is typed again next time.
  }
}
