/** Animates a move: the piece follows its path, and the captured pieces fade only after it has landed, as the rules have it. Uses the Web Animations API. */
import { UNIT } from './shapes';

export type Pace = 'none' | 'fast' | 'normal' | 'slow';

/** Milliseconds for one step of a path. */
const STEP: Record<Pace, number> = { none: 0, fast: 110, normal: 210, slow: 420 };

export interface Point {
  x: number;
  y: number;
}

export interface Showing {
  mover: SVGElement;
  /** The centres of the path in squares, beginning where the piece is now. */
  points: readonly Point[];
  /** The captured pieces, in the order of capture. */
  victims: readonly SVGElement[];
  /** The piece that is huffed before the move. */
  huffed: SVGElement | null;
  pace: Pace;
}

export function placed(point: Point): string {
  return `translate(${(point.x + 0.5) * UNIT}px, ${(point.y + 0.5) * UNIT}px)`;
}

/** Animates a move. Resolves when the animation has ended; `signal` ends it at once. Never rejects. */
export async function show({ mover, points, victims, huffed, pace }: Showing, signal: AbortSignal): Promise<void> {
  const step = STEP[pace];
  const running: Animation[] = [];
  const finishAll = (): void => {
    for (const animation of running) animation.cancel();
  };
  signal.addEventListener('abort', finishAll, { once: true });
  try {
    if (step > 0 && huffed && !signal.aborted) {
      const fade = huffed.animate([{ opacity: 1 }, { opacity: 0 }], { duration: step * 1.4, fill: 'forwards' });
      running.push(fade);
      await fade.finished;
    }
    const lengths = points.slice(1).map((p, i) => distance(points[i] ?? p, p));
    const total = lengths.reduce((a, b) => a + b, 0);
    if (step > 0 && total > 0 && !signal.aborted) {
      const frames: Keyframe[] = [];
      let covered = 0;
      points.forEach((point, i) => {
        if (i > 0) covered += lengths[i - 1] ?? 0;
        frames.push({ transform: placed(point), offset: covered / total, easing: 'ease-in-out' });
      });
      // A long slide is faster per square than single steps, and many short steps must stay visible.
      const duration = step * lengths.reduce((sum, length) => sum + Math.min(1.7, 0.75 + length * 0.2), 0);
      const walk = mover.animate(frames, { duration, fill: 'forwards' });
      running.push(walk);
      await walk.finished;
    }
    if (step > 0 && victims.length > 0 && !signal.aborted) {
      const fades = victims.map((victim, i) =>
        victim.animate([{ opacity: 1 }, { opacity: 0 }], { duration: step * 1.1, delay: i * step * 0.3, fill: 'forwards' }),
      );
      running.push(...fades);
      await Promise.all(fades.map((fade) => fade.finished));
    }
  } catch {
    // Cancelled. The caller draws the final position in any case.
  } finally {
    signal.removeEventListener('abort', finishAll);
    finishAll();
  }
}

function distance(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}
