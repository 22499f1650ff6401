/** A live game over a network that loses, duplicates and delays frames: what the board shows, and what is sent again. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RulesBinding } from '../../../src/rules/binding';
import { playReady } from '../wasm';
import { FakeServer } from './fake-server';
import { acts, LiveGame, moves, play, seated, WORDS } from './seated';

beforeAll(playReady);
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('a bad network', () => {
  it('that loses an answer does not cause a second move', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.loses = (frame) => frame.frame === 'done' || frame.frame === 'event';
    play(live, 32, 28);
    expect(live.commands.sending).toBe(true);
    server.loses = () => false;
    server.wireNow.drop();
    expect(live.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect(live.connection).toBe('open');
    expect([moves(live), server.events.length, live.commands.sending]).toEqual([['32-28'], 1, false]);
    live.close();
  });

  it('that loses a command gets it again with the same id', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    expect(server.events).toHaveLength(0);
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(server.events.map((it) => it.act)).toMatchObject([{ move: '32-28' }]);
    expect([moves(live), live.commands.sending]).toEqual([['32-28'], false]);
    live.close();
  });

  it('that delays a move does not play it in another turn', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    // The same player continues elsewhere, and the opponent replies. The delayed move would be legal again.
    server.loses = () => true;
    server.decide(null, 'another device', { act: 'move', move: '33-29' }, 'white');
    server.other({ act: 'move', move: '19-23' });
    server.loses = () => false;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(moves(live)).toEqual(['33-29', '19-23']);
    expect(live.session?.remark).toBe('refused another-position');
    play(live, 32, 28);
    expect(server.received.at(-1)?.want).toEqual({ act: 'move', move: '32-28', ply: 2 });
    expect(moves(live)).toEqual(['33-29', '19-23', '32-28']);
    live.close();
  });

  it('that loses a command on an open socket gets it again after a timeout', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    await vi.advanceTimersByTimeAsync(1000);
    server.wireNow.swallows = false;
    for (let i = 0; i < 40; i += 1) {
      await vi.advanceTimersByTimeAsync(200);
      live.tick();
    }
    expect([server.events.length, live.commands.sending]).toEqual([1, false]);
    expect(acts(server)).toEqual(['move']);
    live.close();
  });

  it('that duplicates every frame changes nothing', async () => {
    const server = new FakeServer();
    server.doubles = true;
    const live = await seated(server);
    play(live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    expect(moves(live)).toEqual(['32-28', '19-23']);
    live.close();
  });

  it('that loses an event makes the page request it', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    server.loses = (frame) => frame.frame === 'event';
    server.other({ act: 'move', move: '20-24' });
    server.loses = () => false;
    expect(moves(live)).toEqual(['32-28']);
    server.decide(null, 'device two', { act: 'move', move: '28-23' }, 'white');
    expect(moves(live)).toEqual(['32-28', '20-24', '28x19'].slice(0, 2).concat(moves(live).slice(2)));
    expect(moves(live)).toHaveLength(3);
    expect(server.received.filter((it) => it.frame === 'hello').map((it) => it.have)).toEqual([0, 1]);
    live.close();
  });

  it('that is too slow for the events makes the page request the missing ones', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    server.loses = (frame) => frame.frame === 'event';
    server.other({ act: 'move', move: '19-23' });
    server.loses = () => false;
    expect(moves(live)).toEqual(['32-28']);
    server.wireNow.deliver({ frame: 'behind' });
    expect(server.received.filter((it) => it.frame === 'hello').map((it) => it.have)).toEqual([0, 1]);
    expect([moves(live), server.wires.length]).toEqual([['32-28', '19-23'], 1]);
    live.close();
  });

  it('whose server cannot send the missing events yet is asked again', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    server.loses = (frame) => frame.frame === 'event' || frame.frame === 'welcome';
    server.other({ act: 'move', move: '19-23' });
    server.wireNow.deliver({ frame: 'behind' });
    server.wireNow.deliver({ frame: 'trouble', code: 'unavailable', detail: '', retry_after_ms: 1_000 });
    server.loses = () => false;
    expect([moves(live), live.unavailable]).toEqual([['32-28'], true]);
    await vi.advanceTimersByTimeAsync(1_100);
    expect([moves(live), live.unavailable, server.wires.length]).toEqual([['32-28', '19-23'], false, 1]);
    expect(server.received.filter((it) => it.frame === 'hello').map((it) => it.have)).toEqual([0, 1, 1]);
    error.mockRestore();
    live.close();
  });

  it('that is silently dead is detected', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.answersPings = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.wires.length).toBeGreaterThan(1);
    server.answersPings = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.connection).toBe('open');
    live.close();
  });

  it('that delivers an invalid frame is replaced by a new connection', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.say('{"frame":"event","event":{"number":-1}}');
    expect(live.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, server.wires.length]).toEqual(['open', 2]);
    server.wireNow.say('{"frame":"something-new"}'); // a frame of a later server is ignored
    expect(live.connection).toBe('open');
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    live.close();
  });

  it('whose server was restored to an older state is followed', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    server.wireNow.drop();
    server.events = server.events.slice(0, 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(moves(live)).toEqual(['32-28']);
    server.other({ act: 'move', move: '20-24' });
    expect(moves(live)).toEqual(['32-28', '20-24']);
    live.close();
  });

  it('that was interrupted announces only the latest event afterwards', async () => {
    const server = new FakeServer({ clock: { initial_ms: 600_000, increment_ms: 0 } });
    const live = await seated(server);
    play(live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    server.asked = [{ by: 'black', for: { kind: 'pause', at_most_ms: 60_000 } }];
    server.other({ act: 'ask', for: { kind: 'pause', at_most_ms: 60_000 } });
    server.decide(null, 'own device', { act: 'agree' }, 'white');
    server.asked = [];
    expect(live.session?.remark).toBe('event agree pause');
    // While the connection is lost the pause ends, and more time is requested and declined.
    server.wireNow.drop();
    server.events.push({ number: server.events.length + 1, command: null, act: { act: 'resume', at_ms: server.now() } });
    await vi.advanceTimersByTimeAsync(500);
    expect(live.session?.remark).toBe('event resume');
    server.wireNow.drop();
    server.other({ act: 'ask', for: { kind: 'more-time', ms: 60_000 } });
    server.decide(null, 'own device again', { act: 'decline' }, 'white');
    await vi.advanceTimersByTimeAsync(500);
    expect(live.session?.remark).toBe('event decline more-time');
    // If nothing has happened meanwhile, the remark stays.
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, live.session?.remark]).toEqual(['open', 'event decline more-time']);
    live.close();
  });

  it('that is lost clears the presence of the players', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 2, absent: { side: 'black', claim_at_ms: 1_030_000 } });
    expect([live.presence?.black, live.claimIn]).toEqual([false, 30_000]);
    server.wireNow.drop();
    expect([live.presence, live.claimIn, live.awaited]).toEqual([null, null, null]);
    await vi.advanceTimersByTimeAsync(500);
    expect(live.presence?.black).toBe(true);
    live.close();
  });

  const DAYS = { initial_ms: 1_000, increment_ms: 3 * 86_400_000, bonus: 'delay' } as const;
  const BLITZ = { initial_ms: 300_000, increment_ms: 3_000 };

  it.each([
    ['is retried every few seconds during the game', 'white', { clock: null }, false, 4_000],
    ['is retried less often if a move has days', 'white', { clock: DAYS }, false, 15_000],
    ['is retried every few seconds by a side with minutes, whatever the opponent has', 'black', { clock: DAYS, black_clock: BLITZ }, false, 4_000],
    ['is retried less often by a side with days, whatever the opponent has', 'black', { clock: BLITZ, black_clock: DAYS }, false, 15_000],
    ['is retried less often once the game is over', 'white', { clock: null }, true, 15_000],
  ] as const)('%s', async (_, side, clocks, over, longest) => {
    const server = new FakeServer(clocks);
    server.role = side;
    const live = await seated(server);
    if (over) server.other({ act: 'resign' });
    expect(live.session?.over).toBe(over);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(90_000);
    // At a moment between two attempts.
    const tries = server.wires.length;
    while (server.wires.length === tries) await vi.advanceTimersByTimeAsync(10);
    server.down = false;
    await vi.advanceTimersByTimeAsync(longest - 100);
    expect(live.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(200);
    expect(live.connection).toBe('open');
    live.close();
  });

  it('checks over HTTP after a few failed sockets whether the server answers', async () => {
    const server = new FakeServer();
    const binding = new RulesBinding();
    const answers = vi.fn(async () => !server.down);
    const live = new LiveGame({ seat: 's'.repeat(43), openGame: (record) => binding.openGame(record), makeWire: server.wire, answers, now: Date.now, random: () => 0, words: WORDS });
    await vi.advanceTimersByTimeAsync(0);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(600_000);
    // The first connection and a few attempts; after that the server was asked every four seconds.
    expect(server.wires.length).toBe(5);
    expect(answers.mock.calls.length).toBeGreaterThan(140);
    server.down = false;
    await vi.advanceTimersByTimeAsync(4_100);
    expect([live.connection, server.wires.length]).toEqual(['open', 6]);
    // The next loss starts from the beginning.
    const asked = answers.mock.calls.length;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, answers.mock.calls.length]).toEqual(['open', asked]);
    live.close();
  });

  it('connects once, also if it was woken during that check', async () => {
    const server = new FakeServer();
    const binding = new RulesBinding();
    let answer: ((there: boolean) => void) | null = null;
    const live = new LiveGame({
      seat: 's'.repeat(43), openGame: (record) => binding.openGame(record), makeWire: server.wire,
      answers: () => new Promise<boolean>((resolve) => (answer = resolve)),
      now: Date.now, random: () => 0, words: WORDS,
    });
    await vi.advanceTimersByTimeAsync(0);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answer).not.toBeNull();
    const tries = server.wires.length;
    server.down = false;
    live.wake();
    await vi.advanceTimersByTimeAsync(0);
    (answer as ((there: boolean) => void) | null)?.(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([live.connection, server.wires.length]).toEqual(['open', tries + 1]);
    live.close();
  });

  it('reconnects at once when another request shows that the server answers', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = server.wires.length;
    while (server.wires.length === tries) await vi.advanceTimersByTimeAsync(10);
    server.down = false;
    live.serverAnswers();
    await vi.advanceTimersByTimeAsync(0);
    expect([live.connection, server.wires.length]).toEqual(['open', tries + 2]);
    live.serverAnswers(); // an open connection is not replaced
    expect(server.wires.length).toBe(tries + 2);
    live.close();
  });

  it('is retried with backoff', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    const wire = server.wire;
    let tries = 0;
    server.wireNow.drop();
    server.wire = () => {
      throw new Error('not used');
    };
    live.close();
    const failing = new LiveGame({
      seat: 's'.repeat(43),
      openGame: () => {
        throw new Error('no game comes');
      },
      makeWire: () => {
        tries += 1;
        throw new Error('refused');
      },
      now: Date.now,
      random: () => 0,
      words: WORDS,
    });
    await vi.advanceTimersByTimeAsync(400 + 800 + 1600 + 10);
    expect(tries).toBe(4);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tries).toBeLessThan(20);
    failing.close();
    expect(typeof wire).toBe('function');
  });
});
