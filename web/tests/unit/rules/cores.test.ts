/** The number of engine workers for each device. */
import { describe, expect, it } from 'vitest';
import { coresHere, workersFor } from '../../../src/rules/cores';

describe('workers of the engine', () => {
  it.each([
    { chosen: 0, device: {}, workers: 1 },
    { chosen: 0, device: { hardwareConcurrency: 2 }, workers: 1 },
    { chosen: 0, device: { hardwareConcurrency: 4 }, workers: 3 },
    { chosen: 0, device: { hardwareConcurrency: 16, deviceMemory: 8 }, workers: 4 },
    { chosen: 0, device: { hardwareConcurrency: 8, deviceMemory: 2 }, workers: 1 },
    { chosen: 8, device: { hardwareConcurrency: 8, deviceMemory: 2 }, workers: 8 },
    { chosen: 8, device: { hardwareConcurrency: 4 }, workers: 4 },
    { chosen: 64, device: { hardwareConcurrency: 128 }, workers: 16 },
  ])('$workers for the setting $chosen on $device', ({ chosen, device, workers }) => {
    expect(workersFor(chosen, device)).toBe(workers);
  });

  it('assumes one core if the browser reports none', () => {
    expect(coresHere({})).toBe(1);
  });
});
