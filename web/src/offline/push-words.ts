/**
 * The texts of push notifications while no page is open. The service worker is a single file and
 * has copies of these texts; a test compares them with those of the page.
 */
export type PushKind = 'friend' | 'challenge' | 'turn' | 'offer' | 'over' | 'ladder' | 'rematch';

/** The offers and requests of an opponent. */
export type PushOffer = 'draw' | 'take-back' | 'pause' | 'resume' | 'more-time';

export const PUSH_WORDS: Record<'en' | 'fr', Record<PushKind, string> & { nobody: string }> = {
  en: {
    friend: '{name} sent you a friend request',
    challenge: '{name} challenges you',
    turn: 'Your turn against {name}',
    offer: '{name} has a request in your game',
    over: 'Your game against {name} is over',
    ladder: '{name}: a challenge is waiting for your answer',
    rematch: '{name} offers a rematch',
    nobody: 'your opponent',
  },
  fr: {
    friend: '{name} veut vous ajouter à ses amis',
    challenge: '{name} vous défie',
    turn: 'À vous de jouer contre {name}',
    offer: '{name} vous fait une demande dans votre partie',
    over: 'Votre partie contre {name} est terminée',
    ladder: '{name} : un défi attend votre réponse',
    rematch: '{name} propose une revanche',
    nobody: 'votre adversaire',
  },
};

export const OFFER_WORDS: Record<'en' | 'fr', Record<PushOffer, string>> = {
  en: {
    draw: '{name} offers a draw',
    'take-back': '{name} asks to take back moves',
    pause: '{name} asks for a pause',
    resume: '{name} asks to resume now',
    'more-time': '{name} asks for more time',
  },
  fr: {
    draw: '{name} propose la remise',
    'take-back': '{name} demande à reprendre des coups',
    pause: '{name} demande une pause',
    resume: '{name} demande à reprendre maintenant',
    'more-time': '{name} demande plus de temps',
  },
};

/** A notification: its title, the tag by which later ones replace it, and its address. */
export interface Shown {
  title: string;
  tag: string;
  address: string;
  /** Whether the bell of a visible window shows it instead. */
  belled: boolean;
}

/** Reads a push message; null for an unknown one. */
export function readCall(text: string): Shown | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const it = value as Record<string, unknown>;
  const field = (key: string): string => (typeof it[key] === 'string' ? it[key].slice(0, 200) : '');
  const language = it['language'] === 'fr' ? 'fr' : 'en';
  const words = PUSH_WORDS[language];
  const kind = field('kind');
  if (!isKind(kind)) return null;
  const what = field('what');
  const pattern = kind === 'offer' && isOffer(what) ? OFFER_WORDS[language][what] : words[kind];
  const name = field('name');
  const said = pattern.replace('{name}', () => name || words.nobody);
  const title = name ? said : said.charAt(0).toLocaleUpperCase() + said.slice(1); // a name is not changed
  const belled = kind !== 'offer' && kind !== 'over';
  const id = encodeURIComponent(field('game') || field('club'));
  switch (kind) {
    case 'turn':
    case 'offer':
    case 'over':
    case 'rematch':
      return { title, belled, tag: field('game'), address: `#/own/${id}` };
    case 'ladder':
      return { title, belled, tag: `ladder ${field('club')}`, address: `#/club/${id}` };
    default:
      return { title, belled, tag: `${kind} ${field('name')}`, address: '#/lobby' };
  }
}

function isKind(kind: string): kind is PushKind {
  return Object.hasOwn(PUSH_WORDS.en, kind) && kind !== 'nobody';
}

/** An unknown offer of a newer server gets a general text. */
function isOffer(what: string): what is PushOffer {
  return Object.hasOwn(OFFER_WORDS.en, what);
}
