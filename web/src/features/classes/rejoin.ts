/** Called when the page opens: the device of a pupil goes to class; for all others nothing is fetched. */
export function rejoinClass(): void {
  try {
    if (localStorage.getItem('damier.class.pupil') === null) return;
  } catch {
    return; // a browser that stores nothing is a pupil until its page is closed
  }
  void import('./attending.svelte').then(({ attending }) => attending.begin());
}
