/**
 * The list of a player's actions besides moving, for the panel beside the board and for the bar of
 * a phone.
 */
import { t } from '../messages/messages.svelte';
import type { Opponent } from './opponent.svelte';
import type { GameSession } from './session.svelte';
import type { Side } from '../rules/model';
import type { IconName } from '../ui/icons';

export interface GameAction {
  name: 'takeBack' | 'adoube' | 'hint' | 'draw' | 'resign' | 'flip' | 'share';
  label: string;
  icon: IconName;
  enabled: boolean;
  /** Whether a toggle is on; null for a plain action. */
  pressed: boolean | null;
  run: () => void;
}

/** The actions that the page implements, not the session. */
export interface GameHandlers {
  takeBack: () => void;
  flip: () => void;
  share: () => void;
  /** Asks for confirmation before resigning. */
  resign: () => void;
}

/**
 * The side that resigns or offers a draw: the person's side against the engine, or the side to move
 * between two people.
 */
export function ownSide(session: GameSession, opponent: Opponent): Side {
  if (opponent.side === null) return session.live.side;
  return opponent.side === 'white' ? 'black' : 'white';
}

/** How many moves each side must make before a draw may be offered; 0 if they have been made. */
export function offersFrom({ live, over }: GameSession): number {
  const { conduct, ply } = live;
  return conduct && !over && ply < 2 * conduct.offers_from_move ? conduct.offers_from_move : 0;
}

/** The actions that are possible now, in display order. */
export function gameActions(session: GameSession, opponent: Opponent, handlers: GameHandlers): GameAction[] {
  const { conduct, ply, adoube, touched } = session.live;
  const playing = !session.over;
  const once = { pressed: null };
  const actions: GameAction[] = [];
  if (!conduct?.released_stands) {
    const enabled = playing && ply > (opponent.side === 'white' ? 1 : 0);
    actions.push({ ...once, name: 'takeBack', label: t('action.takeBack'), icon: 'back', enabled, run: handlers.takeBack });
  }
  if (conduct?.touched_is_played) {
    const enabled = playing && session.hand !== null && touched === null;
    const pressed = session.hand !== null && adoube.includes(session.hand);
    actions.push({ name: 'adoube', label: t('action.adoube'), icon: 'hand', enabled, pressed, run: () => session.adoube() });
  }
  const hints = session.mayBeHelped && !opponent.hinting;
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
    { ...once, name: 'resign', label: t('action.resign'), icon: 'flag', enabled: playing, run: handlers.resign },
    { ...once, name: 'flip', label: t('action.flip'), icon: 'flip', enabled: true, run: handlers.flip },
    { ...once, name: 'share', label: t('action.share'), icon: 'share', enabled: true, run: handlers.share },
  );
  return actions;
}
