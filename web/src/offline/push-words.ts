/**
 * What a device says when it is called while no page is open. The service worker has these words of its own, since it is one file; a test compares them with
 * those of the page.
 */
export type PushKind = 'friend' | 'challenge' | 'turn' | 'ladder' | 'rematch';

export const PUSH_WORDS: Record<'en' | 'fr', Record<PushKind, string> & { nobody: string }> = {
  en: {
    friend: '{name} asks to be friends',
    challenge: '{name} challenges you',
    turn: 'Your turn against {name}',
    ladder: '{name}: a challenge waits for your answer',
    rematch: '{name} wants another game',
    nobody: 'your opponent',
  },
  fr: {
    friend: '{name} veut être votre ami',
    challenge: '{name} vous défie',
    turn: 'À vous de jouer contre {name}',
    ladder: '{name} : un défi attend votre réponse',
    rematch: '{name} veut une autre partie',
    nobody: 'votre adversaire',
  },
};

/** A call as it is shown: its title, what replaces it, and where it leads. */
export interface Shown {
  title: string;
  tag: string;
  address: string;
}

/** Reads what the server has sent; null for what this page does not know. */
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
  const words = PUSH_WORDS[it['language'] === 'fr' ? 'fr' : 'en'];
  const kind = field('kind');
  if (!isKind(kind)) return null;
  const title = words[kind].replace('{name}', () => field('name') || words.nobody);
  const id = encodeURIComponent(field('game') || field('club'));
  switch (kind) {
    case 'turn':
    case 'rematch':
      return { title, tag: field('game'), address: `#/own/${id}` };
    case 'ladder':
      return { title, tag: `ladder ${field('club')}`, address: `#/club/${id}` };
    default:
      return { title, tag: `${kind} ${field('name')}`, address: '#/lobby' };
  }
}

function isKind(kind: string): kind is PushKind {
  return Object.hasOwn(PUSH_WORDS.en, kind) && kind !== 'nobody';
}
