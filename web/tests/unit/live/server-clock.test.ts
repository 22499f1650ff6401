/** The server's time, estimated from answers with different delays. */
import { describe, expect, it } from 'vitest';
import { ServerClock } from '../../../src/features/live/server-clock';

describe('the time on the server', () => {
  it('is estimated from the fastest answer', () => {
    let now = 0;
    const clock = new ServerClock(() => now);
    clock.received(10_000);
    expect(clock.now()).toBe(10_000);
    now = 1_000;
    clock.answered(0, 10_900); // a delay of one second: anywhere between 9,900 and 10,900 ahead
    expect(clock.offset).toBe(10_400);
    now = 1_100;
    clock.answered(1_080, 11_090);
    expect([clock.offset, clock.trip]).toEqual([10_000, 20]);
    now = 5_000;
    clock.answered(4_000, 99_000); // a slow answer adds nothing
    expect(clock.offset).toBe(10_000);
  });

  it('drops measurements from before the device’s clock was set', () => {
    let now = 100_000;
    const clock = new ServerClock(() => now);
    clock.answered(99_990, 200_000);
    now = 50_000;
    clock.answered(99_999, 200_100);
    expect(clock.trip).toBeNull();
    clock.answered(49_990, 200_110);
    expect(clock.offset).toBe(150_115);
  });

  it('follows a drifting clock by dropping old answers', () => {
    let now = 0;
    const clock = new ServerClock(() => now);
    clock.answered(0, 1_000);
    for (let i = 0; i < 20; i += 1) {
      now += 5_000;
      clock.answered(now - 30, now + 2_000 - 15);
    }
    expect(clock.offset).toBe(2_000);
  });
});
