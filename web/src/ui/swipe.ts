/** Swiping on a screen steps through the moves: to the left forward, to the right back. */

/** The least length of a swipe in pixels, and how many times longer its horizontal part must be. */
const LENGTH = 45;
const MIN_ASPECT = 1.8;
/** The most time that a swipe takes, in milliseconds. */
const TIME = 600;
/** Elements in which a swipe means something else: a piece, a list that scrolls sideways, a text field, a slider. */
const NO_SWIPE_SELECTOR = '.draggable, .drawing, .list, input, textarea, select, [role=slider], dialog';

/**
 * An action for an element. `go` is called with 1 or -1. The browser gets the vertical pans and the zoom only: otherwise it
 * takes a sideways one too, and the swipe ends with `pointercancel`. While the page is zoomed in, every pan moves it.
 */
export function swipes(node: HTMLElement, go: (step: 1 | -1) => void): { destroy(): void } {
  const zoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;
  const share = (): void => void (node.style.touchAction = zoomed() ? '' : 'pan-y pinch-zoom');
  let begun: { id: number; x: number; y: number; at: number } | null = null;
  const down = (event: PointerEvent): void => {
    const free = event.pointerType === 'touch' && event.isPrimary && !zoomed() && !(event.target as HTMLElement).closest(NO_SWIPE_SELECTOR);
    begun = free ? { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
  };
  const up = (event: PointerEvent): void => {
    if (!begun || event.pointerId !== begun.id) return;
    const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y];
    if (Math.abs(dx) >= LENGTH && Math.abs(dx) > Math.abs(dy) * MIN_ASPECT && event.timeStamp - begun.at < TIME) go(dx < 0 ? 1 : -1);
    begun = null;
  };
  share();
  window.visualViewport?.addEventListener('resize', share);
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointerup', up);
  return {
    destroy() {
      window.visualViewport?.removeEventListener('resize', share);
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointerup', up);
    },
  };
}
