import { loadText } from '../../store/browser-storage';

/** Called when the page opens: a pupil's device joins its class again; on other devices nothing is fetched. */
export function rejoinClass(): void {
  if (loadText('damier.class.pupil') === null) return;
  void import('./attending.svelte').then(({ attending }) => attending.begin());
}
