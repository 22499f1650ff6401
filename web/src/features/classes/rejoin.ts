import { loadText } from '../../store/browser-storage';

/** Called when the page opens: the device of a pupil goes to class; for all others nothing is fetched. */
export function rejoinClass(): void {
  if (loadText('damier.class.pupil') === null) return;
  void import('./attending.svelte').then(({ attending }) => attending.begin());
}
