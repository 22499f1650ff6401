/**
 * How many processor cores the engine uses: as many as were chosen and the browser tells of. Without a choice, one is left
 * to the page, and a device with little memory has one worker, since each needs some 60 MB. Pure but for what it asks of the
 * browser.
 */

/** The most workers that are started unasked, and at all. */
const USUALLY = 4;
const AT_MOST = 16;
/** Gibibytes below which a device has little memory. */
const LITTLE = 4;

/** Cores of this device as the browser tells them; 1 where it does not. */
export function coresHere(device: { hardwareConcurrency?: number } = navigator): number {
  return Math.min(Math.max(1, device.hardwareConcurrency ?? 1), AT_MOST);
}

/** How many workers the engine has for this choice; 0 is no choice. */
export function workersFor(chosen: number, device: { hardwareConcurrency?: number; deviceMemory?: number } = navigator): number {
  const here = coresHere(device);
  if (chosen > 0) return Math.min(chosen, here);
  if ((device.deviceMemory ?? LITTLE) < LITTLE) return 1;
  return Math.min(Math.max(1, here - 1), USUALLY);
}
