/**
 * How many workers the engine uses: as many as the user chose, up to the number of processor cores.
 * By default one core is left to the page, and a device with little memory has one worker, since
 * each needs some 60 MB.
 */

/** The maximum number of workers by default, and by choice. */
const USUALLY = 4;
const AT_MOST = 16;
/** A device with less memory than this many gibibytes counts as having little. */
const SMALL_MEMORY_GIB = 4;

/** The number of cores reported by the browser; 1 if it reports none. */
export function coresHere(device: { hardwareConcurrency?: number } = navigator): number {
  return Math.min(Math.max(1, device.hardwareConcurrency ?? 1), AT_MOST);
}

/** The number of workers for this choice; 0 stands for the default. */
export function workersFor(chosen: number, device: { hardwareConcurrency?: number; deviceMemory?: number } = navigator): number {
  const here = coresHere(device);
  if (chosen > 0) return Math.min(chosen, here);
  if ((device.deviceMemory ?? SMALL_MEMORY_GIB) < SMALL_MEMORY_GIB) return 1;
  return Math.min(Math.max(1, here - 1), USUALLY);
}
