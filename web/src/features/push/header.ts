/** The bell of the header: shown to an account that is signed in, and where a game of this browser may need its player. */
import { SIGNED, signedName } from '../accounts/signed-in';
import { isCalledAtSeats } from './seat-notices';

export default {
  /** For whom it is shown; null where nothing can need the attention of this browser. */
  shown: (): 'signed' | 'guest' | null => (signedName() !== null ? 'signed' : isCalledAtSeats() ? 'guest' : null),
  /** The event of the window after which that may differ. */
  changed: SIGNED,
  load: () => import('./NoticeBell.svelte'),
};
