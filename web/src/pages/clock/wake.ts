/** Keeps the screen awake while a clock runs, where the browser can. */

/** Begins; call what it returns to let the screen sleep again. A browser that cannot, or will not, sleeps as it always does. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!wanted) void lock.release();
    } catch {
      // Refused, as with an empty battery.
    }
  };
  const seen = (): void => void ask(); // a page that was hidden has lost it
  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
