/** What a player can do beside moving, as a list: the panel beside the board and a phone's bar show the same. */
import { t } from '../../messages/messages.svelte';
import type { Opponent } from '../../play/opponent.svelte';
import type { GameSession } from '../../play/session.svelte';
import type { Side } from '../../rules/model';
import type { IconName } from './icons';

export interface GameAction {
  name: 'takeBack' | 'adoube' | 'hint' | 'draw' | 'resign' | 'flip' | 'share';
  label: string;
  icon: IconName;
  enabled: boolean;
  /** Held down, for what is on or off; null for what is done once. */
  pressed: boolean | null;
  run: () => void;
}

/** What the page does where the session alone cannot. */
export interface GameDeeds {
  takeBack: () => void;
  flip: () => void;
  share: () => void;
  /** Asks once more before resigning. */
  resign: () => void;
}

/** Whose name resigns and offers: the person's against the computer, the side to move where two people play. */
export function ownSide(session: GameSession, opponent: Opponent): Side {
  if (opponent.side === null) return session.live.side;
  return opponent.side === 'white' ? 'black' : 'white';
}

/** Moves of each side before a draw may be offered; 0 once that is so. */
export function offersFrom({ live, over }: GameSession): number {
  const { conduct, ply } = live;
  return conduct && !over && ply < 2 * conduct.offers_from_move ? conduct.offers_from_move : 0;
}

/** The actions of a game as it stands, in the order in which they are shown. */
export function gameActions(session: GameSession, opponent: Opponent, deeds: GameDeeds): GameAction[] {
  const { conduct, ply, adoube, touched } = session.live;
  const playing = !session.over;
  const once = { pressed: null };
  const actions: GameAction[] = [];
  if (!conduct?.released_stands) {
    const enabled = playing && ply > (opponent.side === 'white' ? 1 : 0);
    actions.push({ ...once, name: 'takeBack', label: t('action.takeBack'), icon: 'back', enabled, run: deeds.takeBack });
  }
  if (conduct?.touched_is_played) {
    const enabled = playing && session.hand !== null && touched === null;
    const pressed = session.hand !== null && adoube.includes(session.hand);
    actions.push({ name: 'adoube', label: t('action.adoube'), icon: 'hand', enabled, pressed, run: () => session.adoube() });
  }
  const hints = playing && session.hand !== null && !opponent.hinting;
  actions.push(
    { ...once, name: 'hint', label: t('action.hint'), icon: 'hint', enabled: hints, run: () => void opponent.hint() },
    {
      ...once,
      name: 'draw',
      label: t('action.draw'),
      icon: 'draw',
      enabled: session.mayOfferDraw,
      run: () => session.offerDraw(ownSide(session, opponent)),
    },
    { ...once, name: 'resign', label: t('action.resign'), icon: 'flag', enabled: playing, run: deeds.resign },
    { ...once, name: 'flip', label: t('action.flip'), icon: 'flip', enabled: true, run: deeds.flip },
    { ...once, name: 'share', label: t('action.share'), icon: 'share', enabled: true, run: deeds.share },
  );
  return actions;
}
