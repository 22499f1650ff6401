/** The texts on the face of a clock. Pure. */
import type { Control } from './control';

const TENTHS_BELOW = 20_000;

/** `1:20:00`, `5:03`, `0:09.4`. Zero is displayed only when the time is up. */
export function faceText(ms: number): string {
  if (ms < TENTHS_BELOW) {
    const tenths = ms <= 0 ? 0 : Math.max(1, Math.floor(ms / 100));
    return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  }
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A control in short form: `80+60`, `40/80, 30`, `15 d5`, `5 b3`. */
export function controlText(control: Control): string {
  const SIGN = { none: '', fischer: '+', delay: ' d', bronstein: ' b' } as const;
  return control
    .map(({ moves, ms, bonus, bonusMs }) => {
      const minutes = Math.round((ms / 60_000) * 100) / 100;
      return `${moves === null ? '' : `${moves}/`}${minutes}${SIGN[bonus]}${bonus === 'none' ? '' : bonusMs / 1000}`;
    })
    .join(', ');
}
