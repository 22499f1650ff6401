/** The bell of the header: shown with an account, or if a game of this browser may need its player. */
import { SIGNED, signedName } from '../accounts/signed-in';
import { needsSeatNotifications } from './seat-notices';

export default {
  /** For whom it is shown; null if no notification is possible. */
  shown: (): 'signed' | 'guest' | null => (signedName() !== null ? 'signed' : needsSeatNotifications() ? 'guest' : null),
  /** The window event after which that may change. */
  changed: SIGNED,
  load: () => import('./NoticeBell.svelte'),
};
