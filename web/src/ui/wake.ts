/** Keeps the screen on while a clock runs, if the browser supports it. */

/**
 * Begins to keep the screen on. Returns a function that ends this. If the browser cannot or will not, the screen turns off
 * as usual.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!wanted) void lock.release();
    } catch {
      // Refused, for example because the battery is low.
    }
  };
  const seen = (): void => void ask(); // a page loses the lock when it is hidden
  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
